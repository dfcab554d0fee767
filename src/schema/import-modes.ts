// The modes of an import and its bounds, for the server and for screens.

/** What happens to rows of a file: new ones are added, those that are there are changed, or both. */
export const importModes = ["both", "add", "update"] as const;
export type ImportMode = (typeof importModes)[number];

export const isImportMode = (text: string): text is ImportMode => importModes.some((mode) => mode === text);

/** The kinds of write that an import of a mode may do. */
export const writesOf = (mode: ImportMode): readonly ("add" | "edit")[] =>
  mode === "both" ? ["add", "edit"] : mode === "add" ? ["add"] : ["edit"];

/** Rows of a file that its call imports itself; a background job imports more. */
export const maxDirectRows = 1_000;
/** Rows of a file that a job imports. */
export const maxImportedRows = 1_000_000;
/** Rows of a file where no job can import them: they are written together, as many as the history keeps of one write. */
export const maxRowsTogether = 5_000;
/** Bytes of a file in the body of a call. */
export const maxSentBytes = 10_000_000;
/** Bytes of a file that comes in parts. */
export const maxImportedBytes = 200_000_000;
