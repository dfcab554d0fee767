// A list that comes as a page or whole: the common screen, and the list below a chosen row.
import type { ScreenField } from "../../../schema/screen.ts";
import type { Language } from "../../../schema/text.ts";
import type { Row } from "../../api/wire-data.ts";
import type { Rights } from "../../access/use-rights.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import type { RowLines, TreeFilterList } from "./frame-props.ts";
import { ListFrame } from "./list-frame.tsx";
import type { ListUrlState } from "./list-url-state.ts";
import type { FixedFilter } from "../../data/screen-models/details.ts";
import type { ListViews } from "../views/use-list-views.ts";
import { usePagedData } from "../data/use-paged-data.ts";

interface PagedListProps {
  readonly screen: ListViewModel;
  readonly rights: Rights;
  readonly urlState: ListUrlState;
  readonly searched: readonly ScreenField[];
  readonly language: Language;
  readonly fixed: readonly FixedFilter[];
  readonly read?: string;
  /** Other resources: a write to one of them reloads the list. */
  readonly dependsOn?: readonly string[] | undefined;
  readonly preset?: Row;
  readonly treeFilter?: TreeFilterList | undefined;
  readonly isInner?: boolean;
  readonly isPane?: boolean;
  readonly views?: ListViews | undefined;
  /** Fields that are no columns here. */
  readonly hidden?: ReadonlySet<string>;
  readonly lines?: RowLines | undefined;
}

export function PagedList({ fixed, read, dependsOn, treeFilter, ...frame }: PagedListProps) {
  const data = usePagedData({ screen: frame.screen, query: frame.urlState.query, searched: frame.searched, fixed, read, dependsOn });
  return <ListFrame {...frame} {...(treeFilter === undefined ? {} : { treeFilter })} data={data} />;
}
