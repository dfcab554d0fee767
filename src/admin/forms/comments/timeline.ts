// Comments between the changes of a record and the steps of its approvals, by time: two lists that are read in pages become one without holes.
import { isLater, laterOf, type ApprovalStep, type HistoryEntry, type HistoryEvents } from "../../../schema/history.ts";
import type { Comment } from "./comment-answer.ts";

/** What has been read of one of the lists, the latest first. */
interface Part<T> {
  readonly items: readonly T[];
  /** What its next page begins below; "" where all of it is there. */
  readonly next: string;
}

/** What has been read of the history. */
interface History extends Part<HistoryEntry> {
  readonly steps: readonly ApprovalStep[];
  readonly events: readonly HistoryEvents[];
}

/** An entry of the timeline. `id`: where it stands, which days of several kinds share. */
export type TimelineItem =
  | { readonly kind: "change"; readonly id: string; readonly entry: HistoryEntry }
  | { readonly kind: "step"; readonly id: string; readonly step: ApprovalStep }
  | { readonly kind: "events"; readonly id: string; readonly events: readonly HistoryEvents[] }
  | { readonly kind: "comment"; readonly id: string; readonly comment: Comment };

export interface Timeline {
  /** The latest first. */
  readonly items: readonly TimelineItem[];
  /** The list whose next page comes first; undefined where everything is there. */
  readonly older: "history" | "comments" | undefined;
}

/**
 * Days of the same kind between which nothing but other days stands are one item, so that they do not bury what people have done: a kind with
 * days by the hundred leaves those of another kind that have happened at the same time together as well.
 */
function folded(items: readonly TimelineItem[]): readonly TimelineItem[] {
  const shown: TimelineItem[] = [];
  for (const item of items) {
    const behind = shown.findLastIndex(({ kind }) => kind !== "events");
    const place = shown.findIndex((one, at) => at > behind && isOfKind(one, item));
    const same = shown[place];
    if (item.kind === "events" && same?.kind === "events") shown[place] = { ...same, events: [...same.events, ...item.events] };
    else shown.push(item);
  }
  return shown;
}

const isOfKind = (one: TimelineItem, other: TimelineItem): boolean =>
  one.kind === "events" && other.kind === "events" && one.events[0]?.resource === other.events[0]?.resource;

/** What tells days from all other days of a timeline: those of two kinds, or of two fields of one kind, end at the same moment. */
export const keyOfEvents = (event: HistoryEvents | undefined): string =>
  event === undefined ? "" : `${event.resource} ${event.by} ${event.at}`;

/** Both lists as one: down to where one of them has not been read. */
export function timelineOf(history: History, comments: Part<Comment>): Timeline {
  // What is older than the end of one list may have entries of that list between.
  const end = laterOf([history.next, comments.next]);
  const items: readonly TimelineItem[] = [
    ...history.items.map((entry) => ({ kind: "change" as const, id: entry.id, entry })),
    ...history.steps.map((step) => ({ kind: "step" as const, id: step.at, step })),
    ...history.events.map((events) => ({ kind: "events" as const, id: events.at, events: [events] })),
    ...comments.items.map((comment) => ({ kind: "comment" as const, id: comment.id, comment })),
  ];
  return {
    items: folded(
      items.filter(({ id }) => !isLater(end, id)).toSorted((one, other) => (one.id === other.id ? 0 : isLater(one.id, other.id) ? -1 : 1)),
    ),
    older: end === "" ? undefined : end === history.next ? "history" : "comments",
  };
}
