// Runs the guards of a phase over what is written: the one way in which any write is judged.
import type { Issue } from "#schema/validation";
import type { GuardedRow, GuardedWrite, RequestedWrite, RequestPhase, RowPhase } from "./guard.ts";
import { requestGuards, rowGuards } from "./guards.ts";
import { refuseRows, RowRefusal } from "./row-set.ts";

/** Judges a call before its transaction. Throws the refusal of the first guard that has one. */
export function judgeRequest(phase: RequestPhase, write: RequestedWrite): void {
  for (const guard of requestGuards) if (guard.phase === phase && guard.on[write.kind] === true) guard.check(write);
}

/**
 * Judges rows by the guards of a phase, in the order of the list, each over the rows of the kinds that it applies to. The issues of all of them are
 * refused together, those of the first row that has any; a guard that throws ends the phase. Refusals name the place of their row.
 */
export async function judge(phase: RowPhase, write: GuardedWrite, rows: readonly GuardedRow[]): Promise<void> {
  const issues: (readonly Issue[])[][] = rows.map(() => []);
  for (const guard of rowGuards) {
    if (guard.phase !== phase) continue;
    const judged = rows.filter(({ kind }) => guard.on[kind] === true);
    if (judged.length === 0) continue;
    const byRow = await atPlaces(judged, () => guard.check(write, judged));
    for (const [index, row] of judged.entries()) {
      const own = byRow[index] ?? [];
      if (own.length > 0) issues[rows.indexOf(row)]?.push(own);
    }
  }
  if (issues.some((own) => own.length > 0)) await atPlaces(rows, () => refuseRows(issues.map((own) => own.flat())));
}

/** Names the refusal of a row of this list by the place of the row in its set. */
export async function atPlaces<T>(rows: readonly Pick<GuardedRow, "place">[], work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RowRefusal)) throw error;
    const placeOf = (place: number) => rows[place]?.place ?? place;
    const others = error.others.map(({ place, refusal }) => ({ place: placeOf(place), refusal }));
    throw new RowRefusal(placeOf(error.place), error.refusal, others);
  }
}
