// The rows of a list as cells that are edited in place, like a spreadsheet: only the rows in sight are drawn, and a row is saved when it is left.
import {
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type CSSProperties,
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
} from "react";
import { flushSync } from "react-dom";
import { traitsOf } from "../../../fields/screen-traits.ts";
import { loadWidgets } from "../../../fields/widgets.ts";
import type { Screen } from "../../../schema/screen.ts";
import { failureOf } from "../../api/failure.ts";
import { loadScreen } from "../../data/screen-models/load.ts";
import { RouteGuard } from "../../forms/dialogs/route-guard.tsx";
import { useDirtyGuard, useUnsavedGuard } from "../../forms/dialogs/unsaved-guard.ts";
import { addTexts } from "../../i18n/index.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { loadFormInputs } from "../../inputs/form-only.ts";
import { createValueStore, useStored } from "../../inputs/values/value-store.ts";
import { useEvent } from "../../ui/hooks/use-event.ts";
import type { ListFrameProps } from "../list/frame-props.ts";
import type { ListModel } from "../list/use-list-model.ts";
import { CellNote, gap, notesOfRow } from "./cell-note.tsx";
import { CellRow } from "./cell-row.tsx";
import { cellKeys, placeOf } from "./cell-keys.ts";
import { CellFoot } from "./cell-foot.tsx";
import { CellGridProvider, type CellGrid, type Editing, type EditSession, type EditStart, type Selected } from "./grid-state.ts";
import { lockOf } from "./locks.ts";
import type { Place } from "./range.ts";
import { createSheet } from "./sheet.ts";
import { useCellDraft } from "./use-cell-draft.ts";
import { headWidth, useColumns, useRoom } from "./use-columns.ts";
import { useRanges } from "./use-ranges.ts";
import { useSheetWrites } from "./use-sheet-writes.ts";
import "../../forms/forms.css";
import "./cells.css";

const texts = addTexts("cells");

/** px. */
const rowHeights = { middle: 40, small: 32 } as const;
const headHeight = 40;
/** Rows drawn above and below those in sight. */
const spare = 4;

const first: Place = { row: 0, column: 0 };

interface CellTableProps {
  readonly frame: ListFrameProps;
  readonly model: ListModel;
  /** The list's name, for assistive technology. */
  readonly label: string;
  readonly empty: ReactNode;
}

function CellTableOf({ frame, model, label, empty, screen }: CellTableProps & { readonly screen: Screen }): ReactNode {
  const { t } = useTranslation();
  const { rights, data, language } = frame;
  const { layout, refreshes, rows } = model;
  const firstNumber = data.firstNumber ?? 1;
  const [sheet] = useState(() => createSheet({ screen, isAdministrator: rights.isAdministrator }));
  const [selected] = useState(() => createValueStore<Selected>({ focus: first, anchor: first }));
  const [editing] = useState(() => createValueStore<Editing | undefined>(undefined));
  const session = useRef<EditSession | undefined>(undefined);
  const outer = useRef<HTMLDivElement>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const isInside = useRef(false);
  const isLeaving = useRef(false);
  const isEnding = useRef(false);
  const [firstShown, setFirstShown] = useState(0);
  const room = useRoom(scroll);
  const columns = useColumns({ screen, columns: layout.table.columns, rows, width: room.width, language });
  const order = useStored(sheet.order, (keys) => keys);
  const rowHeight = rowHeights[layout.table.density];
  const pageRows = Math.max(1, Math.floor((room.height - headHeight) / rowHeight));

  const lock = useEvent((...[row, field]: Parameters<CellGrid["lockOf"]>) =>
    lockOf(field, { screen, form: sheet.formOf(row), base: row.base, values: row.values }),
  );
  const ranges = useRanges({ sheet, columns, selected, language, lockOf: lock, firstNumber });
  const restore = useCellDraft({ sheet, screen, place: outer, flush: () => session.current?.scope.pending.flush() });

  const showRestored = useEvent(() => {
    const count = restore();
    if (count > 0) ranges.say(t("cells.restored", { count }));
  });

  // Rows come after the question that they are the answer to: it may be another one while the former rows are still shown.
  const asked = JSON.stringify([data.request, refreshes]);
  const shownFor = useRef(asked);
  const latest = useRef(asked);
  latest.current = asked;
  useLayoutEffect(() => {
    const old = sheet.order.get();
    const { focus, anchor } = selected.get();
    sheet.take(rows, shownFor.current === latest.current);
    shownFor.current = latest.current;
    showRestored();
    // The selection stays with its row.
    const next = sheet.order.get();
    const moved = (place: Place): Place => {
      const index = next.indexOf(old[place.row] ?? "");
      return { ...place, row: index >= 0 ? index : Math.max(0, Math.min(place.row, next.length - 1)) };
    };
    selected.set({ focus: moved(focus), anchor: moved(anchor) });
  }, [sheet, selected, rows, showRestored]);
  useEffect(() => void Promise.all([loadFormInputs(), loadWidgets(columns.map(({ field }) => field))]), [columns]);

  const onSettled = useEvent(() => {
    if (screen.totals !== undefined) data.refresh();
  });
  const { save } = useSheetWrites({ sheet, screen, language, onSettled });
  const size = { rows: order.length, columns: columns.length };

  const cellElement = () => outer.current?.querySelector<HTMLElement>(".tm-cell-focused") ?? undefined;
  /** What was typed into a cell and is looked up comes to it; its row is saved then, if it was left meanwhile. */
  const afterwards = async (open: EditSession, key: string, awaited: Promise<void>) => {
    open.isAwaited = true;
    const release = sheet.pin([key]);
    await awaited;
    release();
    open.isAwaited = false;
    const isLeft = sheet.order.get()[selected.get().focus.row] !== key;
    if (isLeft && sheet.unsaved(false).includes(key)) await save([key]);
  };
  const finish = useEvent((isDropped = false) => {
    const open = session.current;
    if (open === undefined || isEnding.current) return;
    isEnding.current = true;
    const key = editing.get()?.key;
    if (isDropped) open.isOver = true;
    else open.scope.pending.flush();
    const awaited = isDropped ? undefined : open.scope.pending.settle();
    if (awaited !== undefined && key !== undefined) void afterwards(open, key, awaited);
    // What an input still has it gives when it loses the focus.
    if (isInside.current) cellElement()?.focus({ preventScroll: true });
    open.isOver = true;
    editing.set(undefined);
    isEnding.current = false;
  });
  const settle = useEvent((key: string, name: string, side: "mine" | "theirs") => {
    if (sheet.settle(key, name, side)) void save([key]);
    cellElement()?.focus();
  });
  const grid = useMemo(
    (): CellGrid => ({
      sheet,
      screen,
      language,
      columns,
      selected,
      editing,
      session,
      hasFocus: () => isInside.current,
      lockOf: (row, field) => lockOf(field, { screen, form: sheet.formOf(row), base: row.base, values: row.values }),
      finish,
      settle,
    }),
    [sheet, screen, language, columns, selected, editing, finish, settle],
  );
  /** Ends with what is being pasted. */
  const pasting = useRef<Promise<unknown>>(Promise.resolve());

  /** Saves the rows that were changed, but not the one that is being edited. */
  const saveOthers = (row: number | undefined) => {
    const own = row === undefined ? undefined : sheet.order.get()[row];
    const keys = sheet.unsaved(false).filter((key) => key !== own);
    if (keys.length > 0) void save(keys);
  };
  const reveal = ({ row, column }: Place) => {
    const element = scroll.current;
    const under = columns[column];
    if (element === null || under === undefined) return;
    const top = row * rowHeight;
    const height = element.clientHeight - headHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + height) element.scrollTop = top + rowHeight - height;
    // Those that stay at the beginning cover the others.
    const pinned = under.isPinned ? 0 : columns.reduce((sum, one) => sum + (one.isPinned ? one.width : 0), 0);
    const width = element.clientWidth - headWidth;
    if (under.left - pinned < element.scrollLeft) element.scrollLeft = under.left - pinned;
    else if (under.left + under.width > element.scrollLeft + width)
      element.scrollLeft = Math.min(under.left - pinned, under.left + under.width - width);
    setFirstShown(Math.floor(element.scrollTop / rowHeight));
  };
  const moveTo = (place: Place, isExtended = false) => {
    finish();
    isLeaving.current = false;
    reveal(place);
    const { anchor, focus } = selected.get();
    selected.set({ focus: place, anchor: isExtended ? anchor : place });
    if (focus.row !== place.row) saveOthers(place.row);
  };
  const at = ({ row, column }: Place) => {
    const shown = sheet.row(order[row] ?? "");
    const field = columns[column]?.field;
    return shown === undefined || field === undefined ? undefined : { row: shown, field };
  };
  /** Opens the input of the selected cell. */
  const begin = (start: EditStart) => {
    const { focus } = selected.get();
    const cell = at(focus);
    if (cell === undefined || grid.lockOf(cell.row, cell.field) !== undefined) return;
    isLeaving.current = false;
    reveal(focus);
    selected.set({ focus, anchor: focus });
    // The key that opened the input is written into it.
    flushSync(() => editing.set({ key: cell.row.key, name: cell.field.name, start }));
  };
  const saveAll = () => {
    finish();
    return save(sheet.unsaved(true));
  };

  const guard = useDirtyGuard();
  const { ask } = useUnsavedGuard(guard);
  const isUnsaved = useEvent(() => !sheet.isClean() || session.current?.scope.pending.isEmpty === false);
  useEffect(() => {
    const watch = () => void (guard.current = isUnsaved);
    watch();
    const stops = [sheet.counts.subscribe(watch), editing.subscribe(watch)];
    return () => {
      for (const stop of stops) stop();
      guard.current = () => false;
    };
  }, [guard, sheet, editing, isUnsaved]);
  /** What can be saved is saved before anybody is asked. */
  const askToLeave = useEvent(async () => {
    finish();
    await pasting.current;
    await saveAll();
    if (sheet.isClean()) return true;
    const mayLeave = await ask();
    if (mayLeave) sheet.discard();
    return mayLeave;
  });

  const revert = (): boolean => {
    const cell = at(selected.get().focus);
    return cell !== undefined && sheet.revert(cell.row.key, cell.field.name);
  };
  const undo = () => {
    const { keys, left } = sheet.undo();
    for (const { key, name } of left) sheet.note(key, name, { kind: "left", message: t("cells.notUndone") });
    if (keys.length + left.length === 0) return;
    ranges.say(left.length === 0 ? t("cells.undone") : t("cells.partlyUndone", { count: left.length }));
    const { focus } = selected.get();
    if (keys.length > 1) void save(keys);
    else saveOthers(focus.row);
  };
  /** Rows that were changed together are saved together; a single one once it is left. */
  const saveSeveral = (keys: readonly string[]) => {
    if (keys.length > 1) void save(keys);
    else saveOthers(selected.get().focus.row);
  };
  const nextProblem = () => {
    const { focus } = selected.get();
    const all = order.flatMap((key, row) => {
      const shown = sheet.row(key);
      const noted = columns.flatMap(({ field }, column) => (shown?.notes.has(field.name) === true ? [{ row, column }] : []));
      const isNotedRow = shown !== undefined && (shown.failure !== "" || notesOfRow(shown, screen, columns).length > 0);
      return noted.length === 0 && isNotedRow ? [{ row, column: 0 }] : noted;
    });
    const next = all.find(({ row, column }) => row > focus.row || (row === focus.row && column > focus.column)) ?? all[0];
    if (next === undefined) return;
    // The cell takes the focus once it is the selected one.
    isInside.current = true;
    moveTo(next);
  };

  const enter = () => {
    const choice = outer.current?.querySelector<HTMLElement>(".tm-cell-note button");
    if (choice === null || choice === undefined) begin("open");
    else choice.focus();
  };
  const toggle = (): boolean => {
    const cell = at(selected.get().focus);
    if (cell === undefined || traitsOf(cell.field).paste !== "flag" || grid.lockOf(cell.row, cell.field) !== undefined) return false;
    sheet.change([{ key: cell.row.key, name: cell.field.name, value: cell.row.values[cell.field.name] === 1 ? 0 : 1 }]);
    return true;
  };
  const onKeyDown = cellKeys({
    size,
    pageRows,
    grid,
    isLeaving,
    moveTo,
    begin: () => begin("type"),
    enter,
    toggle,
    undo,
    revert,
    fillDown: () => saveSeveral(ranges.fillDown()),
    clear: () => saveSeveral(ranges.clear()),
    saveAll: () => void saveAll(),
    focusCell: () => cellElement()?.focus(),
    leave: () => {
      // A cell takes the focus when its input is gone.
      flushSync(() => finish());
      outer.current?.querySelector<HTMLElement>(".tm-cells-state")?.focus();
      saveOthers(undefined);
    },
  });

  const onCopy = (event: ClipboardEvent) => {
    if (session.current !== undefined || placeOf(event.target) === undefined) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", ranges.copied());
    if (event.type === "cut") saveSeveral(ranges.clear());
  };
  const onPaste = (event: ClipboardEvent) => {
    if (session.current !== undefined || placeOf(event.target) === undefined) return;
    event.preventDefault();
    const work = ranges
      .paste(event.clipboardData.getData("text/plain"))
      .then(saveSeveral, (error: unknown) => ranges.say(failureOf(error).message));
    pasting.current = Promise.all([pasting.current, work]);
  };

  const onMouseDown = (event: MouseEvent) => {
    const place = placeOf(event.target);
    const isOnInput = event.target instanceof Element && event.target.closest(".tm-cell-editor") !== null;
    if (place === undefined || isOnInput || event.button !== 0) return;
    isInside.current = true;
    moveTo(place, event.shiftKey);
  };
  const onMouseOver = (event: MouseEvent) => {
    const place = event.buttons === 1 && session.current === undefined ? placeOf(event.target) : undefined;
    if (place !== undefined && isInside.current) selected.set({ ...selected.get(), focus: place });
  };
  const onFocus = (event: FocusEvent) => {
    isInside.current = true;
    const place = session.current === undefined ? placeOf(event.target) : undefined;
    const { focus } = selected.get();
    if (place !== undefined && (place.row !== focus.row || place.column !== focus.column)) selected.set({ focus: place, anchor: place });
  };
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
    if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
    // A list of choices or a calendar of the open cell lies elsewhere in the page.
    const page = currentTarget.closest("body > *");
    const isElsewhere = relatedTarget instanceof Node ? page?.contains(relatedTarget) !== true : !document.hasFocus();
    if (isElsewhere || isEnding.current) return;
    isInside.current = false;
    isLeaving.current = false;
    finish();
    saveOthers(undefined);
  };

  const focusRow = useStored(selected, ({ focus }) => focus.row);
  const focusColumn = useStored(selected, ({ focus }) => focus.column);
  const from = Math.max(0, firstShown - spare);
  const to = Math.min(order.length, firstShown + pageRows + spare);
  // The row with the focus stays, or the focus would fall to the page when it is scrolled away.
  const drawn = order.flatMap((key, index) => ((index >= from && index < to) || index === focusRow ? [{ key, index }] : []));
  const width = headWidth + columns.reduce((sum, column) => sum + column.width, 0);
  // React's type of a style knows no variables.
  const style = {
    width,
    ["--tm-cell-columns"]: `${headWidth}px ${columns.map((column) => `${column.width}px`).join(" ")}`,
    ["--tm-cell-height"]: `${rowHeight}px`,
  } as CSSProperties;
  const noted = columns[focusColumn];
  const notedRow = sheet.store(order[focusRow] ?? "");
  return (
    <CellGridProvider value={grid}>
      <RouteGuard guard={guard} ask={askToLeave} />
      <div
        ref={outer}
        className="tm-cells"
        role="presentation"
        aria-busy={data.isBusy}
        onKeyDown={onKeyDown}
        onCopy={onCopy}
        onCut={onCopy}
        onPaste={onPaste}
        onMouseDown={onMouseDown}
        onMouseOver={onMouseOver}
        onDoubleClick={(event) => placeOf(event.target) !== undefined && session.current === undefined && enter()}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        {data.isBusy && <span className="tm-busy-line" aria-hidden="true" />}
        <div
          ref={scroll}
          className="tm-cells-scroll"
          style={{ maxHeight: room.height }}
          onScroll={({ currentTarget }) => setFirstShown(Math.floor(currentTarget.scrollTop / rowHeight))}
        >
          {order.length === 0 ? (
            empty
          ) : (
            <div
              role="grid"
              aria-label={label}
              aria-rowcount={order.length + 1}
              aria-colcount={columns.length + 1}
              aria-multiselectable="true"
              style={style}
            >
              <div role="rowgroup" className="tm-cells-heading">
                <div role="row" aria-rowindex={1} className="tm-cell-headings">
                  <div role="columnheader" aria-colindex={1} className="tm-cell-head">
                    {layout.texts.index}
                  </div>
                  {columns.map(({ field, label: name, isRight, isPinned, left }, index) => (
                    <div
                      key={field.name}
                      role="columnheader"
                      aria-colindex={index + 2}
                      className={["tm-cell-heading", isRight && "tm-cell-right", isPinned && "tm-cell-pinned"].filter(Boolean).join(" ")}
                      style={isPinned ? { left: headWidth + left } : undefined}
                      title={name}
                    >
                      <span className={field.required === undefined ? "tm-cell-text" : "tm-cell-text tf-required"}>{name}</span>
                    </div>
                  ))}
                </div>
              </div>
              <div role="rowgroup" className="tm-cells-body" style={{ height: order.length * rowHeight }}>
                {drawn.map(({ key, index }) => {
                  const store = sheet.store(key);
                  return (
                    store !== undefined && (
                      <CellRow
                        key={key}
                        store={store}
                        index={index}
                        top={index * rowHeight}
                        number={firstNumber + index}
                        columns={columns}
                      />
                    )
                  );
                })}
              </div>
            </div>
          )}
        </div>
        {notedRow !== undefined && noted !== undefined && (
          <CellNote
            store={notedRow}
            column={noted}
            top={headHeight + (focusRow + 1) * rowHeight + gap}
            left={headWidth + noted.left}
            scroll={scroll}
          />
        )}
        <CellFoot message={ranges.message} onUndo={undo} onNext={nextProblem} onSave={() => void saveAll()} />
      </div>
    </CellGridProvider>
  );
}

/** The list as cells; its texts and the other half of its screen are loaded with it. */
export default function CellTable(props: CellTableProps): ReactNode {
  use(texts);
  const screen = use(loadScreen(props.frame.screen.name));
  return screen === undefined ? null : <CellTableOf {...props} screen={screen} />;
}
