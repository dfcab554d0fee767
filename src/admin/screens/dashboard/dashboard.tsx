// A dashboard screen: search panel above, one answer below. Numbers are stat cards, tables have a bar per row, other values are shown like
// a record.
import { useCustom } from "@refinedev/core";
import { use, useMemo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { traitsOf } from "../../../fields/screen-traits.ts";
import type { ScreenField } from "../../../schema/screen.ts";
import { inLanguage, type Language } from "../../../schema/text.ts";
import { groupDigits } from "../../../fields/digits.ts";
import { failureOf } from "../../api/failure.ts";
import { isRecord, textOf, type Row } from "../../api/record.ts";
import { ShownValue } from "../../../fields/shown-value.tsx";
import { rowFromWire } from "../../api/row.ts";
import { readQuery } from "../../providers/data.ts";
import type { ListViewModel } from "../../screen-models/view-models.ts";
import { EmptyNote, FailureNote, Note, RowsSkeleton } from "../../parts/list-notes.tsx";
import type { ListUrlState } from "../list/list-url-state.ts";
import { loadScreen } from "../../screen-models/load.ts";
import { SearchPanel } from "../search/search-panel.tsx";
import { crudFilters } from "../data/use-paged-data.ts";
import "../../forms/forms.css";
import "./dashboard.css";

interface DashboardProps {
  readonly screen: ListViewModel;
  readonly urlState: ListUrlState;
  readonly searched: readonly ScreenField[];
  readonly language: Language;
}

const isNumeric = (field: ScreenField): boolean => traitsOf(field).number !== undefined;

/** Fewer numbers than these are shown with the other values. */
const fewestCards = 3;

/** An answer's own members, and those of its `total`. */
function recordIn(answer: unknown): Row {
  if (!isRecord(answer)) return {};
  const { total, ...rest } = answer;
  return isRecord(total) ? { ...total, ...rest } : answer;
}

/** A table whose first number is also a bar, in proportion to the largest. */
function BarTable({
  field,
  rows,
  language,
}: {
  readonly field: ScreenField;
  readonly rows: readonly Row[];
  readonly language: Language;
}): ReactNode {
  const { t } = useTranslation();
  const columns = field.fields ?? [];
  const measured = columns.find(isNumeric);
  const largest = measured === undefined ? 0 : Math.max(0, ...rows.map((row) => Number(row[measured.name] ?? 0)));
  return (
    <section className="tm-card tm-figures-table" aria-label={inLanguage(field.label, language)}>
      <h2>{inLanguage(field.label, language)}</h2>
      {rows.length === 0 ? (
        <p className="tm-soft">{t("list.empty")}</p>
      ) : (
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.name} scope="col" className={isNumeric(column) ? "tm-number" : undefined}>
                  {inLanguage(column.label, language)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={String(index)}>
                {columns.map((column) => (
                  <td key={column.name} className={isNumeric(column) ? "tm-number" : undefined}>
                    {column === measured && largest > 0 && (
                      <span
                        className="tm-bar"
                        aria-hidden="true"
                        style={{ inlineSize: `${(Number(row[column.name] ?? 0) / largest) * 60}%` }}
                      />
                    )}
                    <ShownValue field={column} value={row[column.name]} record={row} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Answer({
  fields,
  record,
  language,
}: {
  readonly fields: readonly ScreenField[];
  readonly record: Row;
  readonly language: Language;
}): ReactNode {
  const numbers = fields.filter(isNumeric);
  const cards = numbers.length < fewestCards ? [] : numbers;
  const tables = fields.filter((field) => traitsOf(field).holdsRows && Array.isArray(record[field.name]));
  const others = fields.filter((field) => !cards.includes(field) && !traitsOf(field).holdsRows && field.name in record);
  return (
    <>
      {cards.length > 0 && (
        <dl className="tm-tiles">
          {cards.map((field) => (
            <div key={field.name} className="tm-card tm-tile">
              <dt>{inLanguage(field.label, language)}</dt>
              <dd>{groupDigits(textOf(record[field.name] ?? 0))}</dd>
            </div>
          ))}
        </dl>
      )}
      {others.length > 0 && (
        <dl className="tm-card tm-facts">
          {others.map((field) => (
            <div key={field.name}>
              <dt className="tf-label">{inLanguage(field.label, language)}</dt>
              <dd className="tf-value">
                <ShownValue field={field} value={record[field.name]} record={record} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className="tm-figures-tables">
        {tables.map((field) => (
          <BarTable key={field.name} field={field} rows={rowsOf(record[field.name])} language={language} />
        ))}
      </div>
    </>
  );
}

const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** Default export, because it is loaded lazily. */
export default function Dashboard({ screen, urlState, searched, language }: DashboardProps): ReactNode {
  const { t } = useTranslation();
  const whole = use(loadScreen(screen.name));
  const { filters } = urlState.query;
  const name = inLanguage(screen.label, language);
  const [read] = screen.reads;
  const missing = whole?.fields.find((field) => field.search !== undefined && field.required !== undefined && !(field.name in filters));
  const query = useMemo(
    () => (read === undefined ? {} : readQuery(screen, read, crudFilters({ filters }, searched, []))),
    [screen, read, filters, searched],
  );
  const { query: answer } = useCustom({
    url: read?.path ?? "",
    method: "get",
    config: { query },
    errorNotification: false,
    queryOptions: { enabled: read !== undefined && missing === undefined, retry: false },
  });
  const search = (next: typeof filters) => urlState.change({ filters: next });

  const fields = whole?.fields ?? [];
  const content = (): ReactNode => {
    if (missing !== undefined)
      return (
        <div className="tm-card">
          <Note icon="search" title={t("figures.ask", { field: inLanguage(missing.label, language) })} />
        </div>
      );
    const failure = answer.error === null ? undefined : failureOf(answer.error);
    if (failure !== undefined)
      return (
        <div className="tm-card">
          <FailureNote message={failure.message} onRetry={() => void answer.refetch()} />
        </div>
      );
    if (answer.data === undefined)
      return (
        <div className="tm-card">
          <RowsSkeleton />
        </div>
      );
    const record = rowFromWire(fields, recordIn(answer.data.data["payload"]));
    // "No such thing" is an answer without members (docs/wire.md §2).
    if (!fields.some((field) => field.name in record))
      return (
        <div className="tm-card">
          <EmptyNote name={name} isFiltered onAdd={undefined} onClear={() => search({})} />
        </div>
      );
    return <Answer fields={fields} record={record} language={language} />;
  };
  return (
    <section className="tm-list" aria-label={name}>
      <h1 className="tm-visually-hidden">{name}</h1>
      <SearchPanel name={name} fields={searched} filters={filters} onSearch={search} />
      {content()}
    </section>
  );
}
