// The modes of an import and its bounds, for the server and for screens.

/** What happens to rows of a file: new ones are added, those that are there are changed, or both. */
export const importModes = ["both", "add", "update"] as const;
export type ImportMode = (typeof importModes)[number];

export const isImportMode = (text: string): text is ImportMode => importModes.some((mode) => mode === text);

/** The kinds of write that an import of a mode may do. */
export const writesOf = (mode: ImportMode): readonly ("add" | "edit")[] =>
  mode === "both" ? ["add", "edit"] : mode === "add" ? ["add"] : ["edit"];

/** Rows of one file at most: as many as the history keeps of one write, so that an import can be undone. */
export const maxImportedRows = 5_000;
