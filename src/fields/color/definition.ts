// A colour.
import { z } from "zod";
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { textColumn } from "../column.ts";
import { textual } from "../textual.ts";
import { lineTraits } from "../traits.ts";

const colorPattern = "^#[0-9a-fA-F]{6}$";

const base = textual({ kind: "color", name: ["颜色", "Colour"], limit: 7, listed: true });
const colorKind = fieldKind({
  ...base,
  options: { default: z.string().optional() },
  column: textColumn(7, "equal"),
  tellsLength: false,
  traits: { ...lineTraits, cell: "own", width: 120, widget: "own", search: "widget" },
  searches: [],
  value: (field) => base.value({ ...field, pattern: colorPattern }),
  sample: () => "#1677ff",
  forbidden: () => [{ value: "blue", code: "pattern", limit: "pattern" }],
});

interface ColorOptions {
  /** The value of a new row. Default: nothing. */
  default?: string;
}

/** A colour as #rrggbb. */
export const color: Builder<string, ColorOptions> = fieldOf(colorKind);
