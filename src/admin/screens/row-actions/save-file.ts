// Fetches a file and hands it to the browser's downloads.
import { download, type Download } from "../../api/download.ts";

/** Hands a file to the browser's downloads. */
export function saveBlob({ blob, name }: Download, fallback: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name || fallback;
  link.click();
  // The browser reads the address after this task.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Saves the file that a call answers. Throws ApiFailure. */
export async function saveFile(path: string, fallback: string): Promise<void> {
  saveBlob(await download(path), fallback);
}
