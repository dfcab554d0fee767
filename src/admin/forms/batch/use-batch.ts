// The calls of a change of many rows: its trial, the change, and the way back from it.
import { useState } from "react";
import type { Screen } from "#schema/screen";
import { failureOf, type ApiFailure } from "../../api/index.ts";
import { useWrite } from "../../data/queries/writes.ts";
import { batchAnswer, type BatchAnswer, type BatchChangedRow } from "./batch-answer.ts";
import type { BatchChangeInput } from "./changes.ts";

/** Which rows are changed: by their keys, or all that the list finds. */
export type BatchRows = { readonly ids: readonly string[] } | { readonly filter: Readonly<Record<string, string>> };

/** A thousand rows that are written one after the other take longer than other calls. */
const timeLimit = 120_000;

interface BatchState {
  readonly busy: "checking" | "changing" | undefined;
  readonly failure: ApiFailure | undefined;
  readonly trial: BatchAnswer | undefined;
  readonly result: BatchAnswer | undefined;
}

const atFirst: BatchState = { busy: undefined, failure: undefined, trial: undefined, result: undefined };

export function useBatch(screen: Screen) {
  const write = useWrite();
  const [state, setState] = useState(atFirst);
  const path = `${screen.path}/batch-update`;
  const send = async (rows: BatchRows, changes: readonly BatchChangeInput[], isTrial: boolean) =>
    batchAnswer(
      await write({
        path,
        query: isTrial ? { dryRun: "1" } : {},
        body: { ...rows, changes },
        timeLimit,
        ...(isTrial ? {} : { resource: screen.name }),
      }),
    );
  return {
    ...state,
    /** Says what the change would do. */
    check: async (rows: BatchRows, changes: readonly BatchChangeInput[]): Promise<BatchAnswer | undefined> => {
      setState({ ...atFirst, busy: "checking" });
      try {
        const trial = await send(rows, changes, true);
        setState({ ...atFirst, trial });
        return trial;
      } catch (error) {
        setState({ ...atFirst, failure: failureOf(error) });
        return undefined;
      }
    },
    /** Changes the rows; undefined where that failed as a whole. */
    apply: async (rows: BatchRows, changes: readonly BatchChangeInput[]): Promise<BatchAnswer | undefined> => {
      setState((latest) => ({ ...latest, busy: "changing", failure: undefined }));
      try {
        const result = await send(rows, changes, false);
        setState({ ...atFirst, result });
        return result;
      } catch (error) {
        setState((latest) => ({ ...latest, busy: undefined, failure: failureOf(error) }));
        return undefined;
      }
    },
    /** Gives changed rows what they had; answers what is left of the change, and why. */
    takeBack: async (rows: readonly BatchChangedRow[]): Promise<BatchAnswer> => {
      const body = {
        rows: rows.map(({ id, version, before }) => ({ [screen.key]: id, ...(version === undefined ? {} : { version }), ...before })),
      };
      return batchAnswer(await write({ path, body, timeLimit, resource: screen.name }));
    },
    startAgain: () => setState(atFirst),
  };
}
