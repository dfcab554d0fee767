// Forms whose save waits for what is looked up: their buttons, which are outside of them, say so.
import { createValueStore, useStored } from "../../inputs/values/value-store.ts";

const waiting = createValueStore<ReadonlySet<string>>(new Set());

/** Marks the form with this id as waiting. Gives what ends that. */
export function beginWaiting(formId: string): () => void {
  waiting.set(new Set([...waiting.get(), formId]));
  return () => waiting.set(new Set([...waiting.get()].filter((one) => one !== formId)));
}

/** Whether the form with this id is waiting. */
export function useWaiting(formId: string | undefined): boolean {
  return useStored(waiting, (ids) => formId !== undefined && ids.has(formId));
}
