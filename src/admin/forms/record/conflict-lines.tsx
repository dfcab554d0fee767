// The lines of a document in the question of what to keep: each that differs, with what either side did to it.
import type { ReactNode } from "react";
import type { ScreenField } from "#schema/screen";
import { inLanguage } from "#schema/text";
import { isNothing, ShownValue } from "../../../fields/shown-value.tsx";
import { isRecord, textOf, type Row } from "../../api/index.ts";
import { colonOf, useFormTexts, useLanguage } from "../../i18n/language.ts";
import { changedCells, enteredCells, type LineDifference, type Side } from "./line-differences.ts";

interface LineSideProps {
  readonly field: ScreenField;
  readonly difference: LineDifference;
  readonly side: Side;
  /** The lines as they came to this side, with the labels of their references. */
  readonly stored: unknown;
}

const storedRow = (stored: unknown, row: Row): Row =>
  (Array.isArray(stored) ? stored.filter(isRecord) : []).find(
    (one) => textOf(row["id"]) !== "" && textOf(one["id"]) === textOf(row["id"]),
  ) ?? row;

/** What one side did to a line: the cells that it changed from and to, all that a line of its own has, or that it removed it. */
export function LineSide({ field, difference, side, stored }: LineSideProps): ReactNode {
  const texts = useFormTexts();
  const language = useLanguage();
  const { before, rows, changes } = difference;
  const change = changes[side];
  const row = rows[side];
  const cells =
    row === undefined
      ? []
      : before === undefined
        ? enteredCells(field).filter((cell) => !isNothing(row[cell.name]))
        : changedCells(field, before, row);
  const shown = (cell: ScreenField, of: Row) => <ShownValue field={cell} value={of[cell.name]} record={storedRow(stored, of)} />;
  return (
    <span className="tf-line-side">
      <span className="tf-line-change">{texts.conflict.lines[change]}</span>
      {row === undefined
        ? null
        : cells.map((cell) => (
            <span key={cell.name} className="tf-line-value">
              {inLanguage(cell.label, language)}
              {colonOf(language)}
              {before === undefined ? null : (
                <>
                  {shown(cell, before)}
                  {" → "}
                </>
              )}
              {shown(cell, row)}
            </span>
          ))}
    </span>
  );
}
