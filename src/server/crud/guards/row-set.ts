// Rows that are written together: guards judge all of them with as many statements as one needs, and say which of them they refuse.
import type { Issue } from "#schema/validation";
import type { Values } from "../../contract.ts";
import { invalidFields } from "../../http/errors.ts";

/** What is written of a row, and the row as it is stored; undefined: a new one. */
export interface RowOfSet<Written = Values> {
  readonly values: Written;
  readonly current: Readonly<Values> | undefined;
}

/**
 * The refusal of one row of a set, by its place in it. Never leaves the server's writes: callers say it as their list does. Its cause is what
 * went wrong, by which a transaction sees whether it may run again.
 */
export class RowRefusal extends Error {
  constructor(
    readonly place: number,
    readonly refusal: unknown,
    /** What the same look found of other rows of the set, for callers that go on without them. */
    readonly others: readonly { readonly place: number; readonly refusal: unknown }[] = [],
  ) {
    super(`row ${place} of a set is refused`, { cause: refusal });
  }
}

/** A fault of a row as one of a set. */
export async function ofRow<T>(place: number, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new RowRefusal(place, error);
  }
}

/** What is wrong where a set has one row only. */
export const plainRefusal = (error: unknown): unknown => (error instanceof RowRefusal ? error.refusal : error);

/** Issues with each field named once. */
export const distinctIssues = (issues: readonly Issue[]): readonly Issue[] =>
  issues.filter((one, index) => issues.findIndex((other) => other.path.join() === one.path.join()) === index);

/** Refuses the first row that has problems with them, each field named once; those of the rows behind it are told with it. */
export function refuseRows(...judgements: readonly (readonly (readonly Issue[])[])[]): void {
  const count = Math.max(0, ...judgements.map(({ length }) => length));
  const refused: { readonly place: number; readonly refusal: unknown }[] = [];
  for (let place = 0; place < count; place += 1) {
    const issues = distinctIssues(judgements.flatMap((judged) => judged[place] ?? []));
    if (issues.length > 0) refused.push({ place, refusal: invalidFields(issues) });
  }
  const [first, ...others] = refused;
  if (first !== undefined) throw new RowRefusal(first.place, first.refusal, others);
}

/** What a row of a set takes for itself: a number, a combination, under a key that says whether two are the same. */
interface Claim {
  /** The id of a stored row. */
  readonly id: string | undefined;
  /** Undefined: the row takes nothing, or leaves what it had. */
  readonly key: string | undefined;
  /** It stays with what it is stored with, which is in nobody's way but others'. */
  readonly isUnchanged?: boolean;
}

/**
 * Which rows of a set take what another one has, as if they were written in their order: what an earlier row of the set has left is free for
 * those after it.
 */
export function claimedTwice(
  claims: readonly Claim[],
  stored: readonly { readonly id: string; readonly key: string }[],
): ReadonlySet<number> {
  const holders = new Map<string, Set<string>>();
  const keyOfRow = new Map<string, string>();
  const hold = (id: string, key: string) => {
    holders.set(key, (holders.get(key) ?? new Set()).add(id));
    keyOfRow.set(id, key);
  };
  for (const { id, key } of stored) hold(id, key);
  const twice = new Set<number>();
  for (const [place, { id, key, isUnchanged = false }] of claims.entries()) {
    if (isUnchanged) continue;
    const own = id ?? `new ${place}`;
    holders.get(keyOfRow.get(own) ?? "")?.delete(own);
    if (key === undefined) continue;
    if ((holders.get(key)?.size ?? 0) > 0) twice.add(place);
    hold(own, key);
  }
  return twice;
}
