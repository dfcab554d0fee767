// The context of a request before its handler runs: caller, language and tenant.
import type { FastifyRequest } from "fastify";
import type { CallerWithRights } from "../auth/callers.ts";
import type { RequestContext } from "../contract.ts";
import { headerOf } from "./bodies.ts";
import { languageOf } from "./language.ts";

const contexts = new WeakMap<FastifyRequest, RequestContext>();
const callers = new WeakMap<FastifyRequest, CallerWithRights>();

/** The language of the answer to a request. */
export function languageOfRequest(request: FastifyRequest): ReturnType<typeof languageOf> {
  return languageOf(headerOf(request, "accept-language"));
}

/** Notes who calls. */
export function setCaller(request: FastifyRequest, caller: CallerWithRights): void {
  callers.set(request, caller);
}

/** The signed-in caller of a request with all rights; undefined on public endpoints. */
export function authenticatedCallerOf(request: FastifyRequest): CallerWithRights | undefined {
  return callers.get(request);
}

/** The signed-in caller of a route that only signed-in callers reach. */
export function signedInCallerOf(request: FastifyRequest): CallerWithRights {
  const cached = callers.get(request);
  if (cached === undefined) throw new Error(`${request.method} ${request.routeOptions.url ?? ""} is open to anybody, and asks who calls`);
  return cached;
}

export function setContext(request: FastifyRequest, context: RequestContext): void {
  contexts.set(request, context);
}

/** The context of a handler; every route below /api has one. */
export function contextOf(request: FastifyRequest): RequestContext {
  const context = contexts.get(request);
  if (context === undefined) throw new Error(`${request.method} ${request.url} is not below /api, and has no context`);
  return context;
}
