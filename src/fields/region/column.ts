// The code of an administrative division in its column. Codes begin with that of the division above, so a search for a province finds its districts.
import { varchar, type ColumnKind } from "../column.ts";

export const regionColumnKind: ColumnKind = {
  family: () => "text",
  type: () => varchar(12),
  unsuffixed: "prefix",
  toColumn: (value) => value,
  fromColumn: (value) => value,
};
