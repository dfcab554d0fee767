// One browser that is told what happens: the events of its stream, gathered for a moment and limited to what the person may know.
import { PassThrough, type Readable } from "node:stream";
import type { UserWithRights } from "../auth/callers.ts";
import type { RequestContext } from "../contract.ts";
import type { ChangeEntry } from "./change-entries.ts";
import type { PresentPerson, RecordAddress } from "./present-people.ts";
import { visibleChanges, type Recipient } from "./visible-changes.ts";

/** What happens within this time is told together. */
const gatheredMs = 250;
/** Rights are looked up again when they are older than this. */
const rightsMs = 5_000;
/** A sign of life, within the time that proxies allow to a connection without one; the session is looked at as well. */
const beatMs = 20_000;
/** A browser that does not read is cut off, and comes back with its cursor. */
const maxWaitingBytes = 1_000_000;
/** Writes that wait to be told; of more, the browser is told to load anew. */
const maxWaiting = 2_000;

interface LiveStreamOptions {
  readonly context: RequestContext;
  readonly mayCall: UserWithRights["mayCall"];
  /** The caller with the rights that they have now; throws where the session has ended. */
  readonly currentCaller: () => Promise<UserWithRights>;
  /** Milliseconds. What has happened until then is told, so that it is the cursor of a browser that comes back. */
  readonly now: () => number;
  /** Whether an entry changes what waits for people: tasks and messages. */
  readonly isNews: (entry: ChangeEntry) => boolean;
  /** Whether it is told at once, and not only when somebody looks. */
  readonly isHearing: () => boolean;
  readonly onFault: (error: unknown) => void;
}

export interface LiveStream {
  readonly body: Readable;
  readonly userId: string;
  readonly tenantId: string;
  tell(entries: readonly ChangeEntry[]): void;
  tellJob(jobId: string): void;
  /** What waits for the person may be other than before. */
  tellNews(): void;
  tellPresence(address: RecordAddress, others: readonly PresentPerson[]): void;
  /** Comments of a record that the person has open are other than before. */
  tellComments(address: RecordAddress): void;
  /** More has happened than is told: what is shown is to be loaded anew. */
  tellReset(): void;
  close(): void;
}

/** `onClose` is called once, when the browser has gone or the stream has been closed. */
export function createLiveStream(options: LiveStreamOptions, onClose: () => void): LiveStream {
  const { context, now, isNews, onFault } = options;
  const cursor = () => String(now());
  const body = new PassThrough({ highWaterMark: maxWaitingBytes });
  let rights: UserWithRights = { caller: context.caller, mayCall: options.mayCall };
  let rightsAt = now();
  let entries: ChangeEntry[] = [];
  let jobs = new Set<string>();
  let isReset = false;
  let hasNews = false;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;

  const write = (event: string, data: unknown, id = ""): void => {
    if (body.destroyed) return;
    body.write(`${id === "" ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    if (body.writableLength > maxWaitingBytes) body.destroy();
  };
  const withRights = async (): Promise<Recipient | undefined> => {
    if (now() - rightsAt > rightsMs) {
      try {
        rights = await options.currentCaller();
        rightsAt = now();
      } catch {
        body.end();
        return undefined;
      }
    }
    return { context: { ...context, caller: rights.caller }, mayCall: rights.mayCall };
  };
  const send = async (): Promise<void> => {
    timer = undefined;
    const [waiting, ids, isNewsDue] = [entries, jobs, hasNews];
    [entries, jobs, hasNews] = [[], new Set(), false];
    const upTo = cursor();
    try {
      const current = await withRights();
      if (current === undefined) return;
      if (isReset) {
        isReset = false;
        write("reset", {}, upTo);
      } else {
        const told = await visibleChanges(current, waiting);
        if (told.length > 0) write("changes", told, upTo);
      }
      if (isNewsDue || waiting.some(isNews)) write("news", {});
      if (ids.size > 0) write("jobs", [...ids]);
    } catch (error) {
      onFault(error);
      // What could not be looked up is lost to this browser, so it loads what it shows.
      write("reset", {}, upTo);
    }
  };
  const soon = (): void => {
    timer ??= setTimeout(() => {
      sending = (sending ?? Promise.resolve()).then(send);
    }, gatheredMs).unref();
  };
  const beat = setInterval(() => {
    void withRights().then(
      (current) => current !== undefined && write("alive", { isHearing: options.isHearing() }, entries.length === 0 ? cursor() : ""),
    );
  }, beatMs).unref();
  body.on("error", () => undefined);
  body.once("close", () => {
    clearInterval(beat);
    clearTimeout(timer);
    onClose();
  });
  write("alive", { isHearing: options.isHearing() }, cursor());

  return {
    body,
    userId: context.caller.userId,
    tenantId: context.caller.tenantId,
    tell: (more) => {
      if (entries.length + more.length > maxWaiting) [entries, isReset] = [[], true];
      else entries.push(...more);
      soon();
    },
    tellJob: (jobId) => {
      jobs.add(jobId);
      soon();
    },
    tellNews: () => {
      hasNews = true;
      soon();
    },
    tellPresence: (address, others) => write("presence", { resource: address.resource, id: address.id, others }),
    tellComments: ({ resource, id }) => write("comments", { resource, id }),
    tellReset: () => {
      isReset = true;
      soon();
    },
    // Whoever reads it gets what was written; nobody may read it yet.
    close: () => void (body.readableFlowing === null ? body.destroy() : body.end()),
  };
}
