// What a source file imports and exports at its top, read once for all checks of a run: parsing is most of what they compute.
import { parseSync } from "vite";

type ParsedFile = ReturnType<typeof parseSync>;
export type ModuleRecord = ParsedFile["module"];

const cached = new Map<string, { readonly text: string; readonly record: ModuleRecord }>();

/** Throws for a file that cannot be parsed. `parsed` is what the caller has of it anyway. */
export function moduleRecord(path: string, text: string, parsed?: Pick<ParsedFile, "errors" | "module">): ModuleRecord {
  const existing = cached.get(path);
  if (existing?.text === text) return existing.record;
  const { errors, module: record } = parsed ?? parseSync(path, text);
  const [error] = errors;
  if (error) throw new Error(`${path}: cannot be parsed: ${error.message}`);
  cached.set(path, { text, record });
  return record;
}
