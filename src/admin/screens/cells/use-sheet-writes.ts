// Saves the rows of a sheet, each alone with its version and a few at a time; a row that others have changed is compared with theirs.
import { useUpdate } from "@refinedev/core";
import { useEffect, useRef } from "react";
import type { Screen } from "../../../schema/screen.ts";
import type { Language } from "../../../schema/text.ts";
import { failureOf, unanswered } from "../../api/failure.ts";
import type { Row } from "../../api/wire-data.ts";
import { noteOwnWrite } from "../../data/live/own-writes.ts";
import { useReadRow } from "../../data/queries/lists.ts";
import { useInvalidateAfter } from "../../data/queries/writes.ts";
import { useEvent } from "../../ui/hooks/use-event.ts";
import type { Sheet } from "./sheet.ts";

/** Rows that are on their way at the same time. */
const maxAtOnce = 3;
/** How often a row that others keep changing is sent again before it is refused. */
const maxAttempts = 3;

interface SheetWrites {
  /** Saves rows; resolves once all that wait are saved or refused. */
  readonly save: (keys: readonly string[]) => Promise<void>;
}

interface WritesInput {
  readonly sheet: Sheet;
  readonly screen: Screen;
  readonly language: Language;
  /** Called when nothing is on its way any more. */
  readonly onSettled: () => void;
}

/** The queue of the rows to be saved. */
interface Queue {
  waiting: string[];
  /** A row that is entered into again while it is on its way waits for itself. */
  readonly running: Set<string>;
  done: (() => void)[];
}

export function useSheetWrites({ sheet, screen, language, onSettled }: WritesInput): SheetWrites {
  const { mutateAsync: update } = useUpdate();
  const readRow = useReadRow();
  const invalidate = useInvalidateAfter();
  const queue = useRef<Queue>({ waiting: [], running: new Set(), done: [] }).current;
  const hasWritten = useRef(false);
  const read = (key: string): Promise<Row> => readRow(screen.name, key);

  const send = async (key: string, body: Row) => {
    hasWritten.current = true;
    // The list shows it already when the server tells of it.
    noteOwnWrite(screen.name);
    await update({ resource: screen.name, id: key, values: body, invalidates: [], successNotification: false, errorNotification: false });
    noteOwnWrite(screen.name);
  };
  /** Whether the row is to be sent again, over what others have entered. */
  const isToRepeat = async (key: string, isLast: boolean): Promise<boolean> => {
    const sent = sheet.begin(key, language);
    if (sent === undefined) return false;
    try {
      await send(key, sent.body);
    } catch (error) {
      const failure = failureOf(error);
      if (failure.error === "staleVersion" && !isLast) return sheet.compare(key, await read(key));
      sheet.refuse(key, failure.message, failure.issues);
      return false;
    }
    // It is saved, whether or not it can be read anew; a version that is not known is compared when the row is saved next.
    const record = await read(key).catch(unanswered);
    sheet.saved(key, record ?? { ...sheet.row(key)?.base, ...sent.values }, sent);
    return false;
  };
  const saveRow = async (key: string): Promise<void> => {
    queue.running.add(key);
    try {
      for (let attempt = 1; attempt <= maxAttempts; attempt += 1) if (!(await isToRepeat(key, attempt === maxAttempts))) return;
    } catch (error) {
      const failure = failureOf(error);
      sheet.refuse(key, failure.message, failure.issues);
    } finally {
      queue.running.delete(key);
      next();
    }
  };
  const next = () => {
    while (queue.running.size < maxAtOnce) {
      const at = queue.waiting.findIndex((key) => !queue.running.has(key));
      const key = at === -1 ? undefined : queue.waiting.splice(at, 1)[0];
      if (key === undefined) break;
      void saveRow(key);
    }
    if (queue.running.size > 0 || queue.waiting.length > 0) return;
    const done = queue.done.splice(0);
    for (const one of done) one();
    if (done.length > 0 && hasWritten.current) onSettled();
  };
  const save = useEvent(
    (keys: readonly string[]) =>
      new Promise<void>((resolve) => {
        queue.waiting.push(...keys.filter((key) => !queue.waiting.includes(key)));
        queue.done.push(resolve);
        next();
      }),
  );
  // What hangs on the rows is read anew once their cells are left, not after each of them.
  useEffect(
    () => () => {
      if (hasWritten.current) invalidate(screen.name);
    },
    [invalidate, screen.name],
  );
  return { save };
}
