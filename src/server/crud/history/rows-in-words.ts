// Changes of rows in the words of their reader: the fields that they may see, with values and labels as a detail answers them.
import type { HistoryRow } from "#schema/history";
import type { ResourceModel } from "#schema/model";
import type { StoredChanges } from "../../audit/row-history.ts";
import type { RequestContext, Values } from "../../contract.ts";
import { columnOf } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";
import { pseudoRows, type PseudoRow } from "../read/pseudo-rows.ts";
import { rowReader } from "../read/row-reader.ts";
import { isMasked, isReadable, readableFieldsOf } from "../sql/readable-fields.ts";
import { narrowed, readRows, scopedWhere, scopeFragments } from "../sql/rows.ts";
import { keyTypeOf } from "../sql/scoped.ts";
import type { ChangeRow } from "./stored-changes.ts";

/** Values as they were before or after a change; secret ones are absent. */
export function sideOf(changes: StoredChanges, side: 0 | 1): Values {
  return Object.fromEntries(Object.entries(changes).flatMap(([name, both]) => (both === null ? [] : [[name, both[side]]])));
}

/** The fields of a change that its reader may see, and of these the ones without values. */
function fieldsOf(context: RequestContext, resource: ResourceModel, changes: StoredChanges) {
  const readable = readableFieldsOf(context, resource);
  // In the order of the form: structured data in the database has an order of its own.
  const fields = resource.fields
    .filter(({ data }) => data.administratorOnly !== true || context.caller.isAdministrator)
    .map(({ name }) => name)
    .filter((name) => name in changes && isReadable(readable, name));
  const masked = fields.filter((name) => changes[name] === null || isMasked(readable, resource.field.get(name)));
  return { fields, masked, isTitled: isReadable(readable, resource.title) };
}

const isUntitled = (resource: ResourceModel): boolean => resource.title === resource.key;

/** Rows by their keys, as lists show them: those that are there and those that were removed, as far as the caller sees them. */
async function listedRows(context: RequestContext, resource: ResourceModel, ids: readonly string[]): Promise<readonly Values[]> {
  const reader = rowReader(resource, context.model, false);
  const { column, columnType } = columnOf(resource, resource.key);
  const byKeys = {
    shape: "keys",
    parameters: [ids],
    sql: ([place = ""]: readonly string[]) => `t.${quoted(column)} = ANY(${place}::${keyTypeOf(columnType)}[])`,
  };
  const statements = (resource.hasBaseColumns ? (["living", "gone"] as const) : (["living"] as const)).map((which) => {
    const where = scopedWhere(resource, narrowed(scopeFragments(context, resource, which), byKeys));
    return { sql: `SELECT ${reader.selection(where.tenant)} FROM ${where.rows()}`, parameters: where.parameters };
  });
  const read = reader.under(readableFieldsOf(context, resource), context.language);
  return (await readRows(context, resource, statements)).flatMap(({ rows }) => rows.map(read));
}

/** What lists show of rows that have no title of their own, by resource and id. */
async function namedRows(context: RequestContext, known: readonly KnownChange[]): Promise<ReadonlyMap<string, Values>> {
  const idsOf = new Map<ResourceModel, Set<string>>();
  for (const { change, resource } of known)
    if (isUntitled(resource)) idsOf.set(resource, (idsOf.get(resource) ?? new Set<string>()).add(change.row_id));
  const named = await Promise.all(
    [...idsOf].map(async ([resource, ids]) => {
      const rows = await listedRows(context, resource, [...ids]);
      return rows.map((row) => [`${resource.name} ${String(row[resource.key])}`, row] as const);
    }),
  );
  return new Map(named.flat());
}

interface KnownChange {
  readonly change: ChangeRow;
  readonly resource: ResourceModel;
}

/** The changes in the words of their reader: values with their labels. */
export async function historyRowsOf(context: RequestContext, changes: readonly ChangeRow[]): Promise<ReadonlyMap<string, HistoryRow>> {
  const known = changes.flatMap((change) => {
    const resource = context.model.resource.get(change.resource);
    return resource === undefined ? [] : [{ change, resource }];
  });
  const rows = known.flatMap(({ change, resource }): readonly PseudoRow[] =>
    ([0, 1] as const).map((side) => ({ resource, values: sideOf(change.changes, side) })),
  );
  const [localized, names] = await Promise.all([pseudoRows(context, rows), namedRows(context, known)]);
  return new Map(
    known.map(({ change, resource }, index) => {
      const { fields, masked, isTitled } = fieldsOf(context, resource, change.changes);
      const shown = new Set([...fields, ...fields.flatMap((name) => resource.field.get(name)?.labelKey ?? [])]);
      const named = names.get(`${resource.name} ${change.row_id}`);
      const side = (place: number) => Object.fromEntries(Object.entries(localized[place] ?? {}).filter(([name]) => shown.has(name)));
      return [
        change.id,
        {
          id: change.id,
          resource: resource.name,
          row: change.row_id,
          title: isTitled ? (change.row_title ?? "") : "",
          // Lists of other tables, such as what a role was granted, are no fields of the row.
          action: change.change_kind === "edit" && fields.length === 0 ? "touch" : change.change_kind,
          fields,
          masked,
          before: side(2 * index),
          after: side(2 * index + 1),
          ...(named === undefined ? {} : { named }),
        },
      ];
    }),
  );
}
