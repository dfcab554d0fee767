// Everything that a list knows besides how it is drawn: its rows, what is selected and chosen, how they are laid out, what its controls do.
import { useEffect, useMemo, useRef, useState } from "react";
import type { Row } from "../../api/wire-data.ts";
import { useNavigate } from "react-router-dom";
import { addressBelow, newRecord, useListAddress } from "../../workspace/record-address.ts";
import { useChangedRows } from "../../data/live/use-changed-rows.ts";
import { useEvent } from "../../ui/hooks/use-event.ts";
import { handheld, useMedia } from "../../ui/hooks/use-media.ts";
import { hasUnsavedInput } from "../../forms/dialogs/unsaved-guard.ts";
import { rowOfKey } from "../data/list-data.ts";
import { hasEditableCells } from "../cells/offered.ts";
import { useRowMoves } from "../row-actions/use-row-moves.ts";
import { conditionsParameter } from "../../../schema/list-conditions.ts";
import { addedSort, defaultSortOf, shownSorts, toggledSort, type ListQuery, type ListSort } from "../search/list-query.ts";
import { withoutFilter } from "../search/search-fields.ts";
import { createSelection } from "../table/selection.ts";
import { useFormAhead } from "./form-ahead.ts";
import type { ListFrameProps } from "./frame-props.ts";
import { presetFor } from "./new-row.ts";
import { useListLayout } from "./use-list-layout.ts";
import type { ShapeOfList } from "./use-list-shape.ts";
import { useRowRequests } from "./use-row-requests.ts";

const noPreset: Row = {};

/** Whether a list is searched by the state of its rows, in whatever way. */
const isOfState = (status: string | undefined, filters: ListQuery["filters"]): boolean =>
  status !== undefined && Object.keys(filters).some((name) => name === status || name.startsWith(`${status}_`));

export function useListModel(props: ListFrameProps, shape: ShapeOfList) {
  const { screen, rights, urlState, data, language, preset = noPreset, lines, isInner = false, isPane = false, hidden, treeFilter } = props;
  const [selection] = useState(createSelection);
  const [exporting, setExporting] = useState<HTMLElement>();
  const [isBinOpen, setBinOpen] = useState(false);
  const [isBatchOpen, setBatchOpen] = useState(false);
  const [isImportOpen, setImportOpen] = useState(false);
  const [refreshes, setRefreshes] = useState(0);
  const frame = useRef<HTMLElement>(null);
  const shapeRows = useRef<readonly Row[]>([]);
  const { query, change, correct, open, dialog } = urlState;
  const moves = useRowMoves({ screen, rights, query, data, frame });
  const { rows } = moves;
  useFormAhead(screen, !data.isLoading && (rights.add || rights.edit || rights.view));

  // Only rows that are shown are selected; on another page there are others.
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

  const actions = useMemo(
    () =>
      screen.actions.filter(
        (one) =>
          (one.on === "selection" || one.on === "toolbar" || (one.grid !== undefined && preset[one.grid.by] !== undefined)) &&
          rights.may(one) &&
          (one.grid === undefined || rights.add || rights.edit),
      ),
    [screen, rights, preset],
  );
  const mayBatch = rights.edit && (screen.batchFields?.length ?? 0) > 0;
  // On a telephone rows are cards: a table would show two columns, and the keyboard covers half of them.
  const isHandheld = useMedia(handheld);
  const hadCells = useRef(false);
  // Cells with what is not saved stay when the window becomes narrow.
  const hasRoomForCells = !isHandheld || (hadCells.current && hasUnsavedInput());
  const mayEditCells = !isInner && hasRoomForCells && !shape.readsItself && hasEditableCells(screen, rights);
  const areCells = mayEditCells && urlState.areCells;
  hadCells.current = areCells;
  const isSelectable = !shape.readsItself && (rights.delete || mayBatch || actions.some((one) => one.on === "selection"));
  const chosenRow = lines === undefined || urlState.chosen === undefined ? undefined : rowOfKey(rows, screen.key, urlState.chosen);
  const isSplit = lines?.place === "side" && (lines.isKept || chosenRow !== undefined);
  const isCovered = lines?.place === "drawer" && chosenRow !== undefined;
  const defaultValue = useMemo(() => defaultSortOf(screen), [screen]);
  const shown = useMemo(() => shownSorts(query.sorts, defaultValue), [query.sorts, defaultValue]);
  const layout = useListLayout({
    screen,
    rights,
    language,
    hidden,
    shape,
    data,
    moves,
    selection: isSelectable ? selection : undefined,
    sorts: shown,
    isHalf: isSplit || isPane,
    isOfState: isOfState(screen.status, query.filters),
  });

  const isShown = useEvent((key: string) => rowOfKey([...rows, ...shapeRows.current], screen.key, key) !== undefined);
  const changed = useChangedRows(screen.name, data.readAt ?? data.rows, isShown);
  const navigate = useNavigate();
  const listPath = useListAddress(screen);
  const refresh = useEvent(() => {
    data.refresh();
    setRefreshes((latest) => latest + 1);
  });
  const add = useEvent(() => {
    if (screen.entry === undefined || isInner) open({ mode: "create", id: undefined, parent: undefined });
    else void navigate(addressBelow(listPath, newRecord), { state: { suggestion: treeFilter?.suggestion ?? {} } });
  });
  const search = useEvent((filters: ListQuery["filters"]) => change({ filters }));
  const exportFrom = useEvent((button: HTMLElement) => setExporting(exporting === undefined ? button : undefined));
  const openBin = useEvent(() => setBinOpen(true));
  const openBatch = useEvent(() => setBatchOpen(true));
  const openImport = useEvent(() => setImportOpen(true));
  const clear = useEvent(() => change({ filters: {} }));
  const removeFilter = useEvent((name: string) => change(({ filters }) => ({ filters: withoutFilter(filters, name) })));
  const setConditions = useEvent((conditions: string) =>
    change(({ filters }) => ({
      filters: conditions === "" ? withoutFilter(filters, conditionsParameter) : { ...filters, [conditionsParameter]: conditions },
    })),
  );
  const sort = useEvent((field: string, isFurther: boolean) => {
    const next = isFurther && screen.sortsByOne !== true ? addedSort : toggledSort;
    change((latest) => ({ sorts: next(latest.sorts, field, defaultValue) }));
  });
  const sortBy = useEvent((next: ListSort | undefined) => change({ sorts: next === undefined ? [] : [next] }));
  const page = useEvent((next: { readonly current: number; readonly size: number }) => change(next));

  const requests = useRowRequests({
    screen,
    rights,
    urlState,
    data,
    lines,
    isInner,
    moves,
    shapeRows,
    selection,
    buttons: layout.buttons,
    room: layout.room,
  });
  const dialogPreset = useMemo(() => presetFor(screen, preset, dialog?.parent, rows), [screen, preset, dialog, rows]);

  return {
    rows,
    moves,
    selection,
    isSelectable,
    shape,
    /** The rows of a shape that reads its own. */
    shapeRows,
    /** What can be done besides the buttons of a row. */
    actions,
    chosenRow,
    /** The chosen row is shown beside the rows. */
    isSplit,
    /** It covers them. */
    isCovered,
    layout,
    requests,
    dialogPreset,
    /** The button at which the export is open. */
    exporting,
    closeExport: () => setExporting(undefined),
    isBinOpen,
    openBin,
    closeBin: () => setBinOpen(false),
    mayBatch,
    mayEditCells,
    /** The rows are cells that are edited in place. */
    areCells,
    isBatchOpen,
    openBatch,
    closeBatch: () => setBatchOpen(false),
    isImportOpen,
    openImport,
    closeImport: () => setImportOpen(false),
    /** How often the user has asked for the rows anew. */
    refreshes,
    frame,
    // Rows that could not be read anew stay; others that were searched for and did not come are none.
    isStale: data.failure !== undefined && !data.failure.silent && rows.length > 0,
    /** What others have changed since the rows were read. */
    changed,
    refresh,
    add,
    search,
    exportFrom,
    clear,
    removeFilter,
    setConditions,
    sort,
    sortBy,
    page,
  };
}

export type ListModel = ReturnType<typeof useListModel>;
