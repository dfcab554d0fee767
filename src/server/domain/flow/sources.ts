// Models as the engine reads them. They are parsed once in a process of the server: a deployed model never changes.
import { businessError } from "../../http/errors.ts";
import { parseModel } from "./engine/parse.ts";
import { sourceOf, type ProcessSource } from "./engine/source.ts";

/** Models are few; a bound on memory. */
const maxStored = 200;
const sources = new Map<string, Promise<ProcessSource>>();

/** Parsed once. */
export function sourceFor(xml: string): Promise<ProcessSource> {
  const cached = sources.get(xml);
  if (cached !== undefined) return cached;
  if (sources.size >= maxStored) sources.clear();
  const parsed = parseModel(xml).then(sourceOf);
  sources.set(xml, parsed);
  parsed.catch(() => sources.delete(xml));
  return parsed;
}

/** Somebody else was faster, or the process has gone on. */
export const taskOver = () =>
  businessError("taskOver", ["该任务已办理或已取消，请刷新列表", "This task has been completed or cancelled; please refresh the list"]);
