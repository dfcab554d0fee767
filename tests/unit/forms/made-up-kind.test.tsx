// @vitest-environment happy-dom
// A new kind of field is one folder and one line: a made-up one, registered here, works from its definition to its column, list, search and
// form, and none of the files in between knows it.
import { useState, type ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { defineResource, text } from "#schema";
import type * as generated from "#generated/kinds.ts";
import { ResourceForm } from "#admin/forms/form/resource-form.tsx";
import { SearchField, type SearchValue } from "#admin/forms/search-field.tsx";
import { formOf } from "#admin/inputs/values/form-definition.ts";
import { initialValues } from "#admin/inputs/values/values.ts";
import { columnWidth } from "#admin/screens/table/columns.tsx";
import { cellOf } from "#fields/cells.ts";
import { checkShape } from "#schema/checks/shape";
import { buildModel } from "#schema/model";
import type { LoadedDefinition } from "#schema/resource-data";
import { screenOf } from "#schema/screen";
import { readSubmit } from "#schema/validation";
import { columnOf } from "../../../src/server/store/columns.ts";
import { describeKind } from "../../support/field-kind.ts";
import { rating } from "./made-up-kind.ts";
import { errorOf, inputOf, leave, mount, ok, serve, startLanguage, type } from "./support.tsx";

vi.mock("#fields/registry.ts", async (original) => ({
  ...(await original<object>()),
  rating: (await import("./made-up-kind.ts")).rating,
}));
vi.mock("#generated/kinds.ts", async (original) => {
  const { statedTraits } = await import("../../../scripts/generate/sources.ts");
  const { rating: builder } = await import("./made-up-kind.ts");
  return { kindTraits: { ...(await original<typeof generated>()).kindTraits, rating: statedTraits(builder.fieldKind) } };
});

// A definition under a name of the product, because the type checker knows no other.
const definition = defineResource({
  name: "factory",
  label: ["工厂", "Factory"],
  path: "/digit-bind/factory",
  title: "name",
  fields: { name: text("名称", "Name"), score: rating("评分", "Score", { required: true, stars: 4, search: "range" }) },
});
const loaded = { data: definition as unknown as LoadedDefinition["data"], file: "resources/production/factory.ts", area: "production" };
const model = buildModel([loaded], []);
const [resource] = model.resources;
if (resource === undefined) throw new Error("the model has no resource");
const screen = screenOf(resource, model, () => true);
const field = screen.fields.find(({ name }) => name === "score");
if (field === undefined) throw new Error("the screen has no such field");

beforeEach(async () => {
  await startLanguage("zh");
  serve(() => ok([]));
});

describeKind("rating", [
  {
    what: "with stars",
    field: rating("评分", "Score", { stars: 3 }),
    valid: [1, 3],
    wrong: [
      [0, "tooSmall"],
      [2.5, "type"],
    ],
  },
]);

it("is checked, stored and validated", () => {
  expect([...checkShape(definition)]).toEqual([]);
  expect([...checkShape({ ...definition, fields: { score: { kind: "rating", label: ["评分", "Score"], starz: 3 } } })]).toMatchObject([
    { code: "unknown-option" },
  ]);
  expect(columnOf(resource, "score")).toMatchObject({ type: "smallint", columnType: "integer" });
  expect(readSubmit(resource, { score: 5 }, { mode: "insert", isAdministrator: false }).issues).toMatchObject([
    { code: "tooLarge", path: ["score"] },
  ]);
  expect(readSubmit(resource, {}, { mode: "insert", isAdministrator: false }).issues).toMatchObject([
    { code: "required", message: ["请输入评分", "Please enter the score"] },
  ]);
});

it("is shown in a list", () => {
  expect(field).toMatchObject({ kind: "rating", stars: 4, list: true, search: "range" });
  expect(columnWidth(field, "zh")).toBe(90);
  expect(cellOf(field).text({ field, value: 3, row: {}, language: "zh" })).toBe("★3");
});

it("is searched for from one number to another", async () => {
  const given: SearchValue[] = [];
  function Panel(): ReactNode {
    const [value, setValue] = useState<SearchValue>();
    return (
      <SearchField
        field={field ?? screen.fields[0] ?? never()}
        id="s"
        value={value}
        onChange={(next) => {
          given.push(next);
          setValue(next);
        }}
      />
    );
  }
  await mount(<Panel />);
  const [from, to] = document.querySelectorAll("input");
  await type(from ?? never(), "2");
  await leave(from ?? never());
  await type(to ?? never(), "4");
  await leave(to ?? never());
  expect(given.at(-1)).toEqual(["2", "4"]);
});

it("is filled in in a form, which refuses what the kind refuses", async () => {
  const form = formOf(screen, "create", { isAdministrator: false });
  const initial = initialValues(form.editable, {}, new Date());
  await mount(<ResourceForm formId="f" form={form} initial={initial} before={initial} record={{}} onSubmit={() => undefined} />);
  const input = inputOf("score");
  await type(input, "9");
  await leave(input);
  expect(errorOf("score")).toContain("4");
  await type(input, "4");
  await leave(input);
  expect(errorOf("score")).toBe("");
});

function never(): never {
  throw new Error("it is not there");
}
