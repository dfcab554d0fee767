// A proxy in front of several processes: nginx with deploy/nginx.conf where it is installed, otherwise a stand-in that passes requests on by
// the same rules.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { Agent, createServer, request, type IncomingMessage } from "node:http";
import { createServer as createListener, type AddressInfo } from "node:net";
import { userInfo } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { scratch } from "./scratch.ts";

interface ReverseProxy {
  readonly address: string;
  stop(): Promise<void>;
}

/** Header of its answers: the addresses that a request was passed to, the one that answered last. */
export const passedTo = "x-passed-to";

/** How long a process that has failed gets no requests. */
const failSeconds = 2;

const folders = ["/usr/sbin", "/usr/local/sbin", ...(process.env["PATH"] ?? "").split(path.delimiter)];
const nginx = folders.map((folder) => path.join(folder, "nginx")).find((file) => existsSync(file));

export const proxyName = nginx === undefined ? "a stand-in for nginx, which is not installed" : "nginx with deploy/nginx.conf";

/** A proxy in front of these ports of this machine. */
export const startReverseProxy = (ports: readonly number[]): Promise<ReverseProxy> =>
  nginx === undefined ? startStandIn(ports) : startNginx(nginx, ports);

async function freePort(): Promise<number> {
  const listener = createListener();
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo; // it listens on a port
  listener.close();
  await once(listener, "close");
  return port;
}

/** deploy/nginx.conf for these ports, without TLS; each answer says who gave it. */
function configurationOf(port: number, ports: readonly number[]): string {
  const text = readFileSync(path.resolve(import.meta.dirname, "../../deploy/nginx.conf"), "utf8");
  const [, options] = /^ {2}server 127\.0\.0\.1:8000(.*);$/m.exec(text) ?? [];
  if (options === undefined) throw new Error("deploy/nginx.conf names no process");
  const servers = ports.map((one) => `  server 127.0.0.1:${one}${options.replace(/fail_timeout=\d+s/, `fail_timeout=${failSeconds}s`)};`);
  return text
    .replace(/^ {2}server 127\.0\.0\.1:8000.*$/m, servers.join("\n"))
    .replace(/^server \{\n {2}listen 80;[^}]*\}\n/m, "")
    .replace(/^ {2}listen 443 .*$/m, `  listen 127.0.0.1:${port};`)
    .replace(/^ {2}(?:listen \[::\]|ssl_).*\n/gm, "")
    .replace("    proxy_pass http://tracemark;\n", `$&    add_header ${passedTo} $upstream_addr always;\n`);
}

async function startNginx(program: string, ports: readonly number[]): Promise<ReverseProxy> {
  const directory = await mkdtemp(path.join(scratch(), "tracemark-nginx-"));
  await chmod(directory, 0o711);
  const port = await freePort();
  const own = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `  ${name}_temp_path ${name};\n`).join("");
  const file = path.join(directory, "nginx.conf");
  await writeFile(
    file,
    `daemon off;\nworker_processes 2;\npid nginx.pid;\nerror_log error.log;\n${process.getuid?.() === 0 ? `user ${userInfo().username};\n` : ""}` +
      `events {}\nhttp {\n  access_log off;\n${own}${configurationOf(port, ports)}}\n`,
  );
  const child = spawn(program, ["-p", directory, "-e", path.join(directory, "error.log"), "-c", file], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (said += chunk));
  const ended = once(child, "exit");
  const address = `http://127.0.0.1:${port}`;
  const isReady = (): Promise<boolean> =>
    fetch(`${address}/livez`).then(
      () => true,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`nginx does not start: ${said}`);
    await delay(20);
  }
  return {
    address,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

interface Process {
  readonly port: number;
  failedUntil: number;
}

/** Methods that nginx sends again although they may have been carried out. */
const isSentAgain = (method: string | undefined): boolean => !["POST", "PATCH", "LOCK"].includes(method ?? "");

async function startStandIn(ports: readonly number[]): Promise<ReverseProxy> {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 32 });
  const processes: readonly Process[] = ports.map((port) => ({ port, failedUntil: 0 }));
  let turn = 0;
  const pass = (port: number, call: IncomingMessage, body: Buffer): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const headers = { ...call.headers, "x-forwarded-for": "127.0.0.1", "x-next-upstream": "on", "content-length": String(body.length) };
      delete headers["connection" as keyof typeof headers];
      const options = { agent, host: "127.0.0.1", port, method: call.method, path: call.url, headers };
      request(options, resolve).on("error", reject).end(body);
    });
  const server = createServer((call, answer) => {
    const answerCall = async (): Promise<void> => {
      const body = await buffer(call);
      const tried: string[] = [];
      turn += 1;
      const inTurn = processes.map((_one, index) => processes[(turn + index) % processes.length]);
      for (const one of inTurn) {
        if (one === undefined || one.failedUntil > performance.now()) continue;
        tried.push(`127.0.0.1:${one.port}`);
        try {
          const passed = await pass(one.port, call, body);
          answer.writeHead(passed.statusCode ?? 502, { ...passed.headers, connection: "keep-alive", [passedTo]: tried.join(", ") });
          passed.pipe(answer);
          return;
        } catch (error) {
          one.failedUntil = performance.now() + failSeconds * 1000;
          const isRefused = error instanceof Error && "code" in error && error.code === "ECONNREFUSED";
          if (!isRefused && !isSentAgain(call.method)) break;
        }
      }
      answer.writeHead(502, { [passedTo]: tried.join(", ") }).end("Bad Gateway");
    };
    answerCall().catch(() => answer.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    address: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      agent.destroy();
      await once(server, "close");
    },
  };
}
