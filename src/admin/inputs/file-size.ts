// Human-readable file sizes.

/** 500 → "500 KB", 5120 → "5 MB", 1536 → "1.5 MB". */
export function fileSize(kilobytes: number): string {
  return kilobytes < 1024 ? `${kilobytes} KB` : `${Math.round((kilobytes / 1024) * 10) / 10} MB`;
}
