// One origin for everything that is measured: built pages from their folders, /api from the product's server. Both pages get the same
// headers.
import { readFile } from "node:fs/promises";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".html": "text/html; charset=utf-8",
  ".png": "image/png",
};

export interface Front {
  readonly address: string;
  close(): Promise<void>;
}

interface Folder {
  /** Addresses that begin with this come from the folder; "/" is for all others. */
  readonly prefix: string;
  readonly directory: string;
}

function passOn(api: URL, asked: IncomingMessage, answer: ServerResponse): void {
  const upstream = request(new URL(asked.url ?? "/", api), { method: asked.method, headers: asked.headers }, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(answer);
  });
  upstream.on("error", () => {
    answer.writeHead(502);
    answer.end();
  });
  asked.pipe(upstream);
}

async function sendFile(folder: Folder, pathname: string, answer: ServerResponse): Promise<void> {
  const extension = path.extname(pathname);
  const isPage = extension === "" || extension === ".html";
  const inside = isPage ? "index.html" : pathname.slice(folder.prefix.length);
  const content = await readFile(path.join(folder.directory, path.posix.normalize(`/${inside}`)));
  answer.writeHead(200, {
    "content-type": types[isPage ? ".html" : extension] ?? "application/octet-stream",
    "cache-control": isPage ? "no-store" : "public, max-age=3600",
  });
  answer.end(content);
}

/** Serves built pages beside an API. Folders with longer prefixes come first. */
export async function startFront(api: string, folders: readonly Folder[]): Promise<Front> {
  const upstream = new URL(api);
  const server = createServer((asked, answer) => {
    const { pathname } = new URL(asked.url ?? "/", upstream);
    if (pathname.startsWith("/api/")) {
      passOn(upstream, asked, answer);
      return;
    }
    const folder = folders.find((one) => pathname.startsWith(one.prefix));
    if (folder === undefined) throw new Error("there is no folder for /");
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
