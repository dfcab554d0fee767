// Mentions in a text box: people are typed and read by their names, and travel as tokens with their ids.
import { mentionToken, partsOfComment } from "../../../schema/comments.ts";
import type { Person } from "./comment-answer.ts";

/** People by what stands for them in a text, behind the @. */
export type Mentioned = ReadonlyMap<string, string>;

/** As much as anybody types of a name. */
const maxTypedLength = 20;

/** A name that is being typed. */
interface TypedMention {
  /** Where its @ is. */
  readonly start: number;
  readonly name: string;
}

/** The name that is being typed before the caret; undefined where none is. An @ inside a word, as in an address of mail, begins none. */
export function typedMention(text: string, caret: number): TypedMention | undefined {
  const start = text.lastIndexOf("@", caret - 1);
  if (start === -1 || start >= caret) return undefined;
  const name = text.slice(start + 1, caret);
  const isInWord = start > 0 && /[\w.]/u.test(text[start - 1] ?? "");
  return isInWord || name.length > maxTypedLength || /[\s@{}]/u.test(name) ? undefined : { start, name };
}

/** What stands for a person: their name, and where somebody else of that name is mentioned already, their account as well. */
function labelFor({ id, name, account }: Person, mentioned: Mentioned): string {
  const other = mentioned.get(name);
  return other === undefined || other === id ? name : `${name}(${account === "" ? id.slice(-4) : account})`;
}

/** A text with a person in place of the name that was being typed, where the caret is then, and who is mentioned. */
export function withMention(
  text: string,
  { start, name }: TypedMention,
  person: Person,
  mentioned: Mentioned,
): { readonly text: string; readonly caret: number; readonly mentioned: Mentioned } {
  const label = labelFor(person, mentioned);
  const inserted = `@${label} `;
  const rest = text.slice(start + 1 + name.length).replace(/^ /u, "");
  return {
    text: text.slice(0, start) + inserted + rest,
    caret: start + inserted.length,
    mentioned: new Map([...mentioned, [label, person.id]]),
  };
}

/** The text as it travels. */
export function encodedText(text: string, mentioned: Mentioned): string {
  // The longer of two names that begin alike is meant where it stands.
  const labels = [...mentioned.keys()].filter((label) => label !== "").sort((one, other) => other.length - one.length);
  if (labels.length === 0) return text.trim();
  const escaped = labels.map((label) => label.replaceAll(/[.*+?^${}()|[\]\\]/gu, "\\$&"));
  return text
    .replaceAll(new RegExp(`@(${escaped.join("|")})`, "gu"), (whole, label: string) => {
      const id = mentioned.get(label);
      return id === undefined ? whole : mentionToken(id);
    })
    .trim();
}

/** A stored text as it is edited. */
export function decodedText(text: string, people: readonly Person[]): { readonly text: string; readonly mentioned: Mentioned } {
  const mentioned = new Map<string, string>();
  const labels = new Map<string, string>();
  for (const person of people) {
    const label = labelFor(person, mentioned);
    mentioned.set(label, person.id);
    labels.set(person.id, label);
  }
  const shown = partsOfComment(text).map((part) => {
    if ("text" in part) return part.text;
    const label = labels.get(part.userId);
    return label === undefined ? mentionToken(part.userId) : `@${label}`;
  });
  return { text: shown.join(""), mentioned };
}

/** A piece of a comment as it is shown. */
type ShownPart = { readonly text: string } | { readonly mention: string } | { readonly link: string };

const links = /https?:\/\/[^\s<>"'，。；！？、（）《》“”‘’]+/gu;
/** What ends a sentence and not an address. */
const trailing = /[.,;:!?)\]]+$/u;

function withLinks(text: string): readonly ShownPart[] {
  const parts: ShownPart[] = [];
  let end = 0;
  for (const match of text.matchAll(links)) {
    const link = match[0].replace(trailing, "");
    if (!URL.canParse(link)) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ link });
    end = match.index + link.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** A stored text in pieces: plain text, people by their names, and links. */
export function shownParts(text: string, people: readonly Person[]): readonly ShownPart[] {
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return partsOfComment(text).flatMap((part): readonly ShownPart[] => {
    if ("text" in part) return withLinks(part.text);
    const name = names.get(part.userId);
    return [name === undefined ? { text: mentionToken(part.userId) } : { mention: name }];
  });
}
