// The rows of a document on paper: all of them, whatever page the screen shows, in one table with their sums.
import { useState, type ReactNode, type RefObject } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { cellOf, renderedCell } from "../../../fields/cells.ts";
import { inLanguage, type Language } from "../../../schema/text.ts";
import { isRecord, textOf, type Row } from "../../api/wire-data.ts";
import { useReadList } from "../../data/queries/lists.ts";
import { fixedOf, type Details } from "../../data/screen-models/details.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import { usePrintPreparation } from "../../ui/print/preparations.ts";
import { listableFields } from "../table/columns.tsx";
import { parentFields } from "../list/child-list.tsx";

/** Rows of one call, the most that a server answers. */
const rowsOfCall = 200;
/** More would be a book: it is exported instead. */
const mostRows = 5000;

interface PrintedLinesProps {
  /** The screen of the rows. */
  readonly lines: ListViewModel;
  readonly screen: ListViewModel;
  readonly details: Details;
  readonly record: Row;
  readonly language: Language;
  readonly isAdministrator: boolean;
  /** What is printed with them. */
  readonly part: RefObject<Element | null>;
}

interface Printed {
  readonly rows: readonly Row[];
  readonly isWhole: boolean;
}

export function PrintedLines({ lines, screen, details, record, language, isAdministrator, part }: PrintedLinesProps): ReactNode {
  const { t } = useTranslation();
  const readList = useReadList();
  const [printed, setPrinted] = useState<Printed>();
  usePrintPreparation(part, async () => {
    const rows: Row[] = [];
    let page = 1;
    let isLast = false;
    while (!isLast && rows.length < mostRows) {
      const answered = await readList({
        resource: details.resource,
        pagination: { currentPage: page, pageSize: rowsOfCall },
        filters: fixedOf(screen, details, record).map((one) => ({ ...one, operator: "eq" as const })),
        sorters: [{ field: lines.key, order: "asc" }],
        meta: { read: details.read },
      });
      rows.push(...answered.filter(isRecord));
      isLast = answered.length < rowsOfCall;
      page += 1;
    }
    setPrinted({ rows, isWhole: isLast });
  });
  if (printed === undefined || printed.rows.length === 0) return null;
  const hidden = parentFields(screen, details, lines);
  const fields = listableFields(lines, isAdministrator)
    .filter(({ name, list }) => list === true && !hidden.has(name))
    .map((field) => ({ field, cell: cellOf(field) }))
    .filter(({ field, cell }) => printed.rows.some((row) => cell.text({ field, value: row[field.name], row, language }) !== ""));
  return (
    <table className="tm-printed-lines">
      <thead>
        <tr>
          <th>{t("list.index")}</th>
          {fields.map(({ field }) => (
            <th key={field.name}>{inLanguage(field.label, language)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {printed.rows.map((row, index) => (
          <tr key={textOf(row[lines.key])}>
            <td>{index + 1}</td>
            {fields.map(({ field, cell }) => (
              <td key={field.name} className={cell.align === "right" ? "tm-printed-number" : undefined}>
                {renderedCell(cell, { field, value: row[field.name], row, language })}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {!printed.isWhole && <caption>{t("record.printedPart", { count: printed.rows.length })}</caption>}
    </table>
  );
}
