// What was typed, scanned or pasted into a reference and is none of its choices: it stays as the field's value, so that it is in view, is
// refused by name, and nothing else is stored in its place.
import type { Text } from "#schema/text";
import { isRecord } from "../../api/wire-data.ts";

export interface UnmatchedText {
  readonly unmatched: string;
  /** It could not be looked up at all. */
  readonly isUnread?: true;
}

/** Stands for such a text among the values that a select shows. */
export const typedKey = "\u0000typed";

const isUnmatched = (value: unknown): value is UnmatchedText => isRecord(value) && typeof value["unmatched"] === "string";

/** The unmatched text of a value, or of one of several; undefined where there is none. */
export function unmatchedIn(value: unknown): UnmatchedText | undefined {
  return Array.isArray(value) ? value.find(isUnmatched) : isUnmatched(value) ? value : undefined;
}

/** What is said of it at the field with this label. */
export function unmatchedMessage([zh, en]: Text, { unmatched, isUnread }: UnmatchedText): Text {
  return isUnread === true
    ? [`查找${zh}“${unmatched}”失败，请重试`, `“${unmatched}” could not be looked up for ${en}; please try again`]
    : [
        `没有唯一匹配“${unmatched}”的${zh}，请从列表中选择`,
        `“${unmatched}” matches no ${en}, or more than one; please choose from the list`,
      ];
}
