// A value that is read without rendering its surroundings: widgets subscribe to the one part of a record they need.
import { useSyncExternalStore } from "react";

export interface ValueStore<T> {
  get(): T;
  set(next: T): void;
  subscribe(listener: () => void): () => void;
}

export function createValueStore<T>(initial: T): ValueStore<T> {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    get: () => current,
    set(next) {
      if (next === current) return;
      current = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A part of the store's value; the component renders again when that part is another one (`Object.is`). */
export function useStored<T, S>(store: ValueStore<T>, part: (value: T) => S): S {
  const read = () => part(store.get());
  return useSyncExternalStore(store.subscribe, read, read);
}
