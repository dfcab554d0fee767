// Comments on records: on whose, and how their texts name people (docs/wire.md §4.4).
import { hasAttachments } from "./attachments.ts";
import type { ResourceModel } from "./model.ts";

/** Name of the resource that holds the comments. */
export const recordComments = "record-comment";
/** Name of the resource that holds who follows which record. */
export const recordFollows = "record-follow";
/** Name of the resource that holds what people were told, of records among others. */
export const personalNotices = "flow-notice";

/** What the address of a record says that it is opened for (`act`), where a notice of a comment leads there. */
export const openedForComments = "comments";

/** Characters of a comment, with the tokens of those whom it mentions. */
export const maxCommentLength = 2_000;
/** People whom one comment mentions. */
export const maxMentions = 20;

/** Whether people comment on the records of a resource and follow them: on those that have attachments. */
export const hasComments = (resource: ResourceModel): boolean => hasAttachments(resource);

/** What stands in a text for a person. */
export const mentionToken = (userId: string): string => `@{${userId}}`;

const tokens = /@\{(\d{1,19})\}/gu;

/** The ids of the people whom a text mentions, each once, in their order. */
export const mentionsIn = (text: string): readonly string[] => [...new Set([...text.matchAll(tokens)].map(([, id = ""]) => id))];

/** A piece of a text: as it was typed, or a person by id. */
type CommentPart = { readonly text: string } | { readonly userId: string };

/** A text in pieces: what was typed, and who is mentioned between. */
export function partsOfComment(text: string): readonly CommentPart[] {
  const parts: CommentPart[] = [];
  let end = 0;
  for (const match of text.matchAll(tokens)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ userId: match[1] ?? "" });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** A text as people read it: with the names of those whom it mentions. Whose name is not among them stays as it was typed. */
export const readableComment = (text: string, names: ReadonlyMap<string, string>): string =>
  partsOfComment(text)
    .map((part) => ("text" in part ? part.text : names.has(part.userId) ? `@${names.get(part.userId) ?? ""}` : mentionToken(part.userId)))
    .join("");
