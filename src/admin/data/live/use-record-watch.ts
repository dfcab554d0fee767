// Who else has a record open, and who has just changed it.
import { useEffect, useState } from "react";
import { request } from "../../api/request.ts";
import { isLive, onLive, peopleIn, type PresentPerson } from "./live-events.ts";
import { isOwnWrite } from "./own-writes.ts";

/** The server forgets a window that has not said so for a minute. */
const againMs = 25_000;
/** The stream begins a moment after the page. */
const firstMs = 3_000;

/** This window, as it names itself. */
const windowName = Array.from({ length: 4 }, () => Math.random().toString(36).slice(2, 10)).join("");

interface RecordWatch {
  readonly others: readonly PresentPerson[];
  /** Whoever changed it last since it was read; undefined while nobody has. */
  readonly changedBy: string | undefined;
  /** It was removed. */
  readonly isRemoved: boolean;
}

const nobody: readonly PresentPerson[] = [];

/** `record` is the record as it was read: what was told before is over when it is read anew. */
export function useRecordWatch(resource: string, id: string | undefined, { isEditing, record }: WatchedRecord): RecordWatch {
  const [others, setOthers] = useState(nobody);
  const [change, setChange] = useState<{ readonly of: unknown; readonly name: string; readonly isRemoved: boolean }>();
  useEffect(() => {
    if (id === undefined) return undefined;
    const say = async (isGone: boolean) => {
      if (!isLive()) return;
      try {
        const answer = await request("POST", "/blade-live/presence", {
          body: { resource, id, window: windowName, isEditing, isGone },
          ...(isGone ? { keepalive: true } : {}),
        });
        if (!isGone) setOthers(peopleIn(answer));
      } catch {
        // A record says nothing of others while the server cannot be asked.
      }
    };
    const first = setTimeout(() => void say(false), isLive() ? 0 : firstMs);
    const again = setInterval(() => void say(false), againMs);
    const leave = () => void say(true);
    addEventListener("pagehide", leave);
    const stop = onLive("presence", (at) => {
      if (at.resource === resource && at.id === id) setOthers(at.others);
    });
    return () => {
      clearTimeout(first);
      clearInterval(again);
      removeEventListener("pagehide", leave);
      stop();
      leave();
    };
  }, [resource, id, isEditing]);
  useEffect(
    () =>
      onLive("changes", (changes) => {
        const last = changes.findLast((one) => one.resource === resource && id !== undefined && one.ids.includes(id) && !isOwnWrite(one));
        if (last !== undefined) setChange({ of: record, name: last.name, isRemoved: last.action === "remove" });
      }),
    [resource, id, record],
  );
  const isOfThis = change !== undefined && change.of === record;
  return { others, changedBy: isOfThis ? change.name : undefined, isRemoved: isOfThis && change.isRemoved };
}

interface WatchedRecord {
  readonly isEditing: boolean;
  readonly record: unknown;
}
