// A report as a chart: the outermost groups with one of its totals, as bars, as lines of the groups across, or as shares of the whole.
import { lazy, Suspense, useCallback, useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { Link } from "react-router-dom";
import type { Language } from "../../schema/text.ts";
import type { ReportAnswer, ReportCell } from "../../schema/report.ts";
import { axisNumber } from "../ui/charts/number-format.ts";
import { layersOf, markOf } from "../ui/charts/series.ts";
import { Note } from "../ui/states/list-notes.tsx";
import { labelAt } from "../../schema/report-table.ts";
import { addressOfCell, written } from "./shown-report.ts";
import "../ui/charts/charts.css";

const Chart = lazy(() => import("../ui/charts/chart.tsx"));

/** More would be too narrow to tell apart. */
const maxPoints = 60;
const maxShares = 15;
const colours = ["--tm-chart-1", "--tm-chart-2", "--tm-chart-3", "--tm-chart-4", "--tm-chart-5", "--tm-chart-6"] as const;

interface Point {
  readonly label: string;
  readonly cell: ReportCell;
}

/** The totals of the groups of one axis, over everything else. */
function pointsOf(answer: ReportAnswer, axis: number, none: string): readonly Point[] {
  return answer.cells.flatMap((cell) => {
    const isOnly = cell.at.every((place, index) => (index === axis ? place !== null : place === null));
    return isOnly ? [{ label: labelAt(answer, axis, cell.at[axis], none), cell }] : [];
  });
}

interface ReportChartProps {
  readonly answer: ReportAnswer;
  readonly language: Language;
}

export default function ReportChart({ answer, language }: ReportChartProps): ReactNode {
  const { t } = useTranslation();
  const { type = "bar", total = 0 } = answer.definition.chart ?? {};
  const none = t("reports.none");
  const axis = answer.axes.findIndex(({ on }) => on !== "columns");
  const second = answer.axes.findIndex(({ on }, index) => on === "across" && index !== axis);
  const [at, setAt] = useState<number>();
  const points = useMemo(() => pointsOf(answer, axis, none), [answer, axis, none]);
  const shown = useMemo(() => points.slice(0, maxPoints), [points]);
  const numberOf = useCallback((cell: ReportCell | undefined) => Number(cell?.values[total] ?? 0), [total]);
  const lines = useMemo(() => {
    if (type !== "line" || second < 0) return [{ name: answer.totals[total]?.label ?? "", cells: shown.map(({ cell }) => cell) }];
    const members = pointsOf(answer, second, none).slice(0, colours.length);
    return members.map(({ label, cell: { at: where } }) => ({
      name: label,
      cells: shown.map(({ cell }) =>
        answer.cells.find(({ at: place }) =>
          place.every((one, index) => one === (index === axis ? cell.at[axis] : index === second ? where[second] : null)),
        ),
      ),
    }));
  }, [answer, axis, second, shown, total, type, none]);
  const series = useMemo(
    () => lines.map(({ cells }, index) => ({ colour: colours[index % colours.length] ?? colours[0], values: cells.map(numberOf) })),
    [lines, numberOf],
  );
  const layers = useMemo(() => (type === "line" ? layersOf(series) : []), [type, series]);
  const labels = useMemo(() => shown.map(({ label }) => label), [shown]);
  const onAxis = useCallback((value: number) => axisNumber(value, language), [language]);
  const format = answer.totals[total]?.format;
  if (points.length === 0 || format === undefined || format.kind !== "number") return <Note icon="bar-chart" title={t("reports.empty")} />;
  const name = answer.totals[total]?.label ?? "";
  if (type === "share") {
    const shares = points.slice(0, maxShares);
    const whole = points.reduce((sum, { cell }) => sum + Math.max(0, numberOf(cell)), 0);
    return (
      <figure className="tm-report-shares">
        <figcaption>{name}</figcaption>
        <ul>
          {shares.map(({ label, cell }) => {
            const part = whole === 0 ? 0 : Math.max(0, numberOf(cell)) / whole;
            const address = addressOfCell(answer, cell);
            return (
              <li key={label}>
                <span className="tm-report-share-name">{address === undefined ? label : <Link to={address}>{label}</Link>}</span>
                <span className="tm-report-share-bar" aria-hidden="true">
                  <i style={{ inlineSize: `${part * 100}%` }} />
                </span>
                <span>{written(cell.values[total], format)}</span>
                <b>{new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 }).format(part)}</b>
              </li>
            );
          })}
        </ul>
        {points.length > shares.length && <p className="tm-soft">{t("reports.chartMost", { count: shares.length })}</p>}
      </figure>
    );
  }
  const place = at ?? shown.length - 1;
  return (
    <figure className="tm-report-chart">
      <figcaption>
        <b>{name}</b> <span>{labels[place]}</span>
        {lines.map(({ name: line, cells }, index) => (
          <span key={line}>
            <i style={{ background: markOf(colours[index % colours.length] ?? colours[0], layers[index]) }} />
            {lines.length > 1 ? line : ""} <b>{written(cells[place]?.values[total], format)}</b>
          </span>
        ))}
      </figcaption>
      <Suspense fallback={<div className="tm-chart" />}>
        <Chart shape={type === "line" ? "lines" : "bars"} labels={labels} series={series} axisNumber={onAxis} onPoint={setAt} />
      </Suspense>
      <p className="tm-soft">{points.length > shown.length ? t("reports.chartMost", { count: shown.length }) : t("reports.chartNote")}</p>
    </figure>
  );
}
