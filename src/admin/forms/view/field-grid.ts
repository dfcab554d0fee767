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

export interface Section {
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
