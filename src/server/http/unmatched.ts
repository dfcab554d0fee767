// Requests that no route takes: an unknown path, or a path that other methods have.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { methodNotAllowed } from "./error-answer.ts";
import { notFound } from "./errors.ts";

/**
 * Collects the methods of each path of an instance, and refuses all others: 405 where another method exists, else 404 (docs/wire.md §2).
 */
export function refuseUnmatched(app: FastifyInstance): void {
  const routes: { readonly pattern: RegExp; readonly method: string }[] = [];
  app.addHook("onRoute", ({ method, url }) => {
    const pattern = new RegExp(`^${url.split("/").map(segmentPattern).join("/")}$`);
    for (const one of [method].flat()) routes.push({ pattern, method: one });
  });
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const [path = ""] = request.url.split("?");
    const allowed = [...new Set(routes.filter((route) => route.pattern.test(path)).map((route) => route.method))].sort();
    if (allowed.length === 0) throw notFound();
    reply.header("allow", allowed.join(", "));
    throw methodNotAllowed(allowed);
  });
}

function segmentPattern(segment: string): string {
  if (segment === "*") return ".*";
  return segment.startsWith(":") ? "[^/]+" : segment.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
