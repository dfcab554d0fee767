// Unsaved input from when the session ended. It stays in this page only, for the same user, until the same form opens again.
import type { FormValues } from "../../inputs/values/form-definition.ts";

interface Draft {
  readonly owner: string;
  readonly values: FormValues;
}

const drafts = new Map<string, Draft>();

export function keepDraft(form: string, owner: string, values: FormValues): void {
  drafts.set(form, { owner, values });
}

/** The draft of a form, if it is this person's. */
export function draftOf(form: string, owner: string): FormValues | undefined {
  const draft = drafts.get(form);
  return draft?.owner === owner ? draft.values : undefined;
}

export function forgetDraft(form: string): void {
  drafts.delete(form);
}
