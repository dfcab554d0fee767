// Human-readable file sizes.

const units = ["KB", "MB", "GB", "TB"] as const;

/** 500 → "500 KB", 5120 → "5 MB", 1536 → "1.5 MB", 2097152 → "2 GB". */
export function fileSize(kilobytes: number): string {
  const step = Math.min(Math.floor(Math.log2(Math.max(kilobytes, 1)) / 10), units.length - 1);
  return `${step === 0 ? kilobytes : Math.round((kilobytes / 1024 ** step) * 10) / 10} ${units[step] ?? "KB"}`;
}
