// A report as it is drawn: values as people write them, and where a figure leads to.
import { groupDigits, withScale } from "../../fields/digits.ts";
import { rowsOfCell, type ReportAnswer, type ReportCell, type ReportFormat } from "../../schema/report.ts";

/** A total as people write it. */
export function written(value: string | null | undefined, { kind, scale = 0, prefix = "", unit }: ReportFormat): string {
  if (value === null || value === undefined) return "–";
  const text = kind === "number" ? groupDigits(withScale(value, scale)).replace(/^-?/, (sign) => sign + prefix) : value;
  return unit === undefined ? text : `${text} ${unit}`;
}

/** The address of the list with the rows of a cell; undefined where none shows them. */
export function addressOfCell(answer: ReportAnswer, cell: ReportCell | undefined): string | undefined {
  const { screen } = answer.resource;
  const filter = cell === undefined || screen === undefined ? undefined : rowsOfCell(answer, cell);
  if (filter === undefined) return undefined;
  const parameters = new URLSearchParams(Object.entries(filter).map(([name, value]) => [`f.${name}`, value]));
  return `${screen}?${parameters.toString()}`;
}
