// The calls of an import: its trials, the import itself, the jobs that go on with them, and the files that belong to it.
import { useCallback, useState } from "react";
import type { ImportMode } from "../../../schema/import-modes.ts";
import { jobState, type JobView } from "../../../fields/job-view.ts";
import { failureOf } from "../../api/failure.ts";
import { isRecord, textOf } from "../../api/wire-data.ts";
import { saveFile, savePosted } from "../../data/queries/save-file.ts";
import { useInvalidateAfter, useWrite } from "../../data/queries/writes.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { importAnswer, type ImportAnswer } from "./import-answer.ts";
import { rememberedJob, rememberJob, type StartedJob, type JobPurpose } from "./job-memory.ts";
import { rememberColumns, rememberedColumns } from "./mapping-memory.ts";
import { sentIn, type SentTable } from "./sent-table.ts";

/** How a file is to be imported. */
export interface ImportChoices {
  readonly mode: ImportMode;
  readonly empty: "leave" | "clear";
  /** Undefined: as the server finds it. */
  readonly sheet?: string | undefined;
  readonly key?: string | undefined;
  /** Fields of the columns, comma-joined. */
  readonly columns?: string | undefined;
}

/** A thousand rows that are written one after the other take longer than other calls. */
const timeLimit = 120_000;

/** What a trial was made of: exactly that is imported. */
interface Tried {
  readonly table: SentTable;
  /** With the columns and the key that the trial has settled on. */
  readonly choices: ImportChoices;
}

interface ImportState {
  readonly busy: "checking" | "importing" | undefined;
  readonly failure: string | undefined;
  /** The outcome of the last trial. */
  readonly trial: ImportAnswer | undefined;
  readonly tried: Tried | undefined;
  readonly result: ImportAnswer | undefined;
  /** The job that goes on with it. */
  readonly job: StartedJob | undefined;
  /** The job whose outcome is shown: its refused rows are in a file. */
  readonly ended: string | undefined;
}

const atFirst: ImportState = {
  busy: undefined,
  failure: undefined,
  trial: undefined,
  tried: undefined,
  result: undefined,
  job: undefined,
  ended: undefined,
};

const columnsOf = ({ columns }: ImportAnswer): string => columns.map(({ field }) => field).join(",");

/** Remembered columns as far as there still are such fields for this person. */
function usableColumns(remembered: string, { fields, keys }: ImportAnswer): string {
  const names = new Set([...fields.map(({ name }) => name), ...keys.flatMap((key) => key.fields.split(","))]);
  return remembered
    .split(",")
    .map((name) => (names.has(name) ? name : ""))
    .join(",");
}

const queryOf = ({ mode, empty, sheet, key, columns }: ImportChoices) => ({
  mode,
  empty,
  ...(sheet === undefined ? {} : { sheet }),
  ...(key === undefined ? {} : { key }),
  ...(columns === undefined ? {} : { columns }),
});

type Query = Readonly<Record<string, string>>;

/** The job in an answer; undefined where the call did it itself. */
const jobIn = (payload: unknown): string | undefined => (isRecord(payload) && "job" in payload ? textOf(payload["job"]) : undefined);

export function useImport(screen: ListViewModel) {
  const { t } = useTranslation();
  const write = useWrite();
  const invalidateAfter = useInvalidateAfter();
  const { path: listPath, name } = screen;
  const path = `${listPath}/import`;
  const [state, setState] = useState<ImportState>(() => ({ ...atFirst, job: rememberedJob(name) }));

  const fail = (error: unknown) =>
    setState((latest) => ({ ...latest, busy: undefined, job: undefined, failure: failureOf(error).message }));

  const follow = (job: string, purpose: JobPurpose, choices: ImportChoices): void => {
    const begun = { job, purpose, choices };
    rememberJob(name, begun);
    setState((latest) => ({ ...latest, busy: undefined, job: begun }));
  };

  const send = useCallback(
    async (table: SentTable, choices: ImportChoices, more: Query, resource?: string) => {
      const { body, query } = sentIn(table);
      const about = resource === undefined ? {} : { resource };
      return write({ path, query: { ...queryOf(choices), ...query, ...more }, body, timeLimit, ...about });
    },
    [path, write],
  );

  /** Shows a trial, unless columns are remembered for such files: then these are tried first. */
  const settle = async (answer: ImportAnswer, { table, choices }: Tried, ended: string | undefined): Promise<void> => {
    const headings = answer.columns.map(({ heading }) => heading);
    const remembered = choices.columns === undefined ? rememberedColumns(name, headings) : undefined;
    const chosen = remembered === undefined ? undefined : usableColumns(remembered, answer);
    if (choices.columns !== undefined) rememberColumns(name, headings, choices.columns);
    else if (chosen !== undefined && chosen !== columnsOf(answer)) return tryOnce(table, { ...choices, columns: chosen });
    const settled = { ...choices, columns: columnsOf(answer), ...(answer.key === "" ? {} : { key: answer.key }) };
    setState({ ...atFirst, trial: answer, tried: { table, choices: settled }, ended });
  };

  const tryOnce = async (table: SentTable, choices: ImportChoices): Promise<void> => {
    const payload = await send(table, choices, { dryRun: "1" });
    const job = jobIn(payload);
    if (job !== undefined) return follow(job, "checking", choices);
    await settle(importAnswer(payload), { table, choices }, undefined);
  };

  /** Tries a file; a choice of columns that somebody made for such a file before is taken. */
  const check = async (read: () => Promise<SentTable>, choices: ImportChoices): Promise<void> => {
    setState((latest) => ({ ...latest, busy: "checking", failure: undefined, result: undefined }));
    try {
      await tryOnce(await read(), choices);
    } catch (error) {
      fail(error);
    }
  };

  /** Imports what the last trial has looked at. */
  const carryOut = async (): Promise<void> => {
    const { tried, trial } = state;
    if (tried === undefined) return;
    setState((latest) => ({ ...latest, busy: "importing", failure: undefined }));
    try {
      const goodRows = (trial?.refused.count ?? 0) > 0 ? "1" : "0";
      const payload = await send(tried.table, tried.choices, { goodRows }, name);
      const job = jobIn(payload);
      if (job !== undefined) return follow(job, "importing", tried.choices);
      const result = importAnswer(payload);
      setState(result.isDone ? { ...atFirst, result, tried } : { ...atFirst, trial: result, tried, result });
    } catch (error) {
      fail(error);
    }
  };

  /** Takes the import back that has just been carried out; answers whether that is done. */
  const undo = async (row: string): Promise<boolean> => {
    setState((latest) => ({ ...latest, busy: "importing", failure: undefined }));
    try {
      const payload = await write({ path: `${listPath}/import-undo`, query: { row }, resource: name, timeLimit });
      const job = jobIn(payload);
      if (job === undefined) setState(atFirst);
      else follow(job, "undoing", { mode: "both", empty: "leave" });
      return job === undefined;
    } catch (error) {
      fail(error);
      return false;
    }
  };

  /** Shows what a job has come to. */
  const arrive = async ({ job, purpose, choices }: StartedJob, view: JobView): Promise<void> => {
    // Why it did not come to its end, if only because somebody has stopped it.
    const stopped = view.state === jobState.succeeded ? undefined : (view.error ?? t(`import.${purpose}Stopped`));
    const forget = (failure: string | undefined) => {
      rememberJob(name, undefined);
      setState({ ...atFirst, failure });
    };
    if (purpose !== "checking") invalidateAfter(name);
    // What was not checked to its end is not offered to be imported.
    if (purpose === "undoing" || (purpose === "checking" && stopped !== undefined)) return forget(stopped);
    try {
      const answer = importAnswer(await write({ path, query: { job }, body: {} }));
      const tried = { table: { again: job }, choices };
      if (stopped !== undefined && answer.written === "") forget(stopped);
      else if (purpose === "checking") await settle(answer, tried, job);
      else if (answer.isDone || answer.written !== "") setState({ ...atFirst, result: answer, tried, ended: job, failure: view.error });
      else setState({ ...atFirst, trial: answer, tried, result: answer, ended: job });
    } catch (error) {
      const failure = failureOf(error);
      // Why a job has failed says more than that it has no answer; one that was stopped before it had any has written nothing.
      forget(view.error ?? (failure.error === "importIsUnfinished" ? (stopped ?? failure.message) : failure.message));
    }
  };

  /** Gives up what a job goes on with: it ends before its next batch. */
  const giveUp = async ({ job }: StartedJob): Promise<void> => {
    try {
      await write({ path: `/blade-job/job/give-up/${job}`, resource: "job" });
    } catch (error) {
      setState((latest) => ({ ...latest, failure: failureOf(error).message }));
    }
  };

  const saving = async (save: () => Promise<void>): Promise<void> => {
    try {
      await save();
    } catch (error) {
      setState((latest) => ({ ...latest, failure: failureOf(error).message }));
    }
  };

  return {
    ...state,
    check,
    carryOut,
    undo,
    arrive,
    giveUp,
    begin: () => {
      rememberJob(name, undefined);
      setState(atFirst);
    },
    saveTemplate: (format: "xlsx" | "csv", file: string) => saving(() => saveFile(`${listPath}/import-template?format=${format}`, file)),
    /** The rows that the last trial, or the import, has refused, as a file with their reasons. */
    saveRefused: ({ table, choices }: Tried, file: string) =>
      saving(() => {
        const { body, query } = state.ended === undefined ? sentIn(table) : { body: {}, query: { job: state.ended } };
        return savePosted(path, { query: { ...queryOf(choices), ...query, format: "xlsx" }, body }, file);
      }),
  };
}
