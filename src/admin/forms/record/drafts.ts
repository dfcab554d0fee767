// Unsaved input that a form lost without being asked: when the session ended, or when the page was loaded anew. It is kept for the same
// person and the same form, in this tab of the browser only, until that form opens again.
import { isRecord, textOf } from "../../api/record.ts";
import { onSession, session } from "../../api/session.ts";
import { readStored, removeStored, writeStored } from "../../api/stored.ts";
import type { FormValues } from "../../inputs/values/form-definition.ts";

interface Draft {
  readonly owner: string;
  /** The fields that were changed; null: emptied. */
  readonly values: FormValues;
}

const storedAs = "drafts";

/** What the page before this one left, if it was loaded anew. */
function storedDrafts(): Map<string, Draft> {
  const content = readStored(storedAs, "session")?.content;
  const entries = isRecord(content) ? Object.entries(content) : [];
  return new Map(
    entries.flatMap(([form, draft]) =>
      isRecord(draft) && isRecord(draft["values"]) ? [[form, { owner: textOf(draft["owner"]), values: draft["values"] }] as const] : [],
    ),
  );
}

let drafts: Map<string, Draft> | undefined;

function allDrafts(): Map<string, Draft> {
  drafts ??= storedDrafts();
  return drafts;
}

export function keepDraft(form: string, owner: string, values: FormValues): void {
  allDrafts().set(form, { owner, values });
}

/** The same over a reload of the page. Secrets are not written down. */
export function storeDraft(form: string, owner: string, values: FormValues): void {
  keepDraft(form, owner, values);
  writeStored(storedAs, Object.fromEntries(allDrafts()), Date.now(), "session");
}

/** What a form begins with: its initial values, and over them this person's draft; undefined where there is none. */
export function draftOf(form: string, owner: string, initial: FormValues): FormValues | undefined {
  const draft = allDrafts().get(form);
  if (draft?.owner !== owner) return undefined;
  return { ...initial, ...Object.fromEntries(Object.entries(draft.values).map(([name, value]) => [name, value ?? undefined])) };
}

export function forgetDraft(form: string): void {
  if (!allDrafts().delete(form)) return;
  if (readStored(storedAs, "session") !== undefined) writeStored(storedAs, Object.fromEntries(allDrafts()), Date.now(), "session");
}

onSession(() => {
  if (session() === undefined) removeStored(storedAs, "session");
});
