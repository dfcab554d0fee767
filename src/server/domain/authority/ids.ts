// Ids as parameters: one, or several joined by commas (docs/wire.md §2.1).
import { malformedParameter, missingParameter } from "../../http/errors.ts";

const maxIds = 1000;
const isId = (text: string): boolean => /^\d{1,19}$/.test(text);

/** The ids of a parameter that must be there. */
export function idsOf(value: string | undefined, name: string): readonly string[] {
  const ids = [
    ...new Set(
      (value ?? "")
        .split(",")
        .map((id) => id.trim())
        .filter(Boolean),
    ),
  ];
  if (ids.length === 0) throw missingParameter(name);
  if (ids.length > maxIds || !ids.every(isId)) throw malformedParameter(name);
  return ids;
}
