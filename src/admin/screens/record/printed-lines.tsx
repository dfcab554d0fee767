// The rows of a document on paper: all of them, whatever page the screen shows, in one table with their sums.
import { useEffect, useState, type ReactNode, type RefObject } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { cellOf, renderedCell } from "../../../fields/cells.ts";
import { inLanguage, type Language } from "../../../schema/text.ts";
import { isRecord, textOf, totalsOf, type Row } from "../../api/wire-data.ts";
import { failureOf } from "../../api/failure.ts";
import { useReadAnswer } from "../../data/queries/lists.ts";
import { fixedOf, type Details } from "../../data/screen-models/details.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import { usePrintPreparation } from "../../ui/print/preparations.ts";
import { listableFields } from "../table/columns.tsx";
import { ListTotals } from "../table/list-totals.tsx";
import { orderOfLines, parentFields } from "../list/child-list.tsx";

/** Rows of one call, the most that a server answers. */
const rowsOfCall = 200;
/** More would be a book: it is exported instead. */
const maxRows = 5000;

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
  readonly totals: Readonly<Record<string, string>> | undefined;
  readonly isWhole: boolean;
}

export function PrintedLines({ lines, screen, details, record, language, isAdministrator, part }: PrintedLinesProps): ReactNode {
  const { t } = useTranslation();
  const read = useReadAnswer();
  const [printed, setPrinted] = useState<Printed | "unread">();
  const sort = orderOfLines(screen, lines);
  const readAll = async (): Promise<Printed> => {
    const rows: Row[] = [];
    for (let page = 1; ; page += 1) {
      // One page after the other: each tells whether there is a next one.
      const answer = await read({
        resource: details.resource,
        pagination: { currentPage: page, pageSize: rowsOfCall },
        filters: fixedOf(screen, details, record).map((one) => ({ ...one, operator: "eq" as const })),
        ...(sort === undefined ? {} : { sorters: [{ field: sort.field, order: "asc" as const }] }),
        meta: { read: details.read },
      });
      const found = answer.data.filter(isRecord);
      rows.push(...found);
      const isWhole = found.length < rowsOfCall;
      if (isWhole || rows.length >= maxRows) return { rows, totals: totalsOf(answer), isWhole };
    }
  };
  usePrintPreparation(part, async () => {
    setPrinted(undefined);
    // Paper that says nothing of what is missing would be taken for whole.
    // Whoever may not read them has none on the page either, and another attempt would not bring them.
    setPrinted(await readAll().catch((error: unknown) => (failureOf(error).code === 403 ? undefined : "unread")));
  });
  useEffect(() => {
    // The browser's own print would show them beside what has changed since.
    const forget = () => setPrinted(undefined);
    addEventListener("afterprint", forget);
    return () => removeEventListener("afterprint", forget);
  }, []);
  if (printed === "unread") return <p className="tm-printed-lines">{t("record.printedNot")}</p>;
  if (printed === undefined || printed.rows.length === 0) return null;
  const hidden = parentFields(screen, details, lines);
  const fields = listableFields(lines, isAdministrator)
    .filter(({ name, list }) => list === true && !hidden.has(name))
    .map((field) => ({ field, cell: cellOf(field) }))
    .filter(({ field, cell }) => printed.rows.some((row) => cell.text({ field, value: row[field.name], row, language }) !== ""));
  return (
    <div className="tm-printed-lines">
      <table>
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
      </table>
      {printed.totals !== undefined && (
        <ListTotals screen={lines} totals={printed.totals} language={language} label={inLanguage(details.label ?? lines.label, language)} />
      )}
      {!printed.isWhole && <p>{t("record.printedPart", { count: printed.rows.length })}</p>}
    </div>
  );
}
