// What people have written of comments and not sent yet: new ones by their record, edited ones by their id. It is kept for the same person in
// this tab of the browser, over a page that is loaded anew as well, until it is sent or given up, or the session ends.
import { onSession, session } from "../../api/session.ts";
import { isRecord, textOf } from "../../api/wire-data.ts";
import { readStored, removeStored, unsentComments, writeStored } from "../../browser/storage.ts";
import type { Mentioned } from "./mention-text.ts";
import type { CommentSubject } from "./use-comments.ts";

interface CommentDraft {
  readonly text: string;
  readonly mentioned: Mentioned;
}

interface OwnedDraft extends CommentDraft {
  readonly owner: string;
}

/** Drafts that are kept; of more, those go that were written longest ago. */
const maxDrafts = 50;

/** Where a new comment on a record is kept. */
export const newCommentPlace = ({ resource, id, tenantId }: CommentSubject): string => `${resource} ${id} ${tenantId ?? ""}`;

/** Where the new text of a comment is kept. */
export const editPlace = (commentId: string): string => `edit ${commentId}`;

const pairsIn = (value: unknown): readonly (readonly [string, string])[] =>
  isRecord(value) ? Object.entries(value).map(([label, id]) => [label, textOf(id)] as const) : [];

/** What the page before this one left, if it was loaded anew. */
function storedDrafts(): Map<string, OwnedDraft> {
  const content = readStored(unsentComments, "session")?.content;
  return new Map(
    Object.entries(isRecord(content) ? content : {}).flatMap(([place, draft]) =>
      isRecord(draft)
        ? [
            [
              place,
              { owner: textOf(draft["owner"]), text: textOf(draft["text"]), mentioned: new Map(pairsIn(draft["mentioned"])) },
            ] as const,
          ]
        : [],
    ),
  );
}

let drafts: Map<string, OwnedDraft> | undefined;

function allDrafts(): Map<string, OwnedDraft> {
  if (drafts === undefined) addEventListener("pagehide", storeAll);
  drafts ??= storedDrafts();
  return drafts;
}

function storeAll(): void {
  if (session() === undefined) return;
  const all = [...allDrafts()].map(([place, { mentioned, ...draft }]) => [place, { ...draft, mentioned: Object.fromEntries(mentioned) }]);
  if (all.length === 0) removeStored(unsentComments, "session");
  else writeStored(unsentComments, Object.fromEntries(all), Date.now(), "session");
}

const ownerNow = (): string => session()?.user.userId ?? "";

/** What the person who is signed in has left at a place. */
export function commentDraft(place: string): CommentDraft | undefined {
  const draft = allDrafts().get(place);
  return draft?.owner === ownerNow() ? draft : undefined;
}

export function keepCommentDraft(place: string, draft: CommentDraft): void {
  const all = allDrafts();
  all.delete(place);
  all.set(place, { ...draft, owner: ownerNow() });
  const [oldest] = all.keys();
  if (all.size > maxDrafts && oldest !== undefined) all.delete(oldest);
}

export function forgetCommentDraft(place: string): void {
  allDrafts().delete(place);
}

onSession(() => {
  if (session() !== undefined) return;
  drafts = new Map();
});
