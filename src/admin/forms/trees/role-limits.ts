// The limits that a read of assigned ids returns along with them (src/schema/resource.ts, `trees`): `besides` and `within`, by the names of
// the trees.
import { isRecord, partsOf } from "../../api/wire-data.ts";
import type { Limits } from "./sidebar-of.ts";

/** Ids of a tree in a member of an answer; undefined where it has none. */
function idsIn(answer: unknown, member: string, tree: string): ReadonlySet<string> | undefined {
  const idsByTree = isRecord(answer) ? answer[member] : undefined;
  return isRecord(idsByTree) && Array.isArray(idsByTree[tree]) ? new Set(partsOf(idsByTree[tree])) : undefined;
}

/** What all of the rows have; of rows that are read one by one. */
export function limitsIn(answers: readonly unknown[], tree: string): Limits {
  const [first = new Set<string>(), ...others] = answers.map((answer) => idsIn(answer, "besides", tree) ?? new Set<string>());
  const within = answers.map((answer) => idsIn(answer, "within", tree)).filter((ids) => ids !== undefined);
  return {
    implied: new Set([...first].filter((id) => others.every((ids) => ids.has(id)))),
    // One that nothing limits sees more than the others: nothing is left out then.
    within: within.length < answers.length || answers.length === 0 ? undefined : new Set(within.flatMap((ids) => [...ids])),
  };
}
