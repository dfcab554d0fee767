// How often one person may have the server connect to data sources and identity providers: a button for people, and no way to search a network for open ports.
import { ApiError } from "../http/errors.ts";
import type { Database } from "../store/database.ts";

/** Connections of one person in a minute: enough to look through tables, and far too few for a port scan. */
export const connectionsPerMinute = 30;

interface Minute {
  readonly name: string;
  readonly counts: Map<string, number>;
}

/** The minute under way, of each server. */
const minutes = new WeakMap<Database, Minute>();

interface Attempt {
  readonly database: Database;
  readonly caller: { readonly userId: string };
  readonly now: () => string;
}

/** Counts a connection; throws when there were too many in this minute. */
export function countConnection({ database, caller, now }: Attempt): void {
  const name = now().slice(0, 16);
  let minute = minutes.get(database);
  if (minute?.name !== name) minutes.set(database, (minute = { name, counts: new Map() }));
  const count = (minute.counts.get(caller.userId) ?? 0) + 1;
  minute.counts.set(caller.userId, count);
  if (count > connectionsPerMinute)
    throw new ApiError(429, "tooManyConnections", [
      `一分钟内最多连接 ${connectionsPerMinute} 次，请稍后再试`,
      `At most ${connectionsPerMinute} connections are made a minute; try again in a moment`,
    ]);
}
