// The key that prints. The print of the browser does not wait for what is read for paper, so it prints the open page as its button does.
import { useEffect } from "react";
import { isApple, isCommand } from "../keyboard/apple.ts";
import { useEvent } from "../hooks/use-event.ts";

/** For a button that prints. */
export const printKeys = isApple ? { shortcut: "Meta+P", shown: "⌘P" } : { shortcut: "Control+P", shown: "Ctrl+P" };

/** Whether something else is to be printed than a page or a record: another dialog is in front, or sheets that are laid out themselves. */
function isOthers(): boolean {
  const dialog = [...document.querySelectorAll(".ant-modal-content")].findLast((one) => one.checkVisibility());
  if (dialog !== undefined) return dialog.querySelector("[data-print-title]") === null;
  return document.querySelector(".tm-print-root") !== null;
}

let running: Promise<void> | undefined;

/** Whether the open page is a form: its inputs are no document, and what they hold is not saved. */
const isForm = (): boolean => [...document.querySelectorAll(".tm-record-form")].some((one) => one.checkVisibility());

/** While pages are open, also where somebody types: the key is no text. `onForm` says that a form is not printed. */
export function usePrintKey(onForm: () => void): void {
  const refuse = useEvent(onForm);
  const press = useEvent((event: KeyboardEvent) => {
    if (!isCommand(event) || event.key.toLowerCase() !== "p" || event.defaultPrevented || isOthers()) return;
    event.preventDefault();
    if (isForm()) return refuse();
    running ??= import("./print.ts")
      .then(({ printPart }) => printPart())
      // What the browser prints by itself is better than nothing.
      .catch(() => print())
      .finally(() => {
        running = undefined;
      });
  });
  useEffect(() => {
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [press]);
}
