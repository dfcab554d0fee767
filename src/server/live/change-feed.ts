// Hears of the writes of all processes, and reads what they were: what a tenant's browsers are told of, each write once.
import type { Model } from "#schema/model";
import { localTimeOf } from "#schema/local-time";
import type { Clock } from "../store/clock.ts";
import type { Database } from "../store/database.ts";
import { pageSize, readEntries, readEntryIds, type ChangeEntry } from "./change-entries.ts";

/**
 * A write is in the log under the moment at which it began. One that takes longer, of a process that is killed before it could tell of it, is
 * not heard of.
 */
export const maxWriteMs = 120_000;
/** How often the log is looked through for writes that nobody has told of: of a process that was killed, or while nothing could be heard. */
const lookMs = 10_000;
/** Ids that are remembered as told; a bound on memory. */
const maxKnown = 20_000;

type OnEntries = (entries: readonly ChangeEntry[]) => void;

interface FeedOfTenant {
  readonly subscribers: Set<OnEntries>;
  /** Milliseconds at which the first subscribed. */
  readonly since: number;
  /** Entries that were told, in the order in which they were. */
  readonly known: Set<string>;
  readonly announced: Set<string>;
  reading: Promise<void> | undefined;
}

interface ChangeFeed {
  /** Calls back with each write of a tenant from now on, until the returned function is called. */
  subscribe(tenantId: string, onEntries: OnEntries): () => void;
  /** Takes up that a write was told of. */
  announced(tenantId: string, entryId: string): void;
  /** Looks through the log of every tenant that has subscribers. */
  look(): void;
  close(): void;
}

interface ChangeFeedOptions {
  readonly database: Database;
  readonly model: Model;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
}

/** The moment so many milliseconds ago, as the log has it. */
export const localTimeBefore = (clock: Pick<Clock, "milliseconds">, ms: number): string => localTimeOf(new Date(clock.milliseconds() - ms));

export function createChangeFeed({ database, model, clock, onFault }: ChangeFeedOptions): ChangeFeed {
  const feeds = new Map<string, FeedOfTenant>();

  const deliver = (feed: FeedOfTenant, entries: readonly ChangeEntry[]): void => {
    const fresh = entries.filter(({ id }) => !feed.known.has(id));
    for (const { id } of fresh) feed.known.add(id);
    for (const id of feed.known) {
      if (feed.known.size <= maxKnown) break;
      feed.known.delete(id);
    }
    if (fresh.length > 0) for (const tell of feed.subscribers) tell(fresh);
  };

  /** One read at a time for each tenant: what is announced meanwhile is read together by the next. */
  const readAnnounced = async (tenantId: string, feed: FeedOfTenant): Promise<void> => {
    while (feed.announced.size > 0 && feed.subscribers.size > 0) {
      const ids = [...feed.announced].slice(0, pageSize - 1);
      try {
        deliver(feed, (await readEntries({ database, model }, tenantId, { ids })) ?? []);
        for (const id of ids) feed.announced.delete(id);
      } catch (error) {
        // They are found by the next look.
        feed.announced.clear();
        onFault(error);
      }
    }
  };
  const lookThrough = async (tenantId: string, feed: FeedOfTenant): Promise<void> => {
    const ago = Math.min(clock.milliseconds() - feed.since, maxWriteMs);
    try {
      // Their ids alone: nearly all were told already.
      for (const id of await readEntryIds({ database, model }, tenantId, localTimeBefore(clock, ago)))
        if (!feed.known.has(id)) feed.announced.add(id);
    } catch (error) {
      onFault(error);
    }
  };
  const look = (): void => {
    for (const [tenantId, feed] of feeds)
      feed.reading ??= lookThrough(tenantId, feed)
        .then(() => readAnnounced(tenantId, feed))
        .finally(() => (feed.reading = undefined));
  };
  const timer = setInterval(look, lookMs).unref();

  return {
    subscribe: (tenantId, onEntries) => {
      const feed = feeds.get(tenantId) ?? {
        subscribers: new Set<OnEntries>(),
        since: clock.milliseconds(),
        known: new Set<string>(),
        announced: new Set<string>(),
        reading: undefined,
      };
      feeds.set(tenantId, feed);
      feed.subscribers.add(onEntries);
      return () => {
        feed.subscribers.delete(onEntries);
        if (feed.subscribers.size === 0 && feeds.get(tenantId) === feed) feeds.delete(tenantId);
      };
    },
    announced: (tenantId, entryId) => {
      const feed = feeds.get(tenantId);
      if (feed === undefined || feed.known.has(entryId)) return;
      feed.announced.add(entryId);
      feed.reading ??= readAnnounced(tenantId, feed).finally(() => (feed.reading = undefined));
    },
    look,
    close: () => {
      clearInterval(timer);
      feeds.clear();
    },
  };
}
