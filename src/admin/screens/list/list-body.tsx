// The rows of a list as its layout has them, or what stands in their place; below them their sums and the pages.
import { lazy, Suspense, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { isMissingFilter, FailureNote, NeedsNote, RowsSkeleton, StaleNote } from "../../ui/states/list-notes.tsx";
import { flatRows } from "../data/list-data.ts";
import { DataTable } from "../table/data-table.tsx";
import { readsItself } from "../table/list-layout.ts";
import { ListTotals } from "../table/list-totals.tsx";
import { Pager } from "../table/pager.tsx";
import type { ListFrameProps } from "./frame-props.ts";
import type { ListModel } from "./use-list-model.ts";

const CardList = lazy(async () => ({ default: (await import("../table/card-list.tsx")).CardList }));
const CellTable = lazy(() => import("../cells/cell-table.tsx"));
const Board = lazy(() => import("../shapes/board/board.tsx"));
const Calendar = lazy(() => import("../shapes/calendar/calendar.tsx"));
const RegionMap = lazy(() => import("../shapes/map/region-map.tsx"));
const TimelineList = lazy(async () => ({ default: (await import("../table/timeline-list.tsx")).TimelineList }));

const ownShapes = { board: Board, calendar: Calendar, map: RegionMap } as const;

interface RowsProps {
  readonly frame: ListFrameProps;
  readonly model: ListModel;
  /** The list's name, for assistive technology. */
  readonly label: string;
  /** What stands in the place of rows where there are none. */
  readonly empty: ReactNode;
}

function ListRows({ frame, model, label, empty }: RowsProps) {
  const { t } = useTranslation();
  const { screen, rights, urlState, data, language, lines } = frame;
  const { rows, layout } = model;
  const shared = { label, rows, isBusy: data.isBusy, empty, onRow: model.requests.onRow };
  const { buttons, texts } = layout;
  const opens = rights.view ? "view" : undefined;
  if (model.areCells)
    return (
      <Suspense fallback={<RowsSkeleton />}>
        <CellTable frame={frame} model={model} label={label} empty={empty} />
      </Suspense>
    );
  if (layout.timeline !== undefined)
    return (
      <Suspense fallback={<RowsSkeleton />}>
        <TimelineList
          {...shared}
          screen={screen}
          timeline={layout.timeline}
          language={language}
          buttons={buttons}
          texts={texts}
          opens={opens}
        />
      </Suspense>
    );
  const { name: shape } = model.shape;
  if (readsItself(shape) && data.request !== undefined) {
    const Shape = ownShapes[shape];
    return (
      <Suspense fallback={<RowsSkeleton />}>
        <Shape
          label={label}
          screen={screen}
          rights={rights}
          urlState={urlState}
          language={language}
          request={data.request}
          revision={model.refreshes}
          total={data.isTotalEstimated === true ? undefined : data.total}
          isEmpty={rows.length === 0 && !data.isBusy}
          empty={empty}
          fields={layout.shown}
          buttons={buttons}
          texts={texts}
          opens={opens}
          pages={layout.cards.pages}
          listOf={layout.cards.listOf}
          rows={model.shapeRows}
          onRow={model.requests.onRow}
          onAction={model.requests.start}
          onOffer={model.requests.offer}
        />
      </Suspense>
    );
  }
  const chosen = lines === undefined ? undefined : urlState.chosen;
  const selection = model.isSelectable ? model.selection : undefined;
  if (layout.areCards)
    return (
      <Suspense fallback={<RowsSkeleton />}>
        <CardList
          {...shared}
          {...layout.cards}
          language={language}
          buttons={buttons}
          texts={texts}
          opens={opens}
          expandable={data.expandable}
          chosen={chosen}
          selection={selection}
          sort={urlState.query.sorts[0]}
          onSort={model.sortBy}
        />
      </Suspense>
    );
  return (
    <DataTable
      {...shared}
      {...layout.table}
      keys={data.expandable === undefined ? rows : flatRows(rows)}
      rowKey={screen.key}
      chosen={chosen}
      selection={selection}
      selectAll={t("list.selectAll")}
      onSort={model.sort}
    />
  );
}

interface ListBodyProps {
  readonly frame: ListFrameProps;
  readonly model: ListModel;
  readonly name: string;
  readonly empty: ReactNode;
}

export function ListBody({ frame, model, name, empty }: ListBodyProps) {
  const { t } = useTranslation();
  const { screen, urlState, data, searched, language, isInner = false } = frame;
  const { isStale } = model;
  const { query } = urlState;
  const hasRows = data.needs === undefined && (data.failure === undefined || isStale) && data.total > 0;
  return (
    <>
      {isStale && <StaleNote message={data.failure?.message ?? ""} onRetry={data.refresh} />}
      {data.needs !== undefined ? (
        <NeedsNote fields={searched} names={data.needs} language={language} />
      ) : data.failure !== undefined && !data.failure.silent && !isStale ? (
        <FailureNote message={data.failure.message} isAsking={isMissingFilter(data.failure, searched)} onRetry={data.refresh} />
      ) : data.isLoading ? (
        <RowsSkeleton />
      ) : (
        <ListRows frame={frame} model={model} label={t("list.label", { name })} empty={empty} />
      )}
      {data.totals !== undefined && hasRows && (
        <ListTotals screen={screen} totals={data.totals} language={language} label={t("list.totals", { name })} />
      )}
      {data.isPaged && hasRows && !model.shape.readsItself && (
        <Pager
          label={name}
          current={query.current}
          size={query.size}
          total={data.total}
          isEstimated={data.isTotalEstimated === true}
          isShort={isInner}
          onChange={model.page}
        />
      )}
    </>
  );
}
