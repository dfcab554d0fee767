// How a value is shown in a list: as text always, as more where the kind has more to show.
import type { ReactNode } from "react";
import type { ScreenField } from "../schema/screen.ts";
import type { Language, Text } from "../schema/text.ts";

/** A value with what surrounds it. Values come from JSON, so each kind looks at its own. */
export interface CellValue {
  readonly field: ScreenField;
  readonly value: unknown;
  readonly row: Readonly<Record<string, unknown>>;
  readonly language: Language;
  /** The address that the value leads to: of a title the page of its record. */
  readonly href?: string;
}

export interface Cell {
  /** Numbers stand right, under each other; texts left. */
  readonly align?: "right";
  /** What is shown, as one line of text: for titles, copies and filters; "" where there is nothing. */
  readonly text: (cell: CellValue) => string;
  /** What is drawn where it is more than its text. Only called when there is something to show. */
  readonly render?: (cell: CellValue) => ReactNode;
  /** What is drawn besides its text, px, so that a column can be as wide as its rows need. Default: it is as wide as its kind usually is. */
  readonly around?: number;
  /** It draws the link of a value that leads to another screen, or to the page of its record, itself. */
  readonly leads?: true;
}

/** The text of a scalar as it is; "" for none. */
export function plainText(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

/** The cell of kinds whose value is drawn as more than its text. */
export function textCell(render: NonNullable<Cell["render"]>, around?: number): Cell {
  return { text: ({ value }) => plainText(value), render, ...(around === undefined ? {} : { around }) };
}

/** The label that came with the row (factoryId → factoryName); the held value where none came. */
export function labelText({ field, value, row }: CellValue): string {
  const label = field.labelKey === undefined ? "" : plainText(row[field.labelKey]);
  return label || (Array.isArray(value) ? value.map(plainText).join("，") : plainText(value));
}

/** A text in both languages that came as JSON; undefined where it is none. */
export function bilingualText(value: unknown): Text | undefined {
  const [zh, en]: readonly unknown[] = Array.isArray(value) ? value : [];
  return typeof zh === "string" && typeof en === "string" ? [zh, en] : undefined;
}
