// The dialects by name. The browser never loads this file: it has the usual dialect, and gets what differs with the page.
import { blade } from "./blade.ts";
import { bladex } from "./bladex.ts";
import type { Dialect } from "./types.ts";

export type { Dialect } from "./types.ts";

export const dialects = { bladex, blade } as const satisfies Readonly<Record<string, Dialect>>;

export type DialectName = keyof typeof dialects;

export const dialectNames = ["bladex", "blade"] as const satisfies readonly DialectName[];

/** What a page has to be told of a dialect: the members that differ from the usual one. */
export function differences(dialect: Dialect): Partial<Dialect> {
  const defaults: Readonly<Record<string, unknown>> = { ...bladex };
  return Object.fromEntries(Object.entries(dialect).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name])));
}
