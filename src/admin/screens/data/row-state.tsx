// How a row stands, beside its name.
import type { ReactNode } from "react";
import { cellOf, renderedCell } from "../../../fields/cells.ts";
import type { Language } from "../../../schema/text.ts";
import type { Row } from "../../api/wire-data.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";

interface RowStateProps {
  readonly screen: Pick<ListViewModel, "fields" | "status" | "title">;
  readonly row: Row;
  readonly language: Language;
}

/** Nothing where the title says it already. */
export function RowState({ screen, row, language }: RowStateProps): ReactNode {
  const field = screen.fields.find(({ name }) => name === screen.status && name !== screen.title);
  return field === undefined ? null : renderedCell(cellOf(field), { field, value: row[field.name], row, language });
}
