// The label of a field of another row, seen from a field that refers to it: 扫码地区 and 省份 make 扫码省份.
import type { JoinedAs } from "./field.ts";
import type { Text } from "./text.ts";

/** Fewer letters that two labels share are no word. */
const minShared = 2;

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Chinese: the end of the first label that the second one begins with stands once. */
function mergedZh(before: string, label: string): string | undefined {
  for (let length = Math.min(before.length, label.length); length >= Math.min(minShared, before.length); length -= 1)
    if (length > 0 && before.endsWith(label.slice(0, length))) return before + label.slice(length);
  return undefined;
}

/** English: the same with words. */
function mergedEn(before: string, label: string): string | undefined {
  const [first, second] = [before.split(" "), label.split(" ")];
  for (let count = Math.min(first.length, second.length); count > 0; count -= 1)
    if (first.slice(-count).join(" ").toLowerCase() === second.slice(0, count).join(" ").toLowerCase())
      return [...first, ...second.slice(count)].join(" ");
  return undefined;
}

/** A label of its own in place of the end of the first one. */
function replacedEn(before: string, [, label]: Text, ending: string | undefined): string {
  const isEnding = ending !== undefined && ` ${before.toLowerCase()}`.endsWith(` ${ending.toLowerCase()}`);
  const rest = isEnding ? before.slice(0, before.length - ending.length).trim() : before;
  return rest === "" ? capital(label) : `${rest} ${label}`;
}

function replacedZh(before: string, [label]: Text, ending: string | undefined): string {
  return `${ending !== undefined && before.endsWith(ending) ? before.slice(0, -ending.length) : before}${label}`;
}

/** How people call a field of a row that another one refers to. */
export function joinedLabel(before: Text, label: Text, joinedAs?: JoinedAs): Text {
  if (joinedAs !== undefined) {
    const { label: own, replaces } = joinedAs;
    return [replacedZh(before[0], own, replaces?.[0]), replacedEn(before[1], own, replaces?.[1])];
  }
  const [zh, en] = separateLabel(before, label);
  return [mergedZh(before[0], label[0]) ?? zh, mergedEn(before[1], label[1]) ?? en];
}

/** Both labels, one behind the other. */
const separateLabel = (before: Text, label: Text): Text => [`${before[0]}·${label[0]}`, `${before[1]}: ${label[1]}`];

/** A field of a row that another one refers to. */
interface JoinedField {
  readonly path: string;
  /** The label of the field that refers to the row. */
  readonly before: Text;
  readonly label: Text;
  readonly joinedAs?: JoinedAs | undefined;
}

/**
 * The labels of fields of other rows that are offered together with `own` fields. A joined label that is also that of another field, or of the
 * reference itself, says which field is meant no more: it is both labels then.
 */
export function joinedLabels(own: readonly Text[], joined: readonly JoinedField[]): ReadonlyMap<string, Text> {
  const merged = joined.map(({ before, label, joinedAs }) => joinedLabel(before, label, joinedAs));
  const distinctIn = (language: 0 | 1): readonly string[] => {
    const count = new Map<string, number>();
    for (const text of [...own, ...merged]) count.set(text[language], (count.get(text[language]) ?? 0) + 1);
    return joined.map(({ before, label }, index) => {
      const text = merged[index]?.[language] ?? "";
      return count.get(text) === 1 && text !== before[language] ? text : separateLabel(before, label)[language];
    });
  };
  const [zh, en] = [distinctIn(0), distinctIn(1)];
  return new Map(joined.map(({ path }, index) => [path, [zh[index] ?? "", en[index] ?? ""]]));
}
