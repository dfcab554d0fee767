// Brotli and gzip beside each text file of the built browser application, so that the server compresses nothing while somebody waits.
import { existsSync } from "node:fs";
import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip as gzipCompress } from "node:zlib";

const brotli = promisify(brotliCompress);
const gzip = promisify(gzipCompress);

/** As small as can be: each file is compressed once and sent often. */
const compressors = [
  [".br", (content: Buffer) => brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })],
  [".gz", (content: Buffer) => gzip(content, { level: 9 })],
] as const;

/** Under another name first: a server that serves the folder sends whole files only. */
async function put(file: string, content: Buffer): Promise<void> {
  await writeFile(`${file}.new`, content);
  await rename(`${file}.new`, file);
}

/** Compresses what is not compressed yet. */
export async function compressPages(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = entries
    .filter((entry) => entry.isFile() && /\.(?:js|css|svg|json)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
  await Promise.all(
    texts.map(async (text) => {
      const missing = compressors.filter(([suffix]) => !existsSync(`${text}${suffix}`));
      if (missing.length === 0) return;
      const content = await readFile(text);
      await Promise.all(missing.map(async ([suffix, compressed]) => put(`${text}${suffix}`, await compressed(content))));
    }),
  );
}
