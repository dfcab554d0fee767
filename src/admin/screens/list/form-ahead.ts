// Loads the forms of a list while the person looks at its rows, so that a form opens as fast as one that came with the page.
import { useEffect } from "react";
import { loadScreen } from "../../data/screen-models/load.ts";
import { loadDialogs } from "./dialogs.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";

/** Milliseconds that the rows are in sight before anything else is loaded. */
const patience = 600;

/** Safari has no idle callbacks. */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(work, patience);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: 10 * patience });
  return () => cancelIdleCallback(handle);
}

/** People who pay for each byte get forms when they open one. */
function savesData(): boolean {
  const connection: unknown = "connection" in navigator ? navigator.connection : undefined;
  return typeof connection === "object" && connection !== null && "saveData" in connection && connection.saveData === true;
}

async function loadForms(screen: ListViewModel): Promise<void> {
  const [{ loadRecordForm }] = await Promise.all([import("../../forms/index.tsx"), loadScreen(screen.name), loadDialogs()]);
  await loadRecordForm(screen.fields);
}

/** `isWanted`: the person may open forms, and the rows are there. */
export function useFormAhead(screen: ListViewModel, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || savesData()) return undefined;
    let cancel = (): void => undefined;
    const timer = setTimeout(() => {
      // What cannot be loaded now is loaded, and told, when a form is opened.
      cancel = whenIdle(() => void loadForms(screen).catch(() => undefined));
    }, patience);
    return () => {
      clearTimeout(timer);
      cancel();
    };
  }, [screen, isWanted]);
}
