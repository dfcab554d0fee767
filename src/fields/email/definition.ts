// An e-mail address.
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { textOptions, textual, type TextOptions } from "../textual.ts";
import { lineTraits } from "../traits.ts";

/** What browsers accept for `input type=email`, with a dot in the domain. */
export const emailPattern =
  "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$";

const { pattern: _pattern, patternMessage: _patternMessage, ...options } = textOptions;
const base = textual({ kind: "email", name: ["邮箱", "E-mail"], limit: 128, listed: true });
const emailKind = fieldKind({
  ...base,
  options,
  // Not type=email: browsers rewrite what is typed there (blanks, international domains) before the page sees it.
  traits: { ...lineTraits, cell: "own", width: 200, input: { inputMode: "email", isProse: false } },
  value: (field) => base.value({ ...field, pattern: emailPattern }),
  sample: (_field, context) => `person${context.number}@example.cn`,
  forbidden: () => [{ value: "nobody.example.cn", code: "pattern", limit: "pattern" }],
});

/** An e-mail address; 128 characters unless `max` says otherwise. */
export const email: Builder<string, Omit<TextOptions, "pattern">> = fieldOf(emailKind);
