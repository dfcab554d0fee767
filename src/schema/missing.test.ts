// Declared features without an implementation: which calls answer that they are not available, which screens have nothing to show.
import { describe, expect, test } from "vitest";
import type { Area } from "./area.ts";
import type { FieldData } from "./field.ts";
import { text } from "./index.ts";
import { missingOf, missingScreens, shownMenuOf } from "./missing.ts";
import { buildModel } from "./model.ts";
import { openApiOf } from "./openapi.ts";
import type { ResourceData } from "./resource-data.ts";
import { screenOf } from "./screen.ts";

const fields = { name: text("名称", "Name") } as Readonly<Record<string, { readonly kind: string }>> as Readonly<Record<string, FieldData>>; // a builder's result is the field's data
const area: Area = { name: "production", label: ["生产", "Production"], icon: "tool", sort: 2 };

function modelOf(...resources: readonly (Partial<ResourceData> & { readonly name: string })[]) {
  const whole = resources.map((one): ResourceData => ({
    label: [one.name, one.name],
    path: `/digit-bind/${one.name}`,
    title: "name",
    fields,
    ...one,
  }));
  return buildModel(
    whole.map((data) => ({ data, file: `resources/production/${data.name}.ts`, area: "production" })),
    [area],
  );
}

const handling =
  (...names: readonly string[]) =>
  (resource: string, name: string) =>
    names.includes(`${resource}.${name}`);
const namesOf = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
const derived = { derived: true, calls: [], key: "name" } as const;

describe("what is missing", () => {
  const model = modelOf({
    name: "shop",
    reads: { select: {}, summary: {} },
    actions: {
      close: { label: ["关闭", "Close"], set: { name: "x" } },
      book: { label: ["入账", "Book"], set: { name: "x" }, effect: "Books it" },
      send: { label: ["发送", "Send"] },
    },
    effects: { totals: { effect: ["合计", "Adds up"] }, booking: { effect: ["入账", "Books it"], requiredFor: ["add", "edit"] } },
  });

  test("are reads and actions without a handler, writes that require an effect, and effects", () => {
    const { calls, effects } = missingOf(model, handling());
    expect(calls).toEqual([
      { name: "shop.submit", call: "POST /digit-bind/shop/submit" },
      { name: "shop.import-rows", call: "POST /digit-bind/shop/import" },
      { name: "shop.batch-update", call: "POST /digit-bind/shop/batch-update" },
      { name: "shop.summary", call: "GET /digit-bind/shop/summary" },
      { name: "shop.book", call: "POST /digit-bind/shop/book/{id}", effect: "Books it" },
      { name: "shop.send", call: "POST /digit-bind/shop/send/{id}" },
    ]);
    expect(namesOf(effects)).toEqual(["shop.totals", "shop.booking"]);
  });

  test("gets less with every handler and every effect", () => {
    const { calls, effects } = missingOf(model, handling("shop.summary", "shop.book", "shop.booking"));
    expect(namesOf(calls)).toEqual(["shop.send"]);
    expect(namesOf(effects)).toEqual(["shop.totals"]);
  });

  test("has no button, and no success", () => {
    const [shop] = model.resources;
    if (shop === undefined) throw new Error("no resource");
    const screen = screenOf(shop, model, handling());
    expect(screen.buttons).toEqual({ add: false, edit: false, view: true, delete: true });
    expect(namesOf(screen.actions)).toEqual(["close"]);
    const { paths } = openApiOf(model, handling(), "1.0.0");
    expect(paths["/api/digit-bind/shop/submit"]?.["post"]?.["responses"]).toMatchObject({
      200: { $ref: "#/components/responses/Unsigned" },
      501: { $ref: "#/components/responses/Missing" },
    });
    expect(screenOf(shop, model, handling("shop.booking")).buttons).toMatchObject({ add: true, edit: true });
  });

  test("of an effect that only new rows require leaves changes alone", () => {
    const orders = modelOf({ name: "order", effects: { creation: { effect: ["建单", "Makes it"], requiredFor: ["add"] } } });
    const [order] = orders.resources;
    expect(missingOf(orders, handling()).calls).toEqual([]);
    expect(order === undefined ? undefined : screenOf(order, orders, handling()).buttons).toMatchObject({ add: false, edit: true });
  });
});

describe("a screen", () => {
  const todo = { name: "todo", ...derived, listRead: "todo-list", reads: { "todo-list": { shape: "page" }, note: {} } } as const;

  test("is not in the menu while nothing answers the read that fills it", () => {
    const model = modelOf({ name: "shop" }, todo);
    const codes = (...handled: readonly string[]) =>
      shownMenuOf(model, handling(...handled)).flatMap(({ screens }) => screens.map(({ code }) => code));
    expect(codes("todo.note")).toEqual(["shop"]);
    expect(codes("todo.todo-list")).toEqual(["shop", "todo"]);
  });

  test("of reads alone is missing while none of them answers", () => {
    const model = modelOf({ name: "report", ...derived, reads: { tables: {}, chart: {} } });
    expect([...missingScreens(model, handling())]).toEqual(["report"]);
    expect([...missingScreens(model, handling("report.chart"))]).toEqual([]);
  });

  test("that was the only one of its area takes the area along", () => {
    expect(shownMenuOf(modelOf(todo), handling())).toEqual([]);
  });
});
