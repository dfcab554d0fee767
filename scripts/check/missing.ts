// What the server does not implement yet may only become less: generated/missing.json is compared with an earlier list.
import { readFile } from "node:fs/promises";
import path from "node:path";

/** The committed list, one name a line. Lines are only ever taken out. */
export const allowedFile = "scripts/check/missing-allowed.txt";

/** Names in the list; empty lines and lines that begin with # are none. */
export function allowedIn(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}

/** Problems with the names that are missing now, as sentences. */
export function missingProblems(names: readonly string[], allowed: readonly string[]): readonly string[] {
  const [now, before] = [new Set(names), new Set(allowed)];
  return [
    ...names
      .filter((name) => !before.has(name))
      .map((name) => `${name} is declared and missing → implement it in src/server/domain, or take it out of its definition`),
    ...allowed.filter((name) => !now.has(name)).map((name) => `${name} is no longer missing → take its line out of ${allowedFile}`),
  ];
}

function namesOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown) =>
    typeof one === "object" && one !== null && "name" in one && typeof one.name === "string" ? [one.name] : [],
  );
}

/** Names of everything in a missing.json. */
export function namesIn(json: string): readonly string[] {
  const parsed: unknown = JSON.parse(json);
  if (typeof parsed !== "object" || parsed === null || !("calls" in parsed) || !("effects" in parsed))
    throw new Error("generated/missing.json has no calls or no effects");
  return [...namesOf(parsed.calls), ...namesOf(parsed.effects)];
}

/** The same for the files of a checkout. */
export async function missingProblemsIn(root: string): Promise<readonly string[]> {
  const [json, allowed] = await Promise.all(["generated/missing.json", allowedFile].map((file) => readFile(path.join(root, file), "utf8")));
  return missingProblems(namesIn(json ?? ""), allowedIn(allowed ?? ""));
}
