// One of a fixed list in its column: a number, a text, or an array of texts.
import { varchar, type ColumnKind } from "../column.ts";

export const choiceColumnKind: ColumnKind = {
  family: (field) => (field.wire === "number" ? "integer" : "text"),
  type: (field) => (field.wire === "list" ? "text[]" : field.wire === "number" ? "integer" : varchar(64)),
  unsuffixed: "equal",
  toColumn: (value) => value,
  fromColumn: (value) => value,
};
