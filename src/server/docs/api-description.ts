// The description of the API at /api/openapi.json, of the calls that its reader may make (docs/wire.md §1.2).
import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Model } from "#schema/model";
import { callsIn, openApiOf, partOf, type ApiDescription, type DescribedCall } from "#schema/openapi";
import type { GuardedRoutes } from "../access/guard.ts";
import type { CallerWithRights } from "../auth/callers.ts";
import type { Caller } from "../caller/caller.ts";
import { signedInOrToken } from "../caller/rule.ts";
import type { AnyDomain } from "../contract.ts";
import { isHandledBy } from "../crud/available.ts";
import { headerOf } from "../http/bodies.ts";
import { signedInCallerOf } from "../http/request-context.ts";

interface DescriptionOptions {
  readonly model: Model;
  readonly domain: AnyDomain;
  /** Of the product. */
  readonly version: string;
  readonly routes: GuardedRoutes;
}

interface RoutedCall extends DescribedCall {
  /** Its path as it is registered. */
  readonly route: string;
}

/** A path as it is registered: below the prefix, with its parameters as the router has them. */
const routeOf = (path: string): string => path.replace(/^\/api(?=\/)/, "").replaceAll(/\{(\w+)\}/g, ":$1");

/**
 * Whether the caller holds a key that the call names. The route of a submit is open to all readers, because its body decides whether it adds
 * a row or changes one, and so which key it needs. Reads under the name of their resource are open by any key of it, as the route says.
 */
function holdsKey({ operation }: DescribedCall, caller: Caller): boolean {
  const { tags, "x-permission": permission = [] } = operation;
  const keys = [permission].flat();
  return (
    keys.length === 0 ||
    caller.isAdministrator ||
    keys.some((key) => typeof key === "string" && (caller.permissions.has(key) || (Array.isArray(tags) && tags.includes(key))))
  );
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 22);

/** Serves the description on an instance whose routes are guarded. */
export function serveDescription(api: FastifyInstance, { model, domain, version, routes }: DescriptionOptions): void {
  let whole: { readonly description: ApiDescription; readonly calls: readonly RoutedCall[]; readonly hash: string } | undefined;
  const described = () => {
    if (whole === undefined) {
      const description = openApiOf(model, isHandledBy(domain), version);
      const calls = callsIn(description).map((call) => ({ ...call, route: routeOf(call.path) }));
      whole = { description, calls, hash: hashOf(JSON.stringify(description)) };
    }
    return whole;
  };

  const partFor = (who: CallerWithRights) => {
    const { description, calls, hash } = described();
    const open = calls.filter((one) => routes.mayMake(one.method.toUpperCase(), one.route, who) && holdsKey(one, who.caller));
    const kept = new Set(open.map(({ operation }) => operation));
    return {
      // What a reader may call decides what they are sent, so it need not be put together to tell whether they have it.
      tag: `W/"${hashOf(`${hash} ${open.map(({ method, path }) => `${method} ${path}`).join()}`)}"`,
      text: () => JSON.stringify(partOf(description, ({ operation }) => kept.has(operation))),
    };
  };

  api.get("/openapi.json", { config: { access: signedInOrToken } }, (request, reply) => {
    const { tag, text } = partFor(signedInCallerOf(request));
    void reply.header("cache-control", "private, no-cache").header("etag", tag);
    const known = (headerOf(request, "if-none-match") ?? "").split(",").map((one) => one.trim());
    if (known.includes(tag)) return reply.code(304).send();
    return reply.type("application/json; charset=utf-8").send(text());
  });
}

/** The address that programs expect it at. */
export const atRoot = (url: string | undefined): string => (url === "/openapi.json" ? "/api/openapi.json" : (url ?? "/"));
