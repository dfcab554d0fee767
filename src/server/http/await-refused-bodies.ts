// What a client still sends after it has been answered: a part or a file that was refused for its beginning.
import type { FastifyInstance } from "fastify";

/** Longest time for the rest of a refused body to arrive. */
const patienceMs = 10_000;

/**
 * Lets the rest of a body arrive, and forgets it: somebody who is still sending reads the answer afterwards, and a body that nobody reads
 * would hold its connection until a request may take no longer.
 */
export function awaitRefusedBodies(app: FastifyInstance): void {
  app.addHook("onResponse", (request, _reply, done) => {
    const { raw } = request;
    if (!raw.complete && !raw.destroyed) {
      raw.unpipe();
      raw.resume();
      const timer = setTimeout(() => raw.destroy(), patienceMs).unref();
      raw.once("close", () => clearTimeout(timer));
    }
    done();
  });
}
