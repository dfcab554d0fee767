// How the fields of a form or view share its columns.

/** Fields from which on a form of the usual width has two columns. */
const longFrom = 7;

/** The class of a grid with so many fields. */
export function gridClass(fields: number): string {
  return fields >= longFrom ? "tf-grid tf-grid-long" : "tf-grid";
}
