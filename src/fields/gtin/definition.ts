// A trade item number (GTIN), as it is printed below a barcode: 8, 12, 13 or 14 digits, of which the last checks the others.
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import type { Text } from "../../schema/text.ts";
import { checkDigitOf, isGtin } from "../../schema/check-digit.ts";
import { textOptions, textual, type TextOptions } from "../textual.ts";
import { lineTraits } from "../traits.ts";

const { pattern: _pattern, max: _max, min: _min, ...options } = textOptions;
const base = textual({ kind: "gtin", name: ["商品条码", "Trade item number"], limit: 14, listed: true });
const gtinPattern = "^(?:[0-9]{8}|[0-9]{12,14})$";
const wrong: Text = [
  "商品条码为 8、12、13 或 14 位数字，且最后一位校验码须正确",
  "A GTIN has 8, 12, 13 or 14 digits, of which the last must check the others",
];

const gtinKind = fieldKind({
  ...base,
  options,
  screenOptions: ["patternMessage"],
  isScanned: true,
  tellsLength: false,
  copies: "digits",
  traits: {
    ...lineTraits,
    cell: "digits",
    width: 150,
    rowWidth: 150,
    input: { className: "tf-code", isProse: false },
  },
  // JSON Schema has no words for a check digit; its format does (src/schema/json-schema-subset.ts).
  value: (field) =>
    base
      .value({ ...field, pattern: gtinPattern })
      .refine((value) => isGtin(String(value)), { params: { code: "pattern" } })
      .meta({ format: "gtin" }),
  sample: (_field, { number }) => {
    const digits = `690${String(number).padStart(9, "0").slice(-9)}`;
    return digits + checkDigitOf(digits);
  },
  forbidden: () => [
    { value: "690123456789", code: "pattern", limit: "pattern" },
    { value: "6901234567893", code: "pattern", limit: "pattern" },
  ],
});

/** A trade item number, the number below a barcode: 8, 12, 13 or 14 digits with the right check digit. */
export const gtin: Builder<string, Omit<TextOptions, "pattern" | "max" | "min">> = fieldOf(gtinKind, { patternMessage: wrong });
