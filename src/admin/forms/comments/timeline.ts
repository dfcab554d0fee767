// Comments between the changes of a record and the steps of its approvals, by time: two lists that are read in pages become one without holes.
import { isLater, laterOf, type ApprovalStep, type HistoryEntry } from "../../../schema/history.ts";
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
}

/** An entry of the timeline. `id`: where it stands. */
type TimelineItem =
  | { readonly kind: "change"; readonly id: string; readonly entry: HistoryEntry }
  | { readonly kind: "step"; readonly id: string; readonly step: ApprovalStep }
  | { readonly kind: "comment"; readonly id: string; readonly comment: Comment };

export interface Timeline {
  /** The latest first. */
  readonly items: readonly TimelineItem[];
  /** The list whose next page comes first; undefined where everything is there. */
  readonly older: "history" | "comments" | undefined;
}

/** Both lists as one: down to where one of them has not been read. */
export function timelineOf(history: History, comments: Part<Comment>): Timeline {
  // What is older than the end of one list may have entries of that list between.
  const end = laterOf([history.next, comments.next]);
  const items: readonly TimelineItem[] = [
    ...history.items.map((entry) => ({ kind: "change" as const, id: entry.id, entry })),
    ...history.steps.map((step) => ({ kind: "step" as const, id: step.at, step })),
    ...comments.items.map((comment) => ({ kind: "comment" as const, id: comment.id, comment })),
  ];
  return {
    items: items
      .filter(({ id }) => !isLater(end, id))
      .toSorted((one, other) => (one.id === other.id ? 0 : isLater(one.id, other.id) ? -1 : 1)),
    older: end === "" ? undefined : end === history.next ? "history" : "comments",
  };
}
