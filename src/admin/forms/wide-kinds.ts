// Kinds that need the whole width of a form of two columns.
export const wideKinds: ReadonlySet<string> = new Set(["textarea", "richtext", "json", "lines", "images", "file"]);
