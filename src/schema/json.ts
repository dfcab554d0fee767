/** Structured data as JSON has it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** An object with members: no list, and not null. What its members are is to be found out. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The objects of a list that came as JSON; none where it is no list. */
export function recordsIn(value: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** A text that came as JSON; "" for anything else. */
export function stringOrEmpty(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The text of a text or a number that came as JSON; "" for anything else. */
export function scalarOrEmpty(value: unknown): string {
  return typeof value === "number" ? String(value) : stringOrEmpty(value);
}

/** Any value as text; "" for none. */
export function textOrEmpty(value: unknown): string {
  return value === null || value === undefined ? "" : String(value);
}

/** The value of a JSON text; undefined where it is none, which no JSON text stands for. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
