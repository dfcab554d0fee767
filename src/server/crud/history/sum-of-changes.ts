// What several changes of one row come to.
import type { StoredChanges } from "../../audit/row-history.ts";
import { isSame } from "./moment.ts";
import type { ChangeRow } from "./stored-changes.ts";

/** What several changes of a row come to, the earliest first: what the first of them has met, and the last has left. */
export function sumOf<Change extends Pick<ChangeRow, "change_kind" | "changes">>(changes: readonly Change[]): Change | undefined {
  const told = changes.filter(({ change_kind: kind }) => kind !== "touch");
  const [first, last] = [told[0], told.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const wasThere = first.change_kind !== "add" && first.change_kind !== "restore";
  const isThere = last.change_kind !== "remove";
  if (!wasThere && !isThere) return undefined;
  const sum: Record<string, StoredChanges[string]> = {};
  for (const { changes: values } of told)
    for (const [name, both] of Object.entries(values)) {
      const earlier = sum[name];
      const was = earlier === undefined || earlier === null ? both?.[0] : earlier[0];
      sum[name] = both === null || earlier === null ? null : [wasThere ? was : null, isThere ? both[1] : null];
    }
  const differing = Object.entries(sum).filter(([, both]) => both === null || !isSame(both[0], both[1]));
  // A removal stores no values: the row has them still, in the recycle bin.
  if (wasThere && isThere && differing.length === 0) return undefined;
  return { ...last, change_kind: wasThere ? (isThere ? "edit" : "remove") : "add", changes: Object.fromEntries(differing) };
}
