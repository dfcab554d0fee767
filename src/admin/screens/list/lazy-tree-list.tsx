// A tree whose children are loaded as its rows are expanded; during a search, the matches of all levels instead.
import type { ScreenField, ScreenRead } from "../../../schema/screen.ts";
import type { Language } from "../../../schema/text.ts";
import type { Rights } from "../../access/use-rights.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import { ListFrame } from "./list-frame.tsx";
import type { ListUrlState } from "./list-url-state.ts";
import type { ListViews } from "../views/use-list-views.ts";
import { useLazyTree } from "../data/use-lazy-tree.ts";
import { usePagedData } from "../data/use-paged-data.ts";

interface LevelListProps {
  readonly screen: ListViewModel;
  readonly tree: NonNullable<ListViewModel["tree"]>;
  readonly read: ScreenRead;
  readonly rights: Rights;
  readonly urlState: ListUrlState;
  readonly searched: readonly ScreenField[];
  readonly language: Language;
  readonly views?: ListViews | undefined;
}

const nothingFixed: readonly never[] = [];

/** Whether the read of children also supports searching (docs/wire.md §6); otherwise the list does. */
export function supportsSearch(
  screen: Pick<ListViewModel, "title" | "key">,
  read: Pick<ScreenRead, "parameters">,
  filters: Readonly<Record<string, unknown>>,
): boolean {
  return Object.keys(filters).every((name) => name === screen.title || name === screen.key || read.parameters.includes(name));
}

/** Default export, because it is loaded lazily. */
export default function LazyTreeList({ tree, read, ...frame }: LevelListProps) {
  const { screen, urlState, searched } = frame;
  const { filters, sorts } = urlState.query;
  const isSearch = Object.keys(filters).length > 0;
  const levels = useLazyTree({ screen, tree, read: read.name, sorts, isOn: !isSearch });
  const matches = usePagedData({
    screen,
    query: urlState.query,
    searched,
    fixed: nothingFixed,
    read: supportsSearch(screen, read, filters) ? read.name : undefined,
    isOn: isSearch,
  });
  return <ListFrame {...frame} data={isSearch ? matches : levels} />;
}
