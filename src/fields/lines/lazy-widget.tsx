// Rows that belong to a record, as one field with a grid of its own: only the rows in view are drawn, and the form hears of
// them when the grid is left (200 rows mount in a sixth of the time of rjsf's list of forms).
import { Button } from "antd";
import {
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
import { unmatchedIn, unmatchedMessage } from "../../admin/inputs/values/unmatched.ts";
import { useStored } from "../../admin/inputs/values/value-store.ts";
import type { ScreenField } from "../../schema/screen.ts";
import { inLanguage } from "../../schema/text.ts";
import { traitsOf } from "../screen-traits.ts";
import { fillDown, pasteTable, takeOnlyChoices } from "./widget-fill.ts";
import { isPlainInput, placeOf, rowHeight, useCellFocus, type Place } from "./widget-focus.ts";
import { useFormLines } from "./widget-form.ts";
import { LinesHead } from "./widget-head.tsx";
import { isEdited } from "../edited-cell.ts";
import { maxLines, newCells, type GivenCell } from "./widget-lines.ts";
import { isTable, tableOf, useLookUps } from "../pasted-cell.ts";
import { LineRow } from "./widget-row.tsx";
import { LinesTotals } from "./widget-totals.tsx";

/** Cells that could not be pasted and are named; of more, the number is told. */
const maxNotes = 5;

const widthOf = (cell: ScreenField): number => cell.width ?? traitsOf(cell).rowWidth;

/** What the grid says below its rows. */
interface Note {
  readonly text: string;
  /** The cell that it is about: it goes when this one is given another value. */
  readonly cell?: string;
}

/** Columns are said once, on the table, as a variable that its rows use. React's type of a style knows no variables. */
function columnsStyle(columns: readonly ScreenField[]): CSSProperties {
  const template = `48px ${columns.map((cell) => `minmax(${widthOf(cell)}px, ${widthOf(cell)}fr)`).join(" ")} 84px`;
  return { minWidth: 132 + columns.reduce((sum, cell) => sum + widthOf(cell), 0), ["--tf-line-template"]: template } as CSSProperties;
}

/** Duplicates and removes rows: functions that stay the same while the grid lives, for rows that are drawn only when they change. */
function useRowTools(duplicate: (index: number) => void, remove: (index: number) => void) {
  const latest = useRef({ duplicate, remove });
  latest.current = { duplicate, remove };
  const [stable] = useState(() => ({
    duplicate: (index: number) => latest.current.duplicate(index),
    remove: (index: number) => latest.current.remove(index),
  }));
  return stable;
}

export function Widget({ field, id, value, onChange, isDisabled, isInvalid, describedBy, cellErrors }: WidgetProps): ReactNode {
  const texts = useFormTexts();
  const language = useLanguage();
  const { pending } = useFieldScope();
  /** A paste says itself what it could not look up. */
  const isPasting = useRef(false);
  const all = useMemo(() => field.fields ?? [], [field.fields]);
  const columns = useMemo(() => all.filter((cell) => cell.visibleIn?.length !== 0), [all]);
  const max = field.max ?? maxLines;
  const [note, setNote] = useState<Note>();
  const onCell = ({ line, name, value: given }: GivenCell) => {
    const cell = `${line.key} ${name}`;
    const cellField = all.find((one) => one.name === name);
    const text = cellField?.reference === undefined || isPasting.current ? undefined : unmatchedIn(given);
    if (cellField !== undefined && text !== undefined) {
      const row = lines.store.get().indexOf(line) + 1;
      const colon = language === "en" ? ": " : "：";
      setNote({
        text: `${texts.row(row, inLanguage(cellField.label, language))}${colon}${inLanguage(unmatchedMessage(cellField.label, text), language)}`,
        cell,
      });
    } else setNote((old) => (old?.cell === cell ? undefined : old));
  };
  const { lines, flush, givenIndexOf } = useFormLines({ field, value, onChange, cellErrors, onCell });
  const rows = useStored(lines.store, (list) => list);
  const { body, focusCell, scrolled, setFocusedKey, isWanted, rendered } = useCellFocus(field.name, rows, columns[0]?.name ?? "");

  const firstCell = columns.find(isEdited)?.name ?? "";
  const add = (after: number, cells: Record<string, unknown> | undefined, cell = firstCell) => {
    if (lines.store.get().length >= max) return;
    lines.insert(after, [cells ?? newCells(all)]);
    focusCell({ row: after + 1, cell });
  };
  /** What is copied from a row is there once it is looked up. */
  const whenSettled = (action: () => void) => {
    const settled = pending.settle();
    if (settled === undefined) action();
    else void settled.then(action);
  };
  const { duplicate, remove } = useRowTools(
    (index) => {
      const line = lines.store.get()[index];
      whenSettled(() => {
        pending.flush();
        const at = line === undefined ? -1 : lines.store.get().indexOf(line);
        const { id: _id, ...cells } = line?.scope.values.get() ?? {};
        if (at < 0) return;
        add(at, cells);
        flush();
      });
    },
    (index) => {
      lines.remove(index);
      flush();
      const left = lines.store.get().length;
      if (left > 0) focusCell({ row: Math.min(index, left - 1), cell: firstCell });
    },
  );

  const onKeyDown = (event: KeyboardEvent) => {
    const place = placeOf(event.target, rows);
    if (place === undefined || event.nativeEvent.isComposing) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const take = (action: () => void) => {
      event.preventDefault();
      action();
    };
    if (isCommand && event.key.toLowerCase() === "d") take(() => duplicate(place.row));
    else if (isCommand && event.key === "Delete") take(() => remove(place.row));
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

  const lookUps = useLookUps();
  /** The row that had the focus last: what a column is filled from. */
  const lastRow = useRef<number>(undefined);
  const fill = (cell: ScreenField) =>
    whenSettled(() => {
      pending.flush();
      const label = inLanguage(cell.label, language);
      const filled = fillDown(lines, cell.name, lastRow.current);
      if (filled === undefined) return setNote({ text: texts.lines.noneToFill(label) });
      flush();
      setNote({ text: texts.lines.filled(filled.from + 1, filled.rows.length, label) });
      pending.await(takeOnlyChoices({ lines, fields: all, lookUps }, filled.rows));
    });

  const paste = async ({ row, cell }: Place, text: string) => {
    const table = tableOf(text);
    const first = Math.max(
      columns.findIndex(({ name }) => name === cell),
      0,
    );
    pending.flush();
    isPasting.current = true;
    const onLookUp = (count: number) => setNote({ text: texts.lines.lookingUp(count) });
    const { rows: pasted, failures } = await pasteTable(
      { lines, fields: all, under: columns.slice(first), row, max, lookUps, onLookUp },
      table,
    ).finally(() => void (isPasting.current = false));
    flush();
    const present = lines.store.get();
    const named = failures
      .map((one) => ({ ...one, row: present.indexOf(one.line) }))
      .filter((one) => one.row >= 0)
      .sort((left, right) => left.row - right.row);
    const unnamed = named.length - maxNotes;
    const sentences = [
      texts.lines.pasted(pasted.filter((line) => present.includes(line)).length),
      ...(table.length > max - row ? [texts.lines.tooMany(max)] : []),
      ...named.slice(0, maxNotes).map((one) => texts.lines[one.failure](one.row + 1, inLanguage(one.field.label, language), one.text)),
      ...(unnamed > 0 ? [texts.lines.furtherCells(unnamed)] : []),
    ];
    setNote({ text: sentences.join(language === "en" ? "; " : "；") });
  };
  const onPaste = (event: ClipboardEvent) => {
    const place = placeOf(event.target, rows);
    const text = event.clipboardData.getData("text/plain");
    if (place === undefined || isDisabled || !isTable(text)) return;
    event.preventDefault();
    pending.await(paste(place, text));
  };

  const onBlur = (event: FocusEvent<HTMLElement>) => {
    if (event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)) return;
    setFocusedKey(undefined);
    // A list of choices opens outside of the grid in the page, but inside of it for React; then nothing was left.
    if (!isWanted) flush();
  };

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
        onScroll={(event) => scrolled(event.currentTarget.scrollTop)}
        onFocus={(event) => {
          const at = placeOf(event.target, rows)?.row;
          if (at !== undefined) lastRow.current = at;
          setFocusedKey(rows[at ?? -1]?.key);
        }}
      >
        <div role="table" aria-labelledby={labelId(id)} aria-rowcount={rows.length + 1} style={columnsStyle(columns)}>
          <LinesHead columns={columns} canFill={rows.length > 1 && !isDisabled} onFill={fill} />
          <div role="rowgroup" className="tf-lines-body" style={{ height: Math.max(rows.length, 1) * rowHeight }}>
            {rendered.map(({ line, index }) => (
              <LineRow
                key={line.key}
                id={id}
                lines={lines}
                line={line}
                index={index}
                fields={columns}
                errors={cellErrors?.get(givenIndexOf(line))}
                isDisabled={isDisabled}
                isFull={rows.length >= max}
                top={index * rowHeight}
                onDuplicate={duplicate}
                onRemove={remove}
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
          disabled={isDisabled || rows.length >= max}
          onClick={() => add(lines.store.get().length - 1, undefined)}
        >
          {texts.lines.add}
        </Button>
        <span className="tf-note" role="status">
          {note?.text ?? `${texts.lines.count(rows.length)} · ${texts.lines.pasteHint}`}
        </span>
      </div>
      {field.totals === undefined || rows.length === 0 ? null : (
        <LinesTotals totals={field.totals} fields={all} lines={lines} label={inLanguage(field.label, language)} />
      )}
      {sentences.slice(0, 3).map(({ row, sentence }) => (
        <div key={`${row} ${sentence}`} className="tf-error">
          {texts.row(row + 1, sentence)}
        </div>
      ))}
    </div>
  );
}
