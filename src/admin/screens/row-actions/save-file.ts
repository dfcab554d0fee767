// Hands a fetched file to the browser's downloads.
import type { Download } from "../../api/request.ts";

export function saveFile({ blob, name }: Download, fallback: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name || fallback;
  link.click();
  // The browser reads the address after this task.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
