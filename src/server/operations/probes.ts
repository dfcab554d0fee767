// Addresses for programs that look after the server: /livez and /readyz everywhere, what is wrong and /metrics on an address of their own.
import Fastify, { type FastifyInstance } from "fastify";
import type { Health } from "./health.ts";
import type { Meters } from "./meters.ts";

/** Asked every few seconds; a trace of each would hide those of people. */
export const probePaths: ReadonlySet<string> = new Set(["/livez", "/readyz"]);

/** What the public address says of the health: nothing that helps anybody who has no business with it. */
export function serveProbes(app: FastifyInstance, health: () => Promise<Health>, isPublic = true): void {
  app.get("/livez", (_request, reply) => reply.header("cache-control", "no-store").type("text/plain").send("ok\n"));
  app.get("/readyz", async (_request, reply) => {
    const { status, checks } = await health();
    return reply
      .code(status === "unavailable" ? 503 : 200)
      .header("cache-control", "no-store")
      .send(isPublic ? { status } : { status, checks });
  });
}

/** The application behind the operators' own address (OPERATIONS_ADDRESS). */
export async function buildOperations(health: () => Promise<Health>, meters: Meters): Promise<FastifyInstance> {
  const app = Fastify({ logger: false });
  serveProbes(app, health, false);
  app.get("/metrics", async (_request, reply) => reply.type(meters.contentType).send(await meters.text()));
  await app.ready();
  return app;
}
