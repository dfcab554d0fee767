// The list of a screen, by the kind of the screen: a table, a tree, or a list with what hangs renderBelow its rows.
import { lazy, Suspense, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { inLanguage } from "../../schema/text.ts";
import { language as pageLanguage } from "../i18n/index.ts";
import type { Row } from "../api/record.ts";
import type { Rights } from "../access/use-rights.ts";
import { DetailsList } from "./details-list.tsx";
import type { ListScreen } from "./halves.ts";
import type { BesideList } from "./list-frame.tsx";
import { LevelList } from "./level-list.tsx";
import { rowOfKey } from "./list-data.ts";
import { RowsSkeleton } from "./list-notes.tsx";
import { useAddressPlace } from "./list-place.ts";
import { PagedList } from "./paged-list.tsx";
import { levelRead } from "./paths.ts";
import { searchFields } from "./search-fields.ts";
import "./screens.css";

const Beside = lazy(() => import("./beside/beside.tsx"));
const Figures = lazy(() => import("./figures.tsx"));

const nothingFixed: readonly never[] = [];

export function ScreenList({ screen, rights }: { readonly screen: ListScreen; readonly rights: Rights }) {
  const { t } = useTranslation();
  const language = pageLanguage();
  const { details, tree } = screen;
  // What is written below may show above, such as the quantities of a document.
  const resources = useMemo(() => (details === undefined ? [screen.name] : [screen.name, details.resource]), [screen.name, details]);
  const searched = useMemo(() => searchFields(screen, rights.isAdministrator), [screen, rights.isAdministrator]);
  const place = useAddressPlace(screen.fields, searched);
  const common = { screen, rights, place, searched, language };
  if (screen.kind === "dashboard") return <Suspense fallback={<RowsSkeleton />}><Figures screen={screen} place={place} searched={searched} language={language} /></Suspense>;
  const read = levelRead(screen);
  if (screen.kind === "lazy-tree" && tree !== undefined && read !== undefined) return <LevelList {...common} tree={tree} read={read} resources={resources} />;
  const renderBelow = (rows: readonly Row[]) => {
    const row = place.chosen === undefined ? undefined : rowOfKey(rows, screen.key, place.chosen);
    if (details === undefined) return null;
    if (row === undefined) return <p className="tm-choose-hint">{t("details.choose", { name: inLanguage(details.label ?? screen.label, language) })}</p>;
    return (
      <Suspense fallback={<RowsSkeleton />}>
        <DetailsList key={place.chosen} master={screen} details={details} row={row} language={language} />
      </Suspense>
    );
  };
  const list = (beside?: BesideList) => <PagedList {...common} fixed={nothingFixed} resources={resources} beside={beside} isChoosable={details !== undefined} renderBelow={renderBelow} />;
  const narrowing = searched.find((field) => field.name === screen.beside?.field);
  if (screen.beside === undefined || narrowing?.reference === undefined) return list();
  return (
    <Suspense fallback={<RowsSkeleton />}>
      <Beside {...common} name={inLanguage(screen.beside.label, language)} field={narrowing} reference={narrowing.reference}>
        {list}
      </Beside>
    </Suspense>
  );
}
