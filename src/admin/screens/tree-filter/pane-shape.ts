// Width and collapsed state of the tree filter, stored in this browser per list.
import { useState } from "react";
import { isRecord } from "../../api/wire-data.ts";
import { readStored, writeStored } from "../../browser/storage.ts";

interface PaneShape {
  /** px */
  readonly width: number;
  readonly isFolded: boolean;
}

export const narrowest = 180;
export const widest = 480;
const defaultShape: PaneShape = { width: 240, isFolded: false };

function withinBounds(width: number): number {
  return Math.round(Math.min(widest, Math.max(narrowest, width)));
}

/** The shape from storage; malformed values are ignored. */
export function readShape(content: unknown): PaneShape {
  if (!isRecord(content)) return defaultShape;
  const { width, isFolded } = content;
  return {
    width: typeof width === "number" && Number.isFinite(width) ? withinBounds(width) : defaultShape.width,
    isFolded: isFolded === true,
  };
}

/** The shape of the pane of a list, and how to change it for good. */
export function usePaneShape(resource: string): readonly [PaneShape, (patch: Partial<PaneShape>) => void] {
  const storedAs = `beside.${resource}`;
  const [shape, setShape] = useState(() => readShape(readStored(storedAs)?.content));
  const change = (patch: Partial<PaneShape>) => {
    const next = { ...shape, ...patch };
    writeStored(storedAs, next);
    setShape(next);
  };
  return [shape, change];
}
