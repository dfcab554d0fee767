// The rows of a list in a month: on each day those that begin then, or whose period has it. The rows of a chosen day are below it as cards.
import { use, useCallback, useEffect, useMemo, useRef, type KeyboardEvent, type ReactNode } from "react";
import { Button } from "antd";
import { traitsOf } from "../../../../fields/screen-traits.ts";
import { inLanguage } from "../../../../schema/text.ts";
import { localNow } from "../../../../schema/local-time.ts";
import { textOf, type Row } from "../../../api/wire-data.ts";
import { addTexts } from "../../../i18n/index.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { longDay, longMonth, weekday } from "../../../ui/charts/number-format.ts";
import { Icon } from "../../../ui/icons/icon.tsx";
import { ReadFailure } from "../../../ui/states/read-failure.tsx";
import { addressBelow } from "../../../workspace/record-address.ts";
import { rowTitle } from "../../data/row-title.ts";
import { useRowEvents } from "../../table/row-events.ts";
import type { ShapeProps } from "../shape-props.ts";
import { DayRows } from "./day-rows.tsx";
import { dayAfter, monthAfter, rowsByDay, seenAt, weeksOf } from "./month.ts";
import { useDatedRows, useUndatedCount } from "./use-dated-rows.ts";
import "./calendar.css";

const texts = addTexts("shapes");

/** Rows of a month that are read: as many as a page has at most. */
const maxRows = 200;
/** Rows of a day that are named in its cell. */
const maxNamed = 3;

const stepOf: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** Default export, because it is loaded lazily. */
export default function Calendar(props: ShapeProps): ReactNode {
  use(texts);
  const { t } = useTranslation();
  const { label, screen, urlState, language, request, revision, empty, opens, pages, rows: pool, onRow } = props;
  const ref = useRef<HTMLDivElement>(null);
  useRowEvents(ref, (event) => {
    // What belongs to a chosen row has no place beside a calendar: the row is opened.
    if (event.act !== "row") onRow(event);
  });
  const today = localNow().slice(0, 10);
  const { month, day: chosen } = seenAt(urlState.shown.at, today);
  const weeks = useMemo(() => weeksOf(month), [month]);
  const days = useMemo(() => weeks.flat(), [weeks]);
  const [first = "", last = ""] = [days[0], days.at(-1)];
  const { rows, total, isLoading, isBusy, failure, refetch } = useDatedRows({ screen, request, revision, first, last, size: maxRows });
  const undated = useUndatedCount({ screen, request, revision });
  const shape = screen.shapes?.calendar;
  const byDay = useMemo(() => (shape === undefined ? undefined : rowsByDay(rows, shape, days)), [rows, shape, days]);
  const status = screen.fields.find(({ name }) => name === screen.status);
  const colourOf = (row: Row) => status?.options?.find(({ value }) => String(value) === textOf(row[status.name]))?.colour ?? "default";
  const from = screen.fields.find(({ name }) => name === shape?.from);
  const isTimed = from !== undefined && traitsOf(from).temporal === "moment";

  const ofDay = useRef<readonly Row[]>([]);
  const keep = useCallback(() => {
    pool.current = [...ofDay.current, ...rows];
  }, [pool, rows]);
  const onDayRows = useCallback(
    (shown: readonly Row[]) => {
      ofDay.current = shown;
      keep();
    },
    [keep],
  );
  useEffect(() => {
    keep();
    return () => {
      pool.current = [];
    };
  }, [keep, pool]);

  const see = (at: string) => urlState.showAs({ shape: "calendar", at });
  // The day that was gone to by the keyboard has the focus once it is there.
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const button = ref.current?.querySelector<HTMLElement>(`[data-day="${wanted.current}"]`);
    if (button === null || button === undefined) return;
    wanted.current = undefined;
    button.focus();
  });
  const onKey = (event: KeyboardEvent) => {
    const day = event.target instanceof HTMLElement ? event.target.dataset["day"] : undefined;
    if (day === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = stepOf[event.key];
    const months = event.key === "PageDown" ? 1 : event.key === "PageUp" ? -1 : 0;
    if (step === undefined && months === 0) return;
    event.preventDefault();
    const next = months === 0 ? dayAfter(day, step ?? 0) : `${monthAfter(day.slice(0, 7), months)}-01`;
    wanted.current = next;
    if (!days.includes(next)) see(next.slice(0, 7));
    else ref.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
    if (days.includes(next)) wanted.current = undefined;
  };
  // The Tab key enters at one day.
  const entry = chosen ?? (days.includes(today) && today.startsWith(month) ? today : `${month}-01`);
  const left = total - rows.length;
  const inMonth = new Set(days.flatMap((day) => (day.startsWith(month) ? (byDay?.get(day) ?? []) : []))).size;
  const entryOf = (row: Row, day: string) => {
    const key = textOf(row[screen.key]);
    const title = rowTitle(screen, row);
    const moment = textOf(row[shape?.from ?? ""]);
    const isLater = moment.slice(0, 10) < day;
    const time = isTimed && !isLater ? <time>{moment.slice(11, 16)}</time> : null;
    return (
      <li key={key} data-row-key={key} data-colour={colourOf(row)} data-later={isLater || undefined} title={title}>
        {time}
        {opens === undefined ? (
          <span>{title}</span>
        ) : pages === undefined ? (
          <button type="button" tabIndex={-1} data-act={opens}>
            {title}
          </button>
        ) : (
          <a tabIndex={-1} href={addressBelow(pages, key)} data-act={opens}>
            {title}
          </a>
        )}
      </li>
    );
  };
  const cellOf = (day: string) => {
    const own = byDay?.get(day) ?? [];
    const more = own.length - maxNamed;
    const named = longDay(day, language);
    return (
      <td key={day} data-other={day.startsWith(month) ? undefined : true} data-today={day === today || undefined}>
        <button
          type="button"
          data-day={day}
          tabIndex={day === entry ? 0 : -1}
          aria-pressed={day === chosen}
          onClick={() => see(day === chosen ? month : day)}
        >
          <span className="tm-visually-hidden">{t("shapes.ofDay", { day: named, count: own.length })}</span>
          <span aria-hidden="true">{Number(day.slice(8))}</span>
          {own.length > 0 && (
            <b className="tm-month-count" aria-hidden="true">
              {own.length}
            </b>
          )}
        </button>
        {own.length > 0 && (
          <ul aria-label={named}>
            {own.slice(0, maxNamed).map((row) => entryOf(row, day))}
            {more > 0 && (
              <li>
                <button type="button" tabIndex={-1} onClick={() => see(day)}>
                  {t("shapes.moreOnDay", { count: more })}
                </button>
              </li>
            )}
          </ul>
        )}
      </td>
    );
  };
  if (props.isEmpty) return <div className="tm-table">{empty}</div>;
  return (
    <div ref={ref} className="tm-table tm-month" role="group" aria-label={label} aria-busy={isBusy} onKeyDown={onKey}>
      {isBusy && <span className="tm-busy-line" aria-hidden="true" />}
      <div className="tm-month-head">
        <button type="button" className="tm-icon-button" aria-label={t("shapes.previous")} onClick={() => see(monthAfter(month, -1))}>
          <Icon name="left" size={14} />
        </button>
        <h2 aria-live="polite">{longMonth(month, language)}</h2>
        <button type="button" className="tm-icon-button" aria-label={t("shapes.next")} onClick={() => see(monthAfter(month, 1))}>
          <Icon name="right" size={14} />
        </button>
        <Button size="small" onClick={() => see(today)}>
          {t("shapes.today")}
        </Button>
        <span className="tm-soft">{isLoading || left > 0 ? "" : t("shapes.rows", { count: inMonth })}</span>
      </div>
      {failure !== undefined && !failure.silent && (
        <ReadFailure message={t("shapes.failed", { message: failure.message })} onRetry={refetch} />
      )}
      {left > 0 && <p className="tm-soft tm-month-note">{t("shapes.tooMany", { shown: rows.length, count: left })}</p>}
      {undated > 0 && from !== undefined && (
        <p className="tm-soft tm-month-note">{t("shapes.undated", { count: undated, field: inLanguage(from.label, language) })}</p>
      )}
      <table aria-label={longMonth(month, language)}>
        <thead>
          <tr>
            {(weeks[0] ?? []).map((day) => (
              <th key={day} scope="col">
                {weekday(day, language)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>{week.map(cellOf)}</tr>
          ))}
        </tbody>
      </table>
      {chosen !== undefined && <DayRows {...props} key={chosen} day={chosen} onRows={onDayRows} />}
    </div>
  );
}
