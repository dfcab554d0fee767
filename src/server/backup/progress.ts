// How far long work is, for whoever watches it.

export interface Progress {
  /** What is being done. */
  readonly part: string;
  readonly done: number;
  readonly total: number;
  /** What it is at, where that says more. */
  readonly at?: string;
}

export interface Watcher {
  /** Called often; not everything needs to be shown. */
  readonly onProgress: (progress: Progress) => void;
  /** Called with what is worth knowing, as sentences. */
  readonly note: (sentence: string) => void;
  /** Ends the work. */
  readonly signal: AbortSignal;
}

/** Numbers as people read them. */
export const counted = (number: number): string => number.toLocaleString("en");

const newline = 10;

/** Rows in a part of what COPY reads or writes: line ends within values are escaped. */
export function rowsIn(chunk: Buffer): number {
  let rows = 0;
  for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) rows += 1;
  return rows;
}

/** Bytes as people say them. */
export function sizeOf(bytes: number): string {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  const unit = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  return unit === 0 ? `${bytes} bytes` : `${(bytes / 1024 ** unit).toFixed(1)} ${units[unit]}`;
}
