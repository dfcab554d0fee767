// What a change of many rows does with a field, and how many rows it takes: for the server and for screens.

/** What becomes of a field in each of the rows: another value, none, or one that follows from its own. */
export const batchOperations = ["set", "clear", "add", "percent"] as const;
export type BatchOperation = (typeof batchOperations)[number];

export const isBatchOperation = (text: unknown): text is BatchOperation => batchOperations.some((operation) => operation === text);

/** Whether an operation makes the new value from the row's own. */
export const isCalculation = (operation: BatchOperation): boolean => operation === "add" || operation === "percent";

/** Rows of one call at most. */
export const maxBatchRows = 1_000;
