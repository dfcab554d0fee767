// Conditions of a list in groups (docs/wire.md §5.2), as a piece of its statement: on the fields of its rows by the rules of plain filters, and on
// those of the rows that they refer to, as far as the caller may read these.
import {
  comparisonsOf,
  conditionsParameter,
  isGroup,
  readConditions,
  type ConditionItem,
  type ListCondition,
} from "#schema/list-conditions";
import type { Text } from "#schema/text";
import { ApiError } from "../../http/errors.ts";
import { columnsOf, isTenantTable, type StoredColumn } from "../../store/columns.ts";
import type { SqlFragment } from "../../store/conditions.ts";
import { quoted } from "../../store/names.ts";
import { filterOfComparison, isFault } from "../report/comparison.ts";
import { fieldAt, type ReportField, type ReportStep } from "../report/fields.ts";
import { filterSql, filtersOf, unknownFilter, type Filter } from "../sql/filters.ts";
import { readableFieldsOf } from "../sql/readable-fields.ts";
import { limitFragments } from "../sql/row-access.ts";
import { filterFragments, filterFragmentsFor, fragmentsOf, narrowed, readsAcrossTenants } from "../sql/rows.ts";
import { allOf, ofSameTenant, ofTenant, tableOf, tenantOf } from "../sql/scoped.ts";
import { filtersFor, optionsOfRead } from "./read-parameters.ts";
import type { ListCall } from "./read-call.ts";

const refused = (text: Text, field?: string): ApiError =>
  new ApiError(400, "malformedConditions", text, field === undefined ? {} : { data: { field } });

/** The filters of a comparison; `of` takes them from parameters of the list of these rows. */
function filtersOfCondition(
  { context }: ListCall,
  condition: ListCondition,
  {
    column,
    label,
    of,
  }: { readonly column: StoredColumn; readonly label: Text; readonly of: (query: Readonly<Record<string, string>>) => readonly Filter[] },
): readonly Filter[] {
  const query = filterOfComparison(condition, column, context.now().slice(0, 10));
  const [zh, en] = label;
  if (isFault(query)) throw refused([`“${zh}”：${query.fault[0]}`, `${en}: ${query.fault[1]}`], condition.field);
  try {
    const filters = of(query);
    // What is no filter would find all rows.
    if (filters.length === 0) throw unknownFilter(condition.field);
    return filters;
  } catch (error) {
    if (error instanceof ApiError && error.code === "malformedParameter")
      throw refused([`“${zh}”：筛选值与字段类型不符`, `${en}: this value does not fit the field`], condition.field);
    throw error;
  }
}

const column = (alias: string, { column: name }: StoredColumn): string => `${alias}.${quoted(name)}`;

/** The reference of a row in the type of the key that it names: lines of several kinds of document hold it as a text. */
function referenceSql({ by, key }: ReportStep): string {
  const own = column("t", by);
  return by.columnType === key.columnType || key.columnType !== "id" ? own : `CASE WHEN ${own} ~ '^[0-9]{1,18}$' THEN ${own}::bigint END`;
}

/**
 * Rows whose other row matches. It is found by its key: a set of all that match would be searched for each row, where it is one of several
 * alternatives and too large to be hashed.
 */
function otherRowFragment({ context, resource }: ListCall, step: ReportStep, filter: Filter): SqlFragment {
  const { target, key } = step;
  // A row that refers to nothing has no value either.
  const isEmpty = filter.operator === "null";
  const compared: Filter = isEmpty ? { ...filter, operator: "notnull" } : filter;
  const limits = limitFragments(context.caller, context.model, target, "s");
  const [own] = filterFragments([compared], context.model);
  // A distributed database needs the tenant beside every table; rows of all tenants bring their own.
  const hasTenant = isTenantTable(target) && !readsAcrossTenants(context, resource);
  const parts = [...limits, { parameters: compared.parameter === undefined ? [] : [compared.parameter] }];
  return {
    shape: `${step.name}.${own?.shape ?? ""}${isEmpty ? "-" : ""}[${limits.map(({ shape }) => shape).join("&")}]`,
    parameters: [...(hasTenant ? [context.scope.tenantId] : []), ...parts.flatMap(({ parameters }) => parameters)],
    sql: (places) => {
      let next = hasTenant ? 1 : 0;
      const tenant = hasTenant ? `${places[0] ?? ""}::text` : undefined;
      const limited = limits.map(({ parameters, sql }) => {
        const used = places.slice(next, next + parameters.length);
        next += parameters.length;
        return sql(used, tenant);
      });
      const where = allOf(
        tenant === undefined ? ofSameTenant(target, "s", resource, tenantOf("t")) : ofTenant(target, "s", tenant),
        ...limited,
        filterSql(compared, context.model, { place: places[next] ?? "", alias: "s", tenant }),
      );
      const found = `EXISTS (SELECT 1 FROM ${tableOf(target, "s")} WHERE ${allOf(`${column("s", key)} = ${referenceSql(step)}`, where)})`;
      return isEmpty ? `NOT ${found}` : found;
    },
  };
}

/** Pieces of which all hold, or any. */
function joined(pieces: readonly SqlFragment[], of: "all" | "any"): SqlFragment {
  return {
    shape: `${of}(${pieces.map(({ shape }) => shape).join(",")})`,
    parameters: pieces.flatMap(({ parameters }) => parameters),
    sql: (places, tenant) => {
      let next = 0;
      const texts = pieces.map(({ parameters, sql }) => {
        const used = places.slice(next, next + parameters.length);
        next += parameters.length;
        return sql(used, tenant);
      });
      return texts.length === 0 ? "true" : `(${texts.join(of === "all" ? " AND " : " OR ")})`;
    },
  };
}

/** A comparison of a field of another row. */
function ofOtherRow(
  call: ListCall,
  condition: ListCondition,
  { step, owner, field, column: compared }: ReportField,
): readonly SqlFragment[] {
  if (step === undefined) throw unknownFilter(condition.field);
  const { context } = call;
  const readable = readableFieldsOf(context, owner);
  const of = (query: Readonly<Record<string, string>>) => filtersOf(query, { resource: owner, model: context.model, readable });
  return filtersOfCondition(call, condition, { column: compared, label: field.label, of }).map((filter) =>
    otherRowFragment(call, step, filter),
  );
}

function conditionFragment(call: ListCall, condition: ListCondition): SqlFragment {
  const { context, resource } = call;
  if (condition.field.includes(".")) {
    const found = fieldAt(context, resource, condition.field);
    if ("fault" in found) {
      if (found.isUnknown === true) throw unknownFilter(condition.field.slice(0, 100));
      throw new ApiError(403, "unseenField", found.fault, { data: { field: condition.field } });
    }
    return joined(ofOtherRow(call, condition, found), "all");
  }
  const own = columnsOf(resource).get(condition.field);
  if (own === undefined) throw unknownFilter(condition.field.slice(0, 100));
  const filters = filtersOfCondition(call, condition, {
    column: own,
    label: own.field?.label ?? [own.name, own.name],
    of: (query) => filtersFor({ ...call, query }),
  });
  return joined(
    filters.flatMap((filter) => filterFragmentsFor(filter, resource, context)),
    "all",
  );
}

const fragmentOf = (call: ListCall, item: ConditionItem): SqlFragment =>
  isGroup(item)
    ? joined(
        item.items.filter(isFilled).map((one) => fragmentOf(call, one)),
        item.of,
      )
    : conditionFragment(call, item);

/** A group without comparisons says nothing. */
const isFilled = (item: ConditionItem): boolean => comparisonsOf(item).length > 0;

/** The conditions that a call asks for; none where it has no parameter for them. */
function requestedConditions(call: ListCall): readonly SqlFragment[] {
  const { query, read, resource, services } = call;
  const sent = query[conditionsParameter];
  if (sent === undefined || sent === "") return [];
  // Reads are open to more people than lists: what they do not show they are not asked about.
  if (read !== undefined && optionsOfRead(resource, read, services.model).only !== undefined) throw unknownFilter(conditionsParameter);
  if (typeof sent !== "string" || sent.includes("\0")) throw refused(["筛选条件的格式不正确", "The conditions are malformed"]);
  const group = readConditions(sent);
  if ("fault" in group) throw refused(group.fault);
  return isFilled(group) ? [fragmentOf(call, group)] : [];
}

/** Everything that narrows the rows of a call: scope, the condition of its read, these filters, and its conditions. */
export function fragmentsFor(call: ListCall, filters: readonly Filter[]): ReturnType<typeof fragmentsOf> {
  const { context, resource, read } = call;
  return narrowed(fragmentsOf(context, resource, read?.where, filters), ...requestedConditions(call));
}

/** Whether a call asks for conditions. */
export const hasConditions = ({ query }: Pick<ListCall, "query">): boolean => (query[conditionsParameter] ?? "") !== "";
