// Reports the outcome of the user's actions through Refine's notifications.
import { useNotification } from "@refinedev/core";
import { useMemo } from "react";
import { failureOf } from "../api/failure.ts";

export interface Notices {
  /** Something was done. A later notice with the same key replaces it. */
  readonly done: (sentence: string, key?: string) => void;
  /** Something was not done, and why. */
  readonly refused: (sentence: string) => void;
  /** A call failed. Silent failures stay silent. */
  readonly failed: (error: unknown) => void;
}

export function useNotices(): Notices {
  const { open } = useNotification();
  return useMemo(() => {
    const refused = (message: string) => open?.({ type: "error", message });
    return {
      done: (message, key) => open?.({ type: "success", message, ...(key === undefined ? {} : { key }) }),
      refused,
      failed(error) {
        const failure = failureOf(error);
        if (!failure.silent) refused(failure.message);
      },
    };
  }, [open]);
}
