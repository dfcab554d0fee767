// Takes something back row by row, after it was refused for all of them together: what can go back does, and the rest is told by name.
import i18next from "i18next";
import { failureOf } from "../../api/index.ts";
import { addTexts } from "../../i18n/index.ts";

/** Whether a failure is about the rows: none of the connection, of the session or of the server, which each row would meet again. */
export function isOfRows(error: unknown): boolean {
  const { code, silent } = failureOf(error);
  return !silent && code >= 400 && code < 500 && code !== 401 && code !== 403;
}

/**
 * Throws what says which rows stay as they are, and why. A row that is refused is tried again once others have gone back, as it may need one of
 * them: a row of a tree the one above it.
 */
export async function undoSingly<R>(rows: readonly R[], undo: (row: R) => Promise<unknown>, nameOf: (row: R) => string): Promise<void> {
  let left: readonly R[] = rows;
  for (let isGoingOn = true; isGoingOn && left.length > 0;) {
    const refused = new Map<R, string>();
    for (const row of left)
      try {
        await undo(row);
      } catch (error) {
        refused.set(row, `${nameOf(row)}: ${failureOf(error).message}`);
      }
    isGoingOn = refused.size < left.length;
    left = [...refused.keys()];
    if (isGoingOn || left.length === 0) continue;
    await addTexts("bin");
    const done = rows.length - left.length;
    throw new Error([...(done > 0 ? [i18next.t("bin.undoneInPart", { count: done })] : []), ...refused.values()].join("\n"));
  }
}
