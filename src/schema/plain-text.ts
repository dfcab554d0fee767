// Characters that look like others: what keyboards of Chinese and word processors write in place of plain ASCII, and blanks that nobody sees.

/** Blanks of other widths, and characters without any. Joiners within words and emoji (U+200C, U+200D) are letters' own. */
const wideBlanks = /[\u3000\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3164]/gu;
/** Also controls, soft hyphens and marks of the direction of writing. Not those that end a line or separate cells. */
const invisible = /[^\P{Cc}\t\n\v\f\r\u0085]|\u034f|[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;
const atEnds = /^[\s\u200b\u2060]+|[\s\u200b\u2060]+$/gu;
/** What a page shows as one blank. */
const blanks = /[\s\u0085]+/gu;

/** How a kind of text is tidied: one of a line throughout, one of several lines at its ends alone. */
export type Tidying = "line" | "ends";

/** How the field of a text has it kept. */
interface TextField {
  readonly tidying: Tidying;
  readonly capitals?: boolean | undefined;
}

/** A text as its field keeps it. */
export function normalized(text: string, { tidying, capitals = false }: TextField): string {
  const tidy = tidied(text, tidying);
  return capitals ? tidy.toUpperCase() : tidy;
}

/** A text as it is kept: nobody sees the blanks around it, nor of which kind those within a line are. */
export function tidied(text: string, tidying: Tidying): string {
  const plain = tidying === "line" ? text.replace(wideBlanks, " ").replace(invisible, "").replace(blanks, " ") : text;
  return plain.replace(atEnds, "");
}

/** Full-width letters, digits, signs and blanks as their plain ones. Nothing else is folded: "10²" does not become "102". */
export function plainWidth(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/gu, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - 0xfee0))
    .replace(wideBlanks, " ")
    .replace(invisible, "")
    .trim();
}
