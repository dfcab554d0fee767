// Which lists stand on the page of a record.
import { expect, test } from "vitest";
import { buildModel } from "./model.ts";
import type { FieldData } from "./field.ts";
import { relatedLists } from "./related-lists.ts";
import type { ResourceData } from "./resource-data.ts";
import { code, ref, refs } from "./index.ts";

// Builders return the data of a field; only the type checker knows them as more.
const dataOf = (fields: object) => fields as unknown as Readonly<Record<string, FieldData>>;

const depot: ResourceData = {
  name: "warehouse",
  label: ["仓库", "Depot"],
  path: "/digit-bind/depot",
  title: "code",
  record: "page",
  fields: dataOf({ code: code("编码", "Code", { required: true }) }),
};

const visit: ResourceData = {
  name: "visit",
  label: ["到访", "Visit"],
  path: "/digit-bind/visit",
  title: "code",
  fields: dataOf({ code: code("编码", "Code"), depotId: ref("warehouse", "仓库", "Depot", { search: "equal" }) }),
};

const transport: ResourceData = {
  ...visit,
  name: "transport",
  label: ["运输", "Transport"],
  path: "/digit-bind/transport",
  fields: dataOf({
    code: code("编码", "Code"),
    fromId: ref("warehouse", "起点", "Origin", { search: "equal" }),
    toId: ref("warehouse", "终点", "Target", { search: "equal" }),
  }),
};

function listsOf(changed: Partial<ResourceData>, ...others: readonly ResourceData[]): readonly string[] {
  const model = buildModel(
    [{ ...depot, ...changed }, ...others].map((data) => ({ data, file: `resources/production/${data.name}.ts`, area: "production" })),
    [],
  );
  const resource = model.resource.get("warehouse");
  if (resource === undefined) throw new Error("no depot");
  return (relatedLists(resource, model) ?? []).map(
    ({ resource: name, by, label, derived }) => `${name}.${by} ${label.join(" | ")}${derived === true ? "" : " (chosen)"}`,
  );
}

test("every list that is searched by a reference to the record is on its page", () => {
  expect(listsOf({}, visit)).toEqual(["visit.depotId 到访 | Visits"]);
});

test("of a list with several references to the record each has its name", () => {
  expect(listsOf({}, transport)).toEqual([
    "transport.fromId 运输（起点） | Transports (origin)",
    "transport.toId 运输（终点） | Transports (target)",
  ]);
});

test("a list of records of the same kind says by which reference", () => {
  const fields = dataOf({ ...depot.fields, mainId: ref("warehouse", "主仓库", "Main depot", { search: "equal" }) });
  expect(listsOf({ fields })).toEqual(["warehouse.mainId 仓库（主仓库） | Depots (main depot)"]);
});

test.each<[string, ResourceData]>([
  [
    "nobody searches by the reference",
    { ...visit, fields: dataOf({ code: code("编码", "Code"), depotId: ref("warehouse", "仓库", "Depot") }) },
  ],
  [
    "it is one of several",
    { ...visit, fields: dataOf({ code: code("编码", "Code"), depotIds: refs("warehouse", "仓库", "Depots", { search: "equal" }) }) },
  ],
  ["there is no list", { ...visit, calls: ["detail", "submit", "remove"] }],
  ["its rows have no screen", { ...visit, screen: "none" }],
])("a reference counts for nothing where %s", (_why, other) => {
  expect(listsOf({}, other)).toEqual([]);
});

test("the lines of a record are not among the lists", () => {
  expect(listsOf({ details: { resource: "visit", by: "depotId" } }, visit)).toEqual([]);
});

test("the definition chooses lists and their order, or none", () => {
  const related = [
    { resource: "transport", by: "toId" },
    { resource: "visit", by: "depotId" },
  ];
  expect(listsOf({ related }, visit, transport)).toEqual([
    "transport.toId 运输 | Transports (chosen)",
    "visit.depotId 到访 | Visits (chosen)",
  ]);
  expect(listsOf({ related: [] }, visit)).toEqual([]);
});

test("a record in a dialog has none", () => {
  expect(listsOf({ record: "dialog" }, visit)).toEqual([]);
});
