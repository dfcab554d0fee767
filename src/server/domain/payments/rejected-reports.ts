// How many reports without a right signature are written into the log of a channel: a few in each minute. Whoever sends thousands fills no
// log, and keeps nobody out: signatures are always checked, so what the gateway itself reports is taken in the midst of them.
import type { Text } from "#schema/text";
import type { Clock } from "../../store/clock.ts";

/** Rejected reports of one channel that are logged in a minute, in one process. */
export const loggedRejections = 20;
const windowMs = 60_000;

interface Rejections {
  readonly window: number;
  readonly count: number;
}

export interface RejectedReports {
  /** Counts a rejected report of a channel. What the log says of it; undefined where it is not written down any more. */
  count(channelId: string, refusal: Text): Text | undefined;
}

/** Counts for one process; channels are as many as there are in the database. */
export function createRejectedReports(clock: Clock): RejectedReports {
  const rejections = new Map<string, Rejections>();
  return {
    count(channelId, [zh, en]) {
      const window = Math.floor(clock.milliseconds() / windowMs);
      const before = rejections.get(channelId);
      const count = before?.window === window ? before.count + 1 : 1;
      rejections.set(channelId, { window, count });
      const left = before === undefined || before.window === window ? 0 : Math.max(0, before.count - loggedRejections);
      if (left > 0)
        return [
          `${zh}；此前另有 ${left} 条签名不正确的通知未逐条记录`,
          `${en}; before it ${left} more with a wrong signature were not logged one by one`,
        ];
      if (count === loggedRejections)
        return [`${zh}；本分钟内其后的不再逐条记录`, `${en}; further ones of this minute are not logged one by one`];
      return count > loggedRejections ? undefined : [zh, en];
    },
  };
}
