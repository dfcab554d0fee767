// How often one person may have the server connect to data sources and identity providers: a button for people, and no way to search a network for open ports.
import type { CountCall } from "../access/call-counts.ts";
import { ApiError } from "../http/errors.ts";

/** Connections of one person in a minute: enough to look through tables, and far too few for a port scan. */
export const connectionsPerMinute = 30;

interface Attempt {
  readonly caller: { readonly userId: string };
  readonly countCall?: CountCall | undefined;
}

/** Counts a connection; throws when there were too many in this minute. */
export async function countConnection({ caller, countCall }: Attempt): Promise<void> {
  if ((await countCall?.(`connections ${caller.userId}`, connectionsPerMinute)) !== false) return;
  throw new ApiError(429, "tooManyConnections", [
    `一分钟内最多连接 ${connectionsPerMinute} 次，请稍后再试`,
    `At most ${connectionsPerMinute} connections are made a minute; try again in a moment`,
  ]);
}
