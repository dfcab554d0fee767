// Administrators whose tenant wants a second factor of them can only set one up (OWASP ASVS 6.3.3).
import type { FastifyRequest } from "fastify";
import type { CallerWithRights } from "../auth/callers.ts";
import { ApiError } from "../http/errors.ts";
import { isFrameRoute } from "./password-due.ts";

const openRoutes: ReadonlySet<string> = new Set(
  ["", "/begin", "/confirm", "/text/begin", "/text/confirm"].map((step) => `/api/blade-auth/oauth/second-factor${step}`),
);

/** 403, so that it does not sign the person out (docs/wire.md §2). */
const mustSetUpFactor = () => new ApiError(403, "mustSetUpFactor", ["请先设置双因素验证", "Please set up your second factor first"]);

/** Refuses all other calls until the caller has set it up. */
export function requireFactor(
  request: FastifyRequest,
  { requiresFactor, person }: Pick<CallerWithRights, "requiresFactor" | "person">,
): void {
  if (!requiresFactor || person.hasSecondFactor) return;
  const route = request.routeOptions.url ?? "";
  // An initial password comes first.
  if (!openRoutes.has(route) && !isFrameRoute(route)) throw mustSetUpFactor();
}
