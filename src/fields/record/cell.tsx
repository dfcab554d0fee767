// The title of a row as a link to it, where its screen is in the reader's menu.
import { plainText, type Cell } from "../cell.ts";
import { RecordLink } from "./record-link.tsx";

export const cell: Cell = {
  text: ({ value }) => plainText(value),
  around: 0,
  render: ({ field, value, row }) => (
    <RecordLink resource={plainText(row[field.resourceField ?? ""])} id={plainText(row[field.idField ?? ""])} title={plainText(value)} />
  ),
};
