// How rows of a list are named in messages and labels, in the language of the page.
import { titleOfRow, type NamedScreen } from "../../../fields/row-title.ts";
import type { Row } from "../../api/wire-data.ts";
import { language } from "../../i18n/index.ts";

export const rowTitle = (screen: NamedScreen, row: Row): string => titleOfRow(screen, row, language());

/** Rows named at once. */
const maxListed = 5;

/** The names of rows in one sentence; of many the first few. */
export function rowNames(screen: NamedScreen, rows: readonly Row[]): string {
  const names = rows.slice(0, maxListed).map((row) => rowTitle(screen, row));
  return names.join(language() === "zh" ? "、" : ", ") + (rows.length > maxListed ? "…" : "");
}
