// A function with a stable identity that always runs the latest render's version.
import { useCallback, useLayoutEffect, useRef } from "react";

/** For handlers given to memoised parts; not to be called while rendering. */
export function useEvent<A extends readonly unknown[], R>(latest: (...args: A) => R): (...args: A) => R {
  const callback = useRef(latest);
  useLayoutEffect(() => {
    callback.current = latest;
  });
  return useCallback((...args: A) => callback.current(...args), []);
}
