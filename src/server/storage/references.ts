// Where rows refer to files: the columns that are meant to hold them, and all others that may name their addresses. The media library asks
// here who shows a file, the collection of unused files which ones are needed.
import { cachedBy } from "#schema/cached-by";
import { kindOf } from "#schema/kinds";
import type { FieldModel, Model, ResourceModel } from "#schema/model";
import { isRestorable } from "#schema/recycle-bin";
import { retainedLogs } from "../audit/retention.ts";
import { columnsOf, type StoredColumn } from "../store/columns.ts";
import { jobTable } from "../store/job-tables.ts";
import { quoted } from "../store/names.ts";

/** Fields whose values are, or hold, addresses of files: files and pictures, texts with pictures, and rows within the row that have such. */
export const holdingFiles = cachedBy((fields: readonly FieldModel[]): readonly FieldModel[] =>
  fields.filter(
    (field) =>
      field.traits.files !== undefined ||
      kindOf(field.data).picturesIn !== undefined ||
      (field.traits.holdsRows && holdingFiles(field.fields).length > 0),
  ),
);

/** Shortest text that may hold the address of a file although its kind does not say so. */
const longText = 200;

/** Texts and JSON that an address fits into, such as the state of a process or the content of a mail. */
function mayNameFiles({ field, type }: StoredColumn): boolean {
  if (field === undefined) return false;
  const length = /^character varying\((\d+)\)$/.exec(type)?.[1];
  return type === "text" || type === "jsonb" || type === "text[]" || (length !== undefined && Number(length) >= longText);
}

export interface ReferringTable {
  readonly table: string;
  /** The definition of its rows; undefined for a table of the server's own. */
  readonly resource: ResourceModel | undefined;
  /** Columns that are meant to hold files, which people see there. */
  readonly shown: readonly string[];
  /** All columns that may name a file; those that are shown among them. */
  readonly columns: readonly string[];
  /** Condition on the rows, as `t`, that show their files. */
  readonly living: string;
  /** Condition on those whose files stay. */
  readonly needing: string;
}

/** What a log tells of a file is no use of it. */
const logs: ReadonlySet<string> = new Set(retainedLogs.map(({ resource }) => resource));

/** The row that an upload brings along says only that it came, until somebody keeps it. */
const unlessLoose: ReadonlyMap<string, string> = new Map([["attach", "t.is_loose is distinct from 1"]]);

/** Work that waits names the files that it will need. */
const waitingJobs: ReferringTable = {
  table: jobTable,
  resource: undefined,
  shown: [],
  columns: ["payload", "checkpoint"],
  living: "t.is_unfinished",
  needing: "t.is_unfinished",
};

/** The tables whose rows may refer to files. */
export const referringTables = cachedBy((model: Model): readonly ReferringTable[] => [
  waitingJobs,
  ...model.resources.flatMap((resource): readonly ReferringTable[] => {
    if (!resource.hasTable || logs.has(resource.name)) return [];
    const stored = [...columnsOf(resource).values()];
    const holding = new Set(holdingFiles(resource.fields));
    const shown = stored.filter(({ field }) => field !== undefined && holding.has(field)).map(({ column }) => column);
    const columns = [...new Set([...shown, ...stored.filter(mayNameFiles).map(({ column }) => column)])];
    if (columns.length === 0) return [];
    const loose = unlessLoose.get(resource.name);
    const kept = loose === undefined ? [] : [loose];
    const limits = [...(resource.hasBaseColumns ? ["t.is_deleted = 0"] : []), ...kept];
    // What lies in the recycle bin needs its files until it is deleted for good, and so do the lines that come back with it.
    const mayReturn = isRestorable(resource) || model.resources.some((one) => one.details?.resource === resource.name && isRestorable(one));
    const needing = mayReturn ? kept : limits;
    const all = (conditions: readonly string[]) => (conditions.length === 0 ? "true" : conditions.join(" and "));
    return [{ table: resource.table, resource, shown, columns, living: all(limits), needing: all(needing) }];
  }),
]);

const addressPattern = "/upload/([0-9A-Za-z_]{1,12}/[0-9]{6}/[0-9a-f]{32}\\.[a-z0-9]{1,5})";

/** A query for the names of the files that the rows of a table need; its parameter is what `parameter` names. */
export function namesReferredTo(
  { table, columns, needing }: ReferringTable,
  parameter: string,
): { readonly sql: string; readonly value: string } {
  const texts = columns.map((column) => `t.${quoted(column)}::text`);
  return {
    sql: `select found.parts[1] from ${quoted(table)} t
      cross join lateral regexp_matches(concat_ws(' ', ${texts.join(", ")}), ${parameter}, 'g') as found (parts)
      where ${needing} and (${texts.map((text) => `${text} like '%/upload/%'`).join(" or ")})`,
    value: addressPattern,
  };
}
