// Where the focus goes when what has it leaves the page, so that keys do not begin at the top of the page again.
import { useLayoutEffect, type RefObject } from "react";

const rowElements = (list: Element): readonly HTMLElement[] => [...list.querySelectorAll<HTMLElement>("[data-row-key]")];

/** Whether nothing on the page has the focus: a dialog that has closed keeps it until it is taken off the page. */
function isLost(): boolean {
  const { activeElement, body } = document;
  // A dialog that stays open has what comes next itself.
  if (document.querySelector(".tf-dialog") !== null) return false;
  return activeElement === null || activeElement === body || activeElement.closest(".ant-modal-wrap") !== null;
}

/** What has the focus next in a list: the row that took the place of one that is gone, else the button that adds a row. */
function focusNext(list: Element | null | undefined, place: number): void {
  if (!isLost() || list === null || list === undefined) return;
  const rows = rowElements(list);
  const next = rows[Math.min(place, rows.length - 1)] ?? list.querySelector<HTMLElement>("[data-begins]");
  next?.focus();
}

/**
 * For the note of an empty list, whose button is gone with the first row: the button that adds a row has the focus next, or that row where
 * nobody may add one.
 */
export function useFocusSuccessor(leaving: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = leaving.current;
    const list = element?.closest(".tm-list");
    return () => {
      if (element?.contains(document.activeElement) !== true) return;
      // Its successor is drawn by the same change.
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        const begins = list?.querySelector<HTMLElement>("[data-begins]");
        if (begins) begins.focus();
        else focusNext(list, 0);
      });
    };
  }, [leaving]);
}

/**
 * For a dialog about a row, which may take the row out of the list: an approved order leaves the list of those that wait. To be asked for
 * while the button in the row has the focus; the answer is to be called when the dialog is gone, and waits for the list, until the focus
 * goes elsewhere.
 */
export function successorOfRow(opener: Element | null): () => void {
  const list = opener?.closest(".tm-list");
  const row = opener?.closest("[data-row-key]");
  if (opener === null || list === null || list === undefined || row === null || row === undefined) return () => {};
  const place = rowElements(list).findIndex((one) => one === row);
  return () => {
    if (!opener.isConnected) return focusNext(list, place);
    // Asked from a dialog that is gone: the focus is back at the row.
    if (isLost() && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    const observer = new MutationObserver(() => {
      if (opener.isConnected) return;
      stop();
      focusNext(list, place);
    });
    const elsewhere = ({ target }: FocusEvent) => {
      if (target !== opener) stop();
    };
    const stop = () => {
      observer.disconnect();
      removeEventListener("focusin", elsewhere);
    };
    observer.observe(list, { childList: true, subtree: true });
    addEventListener("focusin", elsewhere);
  };
}
