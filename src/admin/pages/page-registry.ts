// The hand-made pages that definitions name (`screen: { page }`), one lazy chunk each.
import { lazy, type ComponentType } from "react";
import type { Rights } from "../access/use-rights.ts";
import { loadPart } from "../browser/load-part.ts";
import type { ListViewModel } from "../data/screen-models/view-models.ts";

export interface HandMadePageProps {
  readonly screen: ListViewModel;
  readonly rights: Rights;
}

type HandMadePage = ComponentType<HandMadePageProps>;

// Pages of the application itself end in "-page".
const files: Readonly<Record<string, (() => Promise<{ readonly default: HandMadePage }>) | undefined>> = import.meta.glob<{
  readonly default: HandMadePage;
}>(["./*.tsx", "!./*-page.tsx", "!./fixed-routes.tsx"]);
const registered = new Map<string, HandMadePage>();

/** A page by the name of its file; undefined when there is none. The same component for every call. */
export function handMadePage(name: string): HandMadePage | undefined {
  const load = files[`./${name}.tsx`];
  let page = registered.get(name);
  if (page === undefined && load !== undefined) registered.set(name, (page = lazy(() => loadPart(load))));
  return page;
}
