// Every parameter that a list or a read may get becomes a filter or is refused: none is passed over, whatever the definition.
import { describe, expect, test } from "vitest";
import { isFieldFilter } from "#schema/call-model";
import type { ReadModel, ResourceModel } from "#schema/model";
import { filterSuffixes } from "#schema/filter-names";
import { filtersOf, type FilterOptions, type Query } from "../../src/server/crud/sql/filters.ts";
import { columnsOf, type StoredColumn } from "../../src/server/store/columns.ts";
import { optionsOfRead } from "../../src/server/crud/read/read-parameters.ts";
import { productModel as model } from "../support/product-model.ts";
import { ApiError } from "../../src/server/http/errors.ts";

const readable = { hidden: new Set<string>(), masksSensitive: false };
const values: Readonly<Record<StoredColumn["columnType"], string>> = {
  text: "x",
  none: "x",
  id: "1",
  integer: "1",
  decimal: "1.5",
  date: "2026-01-01",
  datetime: "2026-01-01 00:00:00",
  time: "10:00:00",
};

/** What becomes of a parameter: one filter of this column, or a refusal that names it; anything else is told. */
function fateOf(parameter: string, value: string, options: FilterOptions): string | undefined {
  const query: Query = { [parameter]: value };
  try {
    const filters = filtersOf(query, options);
    return filters.length === 1 ? undefined : `${parameter}: ${filters.length} filters`;
  } catch (error) {
    if (error instanceof ApiError && error.status === 400 && error.text[1].includes(parameter)) return undefined;
    return `${parameter}: ${String(error)}`;
  }
}

/** Every spelling of every parameter, with every suffix. */
function fatesIn(resource: ResourceModel, options: FilterOptions, names: readonly string[]): readonly string[] {
  const columns = [...columnsOf(resource).values()].filter((column) => column.columnType !== "none" && column.base !== "tenantId");
  const spelled = columns.flatMap((column) => [column.name, column.column].map((name) => [name, values[column.columnType]] as const));
  const declared = names.map((name) => [name, values[columns.find((one) => one.name === name)?.columnType ?? "text"]] as const);
  const all = [...spelled, ...declared, ["noSuchField", "x"] as const];
  const fates = all.flatMap(([name, value]) =>
    ["", ...filterSuffixes.filter((suffix) => suffix !== "ignore").map((suffix) => `_${suffix}`)].map((suffix) =>
      fateOf(`${name}${suffix}`, value, options),
    ),
  );
  return (
    [fates, ["createTime", "noSuchField"].map((name) => fateOf(`${name}_nonsense`, "x", options))]
      .flat()
      .filter((fate) => fate !== undefined)
      // The tenant is the caller's; who names it again names no filter.
      .filter((fate) => !/^tenant(Id|_id)(_equal)?:/.test(fate))
  );
}

const isFiltered = (read: ReadModel): boolean => read.shape !== "custom" && read.shape !== "by-ids";

describe("parameters become filters or are refused", () => {
  test("of lists", () => {
    const lists = model.resources.filter((resource) => resource.hasTable && (resource.calls.has("list") || resource.calls.has("page")));
    expect(lists.length).toBeGreaterThan(100);
    expect(
      lists.flatMap((resource) => fatesIn(resource, { resource, model, readable }, []).map((fate) => `${resource.name} ${fate}`)),
    ).toEqual([]);
  });

  test("of declared reads", () => {
    const reads = model.resources
      .filter((resource) => resource.hasTable)
      .flatMap((resource) => resource.reads.filter(isFiltered).map((read) => ({ resource, read })));
    expect(reads.length).toBeGreaterThan(50);
    expect(
      reads.flatMap(({ resource, read }) => {
        const declared = Object.entries(read.parameters).filter(([, field]) => isFieldFilter(field));
        const options: FilterOptions = { resource, model, readable, ...optionsOfRead(resource, read, model) };
        // A declared parameter is applied: it is no use when it is refused.
        const refused = declared.flatMap(([parameter, field]) => {
          const column = columnsOf(resource).get(field);
          return column === undefined ||
            column.base === "tenantId" ||
            filtersOf({ [parameter]: values[column.columnType] }, options).length === 1
            ? []
            : [parameter];
        });
        return [
          ...fatesIn(
            resource,
            options,
            declared.map(([parameter]) => parameter),
          ),
          ...refused,
        ].map((fate) => `${resource.name}.${read.name} ${fate}`);
      }),
    ).toEqual([]);
  });
});
