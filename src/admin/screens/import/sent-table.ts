// A chosen file, or what was pasted, as the call sends it.
import { maxSentBytes } from "../../../schema/import-modes.ts";

/** A table of rows, ready to be sent: in the body of a call, in parts, or as the file of a job that has it already. */
export type SentTable = { readonly file: string } | { readonly text: string } | { readonly parts: File } | { readonly again: string };

const chunk = 32_768;

/** A file in base64, or in parts where it is large. One that has changed on the disk since it was chosen cannot be read, which the sentence says. */
export async function tableOfFile(file: File, unreadable: string): Promise<SentTable> {
  if (file.size > maxSentBytes) return { parts: file };
  const read = await file.arrayBuffer().catch((error: unknown) => Promise.reject(new Error(unreadable, { cause: error })));
  const bytes = new Uint8Array(read);
  let binary = "";
  for (let start = 0; start < bytes.length; start += chunk) binary += String.fromCharCode(...bytes.subarray(start, start + chunk));
  return { file: btoa(binary) };
}

/** The body of a call with a table, and what its query says of it. */
export function sentIn(table: SentTable): { readonly body: unknown; readonly query: Readonly<Record<string, string>> } {
  if ("again" in table) return { body: {}, query: { again: table.again } };
  if (!("parts" in table)) return { body: table, query: {} };
  const form = new FormData();
  form.append("file", table.parts, table.parts.name);
  return { body: form, query: {} };
}
