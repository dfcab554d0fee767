// A function that stays the same for whoever keeps it and always does what the last rendering meant.
import { useCallback, useLayoutEffect, useRef } from "react";

/** For handlers given to memoised parts; not to be called while rendering. */
export function useEvent<A extends readonly unknown[], R>(latest: (...args: A) => R): (...args: A) => R {
  const callback = useRef(latest);
  useLayoutEffect(() => {
    callback.current = latest;
  });
  return useCallback((...args: A) => callback.current(...args), []);
}
