// The register of the column halves of all kinds of field, one per folder of src/fields.
import type { FieldModel } from "../schema/model.ts";
import type { ColumnKind } from "./column.ts";
import { boolColumnKind } from "./bool/column.ts";
import { choiceColumnKind } from "./choice/column.ts";
import { codeColumnKind } from "./code/column.ts";
import { colorColumnKind } from "./color/column.ts";
import { dateColumnKind } from "./date/column.ts";
import { datetimeColumnKind } from "./datetime/column.ts";
import { decimalColumnKind } from "./decimal/column.ts";
import { dictColumnKind } from "./dict/column.ts";
import { emailColumnKind } from "./email/column.ts";
import { fileColumnKind } from "./file/column.ts";
import { iconColumnKind } from "./icon/column.ts";
import { imageColumnKind } from "./image/column.ts";
import { imagesColumnKind } from "./images/column.ts";
import { integerColumnKind } from "./integer/column.ts";
import { jsonColumnKind } from "./json/column.ts";
import { linesColumnKind } from "./lines/column.ts";
import { moneyColumnKind } from "./money/column.ts";
import { passwordColumnKind } from "./password/column.ts";
import { phoneColumnKind } from "./phone/column.ts";
import { refColumnKind } from "./ref/column.ts";
import { refsColumnKind } from "./refs/column.ts";
import { regionColumnKind } from "./region/column.ts";
import { richtextColumnKind } from "./richtext/column.ts";
import { stateColumnKind } from "./state/column.ts";
import { textColumnKind } from "./text/column.ts";
import { textareaColumnKind } from "./textarea/column.ts";
import { timeColumnKind } from "./time/column.ts";
import { treeRefColumnKind } from "./tree-ref/column.ts";
import { urlColumnKind } from "./url/column.ts";

/** The column half of every kind of field, by name. */
export const columnKinds: ReadonlyMap<string, ColumnKind> = new Map<string, ColumnKind>([
  ["bool", boolColumnKind],
  ["choice", choiceColumnKind],
  ["code", codeColumnKind],
  ["color", colorColumnKind],
  ["date", dateColumnKind],
  ["datetime", datetimeColumnKind],
  ["decimal", decimalColumnKind],
  ["dict", dictColumnKind],
  ["email", emailColumnKind],
  ["file", fileColumnKind],
  ["icon", iconColumnKind],
  ["image", imageColumnKind],
  ["images", imagesColumnKind],
  ["integer", integerColumnKind],
  ["json", jsonColumnKind],
  ["lines", linesColumnKind],
  ["money", moneyColumnKind],
  ["password", passwordColumnKind],
  ["phone", phoneColumnKind],
  ["ref", refColumnKind],
  ["refs", refsColumnKind],
  ["region", regionColumnKind],
  ["richtext", richtextColumnKind],
  ["state", stateColumnKind],
  ["text", textColumnKind],
  ["textarea", textareaColumnKind],
  ["time", timeColumnKind],
  ["tree-ref", treeRefColumnKind],
  ["url", urlColumnKind],
]);

/** How a field is stored. Throws for a kind without a folder, which `npm run check` reports before. */
export function columnKindOf(field: FieldModel): ColumnKind {
  const kind = columnKinds.get(field.kind);
  if (kind === undefined) throw new Error(`the kind of field "${field.kind}" has no column`);
  return kind;
}
