// How far a job is: what of an answer is one, its share, and its line of text.
import { describe, expect, it } from "vitest";
import { progressText } from "./job-progress.tsx";
import { jobState, jobViewSql, readJobView, shareOf, type JobView } from "./job-view.ts";
import { admitsMinusOne } from "./numeric.ts";

const none = { done: undefined, total: undefined, note: undefined, error: undefined };
const job = (state: number, more: Partial<JobView> = {}): JobView => ({ job: "7", state, ...none, ...more });

describe("an answer", () => {
  it.each([null, undefined, "", "job", 7, {}, { job: "7" }, { state: 2 }, { job: 7, state: 2 }, { job: "7", state: "2" }])(
    "that is %j is no job",
    (answer) => {
      expect(readJobView(answer)).toBeUndefined();
    },
  );

  it("is read as far as it is what it should be", () => {
    expect(readJobView({ job: "7", state: 2 })).toEqual(job(2));
    expect(readJobView({ job: "7", state: 4, done: "3", total: null, note: ["甲", "A"], error: 7 })).toEqual(job(4));
    expect(readJobView({ job: "7", state: 4, done: 3, total: 4, note: "甲", error: "乙" })).toEqual(
      job(4, { done: 3, total: 4, note: "甲", error: "乙" }),
    );
  });

  it("is made of the row of the job", () => {
    expect(jobViewSql("j")).toBe(
      "jsonb_build_object('job', j.id::text, 'state', j.status, 'done', j.progress_done, 'total', j.progress_total, 'note', j.progress_note, 'error', j.error)",
    );
  });
});

it.each([
  [1, 4, 0.25],
  [4, 4, 1],
  [5, 4, 1],
  [-1, 4, 0],
  [0, 4, 0],
  [1, 0, undefined],
  [1, -1, undefined],
  [1, undefined, undefined],
  [undefined, 4, undefined],
])("of %j done of %j the share is %j", (done, total, share) => {
  expect(shareOf({ done, total })).toBe(share);
});

describe("a job in a line of text", () => {
  const { waiting, running, succeeded, failed, cancelled } = jobState;
  const note = "发送中";
  const error = "余额不足";

  it.each([
    [waiting, "等待中", "Waiting"],
    [running, "执行中", "Running"],
    [succeeded, "已完成", "Done"],
    [failed, "失败", "Failed"],
    [cancelled, "已取消", "Cancelled"],
    [9, "", ""],
  ])("of the state %i is %j, in English %j", (state, zh, en) => {
    expect([progressText(job(state), "zh", false), progressText(job(state), "en", false)]).toEqual([zh, en]);
  });

  it.each([
    ["its share and what it does while it runs", job(running, { done: 2, total: 3, note }), false, "执行中 66% 发送中"],
    ["no share of a whole that nobody knows", job(running, { done: 2, note }), false, "执行中 发送中"],
    ["nothing of the kind before", job(waiting, { done: 2, total: 3, note }), false, "等待中"],
    ["nor afterwards", job(succeeded, { done: 3, total: 3, note }), false, "已完成"],
    ["why it failed", job(failed, { done: 2, total: 3, error }), false, "失败 余额不足"],
    ["the same while it runs, where the state stands beside it", job(running, { done: 2, total: 3, note }), true, "执行中 66% 发送中"],
    ["how much was done, where the state stands beside it", job(failed, { done: 1200, total: 4800, error }), true, "1,200 / 4,800"],
    ["what was done of a whole that nobody knows", job(failed, { done: 1200 }), true, "1,200"],
    ["a dash while it waits", job(waiting), true, "—"],
    ["nothing where nothing was done", job(failed), true, ""],
  ] as const)("says %s", (_what, view, isBare, line) => {
    expect(progressText(view, "zh", isBare)).toBe(line);
  });
});

it("-1 is a number where the limits of a field admit it", () => {
  const field = { kind: "integer", label: ["数", "Number"] } as const;
  expect([{}, { min: 0 }, { min: -1 }, { min: -5 }].map((limits) => admitsMinusOne({ ...field, ...limits }))).toEqual([
    false,
    false,
    true,
    true,
  ]);
});
