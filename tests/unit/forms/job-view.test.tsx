// @vitest-environment happy-dom
// A job in the view of a record: with everything that a line of a list has no room for.
import { beforeEach, describe, expect, it } from "vitest";
import { RecordView } from "#admin/forms/view/record-view.tsx";
import { screenNamed } from "./screens.ts";
import { mount, startLanguage } from "./support.tsx";

const running = { job: "7", state: 2, done: 1200, total: 4800, note: "清理接口日志", error: "" };
const failed = {
  job: "7",
  state: 4,
  done: 1200,
  total: 4800,
  note: "",
  error: "短信服务余额不足",
};

const job = screenNamed("job");
/** A resource whose rows show the job that works on them. */
const importing = {
  ...job,
  fields: job.fields.filter(({ name }) => name === "progress").map(({ isJob: _isJob, ...field }) => field),
};

async function shown(screen: typeof job, record: Readonly<Record<string, unknown>>): Promise<ReadonlyMap<string, string>> {
  const { container } = await mount(<RecordView screen={screen} record={{ id: "7", ...record }} isAdministrator={false} />);
  return new Map(
    [...container.querySelectorAll<HTMLElement>("[data-field]")].map((one) => [
      one.dataset["field"] ?? "",
      one.querySelector("dd")?.textContent ?? "",
    ]),
  );
}

beforeEach(() => startLanguage("zh"));

describe("the view of a job", () => {
  it("says how much of what is done, and what it does at the moment", async () => {
    expect((await shown(job, { status: 2, progress: running })).get("progress")).toBe("1,200 / 4,800清理接口日志");
  });

  it("says why it failed, and how far it came", async () => {
    const fields = await shown(job, { status: 4, progress: failed, error: "短信服务余额不足" });
    expect(fields.get("error")).toBe("短信服务余额不足");
    expect(fields.get("progress")).toBe("1,200 / 4,800");
    // Without a message there is nothing to show.
    expect((await shown(job, { status: 2, progress: running, error: "" })).has("error")).toBe(false);
  });
});

describe("the view of a row with a job", () => {
  it("says how far it is and what it does", async () => {
    expect((await shown(importing, { progress: running })).get("progress")).toBe("1,200 / 4,800清理接口日志");
  });

  it("says that it failed, why, and how far it came", async () => {
    expect((await shown(importing, { progress: failed })).get("progress")).toBe("失败短信服务余额不足1,200 / 4,800");
  });
});
