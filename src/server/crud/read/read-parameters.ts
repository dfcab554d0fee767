// The filters of a declared read: those the definition names, and those that pickers need: key, title, and the fields that references
// narrow by.
import type { FieldModel, Model, ReadModel, ResourceModel } from "#schema/model";
import { readableFieldsOf } from "../sql/readable-fields.ts";
import { malformedParameter } from "../../http/errors.ts";
import { filtersOf, isNoFilter, type Filter, type FilterOptions, type Query } from "../sql/filters.ts";
import { respelled } from "../sql/respelled.ts";
import { conditionsParameter } from "#schema/list-conditions";
import { isFieldFilter } from "#schema/call-model";
import type { ReadShape } from "#schema/resource";
import { readsAcrossTenants } from "../sql/rows.ts";
import type { ListCall, ReadCall } from "./read-call.ts";

const namesByModel = new WeakMap<Model, ReadonlyMap<string, ReadonlySet<string>>>();

/** Fields of the target that a reference shows, holds or narrows by. */
function namesIn(field: FieldModel): readonly (readonly [target: string, name: string])[] {
  const inner = field.fields.flatMap(namesIn);
  const { reference } = field;
  if (reference === undefined) return inner;
  const names = [
    reference.show,
    reference.valueField,
    ...Object.keys(reference.filter),
    ...(reference.withinParam === undefined ? [] : [reference.withinParam]),
  ];
  return [...inner, ...names.map((name) => [reference.resource, name] as const)];
}

/** For each resource the fields that references to it use. */
function namesUsedByReferences(model: Model): ReadonlyMap<string, ReadonlySet<string>> {
  let cached = namesByModel.get(model);
  if (cached === undefined) {
    const used = new Map<string, Set<string>>();
    for (const resource of model.resources) {
      for (const [target, name] of [...resource.fields, ...resource.actions.flatMap((action) => action.dialogFields)].flatMap(namesIn)) {
        const names = used.get(target) ?? new Set<string>();
        used.set(target, names.add(name));
      }
    }
    namesByModel.set(model, (cached = used));
  }
  return cached;
}

/** Reads that answer whole rows: what people see they may search by. */
const ofWholeRows: ReadonlySet<ReadShape> = new Set(["page", "forest", "level"]);

/** Fields a read may be filtered by. Reads are open to more people than lists, so not every field is, unless the read shows it; all: undefined. */
function filterableFields(resource: ResourceModel, read: ReadModel, model: Model): ReadonlySet<string> | undefined {
  if (read.fields === undefined && ofWholeRows.has(read.shape)) return undefined;
  const declared = Object.values(read.parameters).filter(isFieldFilter);
  return new Set([
    resource.key,
    resource.title,
    "tenantId",
    ...(read.shape === "tree" && resource.tree !== undefined ? [resource.tree.parent] : []),
    ...declared,
    ...(read.fields ?? []),
    ...(namesUsedByReferences(model).get(resource.name) ?? []),
  ]);
}

/** What the parameters of a declared read may name. */
export function optionsOfRead(resource: ResourceModel, read: ReadModel, model: Model): Pick<FilterOptions, "names" | "only"> {
  const names = Object.fromEntries(Object.entries(read.parameters).filter(([, field]) => isFieldFilter(field)));
  const only = filterableFields(resource, read, model);
  return only === undefined ? { names } : { names, only };
}

/** The filters of a declared read. */
export function readFilters({ services, context, resource, read, query }: ReadCall): readonly Filter[] {
  const handled = new Set(
    Object.entries(read.parameters)
      .filter(([, field]) => !isFieldFilter(field))
      .map(([parameter]) => parameter),
  );
  const own = Object.fromEntries(Object.entries(query).filter(([parameter]) => !handled.has(parameter)));
  const filters = filtersOf(own, {
    resource,
    model: services.model,
    ...optionsOfRead(resource, read, services.model),
    acrossTenants: readsAcrossTenants(context, resource),
    readable: readableFieldsOf(context, resource),
  });
  const common = new Set(read.includeNull);
  return common.size === 0
    ? filters
    : filters.map((filter): Filter => (common.has(filter.column.name) ? { ...filter, includeNull: true } : filter));
}

/** What clients send under the names of `listParams`, as filters of the columns that these stand for. */
function listParameters({ data }: ResourceModel, query: Query): Query {
  const declared = data.listParams ?? {};
  return Object.fromEntries(
    Object.entries(query).flatMap(([parameter, sent]) => {
      const values = Object.hasOwn(declared, parameter) ? declared[parameter] : undefined;
      if (values === undefined) return [[parameter, sent]];
      if (isNoFilter(parameter, sent)) return [];
      const value = typeof sent === "string" && Object.hasOwn(values, sent) ? values[sent] : undefined;
      if (value === undefined) throw malformedParameter(parameter);
      return [[`${value.field}_${value.is === "empty" ? "null" : "notnull"}`, "1"]];
    }),
  );
}

/** Filters of a list, or of a declared read; its conditions in groups are read with its statement (`fragmentsFor`). */
export function filtersFor({ services, context, resource, query: sent, read }: ListCall): readonly Filter[] {
  const { [conditionsParameter]: _conditions, ...query } = sent;
  if (read !== undefined) return readFilters({ services, context, resource, query, read });
  const own = listParameters(resource, query);
  const spelled = services.domain.hooks[resource.name]?.normalizeFilter;
  return filtersOf(spelled === undefined ? own : respelled(own, spelled), {
    resource,
    model: services.model,
    acrossTenants: readsAcrossTenants(context, resource),
    readable: readableFieldsOf(context, resource),
  });
}
