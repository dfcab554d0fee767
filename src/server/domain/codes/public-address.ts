// What stands before a code in its public address, where its make rule has no address of its own: the setting of the platform, and while that is
// switched off or empty the prefix among the system parameters.
import { sql } from "kysely";
import { prepared, type Given } from "../../rows/prepared.ts";
import { db } from "../../rows/query.ts";
import type { TableSources } from "../../rows/tables.ts";

const setting = "code.publicUrl";
const parameter = "trace.codePrefix";

/**
 * Both addresses, as `prefix`, with the place of each: the first that is on and has a value is the one in effect. What was printed with one
 * that is off now is still known by it.
 */
export const publicPrefixes = ({ unscoped }: TableSources) =>
  db
    .selectFrom(unscoped("config", "c"))
    .where("c.configKey", "=", setting)
    .select(({ ref }) => [
      "c.configValue as prefix",
      sql<number>`1`.as("place"),
      sql<boolean>`coalesce(${ref("c.status")} = 1, false)`.as("isOn"),
    ])
    .unionAll(
      db
        .selectFrom(unscoped("param", "p"))
        .where("p.paramKey", "=", parameter)
        .select(["p.paramValue as prefix", sql<number>`2`.as("place"), sql<boolean>`true`.as("isOn")]),
    );

/** The rows of `publicPrefixes`, for `publicPrefixIn`. */
export const publicPrefix = prepared("public_prefix", (_given: Given<object>, from) => publicPrefixes(from));

/** The address in effect; "" where there is none. */
export function publicPrefixIn(
  found: readonly { readonly prefix: string | null; readonly place: number; readonly isOn: boolean }[],
): string {
  const inOrder = found
    .filter(({ isOn }) => isOn)
    .toSorted((left, right) => left.place - right.place)
    .map(({ prefix }) => prefix?.trim() ?? "");
  return inOrder.find((prefix) => /^https?:\/\//i.test(prefix)) ?? "";
}
