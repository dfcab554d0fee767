// What this window has written a moment ago: it shows that already when the server tells of it.
import { session } from "../../api/session.ts";
import type { LiveChange } from "./live-events.ts";

/** Within this time the server has told of a write. */
const maxDelayMs = 5_000;

const writtenAt = new Map<string, number>();

/** Keeps that rows of a resource were written here. */
export function noteOwnWrite(resource: string): void {
  writtenAt.set(resource, Date.now());
}

const isOwnWrite = ({ resource, userId }: LiveChange): boolean =>
  userId === session()?.user.userId && Date.now() - (writtenAt.get(resource) ?? Number.NEGATIVE_INFINITY) < maxDelayMs;

/** The changes that were not made in this window: of a write of its own, rows of other resources are its own as well. */
export function changesOfOthers(changes: readonly LiveChange[]): readonly LiveChange[] {
  const own = new Set(changes.filter(isOwnWrite).map(({ entry }) => entry));
  return changes.filter(({ entry }) => !own.has(entry));
}
