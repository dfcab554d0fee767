// Answers of providers as JSON, of which nothing is taken for granted.
import { isRecord } from "#schema/json";

/** The object of a body; undefined for everything else. */
export function objectIn(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return isRecord(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A member that is a text; "" for everything else. */
export const answerText = (object: Readonly<Record<string, unknown>>, name: string): string => {
  const value = object[name];
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
};
