// The difference of a row's lists in other tables, for the log: whole lists of hundreds would be truncated, and the difference would not be
// visible.
import type { ResourceModel } from "#schema/model";
import type { Transaction } from "../store/database.ts";
import { auditLogOf } from "./audit-log.ts";

/** Name of a list → its entries, by their titles. */
export type Lists = Readonly<Record<string, readonly string[]>>;

/** Records the difference of a row's lists: lost entries with a minus, new ones with a plus. */
export function recordLists(
  tx: Transaction,
  resource: ResourceModel | undefined,
  key: string,
  { before, after }: { readonly before: Lists; readonly after: Lists },
): void {
  if (resource === undefined) return;
  const signed = (sign: string, from: Lists, without: Lists) =>
    Object.fromEntries(
      Object.entries(from).map(([name, names]) => {
        const others = new Set(without[name]);
        return [
          name,
          names
            .filter((one) => !others.has(one))
            .map((one) => `${sign}${one}`)
            .join(", "),
        ];
      }),
    );
  auditLogOf(tx)?.record(resource, "edit", key, { before: signed("−", before, after), after: signed("+", after, before) });
}
