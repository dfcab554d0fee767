// A row of a grid of cells. A cell draws itself again when its own row changes, or when it is selected or left.
import { memo, useLayoutEffect, useRef, type ReactNode } from "react";
import { cellOf } from "../../../fields/cells.ts";
import { ShownValue } from "../../../fields/shown-value.tsx";
import { inLanguage } from "../../../schema/text.ts";
import type { ScreenField } from "../../../schema/screen.ts";
import type { Row } from "../../api/wire-data.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { unmatchedIn } from "../../inputs/values/unmatched.ts";
import { useStored, type ValueStore } from "../../inputs/values/value-store.ts";
import { isSameValue } from "../../inputs/values/values.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import type { IconName } from "../../ui/icons/names.ts";
import { CellEditor } from "./cell-editor.tsx";
import { notesOfRow } from "./cell-note.tsx";
import { useCellGrid, type CellColumn } from "./grid-state.ts";
import { isWithin, rangeOf } from "./range.ts";
import { headWidth } from "./use-columns.ts";
import type { RowStatus, SheetRow } from "./sheet.ts";

/** A row without the name of a value that it does not have any more. */
function withoutLabel(field: ScreenField, base: Row): Row {
  if (field.labelKey === undefined) return base;
  const { [field.labelKey]: _label, ...rest } = base;
  return rest;
}

interface CellTextProps {
  readonly field: ScreenField;
  readonly row: SheetRow;
  readonly isChanged: boolean;
}

/** The value of a cell as the list shows it, without links. */
function CellText({ field, row: { values, base }, isChanged }: CellTextProps): ReactNode {
  const { language } = useCellGrid();
  const value = values[field.name];
  const unmatched = unmatchedIn(value);
  if (unmatched !== undefined) return unmatched.unmatched;
  if (isChanged && (field.reference !== undefined || field.dictionary !== undefined))
    return value === undefined ? null : <ShownValue field={field} value={value} record={withoutLabel(field, base)} />;
  // What is edited is the field itself, not its twin in the reader's language.
  const { english: _english, ...own } = field;
  const cell = cellOf(field);
  const shown = { field: own, value, row: base, language };
  const text = cell.text(shown);
  if (text === "") return null;
  return cell.leads === true ? text : (cell.render?.(shown) ?? text);
}

interface CellProps {
  readonly row: SheetRow;
  readonly index: number;
  readonly column: CellColumn;
  readonly columnIndex: number;
}

const isFocused = 1;
const isSelected = 2;

const Cell = memo(function Cell({ row, index, column, columnIndex }: CellProps): ReactNode {
  const { t } = useTranslation();
  const grid = useCellGrid();
  const ref = useRef<HTMLDivElement>(null);
  const { field, label, isRight, isTitle, isPinned } = column;
  const state = useStored(
    grid.selected,
    ({ focus, anchor }) =>
      (focus.row === index && focus.column === columnIndex ? isFocused : 0) +
      (isWithin(rangeOf(focus, anchor), index, columnIndex) ? isSelected : 0),
  );
  const start = useStored(grid.editing, (editing) =>
    editing !== undefined && editing.key === row.key && editing.name === field.name ? editing.start : undefined,
  );
  const hasKeys = state % isSelected === isFocused;
  const isEdited = start !== undefined;
  useLayoutEffect(() => {
    if (hasKeys && !isEdited && grid.hasFocus()) ref.current?.focus({ preventScroll: true });
  }, [hasKeys, isEdited, grid]);
  const lock = grid.lockOf(row, field);
  const note = row.notes.get(field.name);
  const isChanged = !isSameValue(field, row.before[field.name], row.values[field.name]);
  const message = note === undefined ? undefined : note.kind === "conflict" ? t("cells.disputed") : note.message;
  const isInvalid = note !== undefined;
  const names = [
    "tm-cell",
    isRight && "tm-cell-right",
    isPinned && "tm-cell-pinned",
    state >= isSelected && "tm-cell-selected",
    hasKeys && "tm-cell-focused",
    lock !== undefined && "tm-cell-locked",
    isChanged && "tm-cell-changed",
    isInvalid && (note.kind === "conflict" ? "tm-cell-disputed" : "tm-cell-refused"),
    isEdited && "tm-cell-edited",
  ];
  return (
    <div
      ref={ref}
      role="gridcell"
      aria-colindex={columnIndex + 2}
      aria-selected={state >= isSelected}
      aria-readonly={lock !== undefined}
      {...(isInvalid ? { "aria-invalid": true } : {})}
      className={names.filter(Boolean).join(" ")}
      tabIndex={hasKeys ? 0 : -1}
      data-row={index}
      data-column={columnIndex}
      title={message ?? (lock === undefined ? undefined : t(`cells.lock.${lock}`))}
      style={{
        ...(isTitle && row.depth > 0 ? { paddingInlineStart: 10 + row.depth * 16 } : {}),
        ...(isPinned ? { left: headWidth + column.left } : {}),
      }}
    >
      <span className="tm-cell-text">
        <CellText field={field} row={row} isChanged={isChanged} />
      </span>
      {message !== undefined && <span className="tm-visually-hidden">{message}</span>}
      {isEdited && <CellEditor row={row} field={field} start={start} label={label} isInvalid={isInvalid} />}
    </div>
  );
});

const icons: Readonly<Partial<Record<RowStatus, IconName>>> = {
  changed: "edit",
  saving: "reload",
  saved: "check-circle",
  refused: "warning",
  conflict: "swap",
};

interface CellRowProps {
  readonly store: ValueStore<SheetRow>;
  readonly index: number;
  /** px from the top of the rows. */
  readonly top: number;
  /** Number of the row in the list. */
  readonly number: number;
  readonly columns: readonly CellColumn[];
}

export const CellRow = memo(function CellRow({ store, index, top, number, columns }: CellRowProps): ReactNode {
  const { t } = useTranslation();
  const row = useStored(store, (latest) => latest);
  const icon = icons[row.status];
  const { screen, language } = useCellGrid();
  const state = t(`cells.row.${row.status}`, { number });
  const reasons = notesOfRow(row, screen, columns).map(({ field, note }) =>
    t("cells.of", { label: inLanguage(field.label, language), said: note.kind === "conflict" ? t("cells.disputed") : note.message }),
  );
  const said = [...(row.failure === "" ? [] : [row.failure]), ...reasons].join(language === "zh" ? "；" : "; ");
  return (
    // The heading is row 1.
    <div
      role="row"
      aria-rowindex={index + 2}
      className={`tm-cell-row tm-cell-row-${row.status}`}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="rowheader" aria-colindex={1} className="tm-cell-head" aria-label={state} title={said === "" ? state : said}>
        {number}
        {icon !== undefined && <Icon name={icon} size={12} {...(row.status === "saving" ? { className: "tm-turning" } : {})} />}
      </div>
      {columns.map((column, columnIndex) => (
        <Cell key={column.field.name} row={row} index={index} column={column} columnIndex={columnIndex} />
      ))}
    </div>
  );
});
