// Who has which record open, as this process knows it from all of them. Every window says so again now and then; one that does not has gone.
import type { Clock } from "../store/clock.ts";
import type { Presence } from "../store/live-messages.ts";

/** A window that has not said so for this long has gone. */
const presenceMs = 150_000;
const sweepMs = 15_000;
/** Windows that are remembered; a bound on memory. */
const maxWindows = 50_000;

export interface RecordAddress {
  readonly tenantId: string;
  readonly resource: string;
  readonly id: string;
}

/** Somebody who has a record open. */
export interface PresentPerson {
  readonly userId: string;
  readonly name: string;
  readonly isEditing: boolean;
}

interface OpenWindow extends PresentPerson {
  readonly until: number;
}

interface PresentPeople {
  /** Takes up what a window says. */
  note(presence: Presence): void;
  /** The others who have a record open, each once. */
  othersAt(address: RecordAddress, userId: string): readonly PresentPerson[];
  /** Whether a user has a record open. */
  isAt(address: RecordAddress, userId: string): boolean;
  close(): void;
}

const keyOf = ({ tenantId, resource, id }: RecordAddress): string => JSON.stringify([tenantId, resource, id]);

/** `onChange` is called where people have come to a record, have left it, or do something else with it now. */
export function createPresentPeople(clock: Pick<Clock, "milliseconds">, onChange: (address: RecordAddress) => void): PresentPeople {
  const records = new Map<string, { readonly address: RecordAddress; readonly windows: Map<string, OpenWindow> }>();
  let count = 0;

  const remove = (key: string, window: string): boolean => {
    const record = records.get(key);
    if (record?.windows.delete(window) !== true) return false;
    count -= 1;
    if (record.windows.size === 0) records.delete(key);
    return true;
  };
  const sweep = (): void => {
    const now = clock.milliseconds();
    for (const [key, { address, windows }] of records) {
      const gone = [...windows].filter(([, { until }]) => until < now);
      for (const [window] of gone) remove(key, window);
      if (gone.length > 0) onChange(address);
    }
  };
  const timer = setInterval(sweep, sweepMs).unref();
  const windowsAt = (address: RecordAddress): readonly OpenWindow[] => [...(records.get(keyOf(address))?.windows.values() ?? [])];

  return {
    note: ({ userId, name, window, isEditing, isGone, ...address }) => {
      const key = keyOf(address);
      const ofWindow = `${userId} ${window}`;
      if (isGone) {
        if (remove(key, ofWindow)) onChange(address);
        return;
      }
      const record = records.get(key) ?? { address, windows: new Map<string, OpenWindow>() };
      const before = record.windows.get(ofWindow);
      if (before === undefined && count >= maxWindows) return;
      if (before === undefined) count += 1;
      records.set(key, record);
      record.windows.set(ofWindow, { userId, name, isEditing, until: clock.milliseconds() + presenceMs });
      if (before?.isEditing !== isEditing) onChange(address);
    },
    othersAt: (address, userId) => {
      const people = new Map<string, PresentPerson>();
      for (const one of windowsAt(address)) {
        if (one.userId === userId) continue;
        const isEditing = one.isEditing || people.get(one.userId)?.isEditing === true;
        people.set(one.userId, { userId: one.userId, name: one.name, isEditing });
      }
      return [...people.values()];
    },
    isAt: (address, userId) => windowsAt(address).some((one) => one.userId === userId),
    close: () => clearInterval(timer),
  };
}
