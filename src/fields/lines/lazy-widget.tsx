// Rows that belong to a record, as one field with a grid of its own: only the rows in view are drawn, and the form hears of
// them when the grid is left (200 rows mount in a sixth of the time of rjsf's list of forms).
import { isVisibleIn } from "#schema/field";
import { Button } from "antd";
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { labelId } from "../../admin/inputs/field-ids.ts";
import { useFieldScope, type WidgetProps } from "../../admin/inputs/values/field-scope.ts";
import { useFormTexts, useLanguage } from "../../admin/i18n/language.ts";
import { useStored } from "../../admin/inputs/values/value-store.ts";
import { Icon } from "../../admin/ui/icons/icon.tsx";
import type { ScreenField } from "../../schema/screen.ts";
import { inLanguage } from "../../schema/text.ts";
import { traitsOf } from "../screen-traits.ts";
import { createLines, mostLines, newCells, type Line } from "./widget-lines.ts";
import { isTable, pastedCell, tableOf, useLookUps } from "./widget-paste.ts";
import { LineRow } from "./widget-row.tsx";

/** px; also in forms.css. */
const rowHeight = 44;
const mostRowsInView = 8;
/** Rows drawn above and below those in view. */
const spare = 3;
/** Cells that could not be pasted and are named; of more, the number is told. */
const maxNotes = 5;

const widthOf = (cell: ScreenField): number => cell.width ?? traitsOf(cell).rowWidth;

interface Place {
  readonly row: number;
  readonly cell: string;
}

function placeOf(target: EventTarget, keys: readonly number[]): Place | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-cell]") : null;
  const row = keys.indexOf(Number(cell?.dataset["line"]));
  return cell === null || row < 0 ? undefined : { row, cell: cell.dataset["cell"] ?? "" };
}

/** Whether keys in this element are its own: an open list of choices, a picker. */
function isPlainInput(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.getAttribute("role") !== "combobox" && target.closest(".ant-picker") === null;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** Whether all rows may have the same value in this column. */
const isFilled = (cell: ScreenField): boolean =>
  cell.unique !== true && cell.reference?.within === undefined && (isVisibleIn(cell, "create") || isVisibleIn(cell, "edit"));

/** Columns are said once, on the table, as a variable that its rows use. React's type of a style knows no variables. */
function columnsStyle(minWidth: number, template: string): CSSProperties {
  return { minWidth, ["--tf-line-template"]: template } as CSSProperties;
}

export function Widget({ field, id, value, onChange, isDisabled, isInvalid, describedBy, cellErrors }: WidgetProps): ReactNode {
  const texts = useFormTexts();
  const language = useLanguage();
  const { pending, record, focusers, preview, watched } = useFieldScope();
  const all = useMemo(() => field.fields ?? [], [field.fields]);
  const columns = useMemo(() => all.filter((cell) => cell.visibleIn?.length !== 0), [all]);
  const most = field.max ?? mostLines;

  const latest = useRef({ onChange });
  latest.current = { onChange };
  /** The rows that the form was given last, so that its errors find their rows again when others come or go. */
  const given = useRef<readonly number[]>([]);
  /** What the form was given and has not given back yet, oldest first. */
  const handedOver = useRef<readonly string[]>([]);
  const [{ lines, flush }] = useState(() => {
    let isDirty = false;
    let isAhead = false;
    // Once for all cells that are filled in one go, such as a paste.
    const tellHead = () => {
      if (isAhead || !watched.has(field.name)) return;
      isAhead = true;
      setTimeout(() => {
        isAhead = false;
        preview(field.name, made.shown());
      });
    };
    const handOver = () => {
      pending.remove(handOver);
      if (!isDirty) return;
      isDirty = false;
      given.current = made.store.get().map((line) => line.key);
      const values = made.values();
      handedOver.current = [...handedOver.current, JSON.stringify(values)];
      latest.current.onChange(values.length === 0 ? undefined : values);
    };
    const made = createLines({
      fields: all,
      formulas: field.formulas,
      values: value,
      stored: record[field.name],
      pending,
      ...(watched.has(field.name) ? { onPreview: tellHead } : {}),
      onEdit() {
        tellHead();
        if (isDirty) return;
        isDirty = true;
        pending.add(handOver);
      },
    });
    given.current = made.store.get().map((line) => line.key);
    return { lines: made, flush: handOver };
  });
  useEffect(() => () => pending.remove(flush), [pending, flush]);

  // The form gives back what it was given, as other objects, and may do so late: rows that came since then must not be lost to it. Only a
  // value that says something else begins anew.
  const seen = useRef(value);
  useEffect(() => {
    if (seen.current === value) return;
    seen.current = value;
    const back = JSON.stringify(value ?? []);
    const at = handedOver.current.lastIndexOf(back);
    handedOver.current = handedOver.current.slice(at + 1);
    if (at >= 0 || back === JSON.stringify(lines.values())) return;
    lines.reset(value, record[field.name]);
    given.current = lines.store.get().map((line) => line.key);
  }, [value, lines, record, field.name]);

  const rows = useStored(lines.store, (list) => list);
  const keys = rows.map((line) => line.key);
  const body = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const [focusedKey, setFocusedKey] = useState<number>();
  const [wanted, setWanted] = useState<Place>();
  const [note, setNote] = useState("");

  const focusCell = (place: Place) => {
    const element = body.current;
    if (element !== null) {
      const top = place.row * rowHeight;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (top + rowHeight > element.scrollTop + element.clientHeight) element.scrollTop = top + rowHeight - element.clientHeight;
      setScrollTop(element.scrollTop);
    }
    setWanted(place);
  };
  useLayoutEffect(() => {
    if (wanted === undefined) return;
    const key = rows[wanted.row]?.key;
    const cell = [...(body.current?.querySelectorAll<HTMLElement>("[data-cell]") ?? [])].find(
      (one) => one.dataset["line"] === String(key) && one.dataset["cell"] === wanted.cell,
    );
    const input = cell?.querySelector<HTMLElement>("input, textarea, button");
    if (input === null || input === undefined) return;
    input.focus();
    if (input instanceof HTMLInputElement && isPlainInput(input)) input.select();
    setWanted(undefined);
  }, [wanted, rows, scrollTop]);
  useEffect(() => {
    focusers.set(field.name, ([row, cell]) => focusCell({ row: Number(row), cell: String(cell ?? columns[0]?.name ?? "") }));
    return () => void focusers.delete(field.name);
  });

  const firstCell = columns.find((cell) => isVisibleIn(cell, "create") || isVisibleIn(cell, "edit"))?.name ?? "";
  const add = (after: number, cells: Record<string, unknown> | undefined, cell = firstCell) => {
    if (lines.store.get().length >= most) return;
    lines.insert(after, [cells ?? newCells(all)]);
    focusCell({ row: after + 1, cell });
  };
  const actions = useRef({ duplicate: (_index: number) => undefined as void, remove: (_index: number) => undefined as void });
  actions.current = {
    duplicate(index) {
      pending.flush();
      const { id: _id, ...cells } = lines.store.get()[index]?.scope.values.get() ?? {};
      add(index, cells);
      flush();
    },
    remove(index) {
      lines.remove(index);
      flush();
      const left = lines.store.get().length;
      if (left > 0) focusCell({ row: Math.min(index, left - 1), cell: firstCell });
    },
  };
  const [stable] = useState(() => ({
    duplicate: (index: number) => actions.current.duplicate(index),
    remove: (index: number) => actions.current.remove(index),
  }));

  const onKeyDown = (event: KeyboardEvent) => {
    const place = placeOf(event.target, keys);
    if (place === undefined || event.nativeEvent.isComposing) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const take = (action: () => void) => {
      event.preventDefault();
      action();
    };
    if (isCommand && event.key.toLowerCase() === "d") take(() => stable.duplicate(place.row));
    else if (isCommand && event.key === "Delete") take(() => stable.remove(place.row));
    else if (isCommand && event.key === "Enter") take(() => add(place.row, undefined));
    else if (!isPlainInput(event.target)) return;
    // Enter goes down, as in a spreadsheet; it would save the form otherwise.
    else if (event.key === "Enter")
      take(() =>
        place.row + 1 < rows.length ? focusCell({ row: place.row + 1, cell: place.cell }) : add(place.row, undefined, place.cell),
      );
    else if (event.key === "ArrowDown" && place.row + 1 < rows.length) take(() => focusCell({ row: place.row + 1, cell: place.cell }));
    else if (event.key === "ArrowUp" && place.row > 0) take(() => focusCell({ row: place.row - 1, cell: place.cell }));
  };

  /** The row that had the focus last: what a column is filled from. None had: the first row that has a value. */
  const lastRow = useRef<number>(undefined);
  const fillDown = (cell: ScreenField) => {
    pending.flush();
    const list = lines.store.get();
    const label = inLanguage(cell.label, language);
    const isFilledIn = (line: Line | undefined) => !isEmpty(line?.scope.values.get()[cell.name]);
    const last = Math.max(list.length - 2, 0);
    const chosen = lastRow.current === undefined ? undefined : Math.min(lastRow.current, last);
    const above = list.slice(0, last + 1);
    const isChosenFilled = chosen !== undefined && isFilledIn(list[chosen]);
    // Nobody empties a column by filling it: an empty cell is filled itself, from the nearest value above it, and takes no other value away.
    const nearest = chosen === undefined || isChosenFilled ? -1 : above.slice(0, chosen).findLastIndex(isFilledIn);
    const from = isChosenFilled ? chosen : nearest >= 0 ? nearest : above.findIndex(isFilledIn);
    if (from < 0) {
      setNote(texts.lines.noneToFill(label));
      return;
    }
    const value_ = list[from]?.scope.values.get()[cell.name];
    const below = list.slice(from + 1).filter((line) => chosen === undefined || isChosenFilled || !isFilledIn(line));
    for (const line of below) lines.setCell(line, cell.name, value_);
    flush();
    setNote(texts.lines.filled(from + 1, below.length, label));
  };

  const lookUps = useLookUps();
  const paste = async (place: Place, text: string) => {
    const table = tableOf(text);
    const from = Math.max(
      columns.findIndex((cell) => cell.name === place.cell),
      0,
    );
    const room = most - place.row;
    const notes: string[] = [];
    pending.flush();
    const missing = Math.min(place.row + table.length, most) - lines.store.get().length;
    if (missing > 0)
      lines.insert(
        lines.store.get().length - 1,
        Array.from({ length: missing }, () => newCells(all)),
      );
    for (const [offset, texts_] of table.slice(0, room).entries()) {
      const line = lines.store.get()[place.row + offset];
      if (line !== undefined) notes.push(...(await pasteRow(line, place.row + offset, columns.slice(from), texts_)));
    }
    flush();
    const done = Math.min(table.length, room);
    const unsaid = notes.length - maxNotes;
    setNote(
      [
        texts.lines.pasted(done),
        ...(table.length > room ? [texts.lines.tooMany(most)] : []),
        ...notes.slice(0, maxNotes),
        ...(unsaid > 0 ? [texts.lines.furtherCells(unsaid)] : []),
      ].join(language === "en" ? "; " : "；"),
    );
  };
  const pasteRow = async (line: Line, row: number, under: readonly ScreenField[], cells: readonly string[]): Promise<readonly string[]> => {
    const notes: string[] = [];
    for (const [at, text] of cells.entries()) {
      const cell = under[at];
      if (cell === undefined || !(isVisibleIn(cell, "create") || isVisibleIn(cell, "edit"))) continue;
      // One after the other: a workshop is found within the factory of the same row.
      const { value: pasted, failure } = await pastedCell({ field: cell, text, cells: line.scope.values.get(), lookUps });
      if (failure === undefined) lines.setCell(line, cell.name, pasted);
      else notes.push(texts.lines[failure](row + 1, inLanguage(cell.label, language), text));
    }
    return notes;
  };
  const onPaste = (event: ClipboardEvent) => {
    const place = placeOf(event.target, keys);
    const text = event.clipboardData.getData("text/plain");
    if (place === undefined || isDisabled || !isTable(text)) return;
    event.preventDefault();
    paste(place, text).catch((error: unknown) => setNote(error instanceof Error ? error.message : String(error)));
  };

  const onBlur = (event: FocusEvent<HTMLElement>) => {
    if (event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)) return;
    setFocusedKey(undefined);
    // A list of choices opens outside of the grid in the page, but inside of it for React; then nothing was left.
    if (wanted === undefined) flush();
  };

  const first = Math.max(Math.floor(scrollTop / rowHeight) - spare, 0);
  const last = Math.min(first + mostRowsInView + 2 * spare, rows.length);
  // The row that has the focus stays, or the focus would fall to the page when it is scrolled away.
  const renderedRows = rows.flatMap((line, index) =>
    (index >= first && index < last) || line.key === focusedKey || index === wanted?.row ? [{ line, index }] : [],
  );
  const template = `48px ${columns.map((cell) => `minmax(${widthOf(cell)}px, ${widthOf(cell)}fr)`).join(" ")} 84px`;
  const width = 132 + columns.reduce((sum, cell) => sum + widthOf(cell), 0);
  const errorsOf = (line: Line) => cellErrors?.get(given.current.indexOf(line.key));
  const sentences = [...(cellErrors ?? [])].flatMap(([row, cells]) => [...cells.values()].map((sentence) => ({ row, sentence })));
  return (
    <div
      className={isInvalid ? "tf-lines tf-lines-bad" : "tf-lines"}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onBlur={onBlur}
      role="group"
      aria-labelledby={labelId(id)}
      aria-describedby={describedBy}
    >
      <div
        className="tf-lines-scroll"
        ref={body}
        tabIndex={rows.length === 0 ? 0 : undefined}
        onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
        onFocus={(event) => {
          const at = placeOf(event.target, keys)?.row;
          if (at !== undefined) lastRow.current = at;
          setFocusedKey(rows[at ?? -1]?.key);
        }}
      >
        <div role="table" aria-labelledby={labelId(id)} aria-rowcount={rows.length + 1} style={columnsStyle(width, template)}>
          <div role="rowgroup" className="tf-lines-head">
            <div role="row" aria-rowindex={1} className="tf-line-head">
              <div role="columnheader" className="tf-line-number">
                {texts.lines.number}
              </div>
              {columns.map((cell) => (
                <div
                  key={cell.name}
                  role="columnheader"
                  className={cell.required === undefined ? "tf-line-title" : "tf-line-title tf-required"}
                >
                  {inLanguage(cell.label, language)}
                  {isFilled(cell) && rows.length > 1 && !isDisabled ? (
                    <button
                      type="button"
                      className="tf-icon-button tf-line-fill"
                      title={texts.lines.fill(inLanguage(cell.label, language))}
                      aria-label={texts.lines.fill(inLanguage(cell.label, language))}
                      onClick={() => fillDown(cell)}
                    >
                      <Icon name="arrow-down" size={12} />
                    </button>
                  ) : null}
                </div>
              ))}
              <div role="columnheader" className="tf-line-title">
                {texts.lines.operations}
              </div>
            </div>
          </div>
          <div role="rowgroup" className="tf-lines-body" style={{ height: Math.max(rows.length, 1) * rowHeight }}>
            {renderedRows.map(({ line, index }) => (
              <LineRow
                key={line.key}
                id={id}
                lines={lines}
                line={line}
                index={index}
                fields={columns}
                errors={errorsOf(line)}
                isDisabled={isDisabled}
                isFull={rows.length >= most}
                top={index * rowHeight}
                onDuplicate={stable.duplicate}
                onRemove={stable.remove}
              />
            ))}
          </div>
        </div>
        {rows.length === 0 ? <div className="tf-lines-empty">{texts.lines.empty}</div> : null}
      </div>
      <div className="tf-lines-foot">
        <Button
          id={id}
          size="small"
          type="dashed"
          disabled={isDisabled || rows.length >= most}
          onClick={() => add(lines.store.get().length - 1, undefined)}
        >
          {texts.lines.add}
        </Button>
        <span className="tf-note" role="status">
          {note === "" ? `${texts.lines.count(rows.length)} · ${texts.lines.pasteHint}` : note}
        </span>
      </div>
      {sentences.slice(0, 3).map(({ row, sentence }) => (
        <div key={`${row} ${sentence}`} className="tf-error">
          {texts.row(row + 1, sentence)}
        </div>
      ))}
    </div>
  );
}
