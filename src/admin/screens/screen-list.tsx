// The list of a screen, by the kind of the screen: a table, a tree, or a list with a child list.
import { lazy, Suspense, useMemo } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { inLanguage } from "../../schema/text.ts";
import { language as pageLanguage } from "../i18n/index.ts";
import type { Rights } from "../access/use-rights.ts";
import { lowerFirstLetter } from "../data/screen-models/list-name.ts";
import type { ListViewModel } from "../data/screen-models/view-models.ts";
import type { RowLines as RowLinesShape, TreeFilterList } from "./list/frame-props.ts";
import { RowsSkeleton } from "../ui/states/list-notes.tsx";
import { useListUrlState } from "./list/list-url-state.ts";
import { roomy, useMedia } from "../ui/hooks/use-media.ts";
import { PagedList } from "./list/paged-list.tsx";
import { levelRead } from "../data/screen-models/paths.ts";
import { searchFields } from "./search/search-fields.ts";
import "./screens.css";

const LazyTreeList = lazy(() => import("./list/lazy-tree-list.tsx"));
const TreeFilter = lazy(() => import("./tree-filter/tree-filter.tsx"));
const RowLines = lazy(() => import("./list/row-lines.tsx"));
const Dashboard = lazy(() => import("./dashboard/dashboard.tsx"));

const nothingFixed: readonly never[] = [];

/** Where the rows below a chosen one are: beside the list once one is chosen, always beside it, or below it. */
type LinesPlace = "side" | "half" | "below";

interface ScreenListProps {
  readonly screen: ListViewModel;
  readonly rights: Rights;
  readonly lines?: LinesPlace;
}

export function ScreenList({ screen, rights: granted, lines = "side" }: ScreenListProps) {
  const { t } = useTranslation();
  const language = pageLanguage();
  const { details, tree } = screen;
  const rights = useMemo(() => (screen.addedBelow === true ? { ...granted, add: false } : granted), [screen, granted]);
  // Writes to the child list may show above, such as the quantities of a document.
  const dependsOn = useMemo(() => (details === undefined ? undefined : [details.resource]), [details]);
  const searched = useMemo(() => searchFields(screen, rights.isAdministrator), [screen, rights.isAdministrator]);
  const urlState = useListUrlState(screen.fields, searched);
  const isRoomy = useMedia(roomy);
  const common = { screen, rights, urlState, searched, language };
  if (screen.kind === "dashboard")
    return (
      <Suspense fallback={<RowsSkeleton />}>
        <Dashboard screen={screen} urlState={urlState} searched={searched} language={language} />
      </Suspense>
    );
  const read = levelRead(screen);
  if (screen.kind === "lazy-tree" && tree !== undefined && read !== undefined)
    return (
      <Suspense fallback={<RowsSkeleton />}>
        <LazyTreeList {...common} tree={tree} read={read} />
      </Suspense>
    );
  const rowLines = (): RowLinesShape | undefined => {
    if (details === undefined) return undefined;
    const place = lines === "below" ? "below" : isRoomy ? "side" : "drawer";
    const hint = t("details.choose", { name: lowerFirstLetter(inLanguage(details.label ?? screen.label, language)) });
    const isPinned = lines === "half" && isRoomy;
    return {
      place,
      isKept: isPinned,
      hint: isPinned ? undefined : hint,
      render: (row, buttons) =>
        row === undefined ? (
          isPinned && <p className="tm-lines-none">{hint}</p>
        ) : (
          <Suspense fallback={place === "drawer" ? null : <RowsSkeleton />}>
            <RowLines
              master={screen}
              details={details}
              row={row}
              language={language}
              place={place}
              buttons={buttons}
              onClose={() => urlState.choose(undefined)}
            />
          </Suspense>
        ),
    };
  };
  const list = (treeFilter?: TreeFilterList) => (
    <PagedList {...common} fixed={nothingFixed} dependsOn={dependsOn} treeFilter={treeFilter} lines={rowLines()} />
  );
  const narrowing = searched.find((field) => field.name === screen.treeFilter?.field);
  if (screen.treeFilter === undefined || narrowing?.reference === undefined) return list();
  return (
    <Suspense fallback={<RowsSkeleton />}>
      <TreeFilter {...common} name={inLanguage(screen.treeFilter.label, language)} field={narrowing} reference={narrowing.reference}>
        {list}
      </TreeFilter>
    </Suspense>
  );
}
