// A chart of the last days with its numbers in words above it, and the same as a table: for those who cannot see it, and for those who want
// the figures.
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import type { Language } from "../../../schema/text.ts";
import { PageBoundary } from "../../ui/states/page-boundary.tsx";
import { Note } from "../../ui/states/list-notes.tsx";
import type { DayRow } from "./home-data.ts";
import "../../ui/charts/charts.css";
import { axisNumber, shortDay, wholeNumber } from "../../ui/charts/number-format.ts";
import { layersOf, markOf } from "../../ui/charts/series.ts";

const Chart = lazy(() => import("../../ui/charts/chart.tsx"));

interface Measure {
  /** The member of a day's numbers. */
  readonly name: string;
  readonly label: string;
  readonly colour: string;
}

interface ChartCardProps {
  readonly title: string;
  readonly shape: "lines" | "bars";
  readonly rows: readonly DayRow[];
  readonly measures: readonly Measure[];
  readonly language: Language;
  /** The message when all days are empty. */
  readonly none: string;
}

export function ChartCard({ title, shape, rows, measures, language, none }: ChartCardProps) {
  const { t } = useTranslation();
  const [point, setPoint] = useState<number>();
  const [isTable, setTable] = useState(false);
  const labels = useMemo(() => rows.map(({ day }) => shortDay(day, language)), [rows, language]);
  const series = useMemo(
    () => measures.map(({ name, colour }) => ({ colour, values: rows.map(({ numbers }) => numbers[name] ?? 0) })),
    [rows, measures],
  );
  const layers = useMemo(() => (shape === "lines" ? layersOf(series) : []), [shape, series]);
  const onAxis = useCallback((value: number) => axisNumber(value, language), [language]);
  const isEmpty = series.every(({ values }) => values.every((value) => value === 0));
  const shown = rows[point ?? rows.length - 1];
  return (
    <section className="tm-home-card tm-chart-card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span className="tm-soft">{t("home.lastDays", { num: rows.length })}</span>
        {!isEmpty && (
          <button type="button" className="tm-home-link" onClick={() => setTable(!isTable)}>
            {t(isTable ? "home.showChart" : "home.showTable")}
          </button>
        )}
      </header>
      {isEmpty ? (
        <Note icon="bar-chart" title={none} />
      ) : (
        <>
          {!isTable && (
            <>
              <p className="tm-chart-words" aria-hidden="true">
                <span>{shown === undefined ? "" : shortDay(shown.day, language)}</span>
                {measures.map(({ name, label, colour }, index) => (
                  <span key={name}>
                    <i style={{ background: markOf(colour, layers[index]) }} />
                    {label} <b>{wholeNumber(shown?.numbers[name] ?? 0, language)}</b>
                  </span>
                ))}
              </p>
              <PageBoundary>
                <Suspense fallback={<div className="tm-chart tm-home-grey" />}>
                  <Chart shape={shape} labels={labels} series={series} axisNumber={onAxis} onPoint={setPoint} />
                </Suspense>
              </PageBoundary>
            </>
          )}
          <div className={isTable ? "tm-chart-table" : "tm-visually-hidden"}>
            <table>
              <caption className="tm-visually-hidden">{title}</caption>
              <thead>
                <tr>
                  <th scope="col">{t("home.day")}</th>
                  {measures.map(({ name, label }) => (
                    <th key={name} scope="col">
                      {label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(({ day, numbers }) => (
                  <tr key={day}>
                    <th scope="row">{day}</th>
                    {measures.map(({ name }) => (
                      <td key={name}>{wholeNumber(numbers[name] ?? 0, language)}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </section>
  );
}
