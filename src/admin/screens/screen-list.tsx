// The list of a screen, by the kind of the screen: a table, a tree, or a list with a child list.
import { lazy, Suspense, useMemo } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { inLanguage, type Text } from "../../schema/text.ts";
import { language as pageLanguage } from "../i18n/index.ts";
import { useMayRead, useOpenScreens, type Rights } from "../access/use-rights.ts";
import { chosenLists } from "../data/screen-models/details.ts";
import { lowerFirstLetter } from "../data/screen-models/list-name.ts";
import type { ListViewModel } from "../data/screen-models/view-models.ts";
import type { RowLines as RowLinesShape, TreeFilterList } from "./list/frame-props.ts";
import { RowsSkeleton } from "../ui/states/list-notes.tsx";
import { useListUrlState } from "./list/list-url-state.ts";
import { roomy, useMedia } from "../ui/hooks/use-media.ts";
import { PagedList } from "./list/paged-list.tsx";
import { levelRead } from "../data/screen-models/paths.ts";
import { searchFields } from "./search/search-fields.ts";
import { useListViews } from "./views/use-list-views.ts";
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

/**
 * What the person may read of a chosen row: `details` are the rows that belong to it, `first` the name of its first list, undefined where
 * there is none at all. Undefined while that is not known.
 */
function useLinesOf(screen: ListViewModel): { readonly details: boolean; readonly first: Text | undefined } | undefined {
  const details = useMayRead(screen.details?.resource);
  // Asked for only where they are all that is left: most people see the rows that belong to the chosen one.
  const others = useMemo(() => (details === false && screen.details !== undefined ? chosenLists(screen) : []), [details, screen]);
  const open = useOpenScreens(useMemo(() => others.map(({ resource }) => resource), [others]));
  if (details === undefined || open === undefined) return undefined;
  const first = details ? (screen.details?.label ?? screen.label) : others.find(({ resource }) => open.has(resource))?.label;
  return { details, first };
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
  const { isPending, views } = useListViews({ screen, searched, isAdministrator: rights.isAdministrator });
  const isRoomy = useMedia(roomy);
  const below = useLinesOf(screen);
  const common = { screen, rights, urlState, searched, language, views };
  if (screen.kind === "dashboard")
    return (
      <Suspense fallback={<RowsSkeleton />}>
        <Dashboard screen={screen} urlState={urlState} searched={searched} language={language} />
      </Suspense>
    );
  if (isPending) return <RowsSkeleton />;
  const read = levelRead(screen);
  if (screen.kind === "lazy-tree" && tree !== undefined && read !== undefined)
    return (
      <Suspense fallback={<RowsSkeleton />}>
        <LazyTreeList {...common} tree={tree} read={read} />
      </Suspense>
    );
  const rowLines = (): RowLinesShape | undefined => {
    if (details === undefined || (below !== undefined && below.first === undefined)) return undefined;
    const place = lines === "below" ? "below" : isRoomy ? "side" : "drawer";
    const hint = below?.first && t("details.choose", { name: lowerFirstLetter(inLanguage(below.first, language)) });
    const isPinned = lines === "half" && isRoomy;
    return {
      place,
      isKept: isPinned,
      hint: isPinned ? undefined : hint,
      render: (row, buttons) =>
        row === undefined ? (
          isPinned && <p className="tm-lines-none">{hint}</p>
        ) : below === undefined ? null : (
          <Suspense fallback={place === "drawer" ? null : <RowsSkeleton />}>
            <RowLines
              master={screen}
              details={details}
              hasDetails={below.details}
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
