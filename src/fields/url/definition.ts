// A web address.
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { textual, type TextOptions } from "../textual.ts";

/** An http(s) address; 500 characters unless `max` says otherwise. Other schemes (javascript:, data:) are refused. */
export const url: Builder<string, Omit<TextOptions, "pattern">> = fieldOf("url");

export const urlPattern = "^https?://[^\\s<>\"]+$";

const base = textual({ kind: "url", limit: 500, listed: true });
export const urlKind = fieldKind({
  ...base,
  value: (field) => base.value({ ...field, pattern: urlPattern }),
  sample: (_field, context) => `https://www.example.cn/${context.number}`,
  forbidden: () => [{ value: "javascript:alert(1)", code: "pattern", limit: "pattern" }],
});
