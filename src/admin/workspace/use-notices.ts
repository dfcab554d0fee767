// Reports the outcome of the user's actions through Refine's notifications.
import { useNotification } from "@refinedev/core";
import { App } from "antd";
import { createElement, useMemo } from "react";
import { failureOf } from "../api/failure.ts";
import { TargetLinks, useTargetLinks } from "./target-links.tsx";

interface Notices {
  /** Something was done. A later notice with the same key replaces it. */
  readonly done: (sentence: string, key?: string) => void;
  /** Something was not done, and why. */
  readonly refused: (sentence: string) => void;
  /** A call failed. Silent failures stay silent. */
  readonly failed: (error: unknown) => void;
}

/** Seconds in which a link can be reached. */
const linkedFor = 15;

export function useNotices(): Notices {
  const { open } = useNotification();
  const { notification } = App.useApp();
  const linksTo = useTargetLinks();
  return useMemo(() => {
    const refused = (message: string) => open?.({ type: "error", message });
    return {
      done: (message, key) => open?.({ type: "success", message, ...(key === undefined ? {} : { key }) }),
      refused,
      failed(error) {
        const failure = failureOf(error);
        const links = linksTo(failure.targets);
        if (failure.silent) return;
        if (links.length === 0) refused(failure.message);
        // Refine's notifications are texts alone.
        else notification.error({ message: failure.message, description: createElement(TargetLinks, { links }), duration: linkedFor });
      },
    };
  }, [open, notification, linksTo]);
}
