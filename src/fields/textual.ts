// What the kinds of field that hold text have in common: length, pattern, samples and values beyond the limits.
import { z } from "zod";
import type { FieldData, Uniqueness } from "../schema/field.ts";
import type { FieldKind, ForbiddenValue, SampleContext } from "../schema/field-kind.ts";
import { kindData } from "../schema/kind-data.ts";
import type { Text } from "../schema/text.ts";
import { longTextColumn, textColumn } from "./column.ts";
import { searchMode, text, uniqueness, type Members } from "./option-shapes.ts";
import { lineTraits } from "./traits.ts";

export interface TextOptions {
  /** The maximum number of characters (Unicode code points). Default: that of the kind, see above. */
  max?: number;
  /** The minimum number of characters. Default: no limit. */
  min?: number;
  /** Regular expression the whole value must match; backslashes are written twice. Default: none. */
  pattern?: string;
  /** The error for a value that does not match the pattern. Default: a general sentence. */
  patternMessage?: readonly [zh: string, en: string];
  /**
   * The value of a new row, in both languages if it is a word: forms use the reader's language, calls that omit the field store the Chinese
   * one. Default: nothing.
   */
  default?: string | readonly [zh: string, en: string];
  /** In the search panel: by a part of the text, or by the whole. Default: not searched. */
  search?: "like" | "equal";
  /** No two rows of the tenant, or of the platform, have the same value. Default: values may repeat. */
  unique?: Uniqueness;
}

/** For a single line that may be upper case only. */
export interface CapitalOptions {
  /** Lower-case letters become upper case, while typing in a form and when stored, as for codes and plate numbers. Default: unchanged. */
  capitals?: true;
}

/** The shapes of these options. */
export const capitalOptions = { capitals: z.literal(true).optional() } satisfies Members<CapitalOptions>;

export interface TextData extends FieldData {
  readonly max?: number;
  readonly min?: number;
  readonly pattern?: string;
}

/** The shapes of these options. */
export const textOptions = {
  max: z.int().positive().optional(),
  min: z.int().positive().optional(),
  pattern: z.string().optional(),
  patternMessage: text.optional(),
  default: z.union([z.string(), text]).optional(),
  search: searchMode,
  unique: uniqueness,
} satisfies Members<TextOptions>;

interface Textual {
  readonly kind: string;
  readonly name: Text;
  /** Most characters where the field does not say; also of its column, unless that takes texts of any length. */
  readonly limit: number;
  readonly listed: boolean;
  /** Its column takes texts of any length: validation alone limits them. */
  readonly isLongColumn?: true;
  /** The kind's own pattern, used where the field has none. */
  readonly pattern?: string;
  readonly sample?: (field: TextData, context: SampleContext) => string;
}

/** The regular expression a value must match, if any. */
export function patternOf(field: TextData, own?: string): string | undefined {
  return field.pattern ?? own;
}

function lettersFor(field: TextData, context: SampleContext, limit: number): string {
  const max = field.max ?? limit;
  const stem = field.label[1].replace(/[^A-Za-z]/g, "").slice(0, 12) || "text";
  const text = `${stem}${context.number}`;
  return text.length > max ? `${context.number}`.padStart(Math.min(max, 3), "0").slice(-max) : text.padEnd(field.min ?? 0, "x");
}

/** A field kind for text: options → zod, samples, limits. Length is counted in code points, like PostgreSQL does. */
export function textual(options: Textual): FieldKind<TextData> & { value: (field: TextData) => z.ZodType } {
  const limitOf = (field: TextData) => field.max ?? options.limit;
  return {
    kind: options.kind,
    name: options.name,
    wire: () => "text",
    options: textOptions,
    screenOptions: ["max", "min", "patternMessage"],
    column: options.isLongColumn ? longTextColumn : textColumn(options.limit),
    listed: options.listed,
    isLong: () => false,
    given: "entered",
    labelKey: "none",
    canBeUnique: true,
    canNarrow: false,
    baseColumns: [],
    meaning: "other",
    tellsLength: true,
    copies: "suffix",
    asks: "nothing",
    traits: lineTraits,
    searches: ["like", "equal"],
    value(field) {
      let schema = z
        .string()
        .min(field.min ?? 1)
        .max(limitOf(field));
      const pattern = patternOf(field, options.pattern);
      if (pattern !== undefined) schema = schema.regex(new RegExp(pattern, "u"));
      return schema;
    },
    sample(field, context) {
      const made = options.sample?.(field, context) ?? lettersFor(field, context, options.limit);
      const fitting = field.pattern === undefined ? made : textMatching(field.pattern, field, context.number);
      return kindData(field).capitals === true ? fitting.toUpperCase() : fitting;
    },
    forbidden(field) {
      const values: ForbiddenValue[] = [];
      const pattern = patternOf(field, options.pattern);
      if (pattern === undefined) values.push({ value: "长".repeat(limitOf(field) + 1), code: "tooLong", limit: "max" });
      if (pattern === undefined && (field.min ?? 1) > 1)
        values.push({ value: "短".repeat((field.min ?? 1) - 1), code: "tooShort", limit: "min" });
      if (pattern !== undefined) values.push({ value: "\u4e0d 合规 !", code: "pattern", limit: "pattern" });
      return values;
    },
  };
}

const digits = "0123456789";
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * A text that matches one of the simple patterns definitions use: character classes and literals with counts, between ^ and $, or
 * alternatives of these. Different numbers give different texts. Throws where the pattern is beyond that, so that nobody is misled.
 */
export function textMatching(pattern: string, field: { readonly max?: number; readonly min?: number }, number: number): string {
  // Of alternatives the first will do; a bar inside brackets is one of the pieces below.
  const [first = pattern] = pattern.match(/^(?:\\.|\[[^\]]*\]|\([^)]*\)|[^|\\])+/u) ?? [];
  const body = first.replace(/^\^/, "").replace(/\$$/, "");
  const parts = [...body.matchAll(/(\[[^\]]+\]|\\[dw]|\\.|\((?:\?:)?[^()]*\)|[^\\[\](){}*+?|])(\{\d+(?:,\d*)?\}|[*+?])?/gu)];
  if (parts.map((part) => part[0]).join("") !== body) throw new Error(`no sample can be made for the pattern ${pattern}`);
  const counter = String(number);
  const made = parts.map((part) => piece(part[1] ?? "", part[2] ?? "", counter, field.max ?? 12)).join("");
  if (!new RegExp(pattern, "u").test(made)) throw new Error(`the sample ${made} does not match ${pattern}`);
  return made;
}

function piece(atom: string, count: string, counter: string, max: number): string {
  const [fewest, limit] = countOf(count, max);
  if (atom.startsWith("(")) {
    const first =
      atom
        .replace(/^\((\?:)?/, "")
        .replace(/\)$/, "")
        .split("|")[0] ?? "";
    return fewest === 0 ? "" : textMatching(first, {}, Number(counter)).repeat(fewest);
  }
  if (atom === "\\d") return counter.padStart(fewest, "0").slice(-Math.max(fewest, Math.min(limit, counter.length)));
  if (atom === "\\w") return counter.padStart(fewest, "A").slice(-Math.max(fewest, Math.min(limit, counter.length)));
  if (atom.startsWith("\\")) return atom.slice(1).repeat(Math.max(fewest, 0));
  if (!atom.startsWith("[")) return atom.repeat(fewest);
  const members = membersOf(atom);
  if (limit === 0) return "";
  const usable = [...counter].every((digit) => members.includes(digit));
  const filler = members[0] ?? "";
  const length = Math.max(fewest, Math.min(limit, counter.length));
  if (usable && members.includes("0")) return counter.padStart(length, "0").slice(-length);
  return usable ? counter.padStart(length, filler).slice(-length) : filler.repeat(Math.max(fewest, 1));
}

function countOf(count: string, max: number): readonly [number, number] {
  if (count === "") return [1, 1];
  if (count === "?") return [0, 1];
  if (count === "*") return [0, max];
  if (count === "+") return [1, max];
  const [fewest = "1", limit] = count.slice(1, -1).split(",");
  return [Number(fewest), limit === undefined ? Number(fewest) : limit === "" ? max : Number(limit)];
}

function membersOf(set: string): readonly string[] {
  const inner = set.slice(1, -1);
  const members: string[] = [];
  for (let index = 0; index < inner.length; index += 1) {
    const from = inner[index] ?? "";
    const to = inner[index + 2];
    if (inner[index + 1] === "-" && to !== undefined) {
      for (let point = from.charCodeAt(0); point <= to.charCodeAt(0); point += 1) members.push(String.fromCharCode(point));
      index += 2;
    } else if (from !== "\\") members.push(from);
  }
  return [...members.filter((one) => digits.includes(one)), ...members.filter((one) => letters.includes(one)), ...members];
}
