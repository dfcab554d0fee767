// How a row of a list is named in messages and labels: by its title, or by its key where the title is empty.
import { textOf, type Row } from "../../api/record.ts";
import type { ListViewModel } from "../../screen-models/view-models.ts";

export function rowTitle(screen: Pick<ListViewModel, "title" | "key">, row: Row): string {
  return textOf(row[screen.title]) || textOf(row[screen.key]);
}
