// What a call needs before any row is looked at: the right that each one requires, and a search that an index finds.
import { describe, expect, it } from "vitest";
import { integer, ref, text } from "#schema";
import { loadedModel, resourceIn } from "../../../../tests/support/loaded-model.ts";
import { filtersOf } from "../sql/filters.ts";
import { allFieldsReadable } from "../sql/readable-fields.ts";
import { requireNeededFilter } from "./needed-filters.ts";
import { permissionOf, permissionOfAction, permissionOfExport, permissionOfRead, permissionOfSubmit } from "./permissions.ts";

const common = {
  label: ["包裹", "Parcel"],
  title: "code",
  fields: {
    code: text("编号", "Code", { search: "equal" }),
    boxId: ref("warehouse", "箱", "Box", { search: "equal" }),
    pieces: integer("件数", "Pieces", { search: "range" }),
  },
  reads: {
    select: { open: "signed-in" },
    open: { open: "anonymous" },
    some: { permission: "parcel_some" },
    any: {},
  },
  actions: {
    send: { label: ["发出", "Send"], set: { code: "x" } },
    ask: { label: ["询问", "Ask"], set: { code: "x" }, open: "signed-in" },
    tell: { label: ["告知", "Tell"], set: { code: "x" }, open: "anonymous" },
  },
} as const;
const data = [
  { ...common, name: "parcel", path: "/digit-bind/parcel", listNeeds: ["code", "boxId", "unknown"] },
  { ...common, name: "shared", path: "/digit-bind/shared", scope: "platform" },
  { ...common, name: "guarded", path: "/digit-bind/guarded", writeAccess: "administrator" },
  { name: "warehouse", label: ["箱", "Box"], path: "/digit-bind/box", title: "name", fields: { name: text("名称", "Name") } },
];

const model = loadedModel(data);
const resourceNamed = (name: string) => resourceIn(model, name);
const parcel = resourceNamed("parcel");

describe("the right to", () => {
  it.each([
    ["list", { to: "readers" }],
    ["detail", { to: "viewers" }],
    ["add", { to: "holders", permission: "parcel_add" }],
    ["edit", { to: "holders", permission: "parcel_edit" }],
    ["delete", { to: "holders", permission: "parcel_delete" }],
  ] as const)("%s is that of the resource", (verb, rule) => {
    expect(permissionOf(parcel, verb)).toEqual({ ...rule, resource: parcel });
  });

  it.each(["shared", "guarded"])("write what is %s is its administrator's, and reading is as elsewhere", (name) => {
    const resource = resourceNamed(name);
    for (const verb of ["add", "edit", "delete"] as const) expect(permissionOf(resource, verb)).toEqual({ to: "administrator" });
    expect(permissionOfSubmit(resource)).toEqual({ to: "administrator" });
    expect(permissionOfExport(resource)).toEqual({ to: "administrator" });
    expect(permissionOf(resource, "list")).toEqual({ to: "readers", resource });
    expect(permissionOf(resource, "detail")).toEqual({ to: "viewers", resource });
  });

  it("submit is to read, until it is known whether it adds or edits", () => {
    expect(permissionOfSubmit(parcel)).toEqual({ to: "readers", resource: parcel });
  });

  it("export is one of its own", () => {
    expect(permissionOfExport(parcel)).toEqual({ to: "holders", resource: parcel, permission: "parcel_export" });
  });

  it.each([
    ["select", { to: "signed-in" }],
    ["open", { to: "anybody" }],
    ["some", { to: "holders", resource: parcel, permission: "parcel_some" }],
    ["any", { to: "readers", resource: parcel }],
  ])("read %s is what the definition says", (name, rule) => {
    const read = parcel.reads.find((one) => one.name === name);
    expect(read && permissionOfRead(parcel, read)).toEqual(rule);
  });

  it.each([
    ["parcel", "send", { to: "holders", resource: parcel, permission: "parcel_send" }],
    ["shared", "send", { to: "administrator" }],
    ["guarded", "send", { to: "administrator" }],
    ["shared", "ask", { to: "signed-in" }],
    ["shared", "tell", { to: "anybody" }],
  ])("of %s run %s is what the definition says", (name, actionName, rule) => {
    const resource = resourceNamed(name);
    const action = resource.actions.find((one) => one.name === actionName);
    expect(action && permissionOfAction(resource, action)).toEqual(rule);
  });
});

describe("a list that needs a filter", () => {
  const list =
    (query: Readonly<Record<string, string>>, resource = parcel) =>
    () =>
      requireNeededFilter(resource, filtersOf(query, { resource, model, readable: allFieldsReadable }));

  it.each<{ readonly what: string; readonly query: Readonly<Record<string, string>> }>([
    { what: "one of them, equal", query: { code_equal: "P7" } },
    { what: "one of several values", query: { code_in: "P7,P8" } },
    { what: "a reference", query: { boxId_equal: "5" } },
    { what: "the key of a row", query: { id_equal: "7" } },
    { what: "others beside it", query: { pieces_ge: "2", code_equal: "P7" } },
  ])("is answered with $what", ({ query }) => {
    expect(list(query)).not.toThrow();
  });

  it.each<{ readonly what: string; readonly query: Readonly<Record<string, string>> }>([
    { what: "nothing", query: {} },
    { what: "another filter", query: { pieces_equal: "2" } },
    { what: "a part of a text", query: { code_like: "P" } },
    { what: "all but one", query: { code_notequal: "P7" } },
    { what: "a range of keys", query: { id_ge: "7" } },
  ])("is refused with $what, by the names of what it needs", ({ query }) => {
    expect(list(query)).toThrow(
      expect.objectContaining({
        details: {
          issues: [
            {
              code: "required",
              path: ["code"],
              parameters: {},
              label: ["编号", "Code"],
              message: ["请先输入以下任一查询条件：编号、箱、unknown", "Search by one of these first: Code, Box, unknown"],
            },
          ],
        },
      }),
    );
  });

  it("is only where the definition says so", () => {
    expect(list({}, resourceNamed("shared"))).not.toThrow();
  });
});
