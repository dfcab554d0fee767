// A tree whose levels are asked for as its rows are opened.
import type { Screen, ScreenField } from "../../schema/screen.ts";
import type { Language } from "../../schema/text.ts";
import type { Rights } from "../providers/access.ts";
import { ListFrame } from "./list-frame.tsx";
import type { ListPlace } from "./list-place.ts";
import { useLevelData } from "./use-level-data.ts";

interface LevelListProps {
  readonly screen: Screen;
  readonly tree: NonNullable<Screen["tree"]>;
  readonly read: string;
  readonly rights: Rights;
  readonly place: ListPlace;
  readonly searched: readonly ScreenField[];
  readonly language: Language;
}

export function LevelList({ tree, read, ...frame }: LevelListProps) {
  const data = useLevelData({ screen: frame.screen, tree, read, query: frame.place.query, searched: frame.searched });
  return <ListFrame {...frame} data={data} />;
}
