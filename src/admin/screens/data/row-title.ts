// How a row of a list is named in messages and labels: by its title, or by what its first columns say where it has none.
import { cellOf } from "../../../fields/cells.ts";
import { textOf, type Row } from "../../api/wire-data.ts";
import { language } from "../../i18n/index.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";

type Named = Pick<ListViewModel, "title" | "key" | "fields">;

/** Columns that name a row without a title of its own, or whose title is empty: the document and the product of a line. */
const maxColumns = 3;

function columnTexts({ fields }: Named, row: Row): string {
  const texts = fields
    .filter((field) => field.list === true)
    .map((field) => cellOf(field).text({ field, value: row[field.name], row, language: language() }));
  return texts
    .filter((text) => text !== "")
    .slice(0, maxColumns)
    .join(" ");
}

export function rowTitle(screen: Named, row: Row): string {
  const title = screen.fields.find((field) => field.name === screen.title);
  if (title === undefined) return columnTexts(screen, row) || textOf(row[screen.key]);
  const label = title.labelKey === undefined ? "" : textOf(row[title.labelKey]);
  const english = title.english === undefined || language() !== "en" ? "" : textOf(row[title.english]);
  // Choices by their label.
  const shown = cellOf(title).text({ field: title, value: row[title.name], row, language: language() });
  return label || english || shown || columnTexts(screen, row) || textOf(row[screen.key]);
}

/** Rows named at once. */
const maxListed = 5;

/** The names of rows in one sentence; of many the first few. */
export function rowNames(screen: Named, rows: readonly Row[]): string {
  const names = rows.slice(0, maxListed).map((row) => rowTitle(screen, row));
  return names.join(language() === "zh" ? "、" : ", ") + (rows.length > maxListed ? "…" : "");
}
