// One origin for everything that is measured: built pages of the floors from their folders, all else from the product's server. Files of the
// floors come as the product's do: compressed as small as it compresses its own, hashed ones kept for ever.
import { readFile } from "node:fs/promises";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".html": "text/html; charset=utf-8",
  ".png": "image/png",
};

interface Front {
  readonly address: string;
  close(): Promise<void>;
}

interface Folder {
  /** Addresses that begin with this come from the folder. */
  readonly prefix: string;
  readonly directory: string;
}

function proxyRequest(product: URL, requested: IncomingMessage, answer: ServerResponse): void {
  const upstream = request(new URL(requested.url ?? "/", product), { method: requested.method, headers: requested.headers }, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(answer);
  });
  upstream.on("error", () => {
    answer.writeHead(502);
    answer.end();
  });
  requested.pipe(upstream);
}

const brotli = promisify(brotliCompress);
/** As scripts/compress-pages.ts compresses the application. */
const better = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
const compressed = new Map<string, Promise<Buffer>>();

/** The compressed file, compressed once. */
function compressedFile(file: string): Promise<Buffer> {
  let content = compressed.get(file);
  if (content === undefined) compressed.set(file, (content = readFile(file).then((text) => brotli(text, better))));
  return content;
}

async function sendFile(folder: Folder, pathname: string, answer: ServerResponse): Promise<void> {
  const extension = path.extname(pathname);
  const isPage = extension === "" || extension === ".html";
  const inside = isPage ? "index.html" : pathname.slice(folder.prefix.length);
  const content = await compressedFile(path.join(folder.directory, path.posix.normalize(`/${inside}`)));
  answer.writeHead(200, {
    "content-type": types[isPage ? ".html" : extension] ?? "application/octet-stream",
    "content-encoding": "br",
    "cache-control": isPage ? "no-store" : "public, max-age=31536000, immutable",
  });
  answer.end(content);
}

/** Serves built pages beside the product. Folders with longer prefixes come first. */
export async function startFront(product: string, folders: readonly Folder[]): Promise<Front> {
  const upstream = new URL(product);
  const server = createServer((requested, answer) => {
    const { pathname } = new URL(requested.url ?? "/", upstream);
    const folder = folders.find((one) => pathname.startsWith(one.prefix));
    if (folder === undefined) {
      proxyRequest(upstream, requested, answer);
      return;
    }
    sendFile(folder, pathname, answer).catch(() => {
      answer.writeHead(404);
      answer.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, close: () => new Promise((resolve) => void server.close(() => resolve())) };
}
