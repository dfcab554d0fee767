// The path of a request as its route understood it: however an address is spelled, what is decided about it is decided about the same path.
import type { FastifyRequest } from "fastify";

/** The path behind a prefix, with the values of its parameters. */
export function pathBelow(prefix: string, request: FastifyRequest): string {
  const values = new Map(typeof request.params === "object" && request.params !== null ? Object.entries(request.params) : []);
  const route = (request.routeOptions.url ?? "").slice(prefix.length);
  return route.replaceAll(/:(\w+)|\*/g, (place: string, name: string | undefined) => String(values.get(name ?? "*") ?? place));
}
