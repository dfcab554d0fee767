// How a row is named in messages and labels: by its title, or by what its first columns say where it has none.
import type { ScreenField } from "../schema/screen.ts";
import type { Language } from "../schema/text.ts";
import { plainText } from "./cell.ts";
import { cellOf } from "./cells.ts";

/** What of a screen names its rows. */
export interface NamedScreen {
  readonly title?: string;
  readonly key: string;
  readonly fields: readonly ScreenField[];
}

type Row = Readonly<Record<string, unknown>>;

/** Columns that name a row without a title of its own, or whose title is empty: the document and the product of a line. */
const maxColumns = 3;

function columnTexts({ fields }: NamedScreen, row: Row, language: Language): string {
  const texts = fields
    .filter((field) => field.list === true)
    .map((field) => cellOf(field).text({ field, value: row[field.name], row, language }));
  return texts
    .filter((text) => text !== "")
    .slice(0, maxColumns)
    .join(" ");
}

/** The name of a row; "" where it tells nothing of itself, not even its key. */
export function titleOfRow(screen: NamedScreen, row: Row, language: Language): string {
  const title = screen.fields.find((field) => field.name === screen.title);
  if (title === undefined) return columnTexts(screen, row, language) || plainText(row[screen.key]);
  const label = title.labelKey === undefined ? "" : plainText(row[title.labelKey]);
  const english = title.english === undefined || language !== "en" ? "" : plainText(row[title.english]);
  // Choices by their label.
  const shown = cellOf(title).text({ field: title, value: row[title.name], row, language });
  return label || english || shown || columnTexts(screen, row, language) || plainText(row[screen.key]);
}
