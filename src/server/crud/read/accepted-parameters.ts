// What a read with a handler of its own may be asked: a parameter that the handler does not know would be passed over without a word.
import { isNoFilter, unknownFilter } from "../sql/filters.ts";
import type { ReceivedRead } from "./read-call.ts";

/** Shapes whose handlers take the fields of their rows as filters; these refuse what they do not know. */
const filtered: ReadonlySet<string> = new Set(["page", "rows"]);

/** Names in a path: code-detail/{id}. */
const inPath = (path: string): readonly string[] => [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);

/** How the days of a search panel are sent to reports, whose handlers take them by these names (domain/scan/range.ts). */
const ofDays = ["datege", "dategt", "datele", "datelt"] as const;

/** What the search panel of a screen without a table sends beside the parameters of its read. */
function daysIn({ fields, hasTable }: ReceivedRead["resource"]): readonly string[] {
  if (hasTable) return [];
  return fields.flatMap(({ name, search }) => (search === "range" ? ofDays.map((suffix) => `${name}_${suffix}`) : []));
}

/** The parameters of a handler by its own names (`code_equal` is its `code`), and no others. */
export function acceptedParameters({ read, query, resource }: Pick<ReceivedRead, "read" | "query" | "resource">): ReceivedRead["query"] {
  if (filtered.has(read.shape) && resource.fields.length > 0 && !resource.hasTable) return query;
  const accepted = new Set([...Object.keys(read.parameters), ...inPath(read.path), ...daysIn(resource)]);
  const parameters: Record<string, string> = {};
  for (const [name, value] of Object.entries(query)) {
    const bare = name.endsWith("_equal") ? name.slice(0, -"_equal".length) : name;
    if (accepted.has(name) || isNoFilter(name, value)) parameters[name] = value;
    else if (accepted.has(bare)) parameters[bare] ??= value;
    else throw unknownFilter(name);
  }
  return parameters;
}
