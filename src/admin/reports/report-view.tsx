// The figures of a report: as a table, a pivot or a chart, with when they were worked out and what limits them.
import { Segmented } from "antd";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { Link } from "react-router-dom";
import { relativeTimes, type RelativeTime, type ReportAnswer } from "../../schema/report.ts";
import { language } from "../i18n/index.ts";
import { Note } from "../ui/states/list-notes.tsx";
import { ReportTable } from "./report-table.tsx";
import { addressOfCell, written } from "./shown-report.ts";
import "./reports.css";

const ReportChart = lazy(() => import("./report-chart.tsx"));

type View = "table" | "pivot" | "chart";

interface ReportViewProps {
  readonly answer: ReportAnswer;
  /** Shows the chart first, where there is one. Default: the table. */
  readonly startsAsChart?: boolean;
  /** Buttons; given how the figures are shown. */
  readonly children?: (shape: TableShape) => ReactNode;
}

/** The shape of the table, also where it is a chart. */
export type TableShape = "table" | "pivot";

const isRelativeTime = (value: string): value is RelativeTime => relativeTimes.some((one) => one === value);

/** Figures over all rows, where nothing groups them. */
function Totals({ answer }: Pick<ReportViewProps, "answer">): ReactNode {
  const { t } = useTranslation();
  const [cell] = answer.cells;
  const address = addressOfCell(answer, cell);
  return (
    <dl className="tm-report-totals">
      {answer.totals.map(({ label, format }, index) => {
        const text = written(cell?.values[index], format);
        return (
          // The same figure may be asked for twice.
          <div key={`${label} ${index}`}>
            <dt>{label}</dt>
            <dd>
              {address === undefined ? (
                text
              ) : (
                <Link to={address} title={t("reports.drill", { count: text })}>
                  {text}
                </Link>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

export function ReportView({ answer, startsAsChart = false, children }: ReportViewProps): ReactNode {
  const { t } = useTranslation();
  const hasAcross = answer.axes.some(({ on }) => on === "across");
  const hasChart = answer.axes.some(({ on }) => on !== "columns");
  const chart = answer.definition.chart?.type;
  const [chosen, setChosen] = useState<View | undefined>(startsAsChart && chart !== undefined ? "chart" : undefined);
  // Who chooses a kind of chart wants to see it.
  const [previousChart, setPreviousChart] = useState(chart);
  if (previousChart !== chart) {
    setPreviousChart(chart);
    setChosen(chart === undefined ? undefined : "chart");
  }
  const offered: readonly View[] = ["table", ...(hasAcross ? ["pivot" as const] : []), ...(hasChart ? ["chart" as const] : [])];
  const defaultView: View = hasAcross ? "pivot" : "table";
  const view = chosen !== undefined && offered.includes(chosen) ? chosen : defaultView;
  const isEmpty = answer.axes.length > 0 && answer.cells.every(({ at }) => at.every((place) => place === null));
  const { first } = answer;
  return (
    <div className="tm-report-view">
      <div className="tm-report-bar">
        {offered.length > 1 && (
          <Segmented<View>
            aria-label={t("reports.views")}
            value={view}
            onChange={setChosen}
            options={offered.map((value) => ({ value, label: t(`reports.${value}`) }))}
          />
        )}
        {children?.(view === "table" || !hasAcross ? "table" : "pivot")}
      </div>
      {answer.conditions.length > 0 && (
        <p className="tm-report-facts">
          {t("reports.conditions")}
          {answer.conditions.map(({ label, operator, value }, index) => (
            // The same field may be filtered twice.
            <span key={`${label} ${operator} ${index}`} className="tm-report-condition">
              {label} {operator === "during" ? "" : t(`reports.operator.${operator}`)}{" "}
              {operator === "during" && isRelativeTime(value) ? t(`reports.time.${value}`) : value}
            </span>
          ))}
        </p>
      )}
      <p className="tm-soft tm-report-facts">
        <span>{t(answer.isFromReplica === true ? "reports.asOfReplica" : "reports.asOf", { time: answer.asOf })}</span> ·{" "}
        <span>{t("reports.rights")}</span>
      </p>
      {answer.isCut && (
        <p className="tm-report-limit" role="status">
          {t("reports.cut", { shown: answer.cells.length.toLocaleString(), all: answer.groups.toLocaleString() })}
        </p>
      )}
      {first !== undefined && first.all > first.shown && (
        <p className="tm-report-limit" role="status">
          {t("reports.first", first)}
        </p>
      )}
      {isEmpty ? (
        <Note icon="bar-chart" title={t("reports.empty")} text={t("reports.emptyHint")} />
      ) : answer.axes.length === 0 ? (
        <Totals answer={answer} />
      ) : view === "chart" ? (
        <Suspense fallback={<div className="tm-chart" />}>
          <ReportChart answer={answer} language={language()} />
        </Suspense>
      ) : (
        <ReportTable answer={answer} isPivot={view === "pivot"} />
      )}
    </div>
  );
}
