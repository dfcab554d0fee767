// Users with an initial or reset password can only change it (issue "Authority"; OWASP ASVS 6.4.1).
import type { FastifyRequest } from "fastify";
import type { CallerWithRights } from "../auth/callers.ts";
import { ApiError } from "../http/errors.ts";

/**
 * Routes that are needed to change it; signing out is public. Front ends of Blade draw their frame, in which the form is, from the menu and
 * the person's own data, and know nothing of this rule.
 */
const openRoutes: ReadonlySet<string> = new Set(
  [
    "/blade-user/update-password",
    "/blade-auth/oauth/user-info",
    "/blade-user/info",
    "/blade-system/menu/routes",
    "/blade-system/menu/buttons",
    "/blade-system/menu/top-menu",
  ].map((path) => `/api${path}`),
);

/** 403, so that it does not sign the person out (docs/wire.md §2). */
const mustChangePassword = () => new ApiError(403, "mustChangePassword", ["请先修改初始密码", "Please change your initial password first"]);

/** Whether a route is one of them. */
export const isFrameRoute = (route: string): boolean => openRoutes.has(route);

/** Refuses all other calls until the caller has changed the password. */
export function requireOwnPassword(request: FastifyRequest, { person }: Pick<CallerWithRights, "person">): void {
  if (person.mustChangePassword && !isFrameRoute(request.routeOptions.url ?? "")) throw mustChangePassword();
}
