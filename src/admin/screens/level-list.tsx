// A tree whose levels are asked for as its rows are opened; while something is searched, the matches of all levels instead.
import type { ScreenField, ScreenRead } from "../../schema/screen.ts";
import type { Language } from "../../schema/text.ts";
import type { Rights } from "../access/use-rights.ts";
import type { ListScreen } from "./halves.ts";
import { ListFrame } from "./list-frame.tsx";
import type { ListPlace } from "./list-place.ts";
import { useLevelData } from "./use-level-data.ts";
import { usePagedData } from "./use-paged-data.ts";

interface LevelListProps {
  readonly screen: ListScreen;
  readonly tree: NonNullable<ListScreen["tree"]>;
  readonly read: ScreenRead;
  readonly rights: Rights;
  readonly place: ListPlace;
  readonly searched: readonly ScreenField[];
  readonly language: Language;
  readonly resources: readonly string[];
}

const nothingFixed: readonly never[] = [];

/** Whether the read of a level also finds what is searched for (contract §6); else the list does. */
export function findsAll(screen: Pick<ListScreen, "title" | "key">, read: Pick<ScreenRead, "parameters">, filters: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(filters).every((name) => name === screen.title || name === screen.key || read.parameters.includes(name));
}

export function LevelList({ tree, read, resources, ...frame }: LevelListProps) {
  const { screen, place, searched } = frame;
  const { filters, sort } = place.query;
  const isSearch = Object.keys(filters).length > 0;
  const levels = useLevelData({ screen, tree, read: read.name, sort, isOn: !isSearch });
  const matches = usePagedData({ screen, query: place.query, searched, fixed: nothingFixed, read: findsAll(screen, read, filters) ? read.name : undefined, resources, isOn: isSearch });
  return <ListFrame {...frame} data={isSearch ? matches : levels} />;
}
