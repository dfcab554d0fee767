// Ids as parameters: one, or several joined by commas (contract §2.1).
import { malformedParameter, missingParameter } from "../../http/errors.ts";

const mostIds = 1000;
const isId = (text: string): boolean => /^\d{1,19}$/.test(text);

/** The ids of a parameter that must be there. */
export function idsOf(value: string | undefined, name: string): readonly string[] {
  const ids = [...new Set((value ?? "").split(",").map((id) => id.trim()).filter(Boolean))];
  if (ids.length === 0) throw missingParameter(name);
  if (ids.length > mostIds || !ids.every(isId)) throw malformedParameter(name);
  return ids;
}

/** Ids in an array of a JSON body; a member that is absent is the empty list only where that may be. */
export function idsInBody(body: unknown, name: string): readonly string[] {
  const value: unknown = typeof body === "object" && body !== null ? Object.getOwnPropertyDescriptor(body, name)?.value : undefined;
  if (value === undefined) throw missingParameter(name);
  const list: readonly unknown[] = Array.isArray(value) ? value : String(value).split(",").filter(Boolean);
  const ids = [...new Set(list.map(String))];
  if (ids.length > 10 * mostIds || !ids.every(isId)) throw malformedParameter(name);
  return ids;
}
