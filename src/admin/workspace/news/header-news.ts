// What the header shows on every page: recent notices, and the tasks that wait. One call, after those of the page; the home page has the same
// among its figures.
import { useEffect, useMemo, useState } from "react";
import { isRecord } from "../../api/wire-data.ts";
import { onLive } from "../../data/live/live-events.ts";
import { useRead, type ReadRequest } from "../../data/queries/reads.ts";
import { settings } from "../../browser/settings.ts";
import { flatMenu } from "../menu.ts";
import { useWorkspace } from "../workspace.ts";

/** The call; without a path where the back-end has none. */
export const newsRead: ReadRequest = { path: settings.dialect.paths.home, query: { part: "news" } };

/** Screens whose writes may change what waits. */
export const newsDependsOn: readonly string[] = [
  "work-todo",
  "work-claim",
  "work-send",
  "work-start",
  "leave-process",
  "flow-follow",
  "work-notice",
];

/** Delay in milliseconds, so that the page's own requests come first. */
const patience = 3000;
/** Milliseconds until it is asked for again, told or not. */
const every = 120_000;
/** All browsers of a tenant are told that somebody has a task: not each asks at the same moment, and none at every one. */
const gatheredMs = 1_500;

interface WaitingTasks {
  readonly todo: number;
  readonly overdue: number;
  readonly claim: number;
}

const countIn = (value: unknown, name: string): number => (isRecord(value) ? Number(value[name]) || 0 : 0);

/** The tasks in an answer of the call. */
export const tasksIn = (answer: unknown): WaitingTasks => ({
  todo: isRecord(answer) ? countIn(answer["todo"], "num") : 0,
  overdue: isRecord(answer) ? countIn(answer["todo"], "overdue") : 0,
  claim: isRecord(answer) ? countIn(answer["claim"], "num") : 0,
});

/** The unread messages in it. */
export const messagesIn = (answer: unknown): number => (isRecord(answer) ? countIn(answer["messages"], "num") : 0);

const asSent = (payload: unknown): unknown => payload;

/** The answer, for people who have any of the screens in their menu, if there are such; undefined until it is there. */
export function useHeaderNews(codes?: readonly string[]): unknown {
  const { menu } = useWorkspace();
  const isRequested = useMemo(
    () => newsRead.path !== "" && (codes === undefined || flatMenu(menu).some(({ code }) => codes.includes(code))),
    [menu, codes],
  );
  const [isPatient, setPatient] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPatient(true), patience);
    return () => clearTimeout(timer);
  }, []);
  const { value, refetch } = useRead(newsRead, asSent, { isOn: isRequested && isPatient, every, dependsOn: newsDependsOn });
  useEffect(() => {
    if (!isRequested || !isPatient) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        refetch();
      }, gatheredMs * Math.random());
    };
    const stops = [onLive("news", soon), onLive("reset", soon)];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [isRequested, isPatient, refetch]);
  return value;
}
