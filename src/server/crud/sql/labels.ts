// Labels of references, dictionary entries and divisions, as expressions within the statement that reads the rows: no query per row.
import { kindOf } from "#schema/kinds";
import { kindData, type FieldModel, type Model, type ResourceModel } from "#schema/model";
import type { RequestContext } from "../../contract.ts";
import { columnOf, columnsOf, isTenantTable } from "../../store/columns.ts";
import { literal, quoted } from "../../store/names.ts";
import { allOf, asTenantColumn, isLiving, ofSameTenant, ofTenant, tableOf, tenantOf } from "./scoped.ts";

/** Expressions of labels with the key each has in a row. */
export interface FieldLabel {
  /** The field of the label. */
  readonly field: FieldModel;
  readonly key: string;
  /** SQL over the alias `t` of the row. */
  readonly sql: string;
  /** Fields of the resource that are this label (`labelOf`). */
  readonly also?: readonly FieldModel[];
}

/** Rows, under the alias `t`, that are read with labels. */
interface Labelled {
  readonly resource: ResourceModel;
  readonly model: Model;
  /** The place of their tenant, where they are of one. */
  readonly tenant?: string | undefined;
}

/** Resources that hold the entries of dictionaries: the platform's, and each tenant's own. */
const dictionaries = { system: "dict", business: "dict-biz" } as const;

/** What a row `r` is called: names from the province down to the division itself, where the table has them; else its own name. */
export function shownExpression(target: ResourceModel, show: string): string {
  const levels = ["provinceName", "cityName", "districtName", "townName", "villageName"];
  const columns = columnsOf(target);
  if (target.name === "region" && levels.every((name) => columns.has(name))) {
    const path = `concat_ws('/', ${levels.map((name) => `nullif(r.${quoted(columnOf(target, name).column)}, '')`).join(", ")})`;
    return `coalesce(nullif(${path}, ''), r.${quoted(columnOf(target, show).column)})`;
  }
  const column = columnsOf(target).get(show);
  return column === undefined ? `r.${quoted(columnOf(target, target.key).column)}::text` : `r.${quoted(column.column)}::text`;
}

/** The condition that a row `r` is of the tenant of the row `t`; of one that was made up, and has no tenant of its own, where it is given. */
const isOfLabelled = (target: ResourceModel, { resource, tenant }: Pick<Labelled, "resource" | "tenant">): string | undefined =>
  ofTenant(target, "r", tenant) ?? ofSameTenant(target, "r", resource, tenantOf("t"));

function referenceLabel({ resource, model, tenant }: Labelled, field: FieldModel): string | undefined {
  const reference = field.reference;
  const target = reference === undefined ? undefined : model.resource.get(reference.resource);
  if (reference === undefined || target === undefined) return undefined;
  const own = columnOf(resource, field.name);
  const columnSql = `t.${quoted(own.column)}`;
  const value = `r.${quoted(columnOf(target, reference.valueField).column)}`;
  const shown = shownExpression(target, reference.show);
  const from = (condition: string) => `FROM ${tableOf(target, "r")} WHERE ${allOf(isOfLabelled(target, { resource, tenant }), condition)}`;
  // Removed rows keep their label, so that references to them still show it.
  if (own.isArray)
    return `(SELECT string_agg(${shown}, ',' ORDER BY array_position(${columnSql}, ${value})) ${from(`${value} = ANY(${columnSql})`)})`;
  return `(SELECT ${shown} ${from(`${value} = ${columnSql}`)} LIMIT 1)`;
}

function dictionaryLabel({ resource, model, tenant }: Labelled, field: FieldModel): string | undefined {
  const { dictionary, business } = kindData(field.data);
  const target = model.resource.get(business === true ? dictionaries.business : dictionaries.system);
  if (target === undefined || dictionary === undefined) return undefined;
  const own = columnOf(resource, field.name);
  const columnSql = `t.${quoted(own.column)}`;
  const [code, key, value, parent] = ["code", "dictKey", "dictValue", "parentId"].map(
    (name) => `r.${quoted(columnOf(target, name).column)}`,
  );
  const entry = allOf(
    isOfLabelled(target, { resource, tenant }),
    `${code} = ${literal(dictionary)}`,
    `${parent} IS NOT NULL`,
    isLiving(target, "r"),
    key,
  );
  const entries = `FROM ${tableOf(target, "r")} WHERE ${entry}`;
  // Keys are text everywhere; a base column such as status is a number.
  if (own.isArray)
    return `(SELECT string_agg(${value}, ',' ORDER BY array_position(${columnSql}, ${key}::text)) ${entries} = ANY(${columnSql}))`;
  return `(SELECT ${value} ${entries} = ${columnSql}${own.columnType === "text" ? "" : "::text"} LIMIT 1)`;
}

/** The expressions of fields whose kind computes their values when rows are read. */
export function expressionsOf({ resource, tenant }: Pick<Labelled, "resource" | "tenant">): readonly FieldLabel[] {
  return resource.fields.flatMap((field) => {
    const sql = kindOf(field.data).expression?.(field.data, resource.name, tenant ?? tenantOf("t"));
    return sql === undefined ? [] : [{ field, key: field.name, sql }];
  });
}

/** The label expressions for these fields of a resource. */
export function labelsOf(labelled: Labelled, fields: readonly FieldModel[]): readonly FieldLabel[] {
  const { resource } = labelled;
  return fields.flatMap((field) => {
    if (field.labelKey === undefined || !field.stored) return [];
    const sql = field.reference === undefined ? dictionaryLabel(labelled, field) : referenceLabel(labelled, field);
    if (sql === undefined) return [];
    return [{ field, key: field.labelKey, sql, also: resource.fields.filter(({ data }) => data.labelOf === field.name) }];
  });
}

interface NamedValue {
  readonly owner: ResourceModel;
  readonly field: FieldModel;
  /** SQL of the value; asked for where it has a label. */
  readonly value: () => string;
}

/** The label of a value that is in no row: of a group, or what a filter compares with; undefined where the field has none. */
export function labelOfValue(
  { model, scope }: Pick<RequestContext, "model" | "scope">,
  { owner, field, value }: NamedValue,
  place: (value: unknown) => string,
): string | undefined {
  if (labelsOf({ resource: owner, model }, [field]).length === 0) return undefined;
  // Rows that an area makes up have no tenant of their own; the one who asks has.
  const tenant = isTenantTable(owner) || !owner.hasTable ? `${place(scope.tenantId)}::text` : undefined;
  const [label] = labelsOf({ resource: owner, model, tenant }, [field]);
  const columns = [
    `${value()} AS ${quoted(columnOf(owner, field.name).column)}`,
    ...(tenant === undefined ? [] : [asTenantColumn(tenant)]),
  ];
  return label && `(SELECT ${label.sql} FROM (SELECT ${columns.join(", ")}) t)`;
}

/** The label of a reference in an embedded row (`l.value`), as a pair of jsonb_build_object. */
function innerLabel({ resource, model, tenant }: Labelled, inner: FieldModel): string | undefined {
  const { reference, labelKey } = inner;
  const target = reference === undefined ? undefined : model.resource.get(reference.resource);
  if (reference === undefined || labelKey === undefined || target === undefined || reference.several || !target.hasTable) return undefined;
  const key = columnOf(target, target.key);
  if (reference.valueField !== target.key || key.columnType !== "id") return undefined;
  const sent = `l.value ->> ${literal(inner.name)}`;
  const id = `CASE WHEN ${sent} ~ '^[0-9]{1,19}$' THEN (${sent})::bigint END`;
  return `${literal(labelKey)}, (SELECT ${shownExpression(target, reference.show)} FROM ${tableOf(target, "r")} WHERE ${allOf(isOfLabelled(target, { resource, tenant }), `r.${quoted(key.column)} = ${id}`)})`;
}

/** The rows of a field that holds rows, each with the labels of what it refers to; undefined where they refer to nothing. */
export function labelledRows(labelled: Labelled, field: FieldModel): string | undefined {
  const { resource, tenant } = labelled;
  const labels = field.traits.holdsRows ? field.fields.flatMap((inner) => innerLabel(labelled, inner) ?? []) : [];
  if (labels.length === 0) return undefined;
  const rows = field.stored
    ? `t.${quoted(columnOf(resource, field.name).column)}`
    : kindOf(field.data).expression?.(field.data, resource.name, tenant ?? tenantOf("t"));
  if (rows === undefined) return undefined;
  const list = `CASE jsonb_typeof(${rows}) WHEN 'array' THEN ${rows} ELSE '[]' END`;
  const merged = `l.value || jsonb_strip_nulls(jsonb_build_object(${labels.join(", ")}))`;
  return `coalesce((SELECT jsonb_agg(${merged} ORDER BY l.place) FROM jsonb_array_elements(${list}) WITH ORDINALITY l(value, place)), ${rows})`;
}
