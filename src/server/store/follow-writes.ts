// What follows from a write, whatever statement does it, in the same transaction: a transaction notices which tables its statements write, and
// sends what follows together with its commit. Tables have no triggers for it: those of a distributed database cannot have any.
import type { Statement } from "./pipeline.ts";

/** What follows from writes into certain tables. */
export interface WriteFollower {
  /** The tables, each with the columns of which an update has to set one; undefined: all. */
  readonly tables: ReadonlyMap<string, readonly string[] | undefined>;
  /** Statements for the tables that were written; `tenantId` is undefined in a transaction for all tenants. */
  follow(written: ReadonlySet<string>, tenantId: string | undefined): readonly Statement[];
}

/** A write into a table, as its statement says it. */
interface TableWrite {
  readonly table: string;
  /** What comes behind the table's name of an update; undefined for other writes. */
  readonly assignments: string | undefined;
}

const writes = /\b(insert\s+into|update|delete\s+from|copy)\s+(?:only\s+)?"?([a-z_][a-z0-9_]*)"?/gi;
const assigned = /\bset\b([\s\S]*?)(?:\bfrom\b|\bwhere\b|\breturning\b|$)/i;

/** A statement with writes in it that its count of rows does not tell of. */
const hasParts = /^\s*with\b/i;

/** Texts of statements whose writes are remembered; a bound on memory. */
const rememberedTexts = 5_000;
const writesByText = new Map<string, readonly TableWrite[]>();

/** The writes in the text of a statement, those within `WITH` included; `FOR UPDATE` and `DO UPDATE` name no table. */
function writesOf(sql: string): readonly TableWrite[] {
  const known = writesByText.get(sql);
  if (known !== undefined) return known;
  const found = [...sql.matchAll(writes)].map(({ 1: verb = "", 2: table = "", index, 0: match }): TableWrite => {
    const isUpdate = verb.toLowerCase() === "update";
    return { table: table.toLowerCase(), assignments: isUpdate ? assigned.exec(sql.slice(index + match.length))?.[1] : undefined };
  });
  if (writesByText.size >= rememberedTexts) writesByText.clear();
  writesByText.set(sql, found);
  return found;
}

/** Whether a write is one that a follower waits for. */
const isFollowed = ({ table, assignments }: TableWrite, { tables }: WriteFollower): boolean => {
  if (!tables.has(table)) return false;
  const columns = tables.get(table);
  return (
    columns === undefined || assignments === undefined || columns.some((column) => new RegExp(`\\b${column}\\b"?\\s*=`).test(assignments))
  );
};

/** What statements of a transaction have written, for what follows from it. */
export class FollowedWrites {
  readonly #followers: readonly WriteFollower[];
  readonly #written = new Map<WriteFollower, Set<string>>();

  constructor(followers: readonly WriteFollower[]) {
    this.#followers = followers;
  }

  /** Notes what a statement has written; `rowCount` is undefined before it is sent. */
  note(sql: string, rowCount?: number): void {
    if (this.#followers.length === 0 || (rowCount === 0 && !hasParts.test(sql))) return;
    for (const write of writesOf(sql))
      for (const follower of this.#followers) {
        if (!isFollowed(write, follower)) continue;
        const written = this.#written.get(follower) ?? new Set();
        this.#written.set(follower, written.add(write.table));
      }
  }

  /** What follows from all of it, to be sent ahead of the commit. */
  statements(tenantId: string | undefined): readonly Statement[] {
    return [...this.#written].flatMap(([follower, written]) => follower.follow(written, tenantId));
  }
}
