// What happens to the rows of a list, in a table or as cards: one listener for all clicks and keys.
import { useEffect, type RefObject } from "react";
import { useEvent } from "../../ui/hooks/use-event.ts";
import { singleKeys } from "../../ui/keyboard/page-keys.ts";

export interface RowEvent {
  /** The action of a clicked element: the `data-act` of a button, or "row" for the row itself. */
  readonly act: string;
  readonly value: string;
  readonly key: string;
  readonly element: HTMLElement;
}

function rowElement(target: EventTarget | null): HTMLElement | undefined {
  return target instanceof Element ? (target.closest<HTMLElement>("[data-row-key]") ?? undefined) : undefined;
}

/** The row next to a row, in the rendered order. */
function neighbour(row: HTMLElement, down: boolean): HTMLElement | undefined {
  let other = down ? row.nextElementSibling : row.previousElementSibling;
  while (other !== null && !other.hasAttribute("data-row-key")) other = down ? other.nextElementSibling : other.previousElementSibling;
  return other instanceof HTMLElement ? other : undefined;
}

/** Keys of a row that press its buttons, by what these do; those behind "more" are in its menu. */
const rowKeys: Readonly<Record<string, string>> = { e: "edit", Delete: "delete", ".": "more" };

/** The button of a row that a key is for, or the one that shows all that it has. */
function buttonFor(row: HTMLElement, key: string): HTMLElement | undefined {
  const act = rowKeys[key];
  if (act === undefined) return undefined;
  return (
    row.querySelector<HTMLElement>(`button[data-act="${act}"]`) ?? row.querySelector<HTMLElement>('button[data-act="more"]') ?? undefined
  );
}

/** Tells of clicks on rows and their buttons, and of the keys that do the same. */
export function useRowEvents(ref: RefObject<HTMLElement | null>, onRow: (event: RowEvent) => void): void {
  const notify = useEvent(onRow);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const click = (event: MouseEvent) => {
      const row = rowElement(event.target);
      const target = event.target instanceof Element ? event.target : undefined;
      if (row === undefined || target === undefined) return;
      const button = target.closest<HTMLElement>("[data-act]");
      // A link with a key held leads where the browser has it: into another tab or window.
      if (button instanceof HTMLAnchorElement) {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
      }
      if (button !== null)
        notify({
          act: button.dataset["act"] ?? "",
          value: button.dataset["value"] ?? "",
          key: row.dataset["rowKey"] ?? "",
          element: button,
        });
      else if (target.closest("a, button, input, label") === null)
        notify({ act: "row", value: "", key: row.dataset["rowKey"] ?? "", element: row });
    };
    const keys = singleKeys();
    const key = (event: KeyboardEvent) => {
      const isAlone = keys.come(event);
      const row = rowElement(event.target);
      if (row === undefined || event.target !== row) return;
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        if (event.altKey)
          return notify({ act: event.key === "ArrowDown" ? "down" : "up", value: "", key: row.dataset["rowKey"] ?? "", element: row });
        neighbour(row, event.key === "ArrowDown")?.focus();
      } else if (event.altKey && event.shiftKey && (event.key === "ArrowRight" || event.key === "ArrowLeft")) {
        event.preventDefault();
        notify({ act: event.key === "ArrowRight" ? "in" : "out", value: "", key: row.dataset["rowKey"] ?? "", element: row });
      } else if (event.key === "Enter") {
        event.preventDefault();
        notify({ act: "enter", value: "", key: row.dataset["rowKey"] ?? "", element: row });
      } else if (event.key === " ") {
        event.preventDefault();
        row.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click();
      } else {
        const button = event.ctrlKey || event.metaKey || event.altKey ? undefined : buttonFor(row, event.key);
        if (button === undefined || event.repeat) return;
        // Its keys are nobody else's, also where they come too fast for a person.
        event.preventDefault();
        if (event.key.length > 1) button.click();
        else if (isAlone) keys.act(() => button.isConnected && button.click());
      }
    };
    element.addEventListener("click", click);
    element.addEventListener("keydown", key);
    return () => {
      keys.stop();
      element.removeEventListener("click", click);
      element.removeEventListener("keydown", key);
    };
  }, [ref, notify]);
}
