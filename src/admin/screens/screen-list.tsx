// The list of a screen, by the kind of the screen: a table, a tree, or a list with a child list.
import { lazy, Suspense, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { inLanguage } from "../../schema/text.ts";
import { language as pageLanguage } from "../i18n/index.ts";
import { textOf, type Row } from "../api/record.ts";
import type { Rights } from "../access/use-rights.ts";
import { ChildList } from "./list/child-list.tsx";
import { insideSentence } from "../screen-models/list-name.ts";
import type { ListViewModel } from "../screen-models/view-models.ts";
import type { TreeFilterList } from "./list/list-frame.tsx";
import { LazyTreeList } from "./list/lazy-tree-list.tsx";
import { rowOfKey } from "./data/list-data.ts";
import { RowsSkeleton } from "../parts/list-notes.tsx";
import { useListUrlState } from "./list/list-url-state.ts";
import { PagedList } from "./list/paged-list.tsx";
import { levelRead } from "../screen-models/paths.ts";
import { searchFields } from "./search/search-fields.ts";
import "./screens.css";

const TreeFilter = lazy(() => import("./tree-filter/tree-filter.tsx"));
const Dashboard = lazy(() => import("./dashboard/dashboard.tsx"));

const nothingFixed: readonly never[] = [];

/** Shows a row of a list, and gives it the focus. */
function backTo(key: string): void {
  const row = [...document.querySelectorAll<HTMLElement>(`[data-row-key="${CSS.escape(key)}"]`)].find((one) => one.offsetParent !== null);
  row?.scrollIntoView({ block: "center" });
  row?.focus({ preventScroll: true });
}

export function ScreenList({ screen, rights: granted }: { readonly screen: ListViewModel; readonly rights: Rights }) {
  const { t } = useTranslation();
  const language = pageLanguage();
  const { details, tree } = screen;
  const rights = useMemo(() => (screen.addedBelow === true ? { ...granted, add: false } : granted), [screen, granted]);
  // Writes to the child list may show above, such as the quantities of a document.
  const dependsOn = useMemo(() => (details === undefined ? undefined : [details.resource]), [details]);
  const searched = useMemo(() => searchFields(screen, rights.isAdministrator), [screen, rights.isAdministrator]);
  const urlState = useListUrlState(screen.fields, searched);
  const common = { screen, rights, urlState, searched, language };
  if (screen.kind === "dashboard")
    return (
      <Suspense fallback={<RowsSkeleton />}>
        <Dashboard screen={screen} urlState={urlState} searched={searched} language={language} />
      </Suspense>
    );
  const read = levelRead(screen);
  if (screen.kind === "lazy-tree" && tree !== undefined && read !== undefined) return <LazyTreeList {...common} tree={tree} read={read} />;
  const renderBelow = (rows: readonly Row[]) => {
    const row = urlState.chosen === undefined ? undefined : rowOfKey(rows, screen.key, urlState.chosen);
    if (details === undefined) return null;
    if (row === undefined)
      return (
        <p className="tm-choose-hint">
          {t("details.choose", { name: insideSentence(inLanguage(details.label ?? screen.label, language)) })}
        </p>
      );
    return (
      <Suspense fallback={<RowsSkeleton />}>
        <ChildList
          key={urlState.chosen}
          master={screen}
          details={details}
          row={row}
          language={language}
          onBack={() => backTo(textOf(row[screen.key]))}
        />
      </Suspense>
    );
  };
  const list = (treeFilter?: TreeFilterList) => (
    <PagedList
      {...common}
      fixed={nothingFixed}
      dependsOn={dependsOn}
      treeFilter={treeFilter}
      isChoosable={details !== undefined}
      renderBelow={renderBelow}
    />
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
