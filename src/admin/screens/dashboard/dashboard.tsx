// A dashboard screen: search panel above, one answer below. Numbers are stat cards, rows are tables, charts and maps, other values are shown
// like a record.
import { recordsIn } from "../../../schema/json.ts";
import { useCustom } from "@refinedev/core";
import { Button } from "antd";
import { use, useMemo, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { traitsOf } from "../../../fields/screen-traits.ts";
import type { ScreenField } from "../../../schema/screen.ts";
import { inLanguage, type Language } from "../../../schema/text.ts";
import { groupDigits } from "../../../fields/digits.ts";
import { failureOf } from "../../api/failure.ts";
import { isRecord, textOf, type Row } from "../../api/wire-data.ts";
import { ShownValue } from "../../../fields/shown-value.tsx";
import { rowFromWire } from "../../api/row-conversion.ts";
import { readQuery } from "../../data/providers/data-provider.ts";
import { listName } from "../../data/screen-models/list-name.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import { EmptyNote, FailureNote, Note, RowsSkeleton } from "../../ui/states/list-notes.tsx";
import type { ListUrlState } from "../list/list-url-state.ts";
import { loadScreen } from "../../data/screen-models/load.ts";
import { FigureRows } from "./figure-rows.tsx";
import { emptyChartsText } from "./empty-charts-text.ts";
import { isNumeric } from "./numeric.ts";
import { useRowLinks, type Searched } from "./row-links.ts";
import { addTexts } from "../../i18n/index.ts";
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

const texts = addTexts("charts");

/** Fewer numbers than these are shown with the other values. */
const fewestCards = 3;

/** An answer's own members, and those of its `total`. */
function recordIn(answer: unknown): Row {
  if (!isRecord(answer)) return {};
  const { total, ...rest } = answer;
  return isRecord(total) ? { ...total, ...rest } : answer;
}

function Answer({
  fields,
  record,
  searched,
  language,
  onClear,
}: {
  readonly fields: readonly ScreenField[];
  readonly record: Row;
  readonly searched: Searched;
  readonly language: Language;
  /** Undefined: nothing is searched for. */
  readonly onClear: (() => void) | undefined;
}): ReactNode {
  const { t } = useTranslation();
  const numbers = fields.filter(isNumeric);
  const cards = numbers.length < fewestCards ? [] : numbers;
  const leadOf = useRowLinks(searched);
  const tables = fields.filter((field) => traitsOf(field).holdsRows && Array.isArray(record[field.name]));
  const isEmpty = tables.length > 0 && tables.every((field) => recordsIn(record[field.name]).length === 0);
  const others = fields.filter((field) => !cards.includes(field) && !traitsOf(field).holdsRows && field.name in record);
  return (
    <>
      {searched.days !== undefined && (
        <p className="tm-figures-days tm-soft">{t("charts.days", { from: searched.days[0], to: searched.days[1] })}</p>
      )}
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
      {isEmpty ? (
        <div className="tm-card">
          <Note
            icon="bar-chart"
            title={t(searched.days === undefined ? "list.empty" : "charts.noneInDays")}
            text={emptyChartsText(t, tables, language)}
          >
            {onClear !== undefined && <Button onClick={onClear}>{t("list.clearFilters")}</Button>}
          </Note>
        </div>
      ) : (
        <div className="tm-figures-tables">
          {tables.map((field) => (
            <FigureRows
              key={field.name}
              field={field}
              rows={recordsIn(record[field.name])}
              language={language}
              days={searched.days}
              empty={emptyChartsText(t, [field], language)}
              to={(row) => leadOf(field, row)}
            />
          ))}
        </div>
      )}
    </>
  );
}

/** The days that an answer is of, where it says so. */
function daysIn(answer: unknown): Searched["days"] {
  if (!isRecord(answer)) return undefined;
  const [from, to] = [textOf(answer["startDate"]), textOf(answer["endDate"])];
  return from === "" || to === "" ? undefined : [from, to];
}

/** Default export, because it is loaded lazily. */
export default function Dashboard({ screen, urlState, searched, language }: DashboardProps): ReactNode {
  use(texts);
  const { t } = useTranslation();
  const whole = use(loadScreen(screen.name));
  const { filters } = urlState.query;
  const name = listName(screen, language);
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
    return (
      <Answer
        fields={fields}
        record={record}
        searched={{ filters, days: daysIn(answer.data.data["payload"]) }}
        language={language}
        onClear={Object.keys(filters).length === 0 ? undefined : () => search({})}
      />
    );
  };
  return (
    <section className="tm-list" aria-label={name}>
      <h1 className="tm-visually-hidden">{name}</h1>
      <SearchPanel name={name} fields={searched} filters={filters} begins={missing !== undefined} onSearch={search} />
      {content()}
    </section>
  );
}
