// The figures of the home page as the server answers them. Figures the user may not see are absent.
import { useEffect, useMemo } from "react";
import type { ApiFailure } from "../../api/failure.ts";
import { isRecord, rowsOf, textOf } from "../../api/wire-data.ts";
import { useStoreRead, useRead } from "../../data/queries/reads.ts";
import { newsDependsOn, newsRead } from "../../workspace/news/header-news.ts";
import { settings } from "../../browser/settings.ts";

/** Figures of one day. */
export interface DayRow {
  /** yyyy-MM-dd */
  readonly day: string;
  readonly numbers: Readonly<Record<string, number>>;
}

export interface Notice {
  readonly id: string;
  readonly title: string;
  readonly releaseTime: string;
}

/** A task that waits for the person. */
export interface HomeTask {
  readonly taskId: string;
  readonly taskName: string;
  readonly processName: string;
  readonly title: string;
  readonly applicant: string;
  /** When it came to the person, in the installation's time; "" where the server does not say. */
  readonly createTime: string;
  /** "" for none. */
  readonly dueTime: string;
  readonly isOverdue: boolean;
  /** The page on which it is handled. */
  readonly path: string;
}

export interface HomeData {
  readonly today: string;
  readonly scans: readonly DayRow[] | undefined;
  readonly codes: readonly DayRow[] | undefined;
  readonly stockIn: number | undefined;
  readonly stockOut: number | undefined;
  readonly orders: number | undefined;
  readonly notices: readonly Notice[] | undefined;
  /** Unread messages of the person's work. */
  readonly messages: number | undefined;
  /** The first of them, oldest due first. */
  readonly tasks: readonly HomeTask[] | undefined;
}

function daysIn(value: unknown): readonly DayRow[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return rowsOf(value).map(({ day, ...numbers }) => ({
    day: textOf(day),
    numbers: Object.fromEntries(Object.entries(numbers).map(([name, number]) => [name, Number(number) || 0])),
  }));
}

const countIn = (value: unknown): number | undefined => (isRecord(value) ? Number(value["num"]) || 0 : undefined);

function tasksIn(value: unknown): readonly HomeTask[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return rowsOf(value).map((row) => ({
    taskId: textOf(row["taskId"]),
    taskName: textOf(row["taskName"]),
    processName: textOf(row["processName"]),
    title: textOf(row["title"]),
    applicant: textOf(row["applicant"]),
    createTime: textOf(row["createTime"]),
    dueTime: textOf(row["dueTime"]),
    isOverdue: row["isOverdue"] === true,
    path: textOf(row["path"]),
  }));
}

/** The figures in an answer of the call. */
export function homeIn(data: unknown): HomeData {
  const answer = isRecord(data) ? data : {};
  const notices = answer["notices"];
  return {
    today: textOf(answer["today"]),
    scans: daysIn(answer["scans"]),
    codes: daysIn(answer["codes"]),
    stockIn: countIn(answer["stockIn"]),
    stockOut: countIn(answer["stockOut"]),
    orders: countIn(answer["orders"]),
    notices: Array.isArray(notices)
      ? rowsOf(notices).map((row) => ({ id: textOf(row["id"]), title: textOf(row["title"]), releaseTime: textOf(row["releaseTime"]) }))
      : undefined,
    messages: countIn(answer["messages"]),
    tasks: tasksIn(answer["tasks"]),
  };
}

const asSent = (data: unknown): unknown => data;

interface HomeState {
  readonly data: HomeData | undefined;
  readonly failure: ApiFailure | undefined;
  /** A back-end that has no such call: the page is shown without figures. */
  readonly isUnknown: boolean;
  readonly refetch: () => void;
}

/** Figures are reloaded when the user returns to the page after a minute. */
const staleTime = 60_000;

/** Loads the figures. */
export function useHome(): HomeState {
  const path = settings.dialect.paths.home;
  const isOn = path !== "";
  const { value: answer, failure, refetch } = useRead({ path }, asSent, { staleTime, isOn, dependsOn: newsDependsOn });
  const data = useMemo(() => (answer === undefined ? undefined : homeIn(answer)), [answer]);
  // The header need not ask for what is here already.
  const keep = useStoreRead();
  useEffect(() => {
    if (answer !== undefined) keep(newsRead, answer);
  }, [answer, keep]);
  return { data, failure, isUnknown: path === "" || failure?.code === 404, refetch };
}
