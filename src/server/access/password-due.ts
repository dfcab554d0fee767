// Whoever still has an initial or reset password does nothing but change it (issue "Authority"; OWASP ASVS 6.4.1).
import type { FastifyRequest } from "fastify";
import type { KnownCaller } from "../auth/callers.ts";
import { ApiError } from "../http/errors.ts";

/** Routes that are needed to change it; signing out is open to anybody. */
const openRoutes: ReadonlySet<string> = new Set(["/api/blade-user/update-password", "/api/blade-auth/oauth/user-info"]);

/** 403, so that it does not sign the person out (docs/wire.md §2). */
const mustChangePassword = () => new ApiError(403, "mustChangePassword", ["请先修改初始密码", "Please change your initial password first"]);

/** Refuses everything else while the caller's password is to be changed. */
export function requireOwnPassword(request: FastifyRequest, { person }: Pick<KnownCaller, "person">): void {
  if (person.mustChangePassword && !openRoutes.has(request.routeOptions.url ?? "")) throw mustChangePassword();
}
