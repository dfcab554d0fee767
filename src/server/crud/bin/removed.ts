// GET <path>/removed: what is in the recycle bin, the latest first (docs/wire.md §4.2).
import { binTitle, isRestorable, type RemovedRow } from "#schema/recycle-bin";
import { listedChoicesOf } from "#schema/kinds";
import type { ResourceModel } from "#schema/model";
import { inLanguage } from "#schema/text";
import type { RequestContext, Values } from "../../contract.ts";
import { rowNotFound } from "../../http/errors.ts";
import { columnOf } from "../../store/columns.ts";
import type { SqlFragment } from "../../store/conditions.ts";
import { quoted } from "../../store/names.ts";
import { pageLimits, pageOf, pagingOf, type Page, type Paging } from "../read/page.ts";
import { rowReader } from "../read/row-reader.ts";
import { containing, type Query } from "../sql/filters.ts";
import { isId } from "../sql/keys.ts";
import { isMasked, isReadable, readableFieldsOf, unsearchable } from "../sql/readable-fields.ts";
import { filterFragments, narrowed, readRows, readsAcrossTenants, scopedWhere, scopeFragments } from "../sql/rows.ts";
import { keyColumnsOf, ScopedStatement, tableOf } from "../sql/scoped.ts";

/** The names of people by their ids. */
async function namesOf(context: RequestContext, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const user = context.model.resource.get("user");
  if (user === undefined || ids.length === 0) return new Map();
  const statement = new ScopedStatement(context.scope.tenantId);
  const where = [`t.id = ANY(${statement.value(ids)}::bigint[])`];
  const sql = statement.select({ columns: "t.id::text AS id, t.real_name AS name", resource: user, as: "t", withRemoved: true, where });
  const [answer] = await context.database.read(context.scope, [statement.of(sql)]);
  return new Map((answer?.rows ?? []).map((row) => [String(row["id"]), String(row["name"] ?? "")]));
}

/** Longer texts are in no title that people look for. */
const maxTextLength = 100;
/** Rows without a title that are looked through for a text, the latest first. */
const maxLookedThrough = 2_000;

function textIn(query: Query): string {
  const given = query["text"];
  return typeof given === "string" ? given.trim().slice(0, maxTextLength) : "";
}

/** What a search of the titles leaves. */
function titleFragments(context: RequestContext, resource: ResourceModel, text: string): readonly SqlFragment[] {
  const field = binTitle(resource);
  if (field === undefined || text === "") return [];
  const column = columnOf(resource, field.name);
  if (!isReadable(readableFieldsOf(context, resource), field.name)) throw unsearchable(column);
  return filterFragments([containing(column, text)], context.model);
}

/** What of a row a list shows as a text, as its reader sees it: rows without a title are known by it. */
function shownTexts(context: RequestContext, resource: ResourceModel): (row: Values) => readonly string[] {
  const readable = readableFieldsOf(context, resource);
  const fields = resource.fields.filter((field) => field.inList && isReadable(readable, field.name) && !isMasked(readable, field));
  return (row) =>
    fields.map(({ name, labelKey, data }) => {
      const value = row[name];
      const choice = listedChoicesOf({ data })?.find(([one]) => String(one) === String(value));
      if (choice !== undefined) return inLanguage([choice[1], choice[2]], context.language);
      const shown = labelKey === undefined ? value : row[labelKey];
      return typeof shown === "string" || typeof shown === "number" ? String(shown) : "";
    });
}

/** A page of the latest rows whose texts contain what is looked for. */
async function foundRows(context: RequestContext, resource: ResourceModel, text: string, paging: Paging): Promise<RemovedPage> {
  const { records } = await readRemoved(context, resource, [], { current: 1, size: maxLookedThrough });
  const [texts, wanted] = [shownTexts(context, resource), text.toLowerCase()];
  const found = records.filter((row) => texts(row).some((one) => one.toLowerCase().includes(wanted)));
  const from = (paging.current - 1) * paging.size;
  return { records: found.slice(from, from + paging.size), total: found.length };
}

interface RemovedPage {
  readonly records: readonly Values[];
  readonly total: number;
}

/** A page of removed rows as their reader sees them, the latest first. */
async function readRemoved(
  context: RequestContext,
  resource: ResourceModel,
  fragments: readonly SqlFragment[],
  paging: Paging,
): Promise<RemovedPage> {
  const limits = pageLimits(paging);
  const where = scopedWhere(resource, narrowed(scopeFragments(context, resource, "gone"), ...fragments));
  const reader = rowReader(resource, context.model, true);
  const key = quoted(columnOf(resource, resource.key).column);
  const order = `ORDER BY t.${quoted(columnOf(resource, "updateTime").column)} DESC, t.${key} DESC`;
  const page = `${order} ${limits.sql(where.parameters.length + 1)}`;
  const found = keyColumnsOf(resource, key)
    .map((name) => `t.${name}`)
    .join(", ");
  // Of all tenants the inner query finds the keys alone, as that of a list does.
  const sql = readsAcrossTenants(context, resource)
    ? `SELECT ${reader.selection(undefined)} FROM ${tableOf(resource, "t")} WHERE (${found}) IN (SELECT ${found} FROM ${where.rows()} ${page}) ${order}`
    : `SELECT ${reader.selection(where.tenant)} FROM (SELECT t.* FROM ${where.rows()} ${page}) t ${order}`;
  const [rows, count] = await readRows(context, resource, [
    { sql, parameters: [...where.parameters, ...limits.parameters] },
    { sql: `SELECT count(*)::int AS total FROM ${where.rows()}`, parameters: where.parameters },
  ]);
  const read = reader.under(readableFieldsOf(context, resource), context.language);
  return { records: (rows?.rows ?? []).map(read), total: Number(count?.rows[0]?.["total"] ?? 0) };
}

/** A page of removed rows, as far as the caller would see them if they were there. */
export async function removedRows(context: RequestContext, resource: ResourceModel, query: Query): Promise<Page<RemovedRow>> {
  if (!isRestorable(resource)) throw rowNotFound();
  const paging = pagingOf(query);
  const text = textIn(query);
  const { records, total } =
    text !== "" && binTitle(resource) === undefined
      ? await foundRows(context, resource, text, paging)
      : await readRemoved(context, resource, titleFragments(context, resource, text), paging);
  const readable = readableFieldsOf(context, resource);
  const removers = records.map((row) => String(row["updateUser"])).filter(isId);
  const names = await namesOf(context, [...new Set(removers)]);
  return pageOf(
    records.map((row) => removedRow(resource, row, { names, isTitled: isReadable(readable, resource.title) })),
    total,
    paging,
  );
}

function removedRow(
  resource: ResourceModel,
  row: Values,
  { names, isTitled }: { readonly names: ReadonlyMap<string, string>; readonly isTitled: boolean },
): RemovedRow {
  const label = resource.field.get(resource.title)?.labelKey ?? resource.title;
  return {
    id: String(row[resource.key]),
    title: isTitled && resource.title !== resource.key ? String(row[label] ?? row[resource.title] ?? "") : "",
    time: String(row["updateTime"] ?? ""),
    person: names.get(String(row["updateUser"])) ?? "",
    row,
  };
}
