// What holds for an installation as a whole, whichever process serves it: kept at the first start, and compared at every other one.
import { APP_ROLE } from "../postgres/app-role.ts";
import type { Database } from "./database.ts";
import { quoted } from "./names.ts";

/** Facts by name, one row each. */
export const installationTable = "tm_installation";

/** Statements that create it where it is missing; tenants' requests have no business with it. */
export function installationStatements(tables: ReadonlyMap<string, unknown>): readonly string[] {
  return tables.has(installationTable)
    ? []
    : [
        `CREATE TABLE ${quoted(installationTable)} (name text PRIMARY KEY, value text NOT NULL)`,
        `REVOKE ALL ON ${quoted(installationTable)} FROM ${APP_ROLE}`,
      ];
}

const timeZoneName = "time zone";

/** Ten days apart, over two years: zones of other names that show the same time then are the same for us. */
const probes = Array.from({ length: 73 }, (_none, index) => (index - 36) * 864_000_000);

function clockOf(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "short", timeStyle: "short" });
  } catch {
    return undefined; // a name that this version of Node does not know
  }
}

function isSameZone(left: string, right: string): boolean {
  const [one, other] = [clockOf(left), clockOf(right)];
  return (
    left === right ||
    (one !== undefined && other !== undefined && probes.every((at) => one.format(Date.now() + at) === other.format(Date.now() + at)))
  );
}

/** The time zone of this process. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * The time zone that the installation keeps its times in, where it is another than that of this process: times are stored as the local time
 * of the process, and those of two zones could not be told apart. The first process decides.
 */
export async function otherTimeZone(database: Database, own: string): Promise<string | undefined> {
  const stored = await database.owner.transaction(async (tx) => {
    await tx.query({
      sql: `insert into ${installationTable} (name, value) values ($1, $2) on conflict do nothing`,
      parameters: [timeZoneName, own],
    });
    return tx.first({ sql: `select value from ${installationTable} where name = $1`, parameters: [timeZoneName] });
  });
  const zone = String(stored?.["value"] ?? own);
  return isSameZone(zone, own) ? undefined : zone;
}
