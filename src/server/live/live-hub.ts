// What browsers are told while something happens: the streams of this process, and what it hears of all processes for them.
import type { Model } from "#schema/model";
import type { UserWithRights } from "../auth/callers.ts";
import type { RequestContext } from "../contract.ts";
import { ApiError } from "../http/errors.ts";
import { messagesOf } from "../store/announcements.ts";
import type { Clock } from "../store/clock.ts";
import type { Database, Listener } from "../store/database.ts";
import { readEntries, type ChangeEntry } from "./change-entries.ts";
import { createChangeFeed, localTimeBefore, maxWriteMs } from "./change-feed.ts";
import { createLiveStream, type LiveStream } from "./live-stream.ts";
import { liveChannel, presenceMessage, readMessage, type Presence } from "../store/live-messages.ts";
import { createPresentPeople, type PresentPerson, type RecordAddress } from "./present-people.ts";

/** Streams of one person: a browser has one, whatever the number of its windows. */
const maxOwn = 10;
/** Streams of a process. */
const maxStreams = 5_000;
/** Between two tries to listen. */
const betweenTriesMs = 60_000;
/** A browser that was away for longer loads what it shows. */
const maxAwayMs = 3_600_000;

interface LiveHubOptions {
  readonly model: Model;
  readonly database: Database;
  readonly clock: Clock;
  /** Resources whose writes change what waits for people. */
  readonly newsResources: ReadonlySet<string>;
  readonly onFault: (error: unknown) => void;
}

interface AskedStream {
  readonly context: RequestContext;
  readonly mayCall: UserWithRights["mayCall"];
  /** The cursor of the stream before; "" where there was none. */
  readonly since: string;
  /** The caller with the rights that they have now; throws where the session has ended. */
  readonly currentCaller: () => Promise<UserWithRights>;
}

export interface LiveHub {
  /** Opens a stream for a caller. */
  open(asked: AskedStream): Promise<LiveStream>;
  /** Takes up that somebody has a record open, and answers who else has. */
  present(presence: Presence): Promise<readonly PresentPerson[]>;
  /** Ends all streams. */
  close(): Promise<void>;
}

const tooManyStreams = () => new ApiError(429, "tooManyStreams", ["打开的实时连接过多", "There are too many live connections"]);

/** A cursor is a moment in milliseconds; below 0 it is so many milliseconds ago, of a page that was loaded then. */
const cursorForm = /^-?\d{1,15}$/;

/** It listens once there is somebody to tell. */
export function createLiveHub({ model, database, clock, newsResources, onFault }: LiveHubOptions): LiveHub {
  const streams = new Set<LiveStream>();
  const feed = createChangeFeed({ database, model, clock, onFault });
  const tellPresence = (address: RecordAddress): void => {
    for (const stream of streams) {
      if (stream.tenantId !== address.tenantId || !people.isAt(address, stream.userId)) continue;
      stream.tellPresence(address, people.othersAt(address, stream.userId));
    }
  };
  const people = createPresentPeople(clock, tellPresence);
  let isClosed = false;

  const hear = (line: string): void => {
    const message = readMessage(line);
    switch (message?.about) {
      case "change":
        feed.announced(message.tenantId, message.entryId);
        break;
      case "news":
        for (const stream of streams)
          if (stream.tenantId === message.tenantId && (message.userId === "" || stream.userId === message.userId)) stream.tellNews();
        break;
      case "job":
        for (const stream of streams)
          if (stream.tenantId === message.tenantId && stream.userId === message.userId) stream.tellJob(message.jobId);
        break;
      case "comments":
        // Whoever has the record open may see it, and what is said of it.
        for (const stream of streams)
          if (stream.tenantId === message.tenantId && people.isAt(message, stream.userId)) stream.tellComments(message);
        break;
      case "presence": {
        const { about: _about, ...presence } = message;
        people.note(presence);
        break;
      }
      case undefined:
        break;
    }
  };
  let listening: Promise<Listener | undefined> | undefined;
  let isHearing = false;
  let refusedAt = Number.NEGATIVE_INFINITY;
  /** Begins to listen, or tries it again where that was refused a while ago. */
  const listen = (): Promise<Listener | undefined> => {
    if (!isHearing && refusedAt > clock.milliseconds() - betweenTriesMs) return Promise.resolve(undefined);
    return (listening ??= database.owner
      .listen(liveChannel, (payload) => {
        // The connection was lost for a while.
        if (payload === undefined) feed.look();
        else for (const line of messagesOf(payload)) hear(line);
      })
      .then((listener) => {
        isHearing = true;
        return listener;
      })
      .catch((error: unknown) => {
        // Behind a connection pooler LISTEN does not work; looking now and then must suffice.
        onFault(error);
        [listening, refusedAt] = [undefined, clock.milliseconds()];
        return undefined;
      }));
  };

  /** Tells a browser what happened since it lost its stream, with what it may know, or since it has loaded its page. */
  const catchUp = async (stream: LiveStream, since: number): Promise<void> => {
    const ago = since < 0 ? -since : clock.milliseconds() - since + maxWriteMs;
    if (ago > maxAwayMs + maxWriteMs || ago < 0) return stream.tellReset();
    const entries = await readEntries({ database, model }, stream.tenantId, { since: localTimeBefore(clock, ago) });
    if (entries === undefined) stream.tellReset();
    else stream.tell(entries);
  };
  const isNews = ({ changed }: ChangeEntry): boolean => changed.some(({ resource }) => newsResources.has(resource));

  return {
    open: async ({ since, ...asked }) => {
      const { userId, tenantId } = asked.context.caller;
      await listen();
      if (isClosed || streams.size >= maxStreams || [...streams].filter((one) => one.userId === userId).length >= maxOwn)
        throw tooManyStreams();
      const end: (() => void)[] = [];
      const stream = createLiveStream({ ...asked, now: () => clock.milliseconds(), isNews, isHearing: () => isHearing, onFault }, () => {
        streams.delete(stream);
        for (const one of end) one();
      });
      streams.add(stream);
      end.push(feed.subscribe(tenantId, (entries) => stream.tell(entries)));
      try {
        if (cursorForm.test(since)) await catchUp(stream, Number(since));
      } catch (error) {
        stream.close();
        throw error;
      }
      return stream;
    },
    present: async (presence) => {
      await listen();
      people.note(presence);
      database.tell(liveChannel, presenceMessage(presence));
      return people.othersAt(presence, presence.userId);
    },
    close: async () => {
      isClosed = true;
      for (const stream of streams) stream.close();
      feed.close();
      people.close();
      await (await listening)?.close();
    },
  };
}
