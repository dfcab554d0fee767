// Text of several lines.
import { z } from "zod";
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { isTrue, type Members } from "../option-shapes.ts";
import { textOptions, textual, type TextOptions } from "../textual.ts";
import { plainTraits } from "../traits.ts";

interface TextareaOptions extends TextOptions {
  /**
   * `"changes"`: the text is the record of a write (schema/changes.ts) and shown as a difference. `"code"`: data exchanged by programs,
   * shown in a fixed-width font, with JSON indented. Default: plain text.
   */
  view?: "changes" | "code";
  /** Each line is a value of its own, such as a code; `quickFind` of a resource can name the field. Default: one text. */
  valuePerLine?: true;
}

/** A text that may be longer than this is a document, such as the drawing of a process; pages of those are megabytes. */
const maxListedLength = 20_000;

const textareaKind = fieldKind({
  ...textual({ kind: "textarea", name: ["多行文本", "Long text"], limit: 2000, listed: false, isLongColumn: true }),
  options: { ...textOptions, view: z.enum(["changes", "code"]).optional(), valuePerLine: isTrue } satisfies Members<TextareaOptions>,
  screenOptions: ["max", "min", "view", "patternMessage"],
  isLong: (field) => (field.max ?? 0) > maxListedLength,
  canBeUnique: false,
  meaning: "free",
  traits: {
    ...plainTraits,
    tidies: "ends",
    cell: "own",
    width: 220,
    widget: "own",
    rowWidget: "text",
    isWide: true,
    view: "own",
    isLoggedAsText: true,
  },
});

/** Text of several lines; 2,000 characters unless `max` says otherwise; not a column of the list by default. */
export const textarea: Builder<string, TextareaOptions> = fieldOf(textareaKind);
