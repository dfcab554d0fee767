// A telephone number in mainland China: a mobile number, or a line with its area code.
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { isTrue } from "../option-shapes.ts";
import { textOptions, textual, type TextData, type TextOptions } from "../textual.ts";
import { lineTraits } from "../traits.ts";

/** Mobile numbers have 11 digits; the rule of the specification appears inverted in its source. */
export const mobilePattern = "^1[3-9][0-9]{9}$";
/** Mobile, or area code and number, or a service number such as 400-123-4567. */
const phonePattern = "^(?:1[3-9][0-9]{9}|0[0-9]{2,3}-?[0-9]{7,8}(?:-[0-9]{1,6})?|[48]00-?[0-9]{3}-?[0-9]{4})$";

/** The pattern a field of this kind follows. */
function patternOfPhone(field: { readonly pattern?: string; readonly mobile?: true }): string {
  return field.pattern ?? (field.mobile ? mobilePattern : phonePattern);
}

interface PhoneOptions extends TextOptions {
  /** Mobile numbers only. */
  mobile?: true;
}

interface PhoneData extends TextData {
  readonly mobile?: true;
}

const base = textual({ kind: "phone", name: ["电话", "Phone number"], limit: 20, listed: true });
const phoneKind = fieldKind({
  ...base,
  options: { ...textOptions, mobile: isTrue },
  tellsLength: false,
  copies: "digits",
  traits: { ...lineTraits, cell: "digits", width: 140, input: { type: "tel", inputMode: "tel", isProse: false } },
  value: (field: PhoneData) => {
    const { max, ...rest } = field;
    // The pattern of mobile numbers says how long they are, and is told in the field's own words.
    const length = field.mobile === true || max === undefined ? {} : { max };
    return base.value({ ...rest, ...length, pattern: patternOfPhone(field) });
  },
  sample: (_field, context) => `138${String(context.number).padStart(8, "0").slice(-8)}`,
  forbidden: () => [
    { value: "12345678901", code: "pattern", limit: "pattern" },
    { value: "1380013800", code: "pattern", limit: "pattern" },
  ],
});

/** A telephone number; `mobile: true` permits mobile numbers only (11 digits). */
export const phone: Builder<string, PhoneOptions> = fieldOf(phoneKind);
