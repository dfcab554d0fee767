// Reports to begin with, derived from the fields of a resource: the server offers them of all resources, the designer of the chosen one.
import type { ReportDefinition } from "./report.ts";

/** What templates need to know of a field. */
interface TemplateField {
  readonly path: string;
  readonly label: string;
  /** Whose field it is, where it is one of other rows. */
  readonly of?: string;
  readonly type: "number" | "time" | "text";
  readonly isChosen?: true;
  readonly leads?: true;
  readonly isAmount?: true;
}

export interface ReportTemplate {
  /** What it shows, by what, and of which amount: words for its name. */
  readonly words: readonly [kind: "byMonth" | "byChoice" | "sumByMonth", by: string, of?: string];
  readonly made: ReportDefinition;
}

/** Where to begin with the fields of a resource: how many by what they are chosen from, how many and how much by month. */
export function templatesOf(resource: string, fields: readonly TemplateField[]): readonly ReportTemplate[] {
  const own = fields
    .filter(({ of }) => of === undefined)
    .toSorted((one, other) => Number(other.leads === true) - Number(one.leads === true));
  const time = own.find(({ type }) => type === "time");
  // Only of what is an amount for sure: sums of coordinates, rates or positions say nothing.
  const amount = own.find(({ isAmount }) => isAmount === true);
  const count = { of: "count" } as const;
  const byChoice = own
    .filter(({ isChosen }) => isChosen === true)
    .slice(0, 2)
    .map(({ path, label }): ReportTemplate => ({
      words: ["byChoice", label],
      made: { resource, rows: [{ field: path }], totals: [count], sort: { total: 0, descending: true }, chart: { type: "bar", total: 0 } },
    }));
  if (time === undefined) return byChoice;
  const rows = [{ field: time.path, part: "month" }] as const;
  const chart = { type: "bar", total: 0 } as const;
  const byMonth: ReportTemplate = { words: ["byMonth", time.label], made: { resource, rows, totals: [count], chart } };
  if (amount === undefined) return [...byChoice, byMonth];
  const sum = { of: "sum", field: amount.path } as const;
  return [...byChoice, byMonth, { words: ["sumByMonth", time.label, amount.label], made: { resource, rows, totals: [sum, count], chart } }];
}
