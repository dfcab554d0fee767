// Unsaved input that forms lost without being asked: when the session ended, or when the page was loaded anew. It is kept for the same
// person and the same form, in this tab of the browser only, until that form opens again.
import type { Screen } from "#schema/screen";
import { isRecord, textOf, type Row } from "../../api/wire-data.ts";
import { onSession, session } from "../../api/session.ts";
import { readStored, removeStored, writeStored } from "../../browser/storage.ts";
import type { FormValues } from "../../inputs/values/form-definition.ts";

interface Draft {
  readonly owner: string;
  /** The fields that were changed; null: emptied. */
  readonly values: FormValues;
  /** Those of them that may lie in the browser's storage. */
  readonly storable: FormValues;
}

const storedAs = "drafts";

/** Identifies the form of one record; without a record that of a new one. */
export function recordDraft(screen: Pick<Screen, "name" | "key">, record: Row | undefined, preset: FormValues): string {
  return JSON.stringify([screen.name, record?.[screen.key] ?? "", preset]);
}

/** What the page before this one left, if it was loaded anew. */
function storedDrafts(): Map<string, Draft> {
  const content = readStored(storedAs, "session")?.content;
  const entries = isRecord(content) ? Object.entries(content) : [];
  return new Map(
    entries.flatMap(([form, draft]) =>
      isRecord(draft) && isRecord(draft["values"])
        ? [[form, { owner: textOf(draft["owner"]), values: draft["values"], storable: draft["values"] }] as const]
        : [],
    ),
  );
}

let drafts: Map<string, Draft> | undefined;

function allDrafts(): Map<string, Draft> {
  drafts ??= storedDrafts();
  return drafts;
}

/** What a form would lose; undefined where nothing was typed. `isStored`: for the browser's storage, where no secret is written down. */
type UnsavedInput = (isStored: boolean) => FormValues | undefined;

interface OpenForm {
  readonly form: string;
  readonly owner: string;
  readonly unsaved: UnsavedInput;
}

/**
 * The forms of this page by the place where they stand. Those of hidden tabs stay: their effects have ended, but they stand in the document
 * with all they hold. Forms that were closed are left out when it matters.
 */
const openForms = new Map<Element, OpenForm>();

/** From now on the form at this place is asked before its input is lost. */
export function watchForm(place: Element, form: OpenForm): void {
  addEventListener("pagehide", storeAll);
  for (const other of openForms.keys()) if (!other.isConnected) openForms.delete(other);
  openForms.set(place, form);
}

/** Keeps what all forms hold; whether there was anything. */
function keepAll(): boolean {
  const drafts = [...openForms].flatMap(([place, { form, owner, unsaved }]) => {
    const values = place.isConnected ? unsaved(false) : undefined;
    return values === undefined ? [] : [[form, { owner, values, storable: unsaved(true) ?? {} }] as const];
  });
  for (const [form, draft] of drafts) allDrafts().set(form, draft);
  return drafts.length > 0;
}

/** Writes down the drafts of whoever is signed in, without anything secret. */
function writeDown(owner: string): void {
  const own = [...allDrafts()].filter(([, draft]) => draft.owner === owner);
  const stored = Object.fromEntries(own.map(([form, { storable }]) => [form, { owner, values: storable }]));
  try {
    writeStored(storedAs, stored, Date.now(), "session");
  } catch (error) {
    // There is no room for all of it, and the page is going: what was stored before stays.
    if (!(error instanceof DOMException)) throw error;
  }
}

function storeAll(): void {
  const current = session();
  if (current !== undefined && keepAll()) writeDown(current.user.userId);
}

/** What a form begins with: its initial values, and over them this person's draft; undefined where there is none. */
export function draftOf(form: string, owner: string, initial: FormValues): FormValues | undefined {
  const draft = allDrafts().get(form);
  if (draft?.owner !== owner) return undefined;
  return { ...initial, ...Object.fromEntries(Object.entries(draft.values).map(([name, value]) => [name, value ?? undefined])) };
}

/** Keeps input that was not saved, for another form to begin with. */
export function keepDraft(form: string, owner: string, values: FormValues): void {
  allDrafts().set(form, { owner, values, storable: values });
}

export function forgetDraft(form: string): void {
  const draft = allDrafts().get(form);
  if (draft === undefined) return;
  allDrafts().delete(form);
  if (readStored(storedAs, "session") !== undefined) writeDown(draft.owner);
}

onSession(() => {
  const current = session();
  if (current !== undefined) {
    // What somebody else has left in this tab is none of theirs.
    for (const [form, { owner }] of allDrafts()) if (owner !== current.user.userId) allDrafts().delete(form);
    return;
  }
  // The sign-in page takes the place of the application, and all forms with it.
  keepAll();
  removeStored(storedAs, "session");
});
