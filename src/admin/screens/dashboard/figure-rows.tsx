// Rows of figures: a table with bars, and besides it what their definition draws of them: lines or bars over time, or a map.
import { lazy, Suspense, use, useCallback, useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Link } from "react-router-dom";
import { traitsOf } from "../../../fields/screen-traits.ts";
import { ShownValue } from "../../../fields/shown-value.tsx";
import type { ScreenField } from "../../../schema/screen.ts";
import { inLanguage, type Language } from "../../../schema/text.ts";
import { textOf, type Row } from "../../api/wire-data.ts";
import { everyDay, layersOf, markOf } from "../../ui/charts/series.ts";
import { axisNumber, shortTime, wholeNumber } from "../../ui/charts/number-format.ts";
import { addTexts } from "../../i18n/index.ts";
import { PageBoundary } from "../../ui/states/page-boundary.tsx";
import { isNumeric } from "./numeric.ts";
import type { Searched } from "./row-links.ts";
import "../../ui/charts/charts.css";

const Chart = lazy(() => import("../../ui/charts/chart.tsx"));
const ProvinceMap = lazy(() => import("../../ui/charts/province-map.tsx"));
const texts = addTexts("charts");

/** Colours of series, in their order (ui/theme/page.css): blue and orange are told apart also where one lies upon the other. */
const colours = ["--tm-primary", "--tm-warning", "--tm-success"];

const leadsNowhere = (): undefined => undefined;

const figureIn = (row: Row | undefined, field: ScreenField): number => Number(row?.[field.name] ?? 0);

interface RowsProps {
  readonly field: ScreenField;
  readonly rows: readonly Row[];
  readonly language: Language;
  readonly to: (row: Row) => string | undefined;
}

/** A table whose first number is also a bar, in proportion to the largest. */
function BarTable({ field, rows, language, to }: RowsProps): ReactNode {
  const columns = field.fields ?? [];
  const measured = columns.find(isNumeric);
  const largest = measured === undefined ? 0 : Math.max(0, ...rows.map((row) => figureIn(row, measured)));
  return (
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
            {columns.map((column, place) => {
              const value = <ShownValue field={column} value={row[column.name]} record={row} />;
              const address = place === 0 ? to(row) : undefined;
              return (
                <td key={column.name} className={column === measured ? "tm-measured" : isNumeric(column) ? "tm-number" : undefined}>
                  {column === measured ? (
                    <span className="tm-bar">
                      <i style={{ inlineSize: `${largest > 0 ? (figureIn(row, column) / largest) * 100 : 0}%` }} />
                      <span>{value}</span>
                    </span>
                  ) : address === undefined ? (
                    value
                  ) : (
                    <Link to={address}>{value}</Link>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface RowsChartProps extends Omit<RowsProps, "to"> {
  readonly shape: "lines" | "bars";
  /** The period that was asked for. */
  readonly days: Searched["days"];
}

/** Lines or bars over the first column, with the numbers of the day that is pointed at, or else the last one, in words. */
function RowsChart({ field, rows, language, shape, days }: RowsChartProps): ReactNode {
  const [point, setPoint] = useState<number>();
  const columns = field.fields ?? [];
  const along = columns.find((column) => !isNumeric(column));
  const measures = useMemo(() => (field.fields ?? []).filter(isNumeric).slice(0, colours.length), [field]);
  const isByTime = along !== undefined && traitsOf(along).temporal === "day";
  const points = useMemo(() => (along !== undefined && isByTime ? everyDay(rows, along.name, days) : rows), [rows, along, isByTime, days]);
  const labels = useMemo(
    () => points.map((row) => (isByTime ? shortTime(textOf(row[along?.name ?? ""]), language) : textOf(row[along?.name ?? ""]))),
    [points, along, isByTime, language],
  );
  const series = useMemo(
    () => measures.map((measure, index) => ({ colour: colours[index] ?? "", values: points.map((row) => figureIn(row, measure)) })),
    [measures, points],
  );
  const layers = useMemo(() => (shape === "lines" ? layersOf(series) : []), [shape, series]);
  const onAxis = useCallback((value: number) => axisNumber(value, language), [language]);
  const shown = point ?? points.length - 1;
  return (
    <>
      <p className="tm-chart-words" aria-hidden="true">
        <span>{labels[shown] ?? ""}</span>
        {measures.map((measure, index) => (
          <span key={measure.name}>
            <i style={{ background: markOf(colours[index] ?? "", layers[index]) }} />
            {inLanguage(measure.label, language)} <b>{wholeNumber(figureIn(points[shown], measure), language)}</b>
          </span>
        ))}
      </p>
      <Chart shape={shape} labels={labels} series={series} axisNumber={onAxis} onPoint={setPoint} />
    </>
  );
}

interface FigureRowsProps extends RowsProps {
  /** The period that was asked for. */
  readonly days: Searched["days"];
  /** What is said where there are no rows. */
  readonly empty: string;
}

/** Rows of figures under their heading. */
export function FigureRows({ field, rows, language, to, days, empty }: FigureRowsProps): ReactNode {
  use(texts);
  const { t } = useTranslation();
  const [isTable, setTable] = useState(false);
  const name = inLanguage(field.label, language);
  const { chart } = field;
  const isMap = typeof chart === "object";
  const isChart = chart !== undefined && !isMap;
  const measure = (field.fields ?? []).find(isNumeric);
  const title = (field.fields ?? []).find((column) => !isNumeric(column));
  // Behind a chart the table is there for screen readers alone: a link in it would be a tab stop that nobody sees.
  const isShown = !isChart || isTable;
  const table = <BarTable field={field} rows={rows} language={language} to={isShown ? to : leadsNowhere} />;
  const drawing = (): ReactNode => {
    if (isChart) return <RowsChart field={field} rows={rows} language={language} shape={chart} days={days} />;
    if (!isMap || measure === undefined) return null;
    const places = rows.map((row) => ({
      code: textOf(row[chart.map]),
      name: textOf(row[title?.name ?? ""]),
      value: figureIn(row, measure),
      to: to(row),
    }));
    return <ProvinceMap rows={places} measure={inLanguage(measure.label, language)} language={language} />;
  };
  return (
    <section className={`tm-card tm-figures-table${chart === undefined ? "" : " tm-figures-points"}`} aria-label={name}>
      <header>
        <h2>{name}</h2>
        {isChart && rows.length > 0 && (
          <button type="button" className="tm-figures-turn" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {t(isTable ? "charts.showChart" : "charts.showTable")}
          </button>
        )}
      </header>
      {rows.length === 0 && !isMap ? (
        <p className="tm-soft">{empty}</p>
      ) : (
        <div className={isMap ? "tm-figures-map" : undefined}>
          {!isTable && (
            <PageBoundary>
              <Suspense fallback={<div className={isMap ? "tm-map tm-figures-grey" : "tm-chart tm-figures-grey"} />}>{drawing()}</Suspense>
            </PageBoundary>
          )}
          {rows.length === 0 ? (
            <p className="tm-soft">{empty}</p>
          ) : (
            <div className={isChart ? (isShown ? "tm-figures-rows" : "tm-visually-hidden") : undefined}>{table}</div>
          )}
        </div>
      )}
    </section>
  );
}
