// The server as it is installed, a process of its own: started, asked, watched and stopped.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { z } from "zod";
import type { PostgresConnection } from "../../src/server/postgres/connection.ts";
import { startPostgres } from "../../src/server/postgres/launcher.ts";
import { signIn } from "./sign-in.ts";
import { localSettings, startProduct, stopProduct, type Product } from "../product-process.ts";

const root = path.resolve(import.meta.dirname, "../..");
export const megabyte = 1_000_000;

/** Builds what is installed. */
export async function build(): Promise<void> {
  const child = spawn(process.execPath, ["--import", "tsx", path.join(root, "scripts/build.ts")], { cwd: root, stdio: "inherit" });
  const [code]: unknown[] = await once(child, "close");
  if (code !== 0) throw new Error("the build failed");
}

/** A database as settings name it. */
export function urlOf({ host, port, user, password, database }: PostgresConnection): string {
  return `postgres://${encodeURIComponent(user)}:${encodeURIComponent(password)}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

export function startServer(connection: PostgresConnection, directory: string, options: readonly string[] = []): Promise<Product> {
  return startProduct({
    program: [...options, path.join(root, "dist/server/main.js")],
    folder: root,
    environment: {
      ...process.env,
      ...localSettings,
      DATABASE_URL: urlOf(connection),
      DATA_DIR: directory,
      CAPTCHA: "false",
      LOG_LEVEL: "warn",
      TRUST_PROXY: "127.0.0.1",
      INTERNAL_HOSTS: "127.0.0.1",
    },
  });
}

/** What a process holds in memory, in MB. */
async function residentMemory(pid: number): Promise<number> {
  if (process.platform === "linux") {
    const [, kilobytes = "0"] = /^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, "utf8")) ?? [];
    return (Number(kilobytes) * 1024) / megabyte;
  }
  const child = spawn("ps", ["-o", "rss=", "-p", String(pid)], { stdio: ["ignore", "pipe", "ignore"] });
  let output = "";
  child.stdout.on("data", (data: Buffer) => void (output += data.toString()));
  await once(child, "close");
  return (Number(output.trim()) * 1024) / megabyte;
}

/** Runs work, and answers how long it took and how much more memory than before the server had at most. */
export async function watched(
  { process: { pid = 0 } }: Pick<Product, "process">,
  work: () => Promise<void>,
): Promise<{ readonly seconds: number; readonly memory: number }> {
  const before = await residentMemory(pid);
  let peak = before;
  const watching = new AbortController();
  const watch = (async () => {
    while (!watching.signal.aborted) {
      peak = Math.max(peak, await residentMemory(pid));
      await delay(50);
    }
  })();
  const began = performance.now();
  try {
    await work();
    return { seconds: (performance.now() - began) / 1000, memory: peak - before };
  } finally {
    watching.abort();
    await watch;
  }
}

type Body = Readonly<Record<string, unknown>>;
const record = z.record(z.string(), z.unknown());
const envelope = z.object({ code: z.number(), msg: z.string(), data: z.unknown() });

export interface Client {
  get(path: string, query?: Readonly<Record<string, string>>): Promise<unknown>;
  post(path: string, body?: Body): Promise<unknown>;
  put(path: string): Promise<unknown>;
  /** Sends a file in parts, read as it is sent. */
  upload(path: string, file: string, field?: string): Promise<unknown>;
  raw(path: string): Promise<Response>;
}

export async function clientOf({ address }: Product): Promise<Client> {
  const headers = await signIn(address);
  const call = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const answer = await fetch(`${address}/api${path}`, { ...init, headers: { ...headers, ...(init.headers as Record<string, string>) } });
    const { code, msg, data } = envelope.parse(await answer.json());
    // 202: a background job goes on with it.
    if (code !== 200 && code !== 202) throw new Error(`${path}: ${code} ${msg} ${JSON.stringify(data)}`);
    return data;
  };
  return {
    get: (path, query = {}) => call(`${path}?${new URLSearchParams(query)}`),
    post: (path, body) =>
      call(path, {
        method: "POST",
        ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
      }),
    put: (path) => call(path, { method: "PUT" }),
    upload: async (path, file, field = "file") => {
      const boundary = "bench-codes-part";
      const parts = async function* () {
        yield Buffer.from(
          `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="codes.txt"\r\ncontent-type: text/plain\r\n\r\n`,
        );
        for await (const chunk of createReadStream(file)) yield chunk as Buffer;
        yield Buffer.from(`\r\n--${boundary}--\r\n`);
      };
      return call(path, {
        method: "POST",
        headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
        body: Readable.toWeb(Readable.from(parts())) as ReadableStream,
        duplex: "half",
      } as RequestInit);
    },
    raw: (path) => fetch(`${address}/api${path}`, { headers }),
  };
}

export const idIn = (data: unknown): string => z.object({ id: z.string() }).parse(data).id;
export const added = async (client: Client, path: string, body: Body): Promise<string> => idIn(await client.post(`${path}/submit`, body));

/** Waits until a row has another state than these. */
export async function settled(client: Client, path: string, id: string, unfinished: readonly number[]): Promise<Body> {
  for (;;) {
    const row = record.parse(await client.get(`${path}/detail`, { id }));
    if (!unfinished.includes(Number(row["status"]))) return row;
    await delay(25);
  }
}

/** A product with its demonstration data, on a database of its own that goes with it. */
export interface Installation {
  readonly server: Product;
  readonly client: Client;
  readonly database: pg.Client;
  readonly connection: PostgresConnection;
  /** For files of the run; it goes with them. */
  readonly directory: string;
  /** DATA_DIR of the server. */
  readonly dataDirectory: string;
}

/** Installs the product, runs work on it and removes it. `isBuilt`: what was built before. */
export async function withInstallation(
  { name, isBuilt }: { readonly name: string; readonly isBuilt: boolean },
  work: (installation: Installation) => Promise<void>,
): Promise<void> {
  if (!isBuilt) await build();
  const directory = await mkdtemp(path.join(tmpdir(), `tracemark-${name}-`));
  await chmod(directory, 0o711); // a system user runs PostgreSQL when this runs as root
  const postgres = await startPostgres({ directory });
  const closing: (() => Promise<unknown>)[] = [];
  try {
    const { connection } = postgres;
    const dataDirectory = path.join(directory, "data");
    const server = await startServer(connection, dataDirectory);
    closing.push(() => stopProduct(server));
    const database = new pg.Client(connection);
    await database.connect();
    closing.unshift(() => database.end());
    await work({ server, client: await clientOf(server), database, connection, directory, dataDirectory });
  } finally {
    for (const close of closing) await close();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
    await rm(postgres.directory, { recursive: true, force: true });
  }
}
