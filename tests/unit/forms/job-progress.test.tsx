// @vitest-environment happy-dom
// The example "Progress in lists and forms" of docs/effects.md: a definition with a field of the kind `progress` shows the job that works
// on its row, in the list, the view and the form, and all of them follow it with one question until it has ended.
import { readFile } from "node:fs/promises";
import { act, createRef, type ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { RecordView } from "#admin/forms/view/record-view.tsx";
import { ResourceForm } from "#admin/forms/form/resource-form.tsx";
import { formOf } from "#admin/inputs/values/form-definition.ts";
import { valuesOfRecord } from "#admin/inputs/values/values.ts";
import { JobWatch } from "#admin/data/jobs/job-watch.tsx";
import { listableFields } from "#admin/screens/table/columns.tsx";
import { cellOf } from "#fields/cells.ts";
import { jobState } from "#fields/job-view.ts";
import { parcel } from "../../server/docs/parcel-definitions.ts";
import { screenFrom } from "./screens.ts";
import { mount, ok, serve, settle, startLanguage, type Call } from "./support.tsx";

const screen = screenFrom(parcel);
vi.mock("#admin/data/screen-models/load.ts", () => ({
  loadScreen: async () => undefined,
  loadList: async () => ({ path: "/test/parcel" }),
}));

const waiting = { job: "7", state: jobState.waiting, done: null, total: null, note: "", error: "" };
const row = { id: "1", name: "甲", weight: 2, price: 6, isTold: 0, status: 0, telling: waiting };
let now: object;
let calls: readonly Call[];

function Row(): ReactNode {
  return listableFields(screen, false)
    .filter(({ kind }) => kind === "progress")
    .map((field) => <td key={field.name}>{cellOf(field).render?.({ field, value: row.telling, row, language: "zh" })}</td>);
}

/** The list, the view and the form of one row, as tabs of the application may show them at once. */
async function open(): Promise<Readonly<Record<"list" | "view" | "form", () => string>>> {
  const form = formOf(screen, "edit", { isAdministrator: false, record: row });
  const values = valuesOfRecord(screen.fields, row);
  const editable = Object.fromEntries(Object.entries(values).filter(([name]) => form.field.has(name)));
  const { container } = await mount(
    <>
      <table>
        <tbody>
          <tr>
            <Row />
          </tr>
        </tbody>
      </table>
      <div data-part="view">
        <RecordView screen={screen} record={row} isAdministrator={false} />
      </div>
      <div data-part="form">
        <ResourceForm ref={createRef()} formId="f" form={form} initial={editable} before={values} record={row} onSubmit={() => undefined} />
      </div>
      <JobWatch />
    </>,
  );
  const textOf = (selector: string) => container.querySelector(selector)?.textContent ?? "";
  return {
    list: () => textOf("td"),
    view: () => textOf('[data-part="view"] [data-field="telling"] dd'),
    form: () => textOf('[data-part="form"] [data-field="telling"]').replace("通知进度", ""),
  };
}

const requested = () => calls.filter(({ path }) => path === "/blade-job/job/progress").map(({ query }) => query["ids"]);
/** Lets the time between two questions pass. */
const pass = async () => {
  await act(() => vi.advanceTimersByTimeAsync(2_100));
  await settle();
};

beforeEach(async () => {
  // A chunk of its own, loaded when there is a job to follow.
  await import("#admin/data/jobs/job-poll.tsx");
  await startLanguage("zh");
  calls = serve(({ path }) => (path === "/blade-job/job/progress" ? ok([now]) : ok({})));
});

it("is what the document shows", async () => {
  const line = 'telling: progress("通知进度", "Telling", { visibleIn: ["edit", "view"] })';
  expect(await readFile("docs/effects.md", "utf8")).toContain(line);
  expect(await readFile("tests/server/docs/parcel-definitions.ts", "utf8")).toContain(line);
});

it("is followed in list, view and form at once, with one question, and no more once the job has ended", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  try {
    now = { ...waiting, state: jobState.running, done: 1, total: 4, note: "发送短信", resource: "parcel", id: "1" };
    const { list, view, form } = await open();
    await pass();
    expect([list(), view(), form()]).toEqual(["25%", "1 / 4发送短信", "1 / 4发送短信"]);

    now = { ...now, state: jobState.failed, error: "短信服务余额不足" };
    await pass();
    expect([list(), view(), form()]).toEqual(["失败短信服务余额不足", "失败短信服务余额不足1 / 4", "失败短信服务余额不足1 / 4"]);

    const questions = requested().length;
    expect(new Set(requested())).toEqual(new Set(["7"]));
    await pass();
    await pass();
    expect(requested()).toHaveLength(questions);
  } finally {
    vi.useRealTimers();
  }
});
