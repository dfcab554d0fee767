// Filters of lists: the comparison of each parameter (docs/wire.md §5), and its SQL.
import { normalized } from "#schema/plain-text";
import { isFoundByBeginning } from "#schema/indexes";
import { filterSuffixes, parametersOfLists, type FilterSuffix } from "#schema/filter-names";
import { kindOf } from "#schema/kinds";
import type { FieldModel, Model, ResourceModel, TreeModel } from "#schema/model";
import { kindData, snakeCase } from "#schema/model";
import { isDate, isDatetime, isTime } from "../../../fields/temporal.ts";
import { ApiError, forbidden, malformedParameter } from "../../http/errors.ts";
import { columnOf, columnsOf, isTenantTable, type StoredColumn } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";
import { allOf, isLiving, keyColumnsOf, ofSameTenant, ofTenant as isOfTenant, tableOf, tenantOf } from "./scoped.ts";
import { isMasked, isReadable, unsearchable, type ReadableFields } from "./readable-fields.ts";

/** Parameters as they came; a repeated one is an array. */
export type Query = Readonly<Record<string, unknown>>;

/** `beginning`: one of several texts that a code may begin with, found in its index. */
type Operator = Exclude<FilterSuffix, "ignore"> | "prefix" | "beginning" | "branch";

export interface Filter {
  readonly column: StoredColumn;
  readonly operator: Operator;
  /** The statement's parameter; none for `null` and `notnull`. */
  readonly parameter: unknown;
  /** The pattern has letters of two cases, so it is compared without regard to case. */
  readonly ignoresCase: boolean;
  /** What is compared in place of the column, over rows that the statement calls `t`. */
  readonly expression?: string;
  /** Rows that hold nothing match as well. */
  readonly includeNull?: true;
  /** The column refers to rows, and the parameter is not their id but their label. */
  readonly label?: Label;
}

/** The label of a reference as a field of its own (`labelOf`), and where its text is kept. */
interface Label {
  readonly field: FieldModel;
  readonly target: ResourceModel;
  readonly column: StoredColumn;
}

/** The tenant of the token decides; only the platform's administrator names another one (docs/wire.md §8). */
const ofTenant: ReadonlySet<string> = new Set(["tenantId", "tenant_id", "tenantId_equal", "tenant_id_equal"]);

/** Whether a parameter asks for no rows: those of pages and order, empty ones, and those that clients send against caches (`_t`). */
export function isNoFilter(parameter: string, sent: unknown): boolean {
  if (parametersOfLists.has(parameter) || ofTenant.has(parameter) || parameter.startsWith("_") || parameter.endsWith("_ignore"))
    return true;
  return sent === "" || sent === null || sent === undefined || sent === "undefined" || sent === "null";
}

/** A filter that would have to be passed over: who sends it would take all rows for those that they asked for. */
export const unknownFilter = (parameter: string) =>
  new ApiError(400, "unknownParameter", [`不支持的查询条件: ${parameter}`, `Rows cannot be filtered by: ${parameter}`]);

/** Longest text a filter takes; columns are shorter, and patterns cost time. */
const maxValueLength = 500;
const maxMembers = 1000;

function split(parameter: string): { readonly name: string; readonly suffix: FilterSuffix | undefined } {
  for (const suffix of filterSuffixes) {
    if (parameter.endsWith(`_${suffix}`) && parameter.length > suffix.length + 1)
      return { name: parameter.slice(0, -suffix.length - 1), suffix };
  }
  return { name: parameter, suffix: undefined };
}

const byName = new WeakMap<ResourceModel, ReadonlyMap<string, StoredColumn>>();

/** Columns by both spellings of their names: createTime and create_time (docs/wire.md §5). */
export function columnsByName(resource: ResourceModel): ReadonlyMap<string, StoredColumn> {
  let cached = byName.get(resource);
  if (cached === undefined) {
    const columns = [...columnsOf(resource).values()].filter((column) => column.columnType !== "none");
    cached = new Map([
      ...columns.map((column): [string, StoredColumn] => [snakeCase(column.name), column]),
      ...columns.map((column): [string, StoredColumn] => [column.name, column]),
    ]);
    byName.set(resource, cached);
  }
  return cached;
}

/** A field that the list is searched by, which is the label of a reference. */
function labelNamed(resource: ResourceModel, model: Model, name: string): (Label & { readonly reference: StoredColumn }) | undefined {
  const field = resource.field.get(name) ?? resource.fields.find((one) => snakeCase(one.name) === name);
  if (field?.data.labelOf === undefined || field.search === undefined) return undefined;
  const reference = columnOf(resource, field.data.labelOf);
  const refersTo = reference.field?.reference;
  const target = model.resource.get(refersTo?.resource ?? "");
  return target === undefined || refersTo === undefined ? undefined : { field, target, column: columnOf(target, refersTo.show), reference };
}

/** Comparisons of a label that an index of what is referred to answers, and whether there is one. */
const ofLabels: readonly Operator[] = ["equal", "in", "null", "notnull"];

const largest = 9_223_372_036_854_775_807n;

function isWhole(text: string): boolean {
  if (!/^-?\d{1,19}$/.test(text)) return false;
  const value = BigInt(text);
  return value <= largest && value >= -largest;
}

/** A text as the field would store it: without the blanks around it that a paste brings, and in capitals where it has only those. */
function storedText({ traits: { tidies }, data }: FieldModel, text: string): string {
  return tidies === undefined ? text : normalized(text, { tidying: "ends", capitals: kindData(data).capitals });
}

/** The value of a parameter for a column, or undefined when it is none. */
export function valueFor(column: StoredColumn, text: string): string | undefined {
  switch (column.columnType) {
    case "text":
      return column.field === undefined ? text : storedText(column.field, text);
    case "none":
      return text;
    case "id":
    case "integer":
      return isWhole(text) ? text : undefined;
    case "decimal":
      return /^-?\d{1,18}(?:\.\d{1,18})?$/.test(text) ? text : undefined;
    case "date":
    case "datetime":
      // PostgreSQL's calendar begins with the year 1.
      return (isDatetime(text) || isDate(text)) && !text.startsWith("0000") ? text : undefined;
    case "time":
      return isTime(text) ? text : undefined;
  }
}

const casts = {
  text: "text",
  none: "text",
  id: "bigint",
  integer: "bigint",
  decimal: "numeric",
  date: "timestamp",
  datetime: "timestamp",
  time: "time",
} as const;

/** Characters that mean something in a pattern, taken literally. */
function literalPattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
}

function hasCases(text: string): boolean {
  return text.toLowerCase() !== text.toUpperCase();
}

/** Texts that contain this one, ignoring case. */
export function containing(column: StoredColumn, text: string): Filter {
  return { column, operator: "like", parameter: `%${literalPattern(text)}%`, ignoresCase: hasCases(text) };
}

function isBranchOfTree(column: StoredColumn, model: Model): boolean {
  const reference = column.field?.reference;
  if (reference === undefined || column.field?.wire === "parent" || reference.valueField !== "id") return false;
  const tree = model.resource.get(reference.resource)?.tree;
  // A category, or a department: choosing one includes its descendants. Roles form a tree too, but having one does not include its
  // descendants.
  return (
    tree !== undefined &&
    ((column.field !== undefined && kindOf(column.field.data).reference?.nodes === "always") || tree.ancestors !== undefined)
  );
}

function operatorOf(
  column: StoredColumn,
  suffix: FilterSuffix | undefined,
  { resource, model }: Pick<FilterOptions, "resource" | "model">,
): Operator | undefined {
  if (suffix === "ignore") return undefined;
  if (suffix === "likeright" && isFoundByBeginning(resource, column.field)) return "beginning";
  if (suffix !== undefined) return suffix;
  // What a list cannot do without is found by an index, which knows whole values.
  if (resource.data.listNeeds?.includes(column.name) === true) return "equal";
  if (isBranchOfTree(column, model)) return "branch";
  return column.isArray ? "equal" : column.defaultOperator;
}

function filterOf(parameter: string, column: StoredColumn, operator: Operator, text: string): Filter {
  const plain = (value: unknown, ignoresCase = false): Filter => ({ column, operator, parameter: value, ignoresCase });
  const required = (value: string | undefined): string => {
    if (value === undefined) throw malformedParameter(parameter);
    return value;
  };
  if (text.length > maxValueLength && operator !== "in") throw malformedParameter(parameter);
  switch (operator) {
    case "null":
    case "notnull":
      return plain(undefined);
    case "like":
    case "notlike":
      if (column.isArray) return plain(required(valueFor(column, text)));
      return { ...containing(column, text), operator };
    case "likeleft":
      return plain(`%${literalPattern(text)}`, hasCases(text));
    case "beginning":
      // Codes are of one case as a rule: as typed, or in that case.
      return plain([...new Set([text, text.toUpperCase(), text.toLowerCase()])]);
    case "likeright":
    case "prefix":
      return plain(`${literalPattern(text)}%`, operator === "likeright" && hasCases(text));
    case "in": {
      const members = text
        .split(",")
        .map((member) => member.trim())
        .filter((member) => member !== "");
      if (members.length > maxMembers) throw malformedParameter(parameter);
      return plain(members.map((member) => required(valueFor(column, member))));
    }
    case "datege":
    case "dategt":
    case "dateequal":
    case "datele":
    case "datelt":
      if (column.columnType !== "date" && column.columnType !== "datetime") throw malformedParameter(parameter);
      return plain(required(valueFor(column, text)));
    default:
      return plain(required(valueFor(column, text)));
  }
}

/** A comparison of a label: the text is of the column that is shown, the rows are found by those that have it. */
function ofLabel(
  parameter: string,
  { reference, ...label }: NonNullable<ReturnType<typeof labelNamed>>,
  operator: Operator,
  text: string,
): Filter {
  if (!ofLabels.includes(operator)) throw malformedParameter(parameter);
  const filter = { ...filterOf(parameter, label.column, operator, text), column: reference };
  return operator === "null" || operator === "notnull" ? filter : { ...filter, label };
}

export interface FilterOptions {
  readonly resource: ResourceModel;
  readonly model: Model;
  /** Other names of parameters: parameter → field. */
  readonly names?: Readonly<Record<string, string>>;
  /** Only these fields may be filtered by; all by default. */
  readonly only?: ReadonlySet<string>;
  /** Rows of all tenants are read, so that the tenant may be filtered; otherwise the token decides it (docs/wire.md §8). */
  readonly acrossTenants?: boolean;
  readonly readable: ReadableFields;
}

/**
 * The filters of the parameters. Unknown ones are refused (docs/wire.md §5), and so is a value that does not fit its column, or a search in
 * values that are hidden from the caller or masked, because it would reveal them.
 */
export function filtersOf(
  query: Query,
  { resource, model, names = {}, only, acrossTenants = false, readable }: FilterOptions,
): readonly Filter[] {
  const columns = columnsByName(resource);
  const filters: Filter[] = [];
  for (const [parameter, sent] of Object.entries(query)) {
    if (parametersOfLists.has(parameter) || sent === "" || sent === null || sent === undefined) continue;
    const { name, suffix } = split(parameter);
    const exact = columns.get(names[parameter] ?? parameter);
    const label = exact === undefined ? labelNamed(resource, model, names[parameter] ?? names[name] ?? name) : undefined;
    const column = exact ?? label?.reference ?? columns.get(names[name] ?? name);
    if (column === undefined || (only !== undefined && !only.has(label?.field.name ?? column.name))) {
      if (isNoFilter(parameter, sent)) continue;
      throw unknownFilter(parameter);
    }
    if (column.base === "tenantId" && !acrossTenants) {
      if (isNoFilter(parameter, sent)) continue;
      throw unknownFilter(parameter);
    }
    const operator = operatorOf(column, exact === undefined ? suffix : undefined, { resource, model });
    if (operator === undefined) continue;
    if (typeof sent !== "string" || sent.includes("\0")) throw malformedParameter(parameter);
    if (!isReadable(readable, column.name) || (label !== undefined && !isReadable(readable, label.field.name))) throw unsearchable(column);
    if (isMasked(readable, column.field) || isMasked(readable, label?.field)) throw forbidden(`${resource.permission}_sensitive`);
    filters.push(label === undefined ? filterOf(parameter, column, operator, sent) : ofLabel(parameter, label, operator, sent));
  }
  return filters;
}

const comparisons: Partial<Readonly<Record<Operator, string>>> = {
  equal: "=",
  notequal: "<>",
  ge: ">=",
  gt: ">",
  le: "<=",
  lt: "<",
  datege: ">=",
  dategt: ">",
  dateequal: "=",
  datele: "<=",
  datelt: "<",
};

function branchSql(column: StoredColumn, model: Model, { place, alias, tenant }: Required<FilterPlace>): string {
  const reference = column.field?.reference;
  const target = reference === undefined ? undefined : model.resource.get(reference.resource);
  if (target?.tree === undefined) throw new Error(`${column.name} refers to no tree`);
  const branch =
    tenant === undefined && isTenantTable(target) && target.tree.ancestors !== undefined
      ? branchByAncestors(target, target.tree.ancestors, place)
      : branchByParents(target, target.tree, { place, tenant });
  return column.isArray ? `${alias}.${quoted(column.column)} && ARRAY(${branch})` : `${alias}.${quoted(column.column)} IN (${branch})`;
}

/** Among the rows of all tenants: a distributed database walks no tree whose tenant is not named. */
function branchByAncestors(target: ResourceModel, ancestors: string, place: string): string {
  const isBelow = `(${place}::bigint)::text = ANY(string_to_array(a.${quoted(columnOf(target, ancestors).column)}, ','))`;
  return `SELECT a.id FROM ${tableOf(target, "a")} WHERE (a.id = ${place}::bigint OR ${allOf(isBelow, isLiving(target, "a"))})`;
}

function branchByParents(target: ResourceModel, tree: TreeModel, { place, tenant }: Pick<FilterPlace, "place" | "tenant">): string {
  const parent = quoted(columnOf(target, tree.parent).column);
  const columns = (of: string) =>
    keyColumnsOf(target, "id")
      .map((name) => `${of}.${name}`)
      .join(", ");
  const top = allOf(`a.id = ${place}::bigint`, isOfTenant(target, "a", tenant));
  const below = allOf(`c.${parent} = b.id`, ofSameTenant(target, "c", target, tenant ?? tenantOf("b")));
  return `WITH RECURSIVE _branch AS (SELECT ${columns("a")} FROM ${tableOf(target, "a")} WHERE ${top} UNION SELECT ${columns("c")} FROM ${tableOf(target, "c")} JOIN _branch b ON ${below} WHERE ${isLiving(target, "c") ?? "true"}) SELECT id FROM _branch`;
}

/** Where a filter stands in a statement. */
interface FilterPlace {
  /** The placeholder of its parameter. */
  readonly place: string;
  /** What the statement calls the rows. */
  readonly alias?: string;
  /** The place of the tenant, where they are of one. */
  readonly tenant: string | undefined;
}

/** SQL of one filter. */
export function filterSql(filter: Filter, model: Model, at: FilterPlace): string {
  const { alias = "t" } = at;
  const matching = matchingSql(filter, model, { ...at, alias });
  return filter.includeNull === true ? `(${matching} OR ${alias}.${quoted(filter.column.column)} IS NULL)` : matching;
}

/** Found first and once, by the index of what is referred to. */
function labelSql(
  column: StoredColumn,
  { target, column: shown }: Label,
  operator: Operator,
  { place, alias, tenant }: Required<FilterPlace>,
): string {
  const matching = operator === "in" ? `= ANY(${place}::text[])` : `= ${place}::text`;
  // The unique index holds living rows only.
  return `${alias}.${quoted(column.column)} = ANY(ARRAY(SELECT named.${quoted(columnOf(target, target.key).column)} FROM ${tableOf(target, "named")} WHERE ${allOf(`named.${quoted(shown.column)} ${matching}`, isOfTenant(target, "named", tenant), isLiving(target, "named"))}))`;
}

/** As ranges of bytes, which an index answers in any collation and under row-level security; nothing comes after the last character there is. */
function beginningSql(text: string, place: string, parameter: unknown): string {
  const ranges = (Array.isArray(parameter) ? parameter : []).map((_one, index) => {
    const beginning = `(${place}::text[])[${index + 1}]`;
    return `(${text} ~>=~ ${beginning} AND ${text} ~<~ (${beginning} || chr(1114111)))`;
  });
  return `(${ranges.join(" OR ")})`;
}

function matchingSql(filter: Filter, model: Model, at: Required<FilterPlace>): string {
  const { column, operator } = filter;
  const { place, alias } = at;
  if (filter.label !== undefined) return labelSql(column, filter.label, operator, at);
  // The parent of a top row is NULL here and "0" on the wire (wire type `parent`).
  const isTop = column.wire.wire === "parent" && operator !== "null" && operator !== "notnull" && operator !== "branch";
  const columnSql = filter.expression ?? (isTop ? `coalesce(${alias}.${quoted(column.column)}, 0)` : `${alias}.${quoted(column.column)}`);
  const cast = casts[column.columnType];
  if (operator === "null") return column.isArray ? `coalesce(cardinality(${columnSql}), 0) = 0` : `${columnSql} IS NULL`;
  if (operator === "notnull") return column.isArray ? `cardinality(${columnSql}) > 0` : `${columnSql} IS NOT NULL`;
  if (operator === "branch") return branchSql(column, model, at);
  if (operator === "in") return column.isArray ? `${columnSql} && ${place}::${cast}[]` : `${columnSql} = ANY(${place}::${cast}[])`;
  if (column.isArray) {
    // "Contains as a whole member" (docs/wire.md §5); comparisons of order mean nothing for a list and compare nothing.
    const member = `${columnSql} @> ARRAY[${place}::${cast}]`;
    return operator === "notequal" || operator === "notlike" ? `NOT (${member})` : member;
  }
  const text = column.columnType === "text" ? columnSql : `${columnSql}::text`;
  if (operator === "beginning") return beginningSql(text, place, filter.parameter);
  const like = filter.ignoresCase ? "ILIKE" : "LIKE";
  switch (operator) {
    case "like":
    case "likeleft":
    case "likeright":
    case "prefix":
      return `${text} ${like} ${place}::text`;
    case "notlike":
      return `${text} NOT ${like} ${place}::text`;
    default:
      return `${columnSql} ${comparisons[operator] ?? "="} ${place}::${cast}`;
  }
}
