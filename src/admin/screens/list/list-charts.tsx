// Charts above a list: the groups of all rows that its filters find, in one call. A group that is chosen filters the list.
import { Button } from "antd";
import { use, useEffect, useMemo, useRef, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useLocation } from "react-router-dom";
import { traitsOf } from "../../../fields/screen-traits.ts";
import type { ChartGroup } from "../../../schema/list-charts.ts";
import type { ScreenChart, ScreenField } from "../../../schema/screen.ts";
import type { Language } from "../../../schema/text.ts";
import type { ApiFailure } from "../../api/failure.ts";
import { textOf, type Row } from "../../api/wire-data.ts";
import { addTexts } from "../../i18n/index.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import type { ListRequest } from "../../data/providers/data-provider.ts";
import { useRead } from "../../data/queries/reads.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import { FigureRows } from "../dashboard/figure-rows.tsx";
import { emptyChartsText } from "../dashboard/empty-charts-text.ts";
import { filterOf } from "./chart-filter.ts";
import { chartsIn, chartsRequest, chartsTimeLimit } from "./charts-read.ts";
import { useChartsPreference } from "./charts-preference.ts";
import { writeListQuery, type ListQuery } from "../search/list-query.ts";
import "../dashboard/dashboard.css";
import "./list-charts.css";

const texts = addTexts("charts");

interface ListChartsProps {
  readonly screen: ListViewModel;
  readonly charts: readonly ScreenChart[];
  readonly query: ListQuery;
  /** What the list is asked for. */
  readonly request: ListRequest;
  /** Grows when the list is to be read anew. */
  readonly revision: number;
  /** The list says itself why there is nothing. */
  readonly hasListFailed: boolean;
  readonly searched: readonly ScreenField[];
  readonly language: Language;
}

const measureName = (index: number): string => `value${index}`;

/** A chart as rows of figures. */
function figureField({ name, label, by, as, measures }: ScreenChart, screen: Pick<ListViewModel, "fields">): ScreenField {
  const grouped = screen.fields.find((field) => field.name === by);
  const isByTime = grouped !== undefined && traitsOf(grouped).temporal !== undefined;
  const group: ScreenField = {
    ...(isByTime ? { name: "key", kind: "date", wire: "time" } : { name: "name", kind: "text", wire: "text" }),
    label: grouped?.label ?? label,
  };
  return {
    name,
    kind: "lines",
    wire: "rows",
    label,
    ...(as === "ranking" ? {} : { chart: as === "map" ? { map: "key" } : as }),
    fields: [
      group,
      ...measures.map((measure, index): ScreenField => ({
        name: measureName(index),
        label: measure.label,
        ...(measure.scale === undefined ? { kind: "integer", wire: "number" } : { kind: "decimal", wire: "decimal", scale: measure.scale }),
      })),
    ],
  };
}

const rowOf = ({ key, name, values }: ChartGroup): Row => ({
  key,
  name,
  ...Object.fromEntries(values.map((value, index) => [measureName(index), value])),
});

/** Default export, because it is loaded lazily. */
export default function ListCharts({
  screen,
  charts,
  query,
  request: requested,
  revision,
  hasListFailed,
  searched,
  language,
}: ListChartsProps): ReactNode {
  use(texts);
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const [isHidden, turn] = useChartsPreference(screen.name);
  const request = useMemo(() => chartsRequest(screen, requested), [screen, requested]);
  const {
    value: groups,
    failure,
    refetch,
    isBusy,
    isPrevious,
  } = useRead(request, chartsIn, { isOn: !isHidden, keepsPrevious: true, timeLimit: chartsTimeLimit });
  // What is mounted or opened reads by itself.
  const readAt = useRef(revision);
  useEffect(() => {
    if (revision === readAt.current) return;
    readAt.current = revision;
    if (!isHidden) refetch();
  }, [revision, isHidden, refetch]);
  const turnButton = useRef<HTMLButtonElement>(null);
  const shown = charts.filter(({ name }) => groups === undefined || groups.has(name));
  const fields = shown.map((chart) => figureField(chart, screen));
  const isEmpty = groups !== undefined && shown.every(({ name }) => groups.get(name)?.length === 0);
  const addressOfGroup = ({ by, as }: ScreenChart, row: Row): string | undefined => {
    const field = searched.find((one) => one.name === by);
    // Groups of another search are no filters of this one.
    if (field === undefined || isPrevious) return undefined;
    const filters = { ...query.filters, [by]: filterOf(field, as, textOf(row["key"]), query.filters[by]) };
    return `${pathname}?${writeListQuery(new URLSearchParams(search), { ...query, filters, current: 1 })}`;
  };
  const periodOf = ({ by }: ScreenChart): readonly [string, string] | undefined => {
    const filter = query.filters[by];
    const [from = "", to = ""] = Array.isArray(filter) ? filter : [];
    return from === "" || to === "" ? undefined : [from, to];
  };
  const failureNote = ({ error, message, silent }: ApiFailure): ReactNode => {
    if (silent || hasListFailed) return null;
    if (error === "chartsTooLarge") return <p className="tm-list-charts-none tm-soft">{message}</p>;
    const retry = () => {
      // The button leaves the page.
      turnButton.current?.focus();
      refetch();
    };
    return (
      <div className="tm-list-charts-none tm-list-charts-failed" role="alert">
        {t("charts.failed", { message })}
        <Button size="small" onClick={retry}>
          {t("common.retry")}
        </Button>
      </div>
    );
  };
  const content = (): ReactNode => {
    if (failure !== undefined) return failureNote(failure);
    if (isEmpty && !isPrevious)
      return (
        <p className="tm-list-charts-none tm-soft">
          {Object.keys(query.filters).length > 0 ? t("charts.noMatch") : emptyChartsText(t, fields, language)}
        </p>
      );
    return (
      <div className={isPrevious ? "tm-figures-tables tm-list-charts-previous" : "tm-figures-tables"} aria-busy={isBusy}>
        {shown.map((chart, index) => {
          const field = fields[index];
          if (field === undefined) return null;
          if (groups === undefined) return <div key={chart.name} className="tm-card tm-list-charts-grey" />;
          return (
            <FigureRows
              key={chart.name}
              field={field}
              rows={(groups.get(chart.name) ?? []).map(rowOf)}
              language={language}
              days={periodOf(chart)}
              empty={emptyChartsText(t, [field], language)}
              to={(row) => addressOfGroup(chart, row)}
            />
          );
        })}
      </div>
    );
  };
  if (groups !== undefined && shown.length === 0) return null;
  return (
    <section className="tm-list-charts" aria-label={t("charts.title")}>
      <button ref={turnButton} type="button" className="tm-list-charts-turn" aria-expanded={!isHidden} onClick={turn}>
        <Icon name={isHidden ? "right" : "down"} size={12} />
        {t("charts.title")}
        <span className="tm-visually-hidden">{t(isHidden ? "charts.open" : "charts.close")}</span>
      </button>
      {!isHidden && content()}
    </section>
  );
}
