// A list with everything around it: search panel, toolbar, filters in force, rows, pages, dialogs. Where the rows come from is the caller's
// affair.
import { lazy, Suspense, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";
import type { ScreenAction, ScreenField } from "../../../schema/screen.ts";
import { inLanguage, type Language } from "../../../schema/text.ts";
import { textOf, type Row } from "../../api/wire-data.ts";
import type { Rights } from "../../access/use-rights.ts";
import { addressFrom, besides } from "../../data/queries/action-call.ts";
import { layoutOf, useTablePreference } from "../table/list-layout.ts";
import { useColumnPreferences } from "../table/column-preferences.ts";
import { arrangedFields, listableFields, listColumns, shownFields } from "../table/columns.tsx";
import { DataTable } from "../table/data-table.tsx";
import type { RowEvent } from "../table/row-events.ts";
import { useDensity } from "../table/density.ts";
import { FilterChips } from "../search/filter-chips.tsx";
import { listName } from "../../data/screen-models/list-name.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import { areChartsHidden } from "./charts-preference.ts";
import { useFormAhead } from "./form-ahead.ts";
import { PendingDialog } from "../../ui/states/pending.tsx";
import { ListDialogs } from "./dialogs.ts";
import type { OpenAction, OpenOther } from "./list-dialogs.tsx";
import { rowTitle } from "../data/row-title.ts";
import { flatRows, rowOfKey, type ListData } from "../data/list-data.ts";
import { asksFor, EmptyNote, FailureNote, NeedsNote, RowsSkeleton, StaleNote } from "../../ui/states/list-notes.tsx";
import type { ListUrlState } from "./list-url-state.ts";
import { turnedSort, usualSort, type ListSort } from "../search/list-query.ts";
import { presetFor } from "./new-row.ts";
import { ListTotals } from "../table/list-totals.tsx";
import { Pager } from "../table/pager.tsx";
import {
  actionNamed,
  buttonsOf,
  cardRoom,
  pictureRoom,
  footButtons,
  possibleButtons,
  roomForButtons,
  splitButtons,
  leadsToPage,
} from "../row-actions/row-actions.ts";
import { ChosenButtons, chosenRoom } from "../row-actions/chosen-buttons.tsx";
import { RowMenu, type RowMenuAt } from "../row-actions/row-menu.tsx";
import { SearchPanel } from "../search/search-panel.tsx";
import { withoutFilter } from "../search/search-fields.ts";
import { createSelection } from "../table/selection.ts";
import { Toolbar } from "./toolbar.tsx";
import { handheld, narrow, roomy, spacious, useMedia } from "../../ui/hooks/use-media.ts";
import { isMove, isShift } from "../row-actions/row-moves.ts";
import { useRowMoves } from "../row-actions/use-row-moves.ts";
import { useRowWork } from "../row-actions/use-row-work.ts";
import { useShortcuts } from "./use-shortcuts.ts";
import { useEvent } from "../../ui/hooks/use-event.ts";
import { settings } from "../../browser/settings.ts";

const ListCharts = lazy(() => import("./list-charts.tsx"));
const CardList = lazy(async () => ({ default: (await import("../table/card-list.tsx")).CardList }));
const TimelineList = lazy(async () => ({ default: (await import("../table/timeline-list.tsx")).TimelineList }));
const ExportPanel = lazy(async () => ({ default: (await import("../export/export-panel.tsx")).ExportPanel }));
const PictureView = lazy(async () => ({ default: (await import("../table/picture-view.tsx")).PictureView }));

/** The list's part of the tree filter. */
export interface TreeFilterList {
  /** The fields of the search panel: without the field of the tree filter. */
  readonly panelFields: readonly ScreenField[];
  /** What new rows begin with, and the person may change. */
  readonly suggestion: Row;
}

/** What is shown of the chosen row. */
export interface RowLines {
  /** Beside the rows, which have half of the width then; over the list, or below it. */
  readonly place: "beside" | "over" | "below";
  /** There is something beside the rows before one is chosen. */
  readonly isKept: boolean;
  /** The chosen row is undefined where there is none on the page; `buttons` are its own. */
  readonly render: (row: Row | undefined, buttons: ReactNode) => ReactNode;
  /** Says that rows can be chosen, where nothing else does. */
  readonly hint: string | undefined;
}

export interface ListFrameProps {
  readonly screen: ListViewModel;
  readonly rights: Rights;
  readonly urlState: ListUrlState;
  readonly data: ListData;
  readonly searched: readonly ScreenField[];
  readonly language: Language;
  /** What every new row of this place holds. */
  readonly preset?: Row;
  /** Initial values from the tree filter. */
  readonly treeFilter?: TreeFilterList;
  /** Rows can be chosen, to show their child list. */
  readonly lines?: RowLines | undefined;
  /** A child list: it has no keyboard shortcuts. */
  readonly isInner?: boolean;
  /** A child list beside the one above it or over it. */
  readonly isPane?: boolean;
  /** Fields that are no columns here: what every row of this place says. */
  readonly hidden?: ReadonlySet<string>;
}

const noPreset: Row = {};
const nothingHidden: ReadonlySet<string> = new Set();

export function ListFrame({
  screen,
  rights,
  urlState,
  data,
  searched,
  language,
  preset = noPreset,
  treeFilter,
  lines,
  isInner = false,
  isPane = false,
  hidden = nothingHidden,
}: ListFrameProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isNarrow = useMedia(narrow);
  const isHandheld = useMedia(handheld);
  const isRoomy = useMedia(roomy);
  const isSpacious = useMedia(spacious);
  const density = useDensity();
  const [preferences, changePreferences] = useColumnPreferences(screen.name);
  const [selection] = useState(createSelection);
  const [menu, setMenu] = useState<RowMenuAt>();
  const [action, setAction] = useState<OpenAction>();
  const [other, setOther] = useState<OpenOther>();
  const [revision, setRevision] = useState(0);
  const [picture, setPicture] = useState("");
  const [exporting, setExporting] = useState<HTMLElement>();
  const otherLayout = layoutOf(screen, isInner);
  const [isTable, setTable] = useTablePreference(screen.name);
  const layout = isTable ? undefined : otherLayout;
  const [refreshes, setRefreshes] = useState(0);
  const panel = useRef<HTMLFormElement>(null);
  const frame = useRef<HTMLElement>(null);
  const work = useRowWork(screen);
  const { query, change, correct, open, close, dialog } = urlState;
  const name = listName(screen, language);
  const moves = useRowMoves({ screen, rights, query, data, frame });
  const { rows } = moves;
  const areMoved = moves.isOffered;
  useFormAhead(screen, !data.isLoading && (rights.add || rights.edit || rights.view));

  // A tick belongs to the rows in front of the person; on another page there are others.
  useEffect(
    () => selection.set(selection.keys().filter((key) => rowOfKey(rows, screen.key, key) !== undefined)),
    [rows, screen.key, selection],
  );

  // An address or a jump may name a page beyond the last one, which is only known once it was asked for.
  const last = Math.ceil(data.total / query.size);
  const isBeyond = data.isPaged && !data.isBusy && data.failure === undefined && rows.length === 0 && last > 0 && query.current > last;
  useEffect(() => {
    if (isBeyond) correct({ current: last });
  }, [isBeyond, last, correct]);

  const selectionActions = useMemo(
    () =>
      screen.actions.filter(
        (one) =>
          (one.on === "selection" || one.on === "toolbar" || (one.grid !== undefined && preset[one.grid.by] !== undefined)) &&
          rights.may(one) &&
          (one.grid === undefined || rights.add || rights.edit),
      ),
    [screen, rights, preset],
  );
  const isSelectable = rights.delete || selectionActions.some((one) => one.on === "selection");
  const listable = useMemo(
    () => listableFields(screen, rights.isAdministrator).filter(({ name }) => !hidden.has(name)),
    [screen, rights.isAdministrator, hidden],
  );
  const shown = useMemo(() => shownFields(listable, preferences), [listable, preferences]);
  const buttons = useMemo(
    () =>
      possibleButtons(
        screen,
        rights,
        {
          view: t("list.view"),
          edit: t("list.edit"),
          delete: t("list.delete"),
          moves: areMoved ? { up: t("list.up"), down: t("list.down") } : undefined,
        },
        language,
      ),
    [screen, rights, language, areMoved, t],
  );
  const texts = useMemo(
    () => ({
      index: t("list.index"),
      actions: t("list.actions"),
      moreFor: (row: string) => t("list.moreFor", { row }),
      select: (row: string) => t("list.select", { row }),
      grip: t("list.grip"),
    }),
    [t],
  );
  const chosenRow = lines === undefined || urlState.chosen === undefined ? undefined : rowOfKey(rows, screen.key, urlState.chosen);
  const isSplit = lines?.place === "beside" && (lines.isKept || chosenRow !== undefined);
  const isCovered = lines?.place === "over" && chosenRow !== undefined;
  const isHalf = isSplit || isPane;
  // Half of a page is narrow, too, until the window is wide.
  const isCompact = isNarrow || (isHalf && isRoomy && !isSpacious);
  const gallery = layout === "timeline" ? undefined : layout;
  const ofCards = layout === "gallery" && isHandheld ? pictureRoom : cardRoom;
  const room = isHandheld || gallery !== undefined ? ofCards : isCompact ? 0 : roomForButtons(buttons);
  const usual = useMemo(() => usualSort(screen), [screen]);
  const sorted = query.sort ?? usual;
  const { columns, width, leading } = useMemo(
    () =>
      listColumns({
        screen,
        fields: shown,
        language,
        texts,
        sort: sorted,
        selection: isSelectable ? selection : undefined,
        firstNumber: isNarrow || isHalf ? undefined : data.firstNumber,
        buttons,
        room,
        isHalf,
        dragging: isNarrow ? undefined : moves.dragging,
      }),
    [screen, shown, language, texts, sorted, isSelectable, selection, data.firstNumber, buttons, room, isNarrow, isHalf, moves.dragging],
  );
  const expandable = useMemo(
    () => (data.expandable === undefined ? undefined : { ...data.expandable, expandIconColumnIndex: leading }),
    [data.expandable, leading],
  );
  const columnSettings = useMemo(() => {
    const now = new Set(shown.map((field) => field.name));
    const lines = arrangedFields(listable, preferences).map((field) => ({
      name: field.name,
      label: inLanguage(field.label, language),
      isShown: now.has(field.name),
    }));
    return { lines, preferences, onChange: changePreferences };
  }, [listable, shown, preferences, changePreferences, language]);

  const refresh = useEvent(() => {
    data.refresh();
    setRefreshes((latest) => latest + 1);
  });
  const add = useEvent(() => open({ mode: "create", id: undefined, parent: undefined }));
  const search = useEvent((filters: typeof query.filters) => change({ filters }));
  const exportFrom = useEvent((button: HTMLElement) => setExporting(exporting === undefined ? button : undefined));
  const clear = useEvent(() => change({ filters: {} }));
  const remove = useEvent((name: string) => change(({ filters }) => ({ filters: withoutFilter(filters, name) })));
  const sort = useEvent((field: string) => change((latest) => ({ sort: turnedSort(latest.sort, field, usual) })));
  const sortBy = useEvent((next: ListSort | undefined) => change({ sort: next }));
  const page = useEvent((next: { readonly current: number; readonly size: number }) => change(next));
  useShortcuts(!isInner && dialog === undefined && !isCovered, {
    search: () => panel.current?.querySelector("input")?.focus(),
    add: rights.add ? add : undefined,
  });

  const afterRemoval = (count: number) => () => {
    selection.set([]);
    // The last page may have gone with its last row.
    if (data.isPaged && count >= rows.length && query.current > 1) change({ current: query.current - 1 });
  };

  /** For what is viewed, which may have changed: a hand-made dialog does not say whether it has. */
  const readAnew = () => setRevision((latest) => latest + 1);
  const done = () => {
    selection.set([]);
    readAnew();
  };
  const start = (one: ScreenAction, targets: readonly Row[]) => {
    const [first] = targets;
    if (one.opens === "child" && first !== undefined) open({ mode: "create", id: undefined, parent: textOf(first[screen.key]) });
    else if (one.opens !== undefined && first !== undefined)
      setOther({ resource: one.opens, row: first, carried: besides(one, first), suggest: one.suggest });
    else if (one.dialog !== undefined || one.grid !== undefined) setAction({ action: one, rows: targets });
    else if (one.method === "none" && (first !== undefined || (one.on === "toolbar" && one.opens === undefined)))
      void navigate(addressFrom(one, first ?? {}));
    else if (one.trees !== undefined || one.asked !== undefined || one.shows !== undefined) setAction({ action: one, rows: targets });
    else work.act(one, targets, done);
  };

  const selectedRows = (): readonly Row[] => {
    const matches = selection.keys().flatMap((key): readonly Row[] => {
      const row = rowOfKey(rows, screen.key, key);
      return row === undefined ? [] : [row];
    });
    if (matches.length === 0) work.warn(t("list.selectFirst"));
    return matches;
  };
  const removeSelected = useEvent(() => {
    const targets = selectedRows();
    if (targets.length > 0) work.remove(targets, afterRemoval(targets.length));
  });
  const startSelected = useEvent((one: ScreenAction) => {
    const isOnRows = one.on === "selection";
    const targets = isOnRows ? selectedRows() : [];
    if (!isOnRows || targets.length > 0) start(one, targets);
  });

  const press = (button: string, key: string) => {
    const row = rowOfKey(rows, screen.key, key);
    if (row === undefined) return;
    if (button === "view" || button === "edit") open({ mode: button, id: key, parent: undefined });
    else if (isMove(button)) moves.move(key, button);
    else if (isShift(button)) void moves.shift(key, button);
    else if (button === "delete") work.remove([row], afterRemoval(1));
    else {
      const one = actionNamed(screen, button);
      if (one !== undefined) start(one, [row]);
    }
  };
  /** The buttons of a row that have no room. */
  const openMenu = (row: Row, opener: HTMLElement, within: number) => {
    const key = textOf(row[screen.key]);
    const disabled = (["up", "down"] as const).filter((move) => !moves.can(key, move));
    const { behind } = splitButtons(buttonsOf(screen, buttons, row), within);
    setMenu(menu?.opener === opener ? undefined : { key, buttons: behind, disabled, opener });
  };
  const onRow = useEvent(({ act, value, key, element }: RowEvent) => {
    const row = rowOfKey(rows, screen.key, key);
    if (row === undefined) return;
    switch (act) {
      case "copy":
        work.copy(value);
        return;
      case "picture":
        setPicture(value);
        return;
      case "more":
        openMenu(row, element, room);
        return;
      case "row":
      case "enter":
        if (lines !== undefined) urlState.choose(key, lines.place === "over");
        else if (act === "enter" && (rights.view || rights.edit)) open({ mode: rights.view ? "view" : "edit", id: key, parent: undefined });
        return;
      default:
        press(act, key);
    }
  });

  const dialogPreset = useMemo(() => presetFor(screen, preset, dialog?.parent, rows), [screen, preset, dialog, rows]);
  // Rows that could not be read anew stay; others that were searched for and did not come are none.
  const isStale = data.failure !== undefined && !data.failure.silent && rows.length > 0;
  const isFiltered = Object.keys(query.filters).length > 0;
  // The few lines of a document are seen at once.
  const isSearched = !isInner || isFiltered || data.total > query.size;
  const label = t("list.label", { name });
  const begins = rights.add ? undefined : selectionActions.find((action) => action.on !== "selection" && leadsToPage(action));
  const empty = (
    <EmptyNote
      name={inLanguage(screen.label, language)}
      isFiltered={isFiltered}
      onAdd={rights.add ? add : undefined}
      begins={begins === undefined ? undefined : { label: inLanguage(begins.label, language), onOpen: () => startSelected(begins) }}
      onClear={clear}
    />
  );
  const listed = data.expandable === undefined ? rows : flatRows(rows);
  const card = (
    <div className="tm-card">
      <Toolbar
        canAdd={rights.add}
        canDelete={rights.delete}
        actions={selectionActions}
        selection={isSelectable ? selection : undefined}
        hint={rows.length === 0 || urlState.chosen !== undefined ? undefined : lines?.hint}
        isBusy={data.isBusy}
        columns={columnSettings}
        onAdd={add}
        onDelete={removeSelected}
        onAction={startSelected}
        onRefresh={refresh}
        onExport={settings.exports && rights.export && data.asked !== undefined ? exportFrom : undefined}
        layout={otherLayout === undefined ? undefined : { name: otherLayout, isOn: !isTable, turn: () => setTable(!isTable) }}
      />
      <FilterChips fields={searched} all={screen.fields} filters={query.filters} onRemove={remove} onClear={clear} />
      {isStale && <StaleNote message={data.failure?.message ?? ""} onRetry={data.refresh} />}
      {data.needs !== undefined ? (
        <NeedsNote fields={searched} names={data.needs} language={language} />
      ) : data.failure !== undefined && !data.failure.silent && !isStale ? (
        <FailureNote message={data.failure.message} isAsking={asksFor(data.failure, searched)} onRetry={data.refresh} />
      ) : data.isLoading ? (
        <RowsSkeleton />
      ) : layout === "timeline" && screen.timeline !== undefined ? (
        <Suspense fallback={<RowsSkeleton />}>
          <TimelineList
            label={label}
            screen={screen}
            timeline={screen.timeline}
            language={language}
            rows={rows}
            isBusy={data.isBusy}
            empty={empty}
            buttons={buttons}
            texts={texts}
            opens={rights.view ? "view" : undefined}
            onRow={onRow}
          />
        </Suspense>
      ) : isHandheld || gallery !== undefined ? (
        <Suspense fallback={<RowsSkeleton />}>
          <CardList
            label={label}
            screen={screen}
            fields={shown}
            language={language}
            rows={rows}
            expandable={data.expandable}
            isBusy={data.isBusy}
            empty={empty}
            chosen={lines === undefined ? undefined : urlState.chosen}
            selection={isSelectable ? selection : undefined}
            buttons={buttons}
            layout={gallery}
            room={ofCards}
            texts={texts}
            opens={rights.view ? "view" : undefined}
            sort={query.sort}
            onSort={sortBy}
            onRow={onRow}
          />
        </Suspense>
      ) : (
        <DataTable
          label={label}
          columns={columns}
          width={width}
          rows={rows}
          keys={listed}
          rowKey={screen.key}
          density={density}
          isBusy={data.isBusy}
          empty={empty}
          chosen={lines === undefined ? undefined : urlState.chosen}
          expandable={expandable}
          selection={isSelectable ? selection : undefined}
          selectAll={t("list.selectAll")}
          onSort={sort}
          onRow={onRow}
          dragging={isNarrow ? undefined : moves.dragging}
        />
      )}
      {data.totals !== undefined && data.needs === undefined && (data.failure === undefined || isStale) && data.total > 0 && (
        <ListTotals screen={screen} totals={data.totals} language={language} label={t("list.totals", { name })} />
      )}
      {data.isPaged && data.needs === undefined && (data.failure === undefined || isStale) && data.total > 0 && (
        <Pager
          label={name}
          current={query.current}
          size={query.size}
          total={data.total}
          isEstimated={data.isTotalEstimated === true}
          isShort={isInner}
          onChange={page}
        />
      )}
    </div>
  );
  const chosenButtons = chosenRow !== undefined && (
    <ChosenButtons
      split={splitButtons(buttonsOf(screen, buttons, chosenRow), chosenRoom)}
      more={texts.moreFor(rowTitle(screen, chosenRow))}
      onPress={(act, element) => (act === "more" ? openMenu(chosenRow, element, chosenRoom) : press(act, textOf(chosenRow[screen.key])))}
    />
  );
  const shownLines = lines?.render(chosenRow, chosenButtons);
  /** Closes the dialog that is still loading. */
  const cancel = () => {
    if (dialog !== undefined) close();
    else if (action === undefined) setOther(undefined);
    else setAction(undefined);
  };
  return (
    <>
      <section ref={frame} className="tm-list" aria-label={name} inert={isCovered}>
        {!isInner && <h1 className="tm-visually-hidden">{name}</h1>}
        {isSearched && (
          <SearchPanel
            name={name}
            fields={treeFilter?.panelFields ?? searched}
            filters={query.filters}
            onSearch={search}
            begins={data.needs !== undefined}
            panelRef={panel}
          />
        )}
        {!isInner && screen.charts !== undefined && data.asked !== undefined && data.needs === undefined && (
          <Suspense
            fallback={<div className={areChartsHidden(screen.name) ? "tm-charts-ahead" : "tm-charts-ahead tm-charts-ahead-shown"} />}
          >
            <ListCharts
              screen={screen}
              charts={screen.charts}
              query={query}
              asked={data.asked}
              revision={refreshes}
              hasListFailed={data.failure !== undefined}
              searched={searched}
              language={language}
            />
          </Suspense>
        )}
        {lines === undefined ? (
          card
        ) : (
          <div className={isSplit ? "tm-split" : "tm-choosable"}>
            {card}
            {isSplit && shownLines}
          </div>
        )}
        <RowMenu at={menu} label={t("list.more")} onPick={press} onClose={() => setMenu(undefined)} />
        {(dialog ?? action ?? other) !== undefined && (
          <Suspense fallback={<PendingDialog onCancel={cancel} />}>
            <ListDialogs
              screen={screen}
              dialog={dialog}
              preset={dialogPreset}
              mayAdd={rights.add}
              suggestion={dialog?.mode === "create" ? { ...moves.behind(dialog.parent), ...treeFilter?.suggestion } : noPreset}
              footOf={(row) => footButtons(screen, rights, row, dialog?.act)}
              onFoot={(one, row) => start(one, [row])}
              revision={revision}
              onClose={(made) => close(lines === undefined ? undefined : made)}
              action={action}
              onActionClose={(isDone) => {
                setAction(undefined);
                if (isDone) done();
                else if (action?.action.dialog !== undefined) readAnew();
              }}
              other={other}
              onOtherClose={(isSaved) => {
                setOther(undefined);
                if (!isSaved) return;
                setRevision((latest) => latest + 1);
                data.refresh();
              }}
            />
          </Suspense>
        )}
        {exporting !== undefined && data.asked !== undefined && (
          <Suspense>
            <ExportPanel
              anchor={exporting}
              screen={screen}
              asked={data.asked}
              total={data.total}
              isEstimated={data.isTotalEstimated === true}
              columns={shown}
              selected={selection.keys()}
              onClose={() => setExporting(undefined)}
            />
          </Suspense>
        )}
        {picture !== "" && (
          <Suspense>
            <PictureView address={picture} onClose={() => setPicture("")} />
          </Suspense>
        )}
      </section>
      {lines?.place === "beside" ? null : shownLines}
    </>
  );
}
