// The listening socket, apart from the application behind it, so that a new application takes over without a lost request.
import { createServer, type Server } from "node:http";
import type { FastifyInstance } from "fastify";
import { systemCode } from "../postgres/errors.ts";

interface SwappableServer {
  readonly server: Server;
  /** The application that takes requests from now on; it must be ready. Returns the one before. */
  use(app: FastifyInstance): FastifyInstance | undefined;
  /** Listens and returns the port, which is the next free one when the wanted one is taken and another may be used. */
  listen(address: { readonly host: string; readonly port: number; readonly mayMove: boolean }): Promise<number>;
  /** Takes no more requests; resolves when those under way are answered, or cut off after a time. */
  close(): Promise<void>;
}

/** Longest time for a whole request to arrive; uploads over a slow line take their time. */
const requestTimeoutMs = 120_000;
const headersTimeoutMs = 20_000;
/** Longer than a load balancer's own, so that it is never us who closes first on a request. */
const keepAliveTimeoutMs = 65_000;
/** Requests that are not answered this long after close are aborted. */
const patienceMs = 10_000;
const portsTried = 50;

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
  let isClosing = false;
  const server = createServer(
    { requestTimeout: requestTimeoutMs, headersTimeout: headersTimeoutMs, keepAliveTimeout: keepAliveTimeoutMs },
    (request, response) => {
      // Its connection would be kept for another request, and with it the server.
      response.once("close", () => {
        if (isClosing) setImmediate(() => server.closeIdleConnections());
      });
      if (current === undefined) {
        response.writeHead(503, { "retry-after": "1" }).end();
        return;
      }
      current.routing(request, response);
    },
  );

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
    close: () =>
      new Promise<void>((resolve, reject) => {
        isClosing = true;
        const cut = setTimeout(() => server.closeAllConnections(), patienceMs);
        server.close((error) => {
          clearTimeout(cut);
          if (error === undefined || systemCode(error) === "ERR_SERVER_NOT_RUNNING") resolve();
          else reject(error);
        });
        server.closeIdleConnections();
      }),
  };
}
