// How the fields of a form or view share its columns.

/** Kinds that need the whole width. */
export const wideKinds: ReadonlySet<string> = new Set(["textarea", "richtext", "json", "lines", "images", "file"]);

/** Fields from which on a form of the usual width has two columns. */
const longFrom = 7;

/** The class of a grid with so many fields. */
export function gridClass(fields: number): string {
  return fields >= longFrom ? "tf-grid tf-grid-long" : "tf-grid";
}
