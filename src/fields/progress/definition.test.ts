// The progress of a job: what rows carry of it, and how much of it is done.
import { describe, expect, test } from "vitest";
import { kindOf } from "#schema/kinds";
import { modelOf } from "../../../tests/support/field-kind.ts";
import { progress, progressKind } from "./definition.ts";
import { isUnfinished, jobState, readJobView, shareOf } from "../job-view.ts";

describe("progress", () => {
  test("has no column and is read only", () => {
    const model = modelOf(progress("进度", "Progress"));
    expect(model).toMatchObject({ stored: false, readonly: true, inList: true });
    expect(kindOf(model.data)).toBe(progressKind);
  });

  test("is read from the row's latest job, or from the row where that is a job", () => {
    expect(progressKind.expression?.({ kind: "progress", label: ["", ""] }, "code-set")).toContain("j.subject_resource = 'code-set'");
    expect(progressKind.expression?.(modelOf(progress("进度", "Progress", { isJob: true })).data, "job")).not.toContain("FROM job");
  });

  test("comes over the wire with what is known, and what is no job is none", () => {
    expect(readJobView({ job: "7", state: 2, done: 3, total: 4, note: "发送中", error: "" })).toEqual({
      job: "7",
      state: 2,
      done: 3,
      total: 4,
      note: "发送中",
      error: undefined,
    });
    expect(readJobView("")).toBeUndefined();
    expect(readJobView({ job: "7" })).toBeUndefined();
  });

  test("changes by itself until the job has ended", () => {
    expect(Object.values(jobState).filter((state) => isUnfinished({ state }))).toEqual([jobState.waiting, jobState.running]);
  });

  test("has a share where the whole is known", () => {
    expect([
      shareOf({ done: 1, total: 4 }),
      shareOf({ done: 5, total: 4 }),
      shareOf({ done: 1, total: 0 }),
      shareOf({ done: 1, total: undefined }),
    ]).toEqual([0.25, 1, undefined, undefined]);
  });
});
