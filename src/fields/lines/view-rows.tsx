// The rows of a record, to be read.
import { isVisibleIn } from "#schema/field";
import type { ReactNode } from "react";
import type { ScreenField } from "#schema/screen";
import { inLanguage } from "#schema/text";
import { isRecord, textOf } from "../../admin/api/index.ts";
import { useFormTexts, useLanguage } from "../../admin/i18n/language.ts";
import { traitsOf } from "../screen-traits.ts";
import { ShownValue } from "../shown-value.tsx";

interface LinesViewProps {
  readonly field: ScreenField;
  readonly rows: unknown;
  /** The rows as loaded, with the labels of references. */
  readonly stored: unknown;
}

/** Numbers stand below each other, each on one line. */
const numberClass = (field: ScreenField): string | undefined => (traitsOf(field).number === undefined ? undefined : "tf-lines-number");

export function LinesView({ field, rows, stored }: LinesViewProps): ReactNode {
  const language = useLanguage();
  const texts = useFormTexts();
  const columns = (field.fields ?? []).filter((cell) => isVisibleIn(cell, "view"));
  const loaded = Array.isArray(stored) ? stored.filter(isRecord) : [];
  return (
    <div className="tf-lines-scroll" role="region" tabIndex={0} aria-label={inLanguage(field.label, language)}>
      <table className="tf-lines-table">
        <thead>
          <tr>
            <th scope="col">{texts.lines.number}</th>
            {columns.map((cell) => (
              <th key={cell.name} scope="col" className={numberClass(cell)}>
                {inLanguage(cell.label, language)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(Array.isArray(rows) ? rows.filter(isRecord) : []).map((row, index) => (
            <tr key={textOf(row["id"]) || `row ${index}`}>
              <td>{index + 1}</td>
              {columns.map((cell) => (
                <td key={cell.name} className={numberClass(cell)}>
                  <ShownValue
                    field={cell}
                    value={row[cell.name]}
                    record={loaded.find((one) => one["id"] !== undefined && textOf(one["id"]) === textOf(row["id"])) ?? row}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
