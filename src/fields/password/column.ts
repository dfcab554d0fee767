// A secret in its column: what is kept is a salted hash or a cipher text, both longer than what was typed. Nobody can search by it.
import { varchar, type ColumnKind } from "../column.ts";

export const passwordColumnKind: ColumnKind = {
  family: () => "none",
  type: () => varchar(512),
  unsuffixed: "equal",
  toColumn: (value) => value,
  fromColumn: (value) => value,
};
