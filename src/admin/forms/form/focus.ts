// Brings a field, or a cell inside one, into view and gives it the focus.
import type { FormSession } from "./form-session.ts";

type Path = readonly (string | number)[];

const focusable =
  'input:not([type="hidden"]):not(:disabled), textarea:not(:disabled), select:not(:disabled), button:not(:disabled), [contenteditable="true"], [tabindex="0"]';

/** The frame of a field of this form. */
function frameOf(root: ParentNode, name: string): HTMLElement | undefined {
  return [...root.querySelectorAll<HTMLElement>("[data-field]")].find((frame) => frame.dataset["field"] === name);
}

/** Focuses the first control inside an element. */
function focusWithin(frame: HTMLElement): void {
  frame.scrollIntoView({ block: "nearest" });
  // Of radio buttons the chosen one is the one that Tab would reach.
  (frame.querySelector<HTMLElement>('input[type="radio"]:checked') ?? frame.querySelector<HTMLElement>(focusable))?.focus();
}

/** Focuses the field at a path; a field that contains rows scrolls the row into view itself. */
export function focusPath(session: FormSession, path: Path): void {
  const [name, ...rest] = path;
  if (typeof name !== "string") return;
  const frame = frameOf(document.getElementById(session.formId) ?? document, name);
  if (frame === undefined) return;
  const focusInside = rest.length === 0 ? undefined : session.scope.focusers.get(name);
  if (focusInside === undefined) focusWithin(frame);
  else {
    frame.scrollIntoView({ block: "nearest" });
    focusInside(rest);
  }
}
