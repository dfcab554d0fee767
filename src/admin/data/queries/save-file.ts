// Fetches a file and hands it to the browser's downloads.
import type { ScreenAction } from "../../../schema/screen.ts";
import { actionRequest } from "./action-call.ts";
import { download, type Download } from "../../api/download.ts";
import type { Row } from "../../api/wire-data.ts";
import type { RequestOptions } from "../../api/transport.ts";
import type { ListViewModel } from "../screen-models/view-models.ts";

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

/** Saves the file that an action on rows answers. Throws ApiFailure. */
export async function saveAnswer(screen: ListViewModel, action: ScreenAction, rows: readonly Row[]): Promise<void> {
  const { path, query, body } = await actionRequest(screen, action, { rows }, { values: {}, fileOf: () => undefined });
  await savePosted(path, { ...(query === undefined ? {} : { query }), ...(body === undefined ? {} : { body }) }, action.name);
}

/** Saves the file that a POST answers. Throws ApiFailure. */
export async function savePosted(path: string, options: Pick<RequestOptions, "query" | "body">, fallback: string): Promise<void> {
  saveBlob(await download(path, options, "POST"), fallback);
}

/** Saves the file that a call answers. Throws ApiFailure. */
export async function saveFile(path: string, fallback: string): Promise<void> {
  saveBlob(await download(path), fallback);
}
