// Comments of a record, as the server answers them (docs/wire.md §4.4).
import { isRecord, rowsOf, textOf } from "../../api/wire-data.ts";

/** A person of the tenant. */
export interface Person {
  readonly id: string;
  readonly name: string;
  /** Tells people of the same name from each other; "" where it is not known. */
  readonly account: string;
}

export interface Comment {
  readonly id: string;
  /** With tokens in place of the people whom it mentions. */
  readonly text: string;
  readonly person: string;
  readonly time: string;
  /** "" where it is as it was written. */
  readonly editTime: string;
  readonly isOwn: boolean;
  readonly mentions: readonly Person[];
}

/** A page of comments, the latest first. */
export interface Comments {
  readonly isFollowing: boolean;
  readonly comments: readonly Comment[];
  /** What the next page begins below; "" where this is the last. */
  readonly next: string;
}

/** People whom a comment may mention. */
export const peopleIn = (payload: unknown): readonly Person[] =>
  rowsOf(payload).map((row) => ({ id: textOf(row["id"]), name: textOf(row["name"]), account: textOf(row["account"]) }));

/** The answer of GET /blade-desk/record-comment/of-record. */
export function commentsOf(payload: unknown): Comments {
  const answer = isRecord(payload) ? payload : {};
  return {
    isFollowing: answer["isFollowing"] === true,
    comments: rowsOf(answer["comments"]).map((row) => ({
      id: textOf(row["id"]),
      text: textOf(row["text"]),
      person: textOf(row["person"]),
      time: textOf(row["time"]),
      editTime: textOf(row["editTime"]),
      isOwn: row["isOwn"] === true,
      mentions: peopleIn(row["mentions"]),
    })),
    next: textOf(answer["next"]),
  };
}
