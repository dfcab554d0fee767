// The shapes of a list besides a table: what fields make possible, and what a definition chooses or switches off.
import { describe, expect, test } from "vitest";
import { date, datetime, image, region, state, text } from "./index.ts";
import type { FieldData } from "./field.ts";
import { listShapesOf } from "./list-shapes.ts";
import { buildModel } from "./model.ts";
import type { ResourceData } from "./resource-data.ts";

const states = {
  draft: [0, "草稿", "Draft"],
  open: [1, "进行中", "Open"],
  done: [2, "已完成", "Done"],
} as const;
const actions: NonNullable<ResourceData["actions"]> = {
  start: { label: ["开始", "Start"], from: "draft", to: "open" },
  finish: { label: ["完成", "Finish"], from: "open", to: "done" },
  print: { label: ["打印", "Print"] },
  reopenAll: { label: ["全部重开", "Reopen all"], on: "toolbar", to: "open", handler: true },
};

function shapesOf(fields: object, more: Partial<ResourceData> = {}) {
  const data: ResourceData = {
    name: "note",
    label: ["单据", "Note"],
    path: "/digit-bind/note",
    title: "name",
    // Builders return the data of a field; only the type checker knows them as more.
    fields: { name: text("名称", "Name"), ...fields } as unknown as Readonly<Record<string, FieldData>>,
    ...more,
  };
  const [resource] = buildModel([{ data, file: "resources/production/note.ts", area: "production" }], []).resources;
  if (resource === undefined) throw new Error("the model lacks the resource it was made of");
  return listShapesOf(resource);
}

describe("a board", () => {
  const status = state("状态", "Status", states);

  test("has the states that actions on rows lead to", () => {
    expect(shapesOf({ status }, { actions })).toEqual({ board: { to: { start: 1, finish: 2 } } });
  });

  test("is for a life cycle that actions move, of neither two states nor more than are seen at once", () => {
    const many = Object.fromEntries(Array.from({ length: 9 }, (_one, index) => [`s${index}`, [index, `态${index}`, `S${index}`] as const]));
    const step = { next: { label: ["下一步", "Next"], from: "s0", to: "s1" } } as const;
    expect(shapesOf({ status })).toBeUndefined();
    expect(
      shapesOf(
        { status: state("状态", "Status", { draft: states.draft, open: states.open }) },
        { actions: { start: { label: ["开始", "Start"], from: "draft", to: "open" } } },
      ),
    ).toBeUndefined();
    expect(shapesOf({ status: state("状态", "Status", many) }, { actions: step })).toBeUndefined();
    expect(shapesOf({ status: state("状态", "Status", many) }, { actions: step, shapes: { board: true } })).toEqual({
      board: { to: { next: 1 } },
    });
    expect(shapesOf({ status }, { actions, shapes: { board: false } })).toBeUndefined();
  });

  test("is not offered where the list comes whole, or from a read of its own", () => {
    expect(shapesOf({ status }, { actions, listShape: "rows" })).toBeUndefined();
    expect(shapesOf({ status }, { actions, calls: ["detail"] })).toBeUndefined();
  });
});

describe("a calendar", () => {
  const due = date("到期日", "Due", { search: "range" });

  test("has the only day that people enter and search by, or the date by which they know the rows", () => {
    expect(shapesOf({ due })).toEqual({ calendar: { from: "due", optional: true } });
    const two = { due, ordered: date("下单日", "Ordered", { search: "range", required: true }) };
    expect(shapesOf(two)).toBeUndefined();
    expect(shapesOf(two, { date: "ordered" })).toEqual({ calendar: { from: "ordered" } });
    expect(shapesOf({ due: date("到期日", "Due", { search: "range", readonly: true }) })).toBeUndefined();
    expect(shapesOf({ due: date("到期日", "Due") })).toBeUndefined();
  });

  test("is chosen by the definition: another field, a period, or none", () => {
    const fields = { due, at: datetime("时间", "At"), end: datetime("结束", "End") };
    expect(shapesOf(fields, { shapes: { calendar: "at" } })).toEqual({ calendar: { from: "at", optional: true } });
    expect(shapesOf(fields, { shapes: { calendar: { from: "at", to: "end" } } })).toEqual({
      calendar: { from: "at", to: "end", optional: true },
    });
    expect(shapesOf(fields, { shapes: { calendar: false } })).toBeUndefined();
  });
});

describe("a map", () => {
  const where = region("地区", "Region");

  test("counts by the only division that is a column, or the one that is chosen, and not without bound", () => {
    expect(shapesOf({ where })).toEqual({ map: { by: "where" } });
    expect(shapesOf({ where }, { unbounded: true })).toBeUndefined();
    expect(shapesOf({ where: region("地区", "Region", { list: false }) })).toBeUndefined();
    expect(shapesOf({ where, origin: region("产地", "Origin") })).toBeUndefined();
    expect(shapesOf({ where, origin: region("产地", "Origin") }, { shapes: { map: "origin" } })).toEqual({ map: { by: "origin" } });
    expect(shapesOf({ where }, { shapes: { map: false } })).toBeUndefined();
  });
});

describe("a gallery", () => {
  test("has the pictures that are columns, no portraits, and is no further shape where the list begins with cards", () => {
    const picture = image("图片", "Picture");
    expect(shapesOf({ picture })).toEqual({ gallery: ["picture"] });
    expect(shapesOf({ picture: image("头像", "Portrait", { fallbackInitial: "name" }) })).toBeUndefined();
    expect(shapesOf({ picture: image("图片", "Picture", { list: false }) })).toBeUndefined();
    expect(shapesOf({ picture }, { gallery: ["picture"] })).toBeUndefined();
    expect(shapesOf({ picture }, { shapes: { gallery: false } })).toBeUndefined();
  });
});
