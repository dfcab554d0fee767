// @vitest-environment happy-dom
// The record of a write as people read it: a sentence in the list, a difference with labels and names of options in the view.
import { beforeEach, describe, expect, it } from "vitest";
import { cellOf } from "#fields/cells.ts";
import { RecordView } from "#admin/forms/view/record-view.tsx";
import { screenNamed } from "./screens.ts";
import { mount, ok, serve, startLanguage, until } from "./support.tsx";
import type { ChangeRecord } from "#schema/changes";
import type { Language } from "#schema/text";

const log = screenNamed("log-usual");
const record: ChangeRecord = {
  resource: "factory",
  call: "submit",
  more: 2,
  rows: [
    {
      resource: "factory",
      id: "1",
      title: "贵阳一厂",
      action: "edit",
      changes: [
        { field: "factoryType", before: "1", after: "2" },
        { field: "remark", before: null, after: "新" },
        { field: "phone", before: "138****0000", after: "139****1111", masked: true },
        { field: "noLongerThere", before: "a", after: "b" },
      ],
    },
  ],
};

function listText(logData: string, language: Language): string {
  const field = log.fields.find((one) => one.name === "logData");
  if (field === undefined) throw new Error("the log has no data");
  return cellOf(field).text({ field, value: logData, row: {}, language });
}

async function view(logData: string): Promise<HTMLElement> {
  serve(() => ok([]));
  const { container } = await mount(<RecordView screen={log} record={{ id: "1", logData }} isAdministrator />);
  return container;
}

const cellsOf = (container: HTMLElement, name: string) =>
  [...container.querySelectorAll(`[data-change="${name}"] :is(th, td)`)].map((one) => one.textContent);

beforeEach(() => startLanguage("zh"));

describe("the record of a write", () => {
  it("is a sentence in the list, in the reader's language", () => {
    expect(listText(JSON.stringify(record), "zh")).toBe("修改“贵阳一厂”，+2");
    expect(listText(JSON.stringify(record), "en")).toBe("Changed “贵阳一厂”, +2");
  });

  it("names what an action chose from trees as its dialog does", async () => {
    const container = await view(
      JSON.stringify({
        resource: "role",
        call: "grant",
        rows: [
          {
            resource: "role",
            id: "1",
            title: "仓库主管",
            action: "edit",
            changes: [{ field: "menuIds", before: null, after: "+factory_add" }],
          },
        ],
      }),
    );
    await until("the difference", () => cellsOf(container, "menuIds").length > 0);
    expect(cellsOf(container, "menuIds")).toEqual(["菜单权限", "—", "+factory_add"]);
  });

  it("is a difference in the view: labels, names of options, masks", async () => {
    const container = await view(JSON.stringify(record));
    await until("the difference is drawn", () => container.querySelector("[data-change]") !== null);
    expect(container.querySelector(".tf-change-head")?.textContent).toBe("修改工厂“贵阳一厂”");
    expect(cellsOf(container, "factoryType")).toEqual(["工厂类型", "自有工厂", "代工厂"]);
    expect(cellsOf(container, "remark")).toEqual(["备注", "—", "新"]);
    expect(cellsOf(container, "phone")).toEqual(["联系电话已脱敏", "138****0000", "139****1111"]);
    // A field that the definition has no longer keeps its name.
    expect(cellsOf(container, "noLongerThere")).toEqual(["noLongerThere", "a", "b"]);
    expect(container.textContent).toContain("另有 2 项未列出");
  });

  it("counts rows that were written as a set, and shows what all of them hold now", async () => {
    const set = {
      resource: "factory",
      action: "edit" as const,
      count: 5000,
      changes: [{ field: "factoryType", after: "2" }, { field: "remark" }],
    };
    expect(listText(JSON.stringify({ ...record, sets: [set] }), "zh")).toBe("修改“贵阳一厂”，+5002");
    const container = await view(JSON.stringify({ resource: "factory", call: "import", rows: [], sets: [set] }));
    await until("the set is shown", () => container.querySelector('[data-change="factoryType"]') !== null);
    expect(container.querySelector(".tf-change-head")?.textContent).toBe("修改工厂 5000 条");
    expect(cellsOf(container, "factoryType")[1]).toBe("代工厂");
    expect(cellsOf(container, "remark")[1]).toBe("各行不同");
  });

  it("of a resource that is no more has the names that were written, and a row without changes is a line alone", async () => {
    const gone = { resource: "gone", title: "甲" } as const;
    const container = await view(
      JSON.stringify({
        resource: "gone",
        call: "submit",
        rows: [
          { ...gone, id: "1", action: "edit", changes: [{ field: "name", before: "a", after: "b" }] },
          { ...gone, id: "2", action: "remove", changes: [] },
        ],
      }),
    );
    await until("the difference is drawn", () => container.querySelector("[data-change]") !== null);
    expect(
      [...container.querySelectorAll(".tf-change")].map((one) => [one.getAttribute("aria-label"), one.querySelector("table") !== null]),
    ).toEqual([
      ["修改 gone 甲", true],
      ["删除 gone 甲", false],
    ]);
    expect(cellsOf(container, "name")).toEqual(["name", "a", "b"]);
    expect(container.textContent).not.toContain("未列出");
  });

  it("of a call that changed no row is the call", async () => {
    const container = await view(JSON.stringify({ resource: "factory", call: "recount", rows: [] }));
    await until("the call is shown", () => container.querySelector(".tf-changes p") !== null);
    expect(container.querySelector(".tf-changes")?.textContent).toBe("recount");
  });

  it("has numbers as lists have them, and what is no number as it was written", async () => {
    const change = (field: string, before: string, after: string) => ({ field, before, after });
    const container = await view(
      JSON.stringify({
        resource: "product",
        call: "submit",
        rows: [
          {
            resource: "factory",
            id: "1",
            title: "甲",
            action: "edit",
            changes: [change("status", "1", ""), change("factoryType", "abc", "2"), change("remark", "12345", "1")],
          },
        ],
      }),
    );
    await until("the difference is drawn", () => container.querySelector("[data-change]") !== null);
    expect(cellsOf(container, "factoryType").slice(1)).toEqual(["abc", "代工厂"]);
    expect(cellsOf(container, "remark").slice(1)).toEqual(["12345", "1"]);
    expect(cellsOf(container, "status").slice(2)).toEqual(["—"]);
  });

  it("is read in English by English readers", async () => {
    await startLanguage("en");
    const container = await view(JSON.stringify(record));
    await until("the difference is drawn", () => container.querySelector("[data-change]") !== null);
    expect(cellsOf(container, "factoryType").slice(1)).toEqual(["Own plant", "Contract manufacturer"]);
    expect(container.querySelector(".tf-change-head")?.textContent).toBe("Changed: Factory “贵阳一厂”");
  });

  it.each(["账号 zhangwei 登录成功", "{ not a record", '{"rows":"x"}', "[]"])("that is none is shown as it is: %s", async (text) => {
    expect(listText(text, "zh")).toBe(text);
    expect((await view(text)).querySelector('[data-field="logData"] .tf-paragraphs')?.textContent).toBe(text);
  });
});
