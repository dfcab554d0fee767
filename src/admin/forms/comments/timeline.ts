// Comments between the changes of a record, by time: two lists that are read in pages become one without holes.
import type { HistoryEntry } from "#schema/history";
import type { Comment } from "./comment-answer.ts";

/** What has been read of one of the lists, the latest first. */
interface Part<T> {
  readonly items: readonly T[];
  /** What its next page begins below; "" where all of it is there. */
  readonly next: string;
}

/** An entry of the timeline. */
type TimelineItem =
  | { readonly kind: "change"; readonly id: string; readonly entry: HistoryEntry }
  | { readonly kind: "comment"; readonly id: string; readonly comment: Comment };

export interface Timeline {
  /** The latest first. */
  readonly items: readonly TimelineItem[];
  /** The list whose next page comes first; undefined where everything is there. */
  readonly older: "changes" | "comments" | undefined;
}

/** Ids grow with time, whatever the rows are; they are longer than numbers can be. */
const isLater = (one: string, other: string): boolean => (one.length === other.length ? one > other : one.length > other.length);

/** Both lists as one: down to where one of them has not been read. */
export function timelineOf(changes: Part<HistoryEntry>, comments: Part<Comment>): Timeline {
  const ends = [changes.next, comments.next].filter((next) => next !== "");
  // What is older than the end of one list may have entries of that list between.
  const end = ends.reduce((one, other) => (isLater(other, one) ? other : one), "");
  const items: readonly TimelineItem[] = [
    ...changes.items.map((entry) => ({ kind: "change" as const, id: entry.id, entry })),
    ...comments.items.map((comment) => ({ kind: "comment" as const, id: comment.id, comment })),
  ];
  return {
    items: items
      .filter(({ id }) => end === "" || !isLater(end, id))
      .toSorted((one, other) => (one.id === other.id ? 0 : isLater(one.id, other.id) ? -1 : 1)),
    older: end === "" ? undefined : end === changes.next ? "changes" : "comments",
  };
}
