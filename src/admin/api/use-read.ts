// One read of the server for a page that is made by hand: anew when what it asks with changes, or when somebody tries again.
import { useCallback, useEffect, useState } from "react";
import { failureOf, type ApiFailure } from "./failure.ts";
import { request } from "./request.ts";

export interface Read<T> {
  /** Undefined until it is there. */
  readonly value?: T;
  readonly failure?: ApiFailure;
  readonly again: () => void;
}

/** Reads `path` with one parameter. `readAnswer` is the same function at each rendering. */
export function useRead<T>(path: string, parameter: string, text: string, readAnswer: (data: unknown) => T): Read<T> {
  const [found, setFound] = useState<Omit<Read<T>, "again">>({});
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    setFound({});
    request("GET", path, { query: { [parameter]: text }, signal: abort.signal }).then(
      (data) => setFound({ value: readAnswer(data) }),
      (error: unknown) => (abort.signal.aborted ? undefined : setFound({ failure: failureOf(error) })),
    );
    return () => abort.abort();
  }, [path, parameter, text, readAnswer, attempt]);
  const again = useCallback(() => setAttempt((count) => count + 1), []);
  return { ...found, again };
}
