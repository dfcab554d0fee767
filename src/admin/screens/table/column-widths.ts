// How wide the columns of a table are: as their rows need it and the page has room, so that no name is cut while an empty column stands beside it.
import type { ColumnsType, ColumnType } from "antd/es/table";
import type { Row } from "../../api/wire-data.ts";
import { childrenOf } from "../data/list-data.ts";
import { textWidth } from "../row-actions/row-actions.ts";

/** A column with the values of a field. */
export interface ValueColumn extends ColumnType<Row> {
  /** As its definition or its kind has it, px. */
  readonly width: number;
  /** As the person has it, px; it neither grows nor shrinks then. */
  readonly chosenWidth?: number;
  /** With nothing but its heading, px. */
  readonly headingWidth: number;
  /** Its text in a row; "" where there is nothing to show. */
  readonly shownText: (row: Row) => string;
  /** What is drawn besides that text, px; undefined: the column is as wide as its kind, whatever its text. */
  readonly around: number | undefined;
  /** Which of several columns that the rows are ordered by, from 1. */
  readonly sortPlace?: { readonly place: number; readonly text: string };
  /** Its rows are known by it: it has the room that they need before the others. */
  readonly isTitle: boolean;
  /** The rows of a tree are opened at it. */
  readonly isTree: boolean;
}

type Column = ColumnsType<Row>[number];

/** Around the text of a cell, px. */
const aroundText = 34;
/** A longer text is cut, and shown whole under the pointer. */
const maxTextWidth = 420;
/** What rows are known by is not cut before this, even where the other columns have to be scrolled to, px. */
const maxTitleWidth = 260;
/** What is only so much longer than usual is not cut for it: the names of most firms. */
const smallExcess = 1.3;
/** The same where one scrolls to the last columns anyway: addresses and names of calls. */
const scrolledExcess = 1.65;
/** How far a row of a tree stands in from the row above it, and the room of what opens it, px. */
const indent = 15;
const opener = 26;
/** More rows tell nothing new. */
const maxMeasured = 200;

export const isValueColumn = (column: Column): column is ValueColumn => "shownText" in column;

/** What a column needs for these rows, px. */
export function neededWidth(column: ValueColumn, rows: readonly Row[]): number {
  const { width, headingWidth, around } = column;
  if (rows.length === 0) return width;
  const textRoom = measuredWidth(column, rows);
  if (textRoom === 0) return Math.min(width, headingWidth);
  return around === undefined ? width : Math.ceil(Math.min(maxTextWidth, Math.max(headingWidth, textRoom + around + aroundText)));
}

/** The widest text of rows, level by level where they have others below them, with how far it stands in, px. */
function measuredWidth({ shownText, isTree }: ValueColumn, rows: readonly Row[]): number {
  let max = 0;
  let left = maxMeasured;
  for (let [level, below] = [0, rows]; below.length > 0 && left > 0; level += 1) {
    const measured = below.slice(0, left);
    const before = isTree ? opener + indent * level : 0;
    for (const row of measured) {
      const text = textWidth(shownText(row));
      if (text > 0) max = Math.max(max, text + before);
    }
    left -= measured.length;
    below = measured.flatMap(childrenOf);
  }
  return max;
}

/** What a column has where there is no room for what all of them need, px. */
function defaultWidth({ width, isTitle }: ValueColumn, needed: number, excess: number): number {
  if (isTitle) return Math.min(needed, Math.max(width, maxTitleWidth));
  return needed <= width * excess ? needed : width;
}

const sumOf = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0);

/** Gives room to those who want some, as far as there is enough for all, and to each the same part of its want where there is not. */
const shared = (room: number, wants: readonly number[]): readonly number[] => {
  const all = sumOf(wants);
  return all <= room ? wants : wants.map((want) => Math.floor((want * room) / all));
};

/**
 * The columns in the widths that they have in a room, and these together. A column has what its kind is usually given, or less where its rows
 * need less; what is left over goes to those whose texts are longer, and then to all that show something.
 */
export function fittedColumns(
  columns: ColumnsType<Row>,
  needed: (column: ValueColumn) => number,
  room: number,
): { readonly columns: ColumnsType<Row>; readonly width: number } {
  const values = columns.filter(isValueColumn);
  // Where all have widths of their own, the last has what is left over.
  const last = values.at(-1);
  const areAllChosen = values.every(({ chosenWidth }) => chosenWidth !== undefined);
  const chosen = new Map(
    values.flatMap((column): [Column, number][] => {
      const { chosenWidth } = column;
      return chosenWidth === undefined || (areAllChosen && column === last) ? [] : [[column, chosenWidth]];
    }),
  );
  const own = values.filter((column) => !chosen.has(column));
  const others = sumOf(columns.map((column) => chosen.get(column) ?? (isValueColumn(column) ? 0 : Number(column.width ?? 0))));
  const wanted = own.map((column) => column.chosenWidth ?? needed(column));
  const defaultsWith = (excess: number) => own.map((column, index) => defaultWidth(column, wanted[index] ?? column.width, excess));
  const least = defaultsWith(smallExcess);
  const defaults = room > 0 && others + sumOf(least) > room ? defaultsWith(scrolledExcess) : least;
  const more = shared(
    Math.max(0, room - others - sumOf(defaults)),
    defaults.map((width, index) => (wanted[index] ?? width) - width),
  );
  const widths = defaults.map((width, index) => width + (more[index] ?? 0));
  const left = Math.max(0, room - others - sumOf(widths));
  const isFilled = (index: number): boolean => (wanted[index] ?? 0) > (own[index]?.headingWidth ?? 0);
  const growing = own.some((_column, index) => isFilled(index)) ? isFilled : () => true;
  const growingWidth = sumOf(widths.filter((_width, index) => growing(index)));
  const grown = widths.map((width, index) =>
    growing(index) && growingWidth > 0 ? width + Math.floor((width * left) / growingWidth) : width,
  );
  // What rounding has left, at the end of the last that grows.
  const rest = Math.max(0, room - others - sumOf(grown));
  const lastGrown = grown.findLastIndex((_width, index) => growing(index));
  const fitted = new Map(own.map((column, index): [Column, number] => [column, (grown[index] ?? 0) + (index === lastGrown ? rest : 0)]));
  return {
    columns: columns.map((column) => {
      const width = fitted.get(column) ?? chosen.get(column);
      return width === undefined ? column : { ...column, width };
    }),
    width: others + sumOf([...fitted.values()]),
  };
}
