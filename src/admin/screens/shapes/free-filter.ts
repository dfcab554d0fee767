// The name of a filter that a shape adds to those of the list: both apply, so it must not take the place of one of them.
import { listRequest, type ListRequest } from "../../data/providers/data-provider.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";

/** Endings that mean the same to the server, the usual one first (docs/wire.md §5). */
const endings = {
  equal: ["_equal", "_in"],
  from: ["_ge", "_datege"],
  before: ["_lt", "_datelt"],
} as const;

export function freeFilter(screen: ListViewModel, request: ListRequest, field: string, comparison: keyof typeof endings): string {
  const { parameters } = listRequest(screen, request);
  const [first, other] = endings[comparison];
  return field + (parameters[field + first] === undefined ? first : other);
}
