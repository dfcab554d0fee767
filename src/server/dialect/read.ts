// The dialect of a back-end: the one that was named, with the values that a file overrides.
import { isRecord } from "#schema/json";
import { readFileSync } from "node:fs";
import type { z } from "zod";
import type { Dialect } from "#schema/dialects/index";
import { bladexSignIn } from "#schema/dialects/bladex-sign-in";
import { dialectShape } from "./shape.ts";

/** A dialect, or what is wrong with the file. */
type ReadDialect = { readonly dialect: Dialect } | { readonly problems: readonly string[] };

/** The values of `over` in place of those of `under`, member by member; lists are replaced as a whole, and null takes a member out. */
function merged(under: unknown, over: unknown): unknown {
  if (!isRecord(under) || !isRecord(over)) return over;
  const members = new Map(Object.entries(under));
  for (const [name, value] of Object.entries(over)) {
    if (value === null) members.delete(name);
    else members.set(name, merged(members.get(name), value));
  }
  return Object.fromEntries(members);
}

/** An issue with its path. Of a value that has several forms, the form that fits furthest is meant. */
function sentenceOf(issue: z.core.$ZodIssue, above: readonly PropertyKey[] = []): string {
  const path = [...above, ...issue.path];
  const forms = issue.code === "invalid_union" ? issue.errors : [];
  const [meant] = forms.flat().toSorted((one, other) => other.path.length - one.path.length);
  if (meant !== undefined && meant.path.length > 0) return sentenceOf(meant, path);
  return path.length === 0 ? issue.message : `${path.map(String).join(".")}: ${issue.message}`;
}

/** The dialect with the values of a JSON file. */
function overridden(dialect: Dialect, text: string): ReadDialect {
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { problems: [`is no JSON: ${error.message}`] };
  }
  if (!isRecord(values)) return { problems: ['must hold an object, such as { "several": true }'] };
  const read = dialectShape.safeParse(merged({ signIn: bladexSignIn, ...dialect }, values));
  if (read.success) return { dialect: read.data };
  return { problems: read.error.issues.map((issue) => sentenceOf(issue)) };
}

/** The dialect with the values of a file, if one is named. */
export function readDialect(dialect: Dialect, file: string | undefined): ReadDialect {
  if (file === undefined) return { dialect };
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    return { problems: [`cannot be read: ${error instanceof Error ? error.message : String(error)}`] };
  }
  return overridden(dialect, text);
}
