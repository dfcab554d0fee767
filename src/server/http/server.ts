// The listening socket, apart from the application behind it, so that a new application takes over without a lost request.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Server as Listener } from "node:net";
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { systemCode } from "../postgres/errors.ts";

export interface SwappableServer {
  readonly server: Server;
  /** The application that takes requests from now on; it must be ready. Returns the one before. */
  use(app: FastifyInstance): FastifyInstance | undefined;
  /** Listens and returns the port, which is the next free one when the wanted one is taken and another may be used. */
  listen(address: { readonly host: string; readonly port: number; readonly mayMove: boolean }): Promise<number>;
  /** Whether it is closing: what arrives may still be answered. */
  readonly isEnding: () => boolean;
  /**
   * Answers whatever arrives for this long, each answer as the last of its connection, so that proxies turn to other processes. Then takes no
   * more requests; resolves when those under way are answered, or cut off after a time.
   */
  close(drainMs?: number): Promise<void>;
}

/** Longest time for a whole request to arrive; uploads over a slow line take their time. */
const requestTimeoutMs = 120_000;
const headersTimeoutMs = 20_000;
/** Longer than a load balancer's own, so that it is never us who closes first on a request. */
const keepAliveTimeoutMs = 65_000;
/** Requests that are not answered this long after close are aborted. */
const patienceMs = 10_000;
/** A connection has this long to send its last request. */
const lastRequestMs = 1_000;
const portsTried = 50;

/** Header of a proxy that passes a safe request on to another process where this one closes its connection without an answer. */
const nextUpstream = "x-next-upstream";
const safeMethods: ReadonlySet<string | undefined> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a proxy is to learn from this request that the process is ending: nginx without active checks notices by failed requests only. A
 * process that it has marked as failed gets no request at the moment at which it stops to listen.
 */
const isPassedOn = ({ headers, method }: IncomingMessage): boolean => headers[nextUpstream] === "on" && safeMethods.has(method);

/**
 * Makes a server whose application can be replaced while it runs.
 *
 * ```ts
 * const http = createSwappableServer();
 * http.use(await buildApp(options));
 * const port = await http.listen({ host: "127.0.0.1", port: 8000, mayMove: true });
 * ```
 */
export function createSwappableServer(): SwappableServer {
  let current: FastifyInstance | undefined;
  let isEnding = false;
  /** Set once no idle connection is one whose request is on its way. */
  let closesIdle = false;
  const underWay = new Set<ServerResponse>();
  const lastOfConnection = (response: ServerResponse): void => {
    if (!response.headersSent) response.setHeader("connection", "close");
  };
  /** Answers that go on for as long as their browsers are there: these come back, to another process or later. */
  const cutStreams = (): void => {
    for (const response of underWay)
      if (String(response.getHeader("content-type") ?? "").startsWith("text/event-stream")) response.destroy();
  };
  const server = createServer(
    { requestTimeout: requestTimeoutMs, headersTimeout: headersTimeoutMs, keepAliveTimeout: keepAliveTimeoutMs },
    (request, response) => {
      if (isEnding && isPassedOn(request)) {
        request.socket.destroy();
        return;
      }
      if (isEnding) lastOfConnection(response);
      underWay.add(response);
      // Its connection would be kept for another request, and with it the server.
      response.once("close", () => {
        underWay.delete(response);
        if (closesIdle) setImmediate(() => server.closeIdleConnections());
      });
      if (current === undefined) {
        response.writeHead(503, { "retry-after": "1" }).end();
        return;
      }
      current.routing(request, response);
    },
  );
  let accepted = 0;
  server.on("connection", () => (accepted += 1));

  /** Waits for a turn of the event loop that accepts nobody: connections that nobody has accepted are reset when the socket closes. */
  const untilNobodyWaits = async (): Promise<void> => {
    const until = performance.now() + lastRequestMs;
    for (let before = -1; before !== accepted && performance.now() < until;) {
      before = accepted;
      await nextTurn();
    }
  };

  const stopListening = (): Promise<void> =>
    new Promise((resolve, reject) => {
      // The one of HTTP would close idle connections with it, and among them those whose next request has been sent.
      Listener.prototype.close.call(server, (error) => {
        if (error === undefined || systemCode(error) === "ERR_SERVER_NOT_RUNNING") resolve();
        else reject(error);
      });
    });

  const listenOn = (host: string, port: number) =>
    new Promise<number>((resolve, reject) => {
      server.once("error", reject);
      server.listen({ host, port }, () => {
        server.off("error", reject);
        const address = server.address();
        resolve(typeof address === "object" && address !== null ? address.port : port);
      });
    });

  return {
    server,
    isEnding: () => isEnding,
    use: (app) => {
      const before = current;
      current = app;
      return before;
    },
    listen: async ({ host, port, mayMove }) => {
      for (let tried = port; ; tried += 1) {
        try {
          return await listenOn(host, tried);
        } catch (error) {
          if (systemCode(error) !== "EADDRINUSE" || !mayMove || tried - port >= portsTried || tried === 65_535) throw error;
        }
      }
    },
    close: async (drainMs = 0) => {
      isEnding = true;
      cutStreams();
      for (const response of underWay) lastOfConnection(response);
      if (drainMs > 0) {
        await delay(drainMs);
        await untilNobodyWaits();
      }
      cutStreams();
      const ended = stopListening();
      const closeIdle = (): void => {
        closesIdle = true;
        server.closeIdleConnections();
      };
      const timers = [setTimeout(() => server.closeAllConnections(), patienceMs)];
      if (drainMs > 0) timers.push(setTimeout(closeIdle, lastRequestMs));
      else closeIdle();
      try {
        await ended;
      } finally {
        for (const timer of timers) clearTimeout(timer);
      }
    },
  };
}
