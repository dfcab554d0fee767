// How a document is saved with its lines (docs/wire.md §4.3).

/** The member of a body, and of a form, that holds the lines. */
export const linesMember = "lines";
/** The member of a body with the ids of lines that go. */
export const removedLinesMember = "removedLines";
/** Most lines that one call writes or removes. A document with more is edited line by line. */
export const maxEnteredLines = 500;
