// The calls of an import: its trials, the import itself, and the files that belong to it.
import { useCallback, useState } from "react";
import type { ImportMode } from "../../../schema/import-modes.ts";
import { failureOf } from "../../api/failure.ts";
import { saveFile, savePosted } from "../../data/queries/save-file.ts";
import { useWrite } from "../../data/queries/writes.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import { importAnswer, type ImportAnswer } from "./import-answer.ts";
import { rememberColumns, rememberedColumns } from "./mapping-memory.ts";
import type { SentTable } from "./sent-table.ts";

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
}

const atFirst: ImportState = { busy: undefined, failure: undefined, trial: undefined, tried: undefined, result: undefined };

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

export function useImport(screen: ListViewModel) {
  const write = useWrite();
  const [state, setState] = useState<ImportState>(atFirst);
  const path = `${screen.path}/import`;

  const send = useCallback(
    async (table: SentTable, choices: ImportChoices, more: Readonly<Record<string, string>>, resource?: string) =>
      importAnswer(
        await write({
          path,
          query: { ...queryOf(choices), ...more },
          body: table,
          timeLimit,
          ...(resource === undefined ? {} : { resource }),
        }),
      ),
    [path, write],
  );

  /** Tries a file; a choice of columns that somebody made for such a file before is taken. */
  const check = async (read: () => Promise<SentTable>, choices: ImportChoices): Promise<void> => {
    setState((latest) => ({ ...latest, busy: "checking", failure: undefined, result: undefined }));
    try {
      const table = await read();
      let trial = await send(table, choices, { dryRun: "1" });
      const headings = trial.columns.map(({ heading }) => heading);
      const remembered = choices.columns === undefined ? rememberedColumns(screen.name, headings) : undefined;
      const chosen = remembered === undefined ? undefined : usableColumns(remembered, trial);
      if (choices.columns !== undefined) rememberColumns(screen.name, headings, choices.columns);
      else if (chosen !== undefined && chosen !== columnsOf(trial))
        trial = await send(table, { ...choices, columns: chosen }, { dryRun: "1" });
      const settled = { ...choices, columns: columnsOf(trial), ...(trial.key === "" ? {} : { key: trial.key }) };
      setState({ ...atFirst, trial, tried: { table, choices: settled } });
    } catch (error) {
      setState((latest) => ({ ...latest, busy: undefined, failure: failureOf(error).message }));
    }
  };

  /** Imports what the last trial has looked at. */
  const carryOut = async (): Promise<void> => {
    const { tried, trial } = state;
    if (tried === undefined) return;
    setState((latest) => ({ ...latest, busy: "importing", failure: undefined }));
    try {
      const result = await send(tried.table, tried.choices, { goodRows: (trial?.refused.count ?? 0) > 0 ? "1" : "0" }, screen.name);
      setState(result.isDone ? { ...atFirst, result } : { ...atFirst, trial: result, tried, result });
    } catch (error) {
      setState((latest) => ({ ...latest, busy: undefined, failure: failureOf(error).message }));
    }
  };

  /** Takes the import back that has just been carried out. */
  const undo = async (row: string): Promise<boolean> => {
    setState((latest) => ({ ...latest, busy: "importing", failure: undefined }));
    try {
      await write({ path: `${screen.path}/import-undo`, query: { row }, resource: screen.name, timeLimit });
      setState(atFirst);
      return true;
    } catch (error) {
      setState((latest) => ({ ...latest, busy: undefined, failure: failureOf(error).message }));
      return false;
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
    begin: () => setState(atFirst),
    saveTemplate: (format: "xlsx" | "csv", name: string) => saving(() => saveFile(`${screen.path}/import-template?format=${format}`, name)),
    /** The rows that the last trial has refused, as a file with their reasons. */
    saveRefused: ({ table, choices }: Tried, name: string) =>
      saving(() => savePosted(path, { query: { ...queryOf(choices), format: "xlsx" }, body: table }, name)),
  };
}
