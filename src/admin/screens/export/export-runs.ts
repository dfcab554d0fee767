// Exports under way, per list: they go on when the panel is closed, and a reload finds those that became jobs.
import i18next from "i18next";
import { useSyncExternalStore } from "react";
import { downloadOrJob } from "../../api/download.ts";
import { ApiFailure, failureOf } from "../../api/failure.ts";
import { isRecord, textOf } from "../../api/wire-data.ts";
import { readStored, writeStored } from "../../browser/storage.ts";
import type { QueryValue } from "../../api/transport.ts";
import { saveBlob, saveFile } from "../../data/queries/save-file.ts";

/** An export as its panel shows it. */
export interface ExportRun {
  readonly id: number;
  readonly file: string;
  readonly state: "running" | "saved" | "failed" | "job";
  /** Why it failed, in words. */
  readonly message?: string;
  /** The job that makes the file. */
  readonly job?: string;
}

const runs = new Map<string, readonly ExportRun[]>();
const listeners = new Set<() => void>();
const none: readonly ExportRun[] = [];
const storedAs = (list: string): string => `exports-${list}`;
let last = 0;

/** Jobs that a visit before this one began; who cannot see them any more is told so when downloading. */
function remembered(list: string): readonly ExportRun[] {
  const content = readStored(storedAs(list), "session")?.content;
  return (Array.isArray(content) ? content : []).filter(isRecord).map((run) => {
    last += 1;
    return { id: last, file: textOf(run["file"]), job: textOf(run["job"]), state: "job" };
  });
}

function runsOf(list: string): readonly ExportRun[] {
  let existing = runs.get(list);
  if (existing === undefined) runs.set(list, (existing = remembered(list)));
  return existing;
}

function keep(list: string, next: readonly ExportRun[]): void {
  runs.set(list, next);
  const jobs = next.flatMap(({ file, job }) => (job === undefined ? [] : [{ file, job }]));
  writeStored(storedAs(list), jobs, Date.now(), "session");
  for (const listener of [...listeners]) listener();
}

function change(list: string, id: number, part: Partial<ExportRun>): void {
  keep(
    list,
    runsOf(list).map((run) => (run.id === id ? { ...run, ...part } : run)),
  );
}

/** Begins an export and saves its file when it has come. */
export async function beginExport(
  list: string,
  { path, query, file }: { readonly path: string; readonly query: Readonly<Record<string, QueryValue>>; readonly file: string },
): Promise<void> {
  last += 1;
  const id = last;
  keep(list, [{ id, file, state: "running" }, ...runsOf(list).filter(({ state }) => state === "running" || state === "job")]);
  try {
    const answer = await downloadOrJob(path, { query });
    if ("job" in answer) change(list, id, { state: "job", job: answer.job });
    else {
      saveBlob(answer, file);
      change(list, id, { state: "saved", file: answer.name || file });
    }
  } catch (error) {
    const { message } = failureOf(error);
    change(list, id, { state: "failed", message: message === "" ? i18next.t("failure.unknown") : message });
  }
}

/** Saves the file that a job has made. */
export async function saveExported(list: string, { id, job = "", file }: ExportRun): Promise<void> {
  try {
    await saveFile(`/blade-job/job/download/${job}`, file);
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    change(list, id, { message: error.message });
  }
}

/** Removes an export from the panel. */
export function forgetExport(list: string, id: number): void {
  keep(
    list,
    runsOf(list).filter((run) => run.id !== id),
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The exports of a list, the newest first. */
export function useExportRuns(list: string): readonly ExportRun[] {
  return useSyncExternalStore(
    subscribe,
    () => runsOf(list),
    () => none,
  );
}
