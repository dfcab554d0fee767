// Requests that no route takes: an unknown path, or a path that other methods have.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { methodNotAllowed } from "./error-answer.ts";
import { notFound } from "./errors.ts";

/**
 * Collects the methods of each path of an instance, and refuses all others: 405 where another method exists, else 404 (docs/wire.md §2).
 */
export function refuseUnmatched(app: FastifyInstance): void {
  const routes: { readonly url: string; readonly methods: readonly string[] }[] = [];
  app.addHook("onRoute", ({ method, url }) => void routes.push({ url, methods: [method].flat() }));
  // Made with the first such request: there are two thousand, and most processes never need them.
  let patterns: readonly { readonly pattern: RegExp; readonly methods: readonly string[] }[] | undefined;
  const refuse = (request: FastifyRequest, reply: FastifyReply): never => {
    const [path = ""] = request.url.split("?");
    patterns ??= routes.map(({ url, methods }) => ({ pattern: patternOf(url), methods }));
    const allowed = [...new Set(patterns.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))].sort();
    if (allowed.length === 0) throw notFound();
    reply.header("allow", allowed.join(", "));
    throw methodNotAllowed(allowed);
  };
  // Before the body is read: what is wrong with it does not matter where nothing takes it.
  app.addHook("onRequest", (request, reply, done) => {
    if (request.is404) refuse(request, reply);
    done();
  });
  app.setNotFoundHandler(refuse);
}

function patternOf(url: string): RegExp {
  return new RegExp(`^${url.split("/").map(segmentPattern).join("/")}$`);
}

function segmentPattern(segment: string): string {
  if (segment === "*") return ".*";
  return segment.startsWith(":") ? "[^/]+" : segment.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
