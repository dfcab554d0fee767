// The register of all kinds of field: their definition halves, one per folder of src/fields.
import type { FieldData } from "./field.ts";
import type { FieldKind } from "./field-kind.ts";
import { boolKind } from "../fields/bool/definition.ts";
import { choiceKind } from "../fields/choice/definition.ts";
import { codeKind } from "../fields/code/definition.ts";
import { colorKind } from "../fields/color/definition.ts";
import { dateKind } from "../fields/date/definition.ts";
import { datetimeKind } from "../fields/datetime/definition.ts";
import { decimalKind } from "../fields/decimal/definition.ts";
import { dictKind } from "../fields/dict/definition.ts";
import { emailKind } from "../fields/email/definition.ts";
import { fileKind } from "../fields/file/definition.ts";
import { iconKind } from "../fields/icon/definition.ts";
import { imageKind } from "../fields/image/definition.ts";
import { imagesKind } from "../fields/images/definition.ts";
import { integerKind } from "../fields/integer/definition.ts";
import { jsonKind } from "../fields/json/definition.ts";
import { linesKind } from "../fields/lines/definition.ts";
import { moneyKind } from "../fields/money/definition.ts";
import { passwordKind } from "../fields/password/definition.ts";
import { phoneKind } from "../fields/phone/definition.ts";
import { refKind } from "../fields/ref/definition.ts";
import { refsKind } from "../fields/refs/definition.ts";
import { regionKind } from "../fields/region/definition.ts";
import { richtextKind } from "../fields/richtext/definition.ts";
import { stateKind } from "../fields/state/definition.ts";
import { textKind } from "../fields/text/definition.ts";
import { textareaKind } from "../fields/textarea/definition.ts";
import { timeKind } from "../fields/time/definition.ts";
import { treeRefKind } from "../fields/tree-ref/definition.ts";
import { urlKind } from "../fields/url/definition.ts";

/** Every kind of field, by name. */
export const fieldKinds: ReadonlyMap<string, FieldKind> = new Map(
  [
    textKind, textareaKind, richtextKind, codeKind, phoneKind, emailKind, urlKind, passwordKind, iconKind, colorKind,
    regionKind, jsonKind, integerKind, decimalKind, moneyKind, dateKind, datetimeKind, timeKind, boolKind, choiceKind,
    stateKind, dictKind, refKind, refsKind, treeRefKind, imageKind, imagesKind, fileKind, linesKind,
  ].map((kind) => [kind.kind, kind]),
);

/** The kind of a field. Throws for a kind without a folder, which `npm run check` reports before. */
export function kindOf(field: FieldData): FieldKind {
  const kind = fieldKinds.get(field.kind);
  if (kind === undefined) throw new Error(`there is no kind of field "${field.kind}"`);
  return kind;
}
