// Loads the forms of a list while the person looks at its rows, so that a form opens as fast as one that came with the page.
import { useEffect } from "react";
import { loadAhead } from "../../browser/loaded-ahead.ts";
import { ignoreMissingChunk } from "../../browser/missing-chunk.ts";
import { loadScreen } from "../../data/screen-models/load.ts";
import { loadDialogs } from "./dialogs.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";

/** Milliseconds that the rows are in sight before anything else is loaded: what is loaded sooner is work of the first view. */
const patience = 2000;

/** Safari has no idle callbacks. */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(work, 0);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: 3 * patience });
  return () => cancelIdleCallback(handle);
}

const hints = ["pointerover", "focusin"] as const;

/** People who pay for each byte get forms when they open one. */
function savesData(): boolean {
  const connection: unknown = "connection" in navigator ? navigator.connection : undefined;
  return typeof connection === "object" && connection !== null && "saveData" in connection && connection.saveData === true;
}

async function loadForms(screen: ListViewModel): Promise<void> {
  if (screen.record !== undefined)
    await Promise.all([loadAhead("record"), screen.entry === undefined ? undefined : loadAhead("newRecord")]);
  const [{ loadRecordForm }] = await Promise.all([import("../../forms/index.tsx"), loadScreen(screen.name), loadDialogs()]);
  await loadRecordForm(screen.fields);
}

/** Whether somebody is about to press a button of the page, or to open a record: the pointer or the focus is on it. */
const isAtButton = ({ target }: Event): boolean =>
  target instanceof Element && target.closest("main button, main a[data-act=view]") !== null;

/** `isWanted`: the person may open forms, and the rows are there. */
export function useFormAhead(screen: ListViewModel, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || savesData()) return undefined;
    let cancel = (): void => undefined;
    const stop = () => {
      clearTimeout(timer);
      cancel();
      for (const name of hints) removeEventListener(name, hint);
    };
    const begin = () => {
      stop();
      void loadForms(screen).catch(ignoreMissingChunk);
    };
    const hint = (event: Event) => {
      if (isAtButton(event)) begin();
    };
    const timer = setTimeout(() => {
      cancel = whenIdle(begin);
    }, patience);
    for (const name of hints) addEventListener(name, hint);
    return stop;
  }, [screen, isWanted]);
}
