// A chosen file, or what was pasted, as the call sends it.

/** A table of rows, ready to be sent. */
export type SentTable = { readonly file: string } | { readonly text: string };

/** Bytes of a file that the server reads. */
export const maxFileBytes = 10_000_000;

const chunk = 32_768;

/** A file in base64. One that has changed on the disk since it was chosen cannot be read, which the sentence says. */
export async function tableOfFile(file: File, unreadable: string): Promise<SentTable> {
  const read = await file.arrayBuffer().catch((error: unknown) => Promise.reject(new Error(unreadable, { cause: error })));
  const bytes = new Uint8Array(read);
  let binary = "";
  for (let start = 0; start < bytes.length; start += chunk) binary += String.fromCharCode(...bytes.subarray(start, start + chunk));
  return { file: btoa(binary) };
}
