// An e-mail address.
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { textual, type TextOptions } from "../textual.ts";

/** An e-mail address; 128 characters unless `max` says otherwise. */
export const email: Builder<string, Omit<TextOptions, "pattern">> = fieldOf("email");

/** What browsers accept for `input type=email`, with a dot in the domain. */
export const emailPattern = "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$";

const base = textual({ kind: "email", limit: 128, listed: true });
export const emailKind = fieldKind({
  ...base,
  value: (field) => base.value({ ...field, pattern: emailPattern }),
  sample: (_field, context) => `person${context.number}@example.cn`,
  forbidden: () => [{ value: "nobody.example.cn", code: "pattern", limit: "pattern" }],
});
