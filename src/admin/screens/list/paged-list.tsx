// A list that comes as a page or whole: the common screen, and the list below a chosen row.
import type { ReactNode } from "react";
import type { ScreenField } from "../../../schema/screen.ts";
import type { Language } from "../../../schema/text.ts";
import type { Row } from "../../api/record.ts";
import type { Rights } from "../../access/use-rights.ts";
import type { ListViewModel } from "../../screen-models/view-models.ts";
import { rowOfKey } from "../data/list-data.ts";
import { ListFrame, type TreeFilterList } from "./list-frame.tsx";
import type { ListUrlState } from "./list-url-state.ts";
import { usePagedData, type FixedFilter } from "../data/use-paged-data.ts";

/** What is shown of the chosen row. */
export interface RowLines {
  readonly place: "beside" | "over" | "below";
  /** The chosen row is undefined where there is none on the page. */
  readonly render: (row: Row | undefined) => ReactNode;
  /** Says that rows can be chosen, where nothing else does. */
  readonly hint: string | undefined;
}

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
  /** Fields that are no columns here. */
  readonly hidden?: ReadonlySet<string>;
  readonly heading?: ReactNode;
  readonly lines?: RowLines | undefined;
}

export function PagedList({ fixed, read, dependsOn, treeFilter, lines, ...frame }: PagedListProps) {
  const data = usePagedData({ screen: frame.screen, query: frame.urlState.query, searched: frame.searched, fixed, read, dependsOn });
  const { chosen } = frame.urlState;
  const row = lines === undefined || chosen === undefined ? undefined : rowOfKey(data.rows, frame.screen.key, chosen);
  const shown = lines?.render(row);
  const choosing = {
    isStep: lines?.place === "over",
    isCovered: lines?.place === "over" && row !== undefined,
    beside: lines?.place === "beside" && shown !== false ? shown : undefined,
    hint: chosen === undefined ? lines?.hint : undefined,
  };
  return (
    <>
      <ListFrame
        {...frame}
        {...(treeFilter === undefined ? {} : { treeFilter })}
        {...(lines === undefined ? {} : { choosing })}
        data={data}
      />
      {lines?.place === "beside" ? null : shown}
    </>
  );
}
