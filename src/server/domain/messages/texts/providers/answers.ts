// Answers of providers as JSON, of which nothing is taken for granted.
import { isRecord, parsedJson } from "#schema/json";

/** The object of a body; undefined for everything else. */
export function objectIn(body: string): Readonly<Record<string, unknown>> | undefined {
  const value = parsedJson(body);
  return isRecord(value) ? value : undefined;
}

/** A member that is a text; "" for everything else. */
export const answerText = (object: Readonly<Record<string, unknown>>, name: string): string => {
  const value = object[name];
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
};
