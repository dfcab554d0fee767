// Who else has a record open, and who has just changed it.
import { useEffect, useState } from "react";
import { localTimeOf } from "#schema/local-time";
import { ApiFailure } from "../../api/failure.ts";
import { request } from "../../api/request.ts";
import { isRecord, textOf } from "../../api/wire-data.ts";
import { loadList } from "../screen-models/load.ts";
import { isLive, onLive, peopleIn, type LiveChange, type PresentPerson } from "./live-events.ts";
import { changesOfOthers } from "./own-writes.ts";

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
  /** More has happened than was told: it may be other than it is shown. */
  readonly isUncertain: boolean;
}

const nobody: readonly PresentPerson[] = [];

/** Tells the server, where it tells others; undefined where it does not, or cannot be reached: a record then says nothing of others. */
async function tellPresence(about: {
  readonly resource: string;
  readonly id: string;
  readonly isEditing: boolean;
  readonly isGone: boolean;
}): Promise<unknown> {
  if (!isLive()) return undefined;
  const body = { ...about, window: windowName };
  try {
    return await request("POST", "/blade-live/presence", { body, ...(about.isGone ? { keepalive: true } : {}) });
  } catch (error) {
    // What failed for another reason is a fault.
    if (error instanceof ApiFailure) return undefined;
    throw error;
  }
}

/** Whether a record may have been read after a change, which may be told of later than the page has come: times are whole seconds. */
const mayBeShownBy = (record: unknown, { action, at }: LiveChange): boolean =>
  isRecord(record) && action !== "remove" && textOf(record["version"]) !== "" && textOf(record["updateTime"]) >= localTimeOf(new Date(at));

/** Whether a record is in another version now than it is shown; false where that cannot be asked: who saves it is told then. */
async function isOutdated(resource: string, id: string, record: unknown): Promise<boolean> {
  try {
    const screen = await loadList(resource);
    if (screen === undefined) return false;
    const now = await request("GET", `${screen.path}/detail`, { query: { [screen.key]: id } });
    return isRecord(now) && isRecord(record) && textOf(now["version"]) !== textOf(record["version"]);
  } catch (error) {
    if (error instanceof ApiFailure) return false;
    throw error;
  }
}

/** `record` is the record as it was read: what was told before is over when it is read anew. */
export function useRecordWatch(resource: string, id: string | undefined, { isEditing, record }: WatchedRecord): RecordWatch {
  const key = `${resource} ${id ?? ""}`;
  const [present, setPresent] = useState<{ readonly at: string; readonly others: readonly PresentPerson[] }>();
  const [change, setChange] = useState<{ readonly of: unknown; readonly name: string | undefined; readonly isRemoved: boolean }>();
  // Whoever begins to edit has not gone.
  useEffect(() => {
    if (id === undefined) return undefined;
    const leave = () => void tellPresence({ resource, id, isEditing: false, isGone: true });
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      leave();
    };
  }, [resource, id]);
  useEffect(() => {
    if (id === undefined) return undefined;
    let isOver = false;
    const say = async () => {
      const answer = await tellPresence({ resource, id, isEditing, isGone: false });
      if (!isOver && answer !== undefined) setPresent({ at: key, others: peopleIn(answer) });
    };
    const first = setTimeout(() => void say(), isLive() ? 0 : firstMs);
    const again = setInterval(() => void say(), againMs);
    const stop = onLive("presence", (at) => {
      if (at.resource === resource && at.id === id) setPresent({ at: key, others: at.others });
    });
    return () => {
      isOver = true;
      clearTimeout(first);
      clearInterval(again);
      stop();
    };
  }, [resource, id, key, isEditing]);
  useEffect(() => {
    if (id === undefined) return undefined;
    let isOver = false;
    const tell = ({ ids, name, action }: LiveChange) =>
      setChange({ of: record, name: ids.includes(id) ? name : undefined, isRemoved: action === "remove" && ids.includes(id) });
    const tellIfOutdated = async (change: LiveChange) => {
      if ((await isOutdated(resource, id, record)) && !isOver) tell(change);
    };
    const stops = [
      onLive("changes", (changes) => {
        const own = changesOfOthers(changes).filter((one) => one.resource === resource && (one.ids.includes(id) || one.hasMore));
        const last = own.findLast(({ ids }) => ids.includes(id)) ?? own.at(-1);
        if (last === undefined) return;
        if (mayBeShownBy(record, last)) void tellIfOutdated(last);
        else tell(last);
      }),
      onLive("reset", () => setChange({ of: record, name: undefined, isRemoved: false })),
    ];
    return () => {
      isOver = true;
      for (const stop of stops) stop();
    };
  }, [resource, id, record]);
  const isOfThis = change !== undefined && change.of === record;
  return {
    others: present?.at === key ? present.others : nobody,
    changedBy: isOfThis ? change.name : undefined,
    isRemoved: isOfThis && change.isRemoved,
    isUncertain: isOfThis && change.name === undefined,
  };
}

interface WatchedRecord {
  readonly isEditing: boolean;
  readonly record: unknown;
}
