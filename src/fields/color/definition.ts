// A colour.
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { textual, type TextOptions } from "../textual.ts";

/** A colour as #rrggbb. */
export const color: Builder<string, Pick<TextOptions, "default">> = fieldOf("color");

export const colorPattern = "^#[0-9a-fA-F]{6}$";

const base = textual({ kind: "color", limit: 7, listed: true });
export const colorKind = fieldKind({
  ...base,
  searches: [],
  value: (field) => base.value({ ...field, pattern: colorPattern }),
  sample: () => "#1677ff",
  forbidden: () => [{ value: "blue", code: "pattern", limit: "pattern" }],
});
