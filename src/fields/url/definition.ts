// A web address.
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { textOptions, textual, type TextOptions } from "../textual.ts";
import { lineTraits } from "../traits.ts";

const urlPattern = '^https?://[^\\s<>"]+$';

const { pattern: _pattern, patternMessage: _patternMessage, ...options } = textOptions;
const base = textual({ kind: "url", name: ["网址", "Link"], limit: 500, listed: true });
const urlKind = fieldKind({
  ...base,
  options,
  traits: { ...lineTraits, cell: "own", width: 220, input: { inputMode: "url", placeholder: "https://", isProse: false } },
  value: (field) => base.value({ ...field, pattern: urlPattern }),
  sample: (_field, context) => `https://www.example.cn/${context.number}`,
  forbidden: () => [{ value: "javascript:alert(1)", code: "pattern", limit: "pattern" }],
});

/** An http(s) address; 500 characters unless `max` says otherwise. Other schemes (javascript:, data:) are refused. */
export const url: Builder<string, Omit<TextOptions, "pattern">> = fieldOf(urlKind);
