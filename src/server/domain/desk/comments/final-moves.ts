// Which states followers are told of: a record that goes on within a minute, or is taken back, is told of once, in the state in which it stays.
import { isRecord } from "#schema/json";
import type { CommitContext } from "../../../contract.ts";
import type { Database } from "../../../store/database.ts";
import { localTime, millisecondsOf } from "../../../store/clock.ts";
import { anyOf, db, read } from "../../../rows/query.ts";
import { tables } from "../../../rows/tables.ts";
import type { Subject } from "./subject.ts";

/** How long a state stays before it is told, ms: as long as an action can be undone. */
export const settlingMs = 60_000;

/** How far back a record is looked at that has not come to rest, ms. */
const maxUnrestMs = 10 * settlingMs;
/** Changes that are looked at for the moves of one job, the latest first. */
const maxChanges = 5_000;

/** A record that went into another state. */
interface FollowedMove extends Subject {
  readonly from: string;
  readonly to: string;
  /** When, in local time. */
  readonly at: string;
}

type Step = Pick<FollowedMove, "from" | "to" | "at">;

const stored = (value: unknown): string => (value === null || value === undefined ? "" : String(value));

/** What a change did to a state; undefined where it left it as it was. */
function stepIn(changes: unknown, stateField: string, at: string): Step | undefined {
  const both: unknown = isRecord(changes) ? changes[stateField] : undefined;
  if (!Array.isArray(both)) return undefined;
  const [from, to]: readonly unknown[] = both;
  return stored(from) === stored(to) ? undefined : { from: stored(from), to: stored(to), at };
}

/** Whether a move is told, among the steps of its record, the latest first: the last one is, unless it led back to where the record came from. */
export function isFinal(move: Step, steps: readonly Step[]): boolean {
  const [last = move, ...earlier] = steps;
  if (last.to !== move.to || last.at > move.at) return false;
  let begun = last;
  for (const step of earlier) {
    if (millisecondsOf(begun.at) - millisecondsOf(step.at) >= settlingMs) break;
    begun = step;
  }
  return begun.from !== move.to;
}

/** Those of the moves that are told; from the log of changes, of which a write that set a state without it has none. */
export async function finalMoves(
  context: CommitContext & { readonly database: Database },
  moves: readonly FollowedMove[],
): Promise<readonly FollowedMove[]> {
  if (moves.length === 0) return [];
  const earliest = Math.min(...moves.map(({ at }) => millisecondsOf(at)));
  const [changes] = await read(context, [
    db
      .selectFrom(tables(context).unscoped("row-change", "c"))
      .where("c.resource", "=", anyOf([...new Set(moves.map(({ subjectResource }) => subjectResource))]))
      .where("c.rowId", "=", anyOf(moves.map(({ subjectId }) => subjectId)))
      .where("c.createTime", ">=", localTime(earliest - maxUnrestMs))
      .orderBy("c.id", "desc")
      .limit(maxChanges)
      .select(["c.resource", "c.rowId", "c.changes", "c.createTime"]),
  ]);
  return moves.filter((move) => {
    const { stateField } = context.model.resource.get(move.subjectResource) ?? {};
    if (stateField === undefined) return false;
    const own = changes.filter(({ resource, rowId }) => resource === move.subjectResource && rowId === move.subjectId);
    return isFinal(
      move,
      own.flatMap((one) => stepIn(one.changes, stateField.name, one.createTime ?? "") ?? []),
    );
  });
}
