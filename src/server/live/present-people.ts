// Who has which record open, as this process knows it from all of them. Every window says so again now and then; one that does not has gone.
import type { Clock } from "../store/clock.ts";
import type { Presence } from "../store/live-messages.ts";

/** A window that has not said so for this long has gone. */
const presenceMs = 150_000;
const sweepMs = 15_000;
/** Windows that are remembered; a bound on memory. */
const maxWindows = 50_000;
/** Windows of one person: whoever has more open has left the ones that have said so longest ago. */
const maxOwn = 200;

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

const personOf = ({ tenantId }: RecordAddress, window: Pick<PresentPerson, "userId"> | undefined): string =>
  `${tenantId} ${window?.userId ?? ""}`;

/** `onChange` is called where people have come to a record, have left it, or do something else with it now. */
export function createPresentPeople(clock: Pick<Clock, "milliseconds">, onChange: (address: RecordAddress) => void): PresentPeople {
  const records = new Map<string, { readonly address: RecordAddress; readonly windows: Map<string, OpenWindow> }>();
  /** The windows of each person, the one that has said so longest ago first. */
  const own = new Map<string, Map<string, { readonly address: RecordAddress; readonly window: string }>>();
  let count = 0;

  const remove = (address: RecordAddress, window: string): boolean => {
    const key = keyOf(address);
    const record = records.get(key);
    const person = personOf(address, record?.windows.get(window));
    if (record?.windows.delete(window) !== true) return false;
    count -= 1;
    if (record.windows.size === 0) records.delete(key);
    const windows = own.get(person);
    windows?.delete(`${key} ${window}`);
    if (windows?.size === 0) own.delete(person);
    return true;
  };
  /** Notes that a window is the latest of its person. */
  const renew = (address: RecordAddress, person: string, window: string): void => {
    const windows = own.get(person) ?? new Map<string, { readonly address: RecordAddress; readonly window: string }>();
    const key = `${keyOf(address)} ${window}`;
    windows.delete(key);
    windows.set(key, { address, window });
    own.set(person, windows);
    const [oldest] = windows.values();
    if (windows.size > maxOwn && oldest !== undefined && remove(oldest.address, oldest.window)) onChange(oldest.address);
  };
  const sweep = (): void => {
    const now = clock.milliseconds();
    for (const { address, windows } of records.values()) {
      const gone = [...windows].filter(([, { until }]) => until < now);
      for (const [window] of gone) remove(address, window);
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
        if (remove(address, ofWindow)) onChange(address);
        return;
      }
      const record = records.get(key) ?? { address, windows: new Map<string, OpenWindow>() };
      const before = record.windows.get(ofWindow);
      if (before === undefined && count >= maxWindows) return;
      if (before === undefined) count += 1;
      records.set(key, record);
      record.windows.set(ofWindow, { userId, name, isEditing, until: clock.milliseconds() + presenceMs });
      renew(address, personOf(address, { userId }), ofWindow);
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
