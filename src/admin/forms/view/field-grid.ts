// How the fields of a form or view share its columns, and the sections that it is read in.
import type { ScreenField } from "#schema/screen";
import type { Text } from "#schema/text";
import { traitsOf } from "../../../fields/screen-traits.ts";

/** Fields from which on a form of the usual width has two columns. */
const longFrom = 7;

/** The class of a grid with so many fields. */
export function gridClass(fields: number): string {
  return fields >= longFrom ? "tf-grid tf-grid-long" : "tf-grid";
}

/** The class of a field's place in the grid: the whole width, two rows for pictures, or one. */
export function cellClass(field: ScreenField): string {
  const { isWide, files } = traitsOf(field);
  return isWide ? "tf-cell tf-cell-wide" : files === "pictures" ? "tf-cell tf-cell-tall" : "tf-cell";
}

type Span = "one" | "tall" | "wide";

function spanOf(field: ScreenField): Span {
  const { isWide, files } = traitsOf(field);
  return isWide ? "wide" : files === "pictures" ? "tall" : "one";
}

/** How many fields from here on take one place each. */
function singlesFrom(spans: readonly Span[], start: number): number {
  const end = spans.findIndex((span, index) => index >= start && span !== "one");
  return (end === -1 ? spans.length : end) - start;
}

/** Characters that fit into one of two columns. */
const columnCharacters = 64;

/** Whether the value may need more than a column: a name, an address, several entries, files. */
function mayFillRow(field: ScreenField): boolean {
  const { files, tidies } = traitsOf(field);
  return files !== undefined || field.multiple === true || (tidies !== undefined && (field.max ?? Infinity) > columnCharacters);
}

/**
 * The classes of the places of a form's fields in its two columns: a picture is two rows high where two fields stand beside it, and a field
 * that would stand alone has the whole row if its values may be long. Others do not: an input of 700 px for a number, a code or a choice
 * looks like a mistake.
 */
export function cellClasses(fields: readonly ScreenField[]): readonly string[] {
  const spans = fields.map(spanOf);
  const taken = new Set<string>();
  const isFree = (row: number, column: number) => !taken.has(`${row} ${column}`);
  const take = (row: number, column: number) => taken.add(`${row} ${column}`);
  let [row, column] = [0, 0];
  /** As browsers do: on from the field before, to the first place that is free. */
  const findPlace = (isWide: boolean) => {
    while (!isFree(row, column) || (isWide && (column > 0 || !isFree(row, 1)))) [row, column] = column === 0 ? [row, 1] : [row + 1, 0];
  };
  return fields.map((field, index) => {
    const span = spanOf(field);
    findPlace(span === "wide");
    const following = spans[index + 1] ?? "wide";
    const isAlone = following === "wide" && column === 0 && isFree(row, 1);
    if (span === "wide" || (isAlone && mayFillRow(field))) {
      take(row, 0);
      take(row, 1);
      return "tf-cell tf-cell-wide";
    }
    const beside = [row, row + 1].filter((one) => isFree(one, 1 - column)).length;
    const isTall = span === "tall" && isFree(row + 1, column) && singlesFrom(spans, index + 1) >= beside;
    take(row, column);
    if (isTall) take(row + 1, column);
    return isTall ? "tf-cell tf-cell-tall" : "tf-cell";
  });
}

interface Section {
  /** Undefined: what stands before the first heading, or all of a form without headings. */
  readonly heading: Text | undefined;
  readonly fields: readonly ScreenField[];
}

/** The sections of these fields. Where only one of them has fields, it needs no heading. */
export function sectionsOf(fields: readonly ScreenField[], headings: ReadonlyMap<string, Text>): readonly Section[] {
  const sections: { heading: Text | undefined; fields: ScreenField[] }[] = [];
  for (const field of fields) {
    const heading = headings.get(field.name);
    const last = sections.at(-1);
    if (last === undefined || last.heading !== heading) sections.push({ heading, fields: [field] });
    else last.fields.push(field);
  }
  return sections.length > 1 ? sections : [{ heading: undefined, fields }];
}
