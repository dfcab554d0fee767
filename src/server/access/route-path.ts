// The path of a request as the router understood it, so that decisions do not depend on the spelling of an address.
import type { FastifyRequest } from "fastify";

/** The path behind a prefix, with the values of its parameters. */
export function pathBelow(prefix: string, request: FastifyRequest): string {
  const route = (request.routeOptions.url ?? "").slice(prefix.length);
  if (!/[:*]/.test(route)) return route;
  const values = new Map(typeof request.params === "object" && request.params !== null ? Object.entries(request.params) : []);
  return route.replaceAll(/:(\w+)|\*/g, (place: string, name: string | undefined) => String(values.get(name ?? "*") ?? place));
}
