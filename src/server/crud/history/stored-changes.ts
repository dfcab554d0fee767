// The changes of rows as the history keeps them: one by one, and gathered by the write that made them.
import { z } from "zod";
import { isLater, rowChanges } from "#schema/history";
import type { ResourceModel } from "#schema/model";
import type { StoredChanges } from "../../audit/row-history.ts";
import type { RequestContext } from "../../contract.ts";
import { allOf, ofTenant, ScopedStatement, tableOf } from "../sql/scoped.ts";

/** Changes of one page. */
const pageSize = 100;
/** Rows of one write that are told one by one, the record among them; of the others it is said how many there are. */
const maxRowsOfWrite = 10;
/** Changes that are read for a page: more than any one write of a document with its lines makes. */
const maxReadChanges = 2_000;

const storedChanges = z.record(z.string(), z.union([z.tuple([z.unknown(), z.unknown()]), z.null()]));
const changeRow = z.object({
  id: z.string(),
  entry_id: z.string().nullable(),
  create_time: z.string(),
  create_by: z.string().nullable(),
  person: z.string().nullable(),
  resource: z.string(),
  row_id: z.string(),
  row_title: z.string().nullable(),
  change_kind: z.enum(["add", "edit", "remove", "restore", "touch"]),
  changes: storedChanges,
  call_name: z.string().nullable(),
  call_title: z.string().nullable(),
  call_title_en: z.string().nullable(),
});
export type ChangeRow = Omit<z.infer<typeof changeRow>, "changes"> & { readonly changes: StoredChanges };

/** Who reads them, in the tenant of the record. */
interface Reader {
  readonly context: RequestContext;
}

/** Rows whose changes are wanted. */
export interface Member {
  readonly resource: ResourceModel;
  readonly keys: readonly string[];
  /** There are older ones. */
  readonly hasMore?: boolean;
}

interface Wanted {
  readonly members: readonly Member[];
  /** Changes before this one. */
  readonly before?: string | undefined;
  /** Changes from this one on. */
  readonly from?: string | undefined;
  readonly limit: number;
}

/** The statement of changes of a record and of what belongs to it, the latest first. */
function changesSelect({ context }: Reader, log: ResourceModel, { members, before, from, limit }: Wanted) {
  const user = context.model.resource.get("user");
  const statement = new ScopedStatement(context.scope.tenantId);
  const whose = members
    .filter(({ keys }) => keys.length > 0)
    .map(({ resource, keys }) => `(t.resource = ${statement.value(resource.name)} AND t.row_id = ANY(${statement.value(keys)}))`);
  const person =
    user === undefined
      ? undefined
      : `LEFT JOIN ${tableOf(user, "u")} ON ${allOf(ofTenant(user, "u", statement.tenantFor(user)), "u.id = t.create_user")}`;
  const names = changeRow.keyof().options.filter((name) => name !== "person" && name !== "id");
  const sql = statement.select({
    columns: ["t.id::text AS id", ...names.map((name) => `t.${name}`), `${person === undefined ? "NULL" : "u.real_name"} AS person`].join(
      ", ",
    ),
    resource: log,
    as: "t",
    ...(person === undefined ? {} : { join: person }),
    where: [
      `(${whose.join(" OR ")})`,
      before === undefined ? undefined : `t.id < ${statement.value(before)}::bigint`,
      from === undefined ? undefined : `t.id >= ${statement.value(from)}::bigint`,
    ],
    rest: `ORDER BY t.id DESC LIMIT ${limit}`,
  });
  return { statement, sql };
}

/** Changes of a record and of what belongs to it, the latest first. */
export async function readChanges(call: Reader, wanted: Wanted): Promise<readonly ChangeRow[]> {
  const { context } = call;
  const log = context.model.resource.get(rowChanges);
  if (log === undefined) return [];
  const { statement, sql } = changesSelect(call, log, wanted);
  const [answer] = await context.database.read(context.scope, [statement.of(sql)]);
  return (answer?.rows ?? []).map((row) => changeRow.parse(row));
}

const writtenRow = changeRow.extend({
  /** Rows of the same write, the lowest id among them, and all rows that were read. */
  of_write: z.int(),
  first_id: z.string(),
  read_rows: z.int(),
});
export type WrittenRow = ChangeRow & Pick<z.infer<typeof writtenRow>, "of_write" | "first_id" | "read_rows">;

/** The write that a change belongs to. */
export const writeOf = ({ entry_id, id }: ChangeRow): string => entry_id ?? id;

/** The first rows of each write, the latest write first. */
async function readWrites(call: Reader, wanted: Omit<Wanted, "limit">, resource: ResourceModel): Promise<readonly WrittenRow[]> {
  const { context } = call;
  const log = context.model.resource.get(rowChanges);
  if (log === undefined) return [];
  const { statement, sql } = changesSelect(call, log, { ...wanted, limit: maxReadChanges + 1 });
  const write = "(PARTITION BY coalesce(c.entry_id, c.id)";
  const numbered = `SELECT c.*, row_number() OVER ${write} ORDER BY (c.resource = ${statement.value(resource.name)}) DESC, c.id::bigint DESC) AS place,
      (count(*) OVER ${write}))::int AS of_write, (min(c.id::bigint) OVER ${write}))::text AS first_id, (count(*) OVER ())::int AS read_rows
    FROM (${sql}) c`;
  const text = `SELECT w.* FROM (${numbered}) w WHERE w.place <= ${maxRowsOfWrite} ORDER BY w.id::bigint DESC`;
  const [answer] = await context.database.read(context.scope, [statement.of(text)]);
  return (answer?.rows ?? []).map((row) => writtenRow.parse(row));
}

/** How many rows of the write of a change are not told one by one. */
export const rowsLeftOut = ({ of_write: written }: WrittenRow): number => Math.max(0, written - maxRowsOfWrite);

/** Whole writes until a page is full; `next` is what the page behind it begins below, "" where there is none. */
export async function readPageOfWrites(
  call: Reader,
  wanted: Omit<Wanted, "limit">,
  resource: ResourceModel,
): Promise<{ readonly page: readonly WrittenRow[]; readonly next: string }> {
  const rows = await readWrites(call, wanted, resource);
  const byWrite = new Map<string, WrittenRow[]>();
  for (const row of rows) byWrite.set(writeOf(row), [...(byWrite.get(writeOf(row)) ?? []), row]);
  const writes = [...byWrite.values()];
  // Where not all could be read, the oldest write may lack rows.
  const isCut = (rows[0]?.read_rows ?? 0) > maxReadChanges;
  const page: WrittenRow[] = [];
  let next = "";
  for (const [index, write] of writes.entries()) {
    const [newest] = write;
    const isFull = page.length + write.length > pageSize || (isCut && index === writes.length - 1);
    // Rows of two writes at once may stand between one another: what stands above the end of the page is on it.
    if (newest === undefined || (page.length > 0 && isFull && !isLater(newest.id, next))) return { page, next };
    page.push(...write);
    next = next === "" || isLater(next, newest.first_id) ? newest.first_id : next;
  }
  return { page, next: isCut ? next : "" };
}
