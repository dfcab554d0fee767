// The guard of every route below /api: identifies the caller, applies the route's rule, and decides which tenant's rows are visible.
import { isRecord } from "#schema/json";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Model, ResourceModel } from "#schema/model";
import { permissionsOf } from "#schema/permissions";
import { originOf, type LoggedCall } from "../audit/origin.ts";
import type { Callers, CallerWithRights } from "../auth/callers.ts";
import type { Captchas } from "../auth/captcha.ts";
import { bearerIn, headerOf, parametersOf } from "../http/bodies.ts";
import { beginsDownload } from "../http/file-answer.ts";
import { businessError, closedPath, forbidden, unauthenticated, ApiError } from "../http/errors.ts";
import { authenticatedCallerOf, languageOfRequest, setCaller, setContext } from "../http/request-context.ts";
import type { Clock } from "../store/clock.ts";
import type { Database } from "../store/database.ts";
import type { Identifiers } from "../store/identifiers.ts";
import { callerWithoutRights, type Caller } from "../caller/caller.ts";
import { requireFactor } from "./factor-due.ts";
import { refusalOfToken } from "./token-limits.ts";
import { requireOwnPassword } from "./password-due.ts";
import type { CountCall } from "./call-counts.ts";
import type { CallLimits } from "./call-limits.ts";
import type { ChangeSubscriptions } from "../contract.ts";
import { pathBelow } from "./route-path.ts";
import { admits, viewKey, type AccessRule } from "../caller/rule.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Who may call the route. A route below /api without a rule fails at start. */
    access?: AccessRule;
    /** The resource whose rows it reads or writes: decides the meaning of a parameter `tenantId`. */
    resource?: ResourceModel;
    /** Paths of other calls that it does the work of: who may not make one of them may not make this. */
    standsFor?: readonly string[];
    /** A file that the browser itself fetches: the token may come as the query parameter `blade-auth` (docs/wire.md §1). */
    isDownload?: boolean;
    /** Public and without a rate limit: signing out is always possible. */
    isUncounted?: boolean;
    /** Its answer goes on for as long as the browser is there: its length says nothing. */
    isStream?: boolean;
    /** The call as the logs name it; absent for what only reads. */
    logged?: LoggedCall;
  }
}

interface GuardOptions {
  readonly model: Model;
  readonly database: Database;
  readonly clock: Clock;
  readonly callers: Callers;
  readonly identifiers: Identifiers;
  readonly captchas: Captchas;
  readonly limits: CallLimits;
  readonly countCall: CountCall;
  /** Who is told of changes of rows. */
  readonly subscriptions?: ChangeSubscriptions | undefined;
}

/** The token of a request: of the header, and for downloads of the query. Never of a cookie (docs/wire.md §10.16). */
function bearerToken(request: FastifyRequest): string | undefined {
  const isRead = request.method === "GET" || request.method === "HEAD";
  const inQuery = isRead && request.routeOptions.config.isDownload === true ? parametersOf(request)["blade-auth"] : undefined;
  // Programs with an API token may send it as the standard has it; the others have their client there.
  const standard = headerOf(request, "authorization");
  return bearerIn(
    headerOf(request, "blade-auth") ?? inQuery ?? (standard?.toLowerCase().startsWith("bearer ") === true ? standard : undefined),
  );
}

/** A refusal that names the right which is missing, so that people know what to ask their administrator for. */
function withoutRight(resource: ResourceModel, key: string): ApiError {
  const label = permissionsOf(resource).find((permission) => permission.key === key)?.label;
  const [zh, en] = resource.label;
  if (key === resource.name)
    return forbidden(key, [`没有“${zh}”的访问权限，请联系管理员`, `You have no access to “${en}”; ask your administrator`]);
  return label === undefined
    ? forbidden(key)
    : forbidden(key, [
        `没有“${zh}”的“${label[0]}”权限，请联系管理员`,
        `You do not have the right “${label[1]}” of “${en}”; ask your administrator`,
      ]);
}

/** What belongs to the session itself is never limited by a client's paths: who one is, and signing out. */
const ofSession = "/blade-auth/oauth/";

/** Whether the tenant lets the client of this session make a call. */
const isOpenToClient = (path: string, { clientLimit }: CallerWithRights, now: string): boolean =>
  clientLimit === undefined || path.startsWith(ofSession) || clientLimit(path, now);

/** Refuses what the tenant does not let the client of this session call. */
function requireClientCall(path: string, who: CallerWithRights, now: string): void {
  if (isOpenToClient(path, who, now)) return;
  throw new ApiError(403, "clientLimited", ["该应用客户端未获授权调用此接口", "This client may not make this call"]);
}

/** Throws unless the rule admits the caller. */
export function requireAccess(rule: AccessRule, caller: Caller): void {
  if (admits(rule, caller)) return;
  switch (rule.to) {
    case "readers":
      throw withoutRight(rule.resource, rule.resource.name);
    case "viewers":
      throw withoutRight(rule.resource, viewKey(rule.resource));
    case "holders":
      throw withoutRight(rule.resource, rule.permission);
    default:
      throw forbidden(undefined, ["仅平台管理员可以执行此操作", "Only the platform's administrator may do this"]);
  }
}

/** The rules of the routes of an instance. */
export interface GuardedRoutes {
  /** Whether the guard lets a caller make a call, as things are now; false where there is none. `path` as it was registered, below the prefix. */
  mayMake(method: string, path: string, who: CallerWithRights): boolean;
}

/** The tenant that a request names, in its query or its body. */
function namedTenant(request: FastifyRequest): string | undefined {
  const named = parametersOf(request)["tenantId"] ?? (isRecord(request.body) ? request.body["tenantId"] : undefined);
  return typeof named === "string" && named !== "" ? named : undefined;
}

/** Guards every route of an instance; it must be registered before them. */
export function guardRoutes(app: FastifyInstance, options: GuardOptions): GuardedRoutes {
  const { model, database, clock, callers, captchas, identifiers, limits, countCall, subscriptions } = options;
  const rules = new Map<string, AccessRule>();
  app.addHook("onRoute", (route) => {
    if (route.config?.access === undefined)
      throw new Error(`${String(route.method)} ${route.url} says nothing about who may call it: give it a rule (config.access).`);
    for (const method of [route.method].flat()) rules.set(`${method} ${route.url.slice(app.prefix.length)}`, route.config.access);
  });

  app.addHook("onReady", () => identifiers.ready());

  // Before the body is read: callers without the right need not send megabytes.
  app.addHook("onRequest", async (request) => {
    const rule = request.routeOptions.config.access;
    if (rule === undefined) return;
    if (rule.to === "anybody") {
      if (request.routeOptions.config.isUncounted !== true) await limits.countPublicCall(request.ip);
      return;
    }
    const token = bearerToken(request);
    const authenticated = token === undefined ? undefined : await callers.ofToken(token, request.ip);
    if (authenticated === undefined) throw unauthenticated();
    setCaller(request, authenticated);
    await limits.countOwnCall(authenticated.caller.userId);
    if (authenticated.isToken) {
      const refusal = refusalOfToken(rule);
      if (refusal !== undefined) throw refusal;
    } else {
      requireOwnPassword(request, authenticated);
      requireFactor(request, authenticated);
    }
    requireAccess(rule, authenticated.caller);
    const paths = [pathBelow(app.prefix, request), ...(request.routeOptions.config.standsFor ?? [])];
    for (const path of paths) requireClientCall(path, authenticated, clock.now());
    // API scopes narrow what keys allow. Calls open to every signed-in user, such as those on their own account, are exempt.
    if (rule.to !== "signed-in" && !paths.every((path) => authenticated.mayCall(path))) throw closedPath();
  });

  // After parsing: the tenant may be in the body.
  app.addHook("preHandler", async (request, reply) => {
    const call = request.routeOptions.config.logged;
    const authenticated = authenticatedCallerOf(request);
    const caller = authenticated?.caller ?? callerWithoutRights();
    const tenantId = await tenantFor(request, caller);
    // Those who signed in had it looked up with their session (auth/callers.ts).
    if (call !== undefined && authenticated === undefined) await subscriptions?.refresh(tenantId);
    setContext(request, {
      caller,
      language: languageOfRequest(request),
      model,
      database,
      scope: { tenantId, userId: caller.userId },
      now: clock.now,
      identifiers,
      address: request.ip,
      countCall,
      beginsDownload: beginsDownload(request),
      subscriptions,
      ...(authenticated === undefined
        ? { bearer: bearerToken(request), captcha: () => answeredCaptcha(request) }
        : { mayCall: authenticated.mayCall }),
      ...(call === undefined ? {} : { origin: originOf(request, call, () => reply.elapsedTime) }),
    });
  });

  const answeredCaptcha = async (request: FastifyRequest): Promise<boolean | undefined> => {
    const [key, characters] = [headerOf(request, "captcha-key"), headerOf(request, "captcha-code")];
    return key === undefined || characters === undefined ? undefined : captchas.isRight(key, characters);
  };

  /** Only the platform's administrator acts for another tenant; the parameter is ignored for all others (docs/wire.md §8). */
  const tenantFor = async (request: FastifyRequest, caller: Caller): Promise<string> => {
    if (!caller.isAdministrator || request.routeOptions.config.resource?.scope === "platform") return caller.tenantId;
    const named = namedTenant(request);
    if (named === undefined || named === caller.tenantId) return caller.tenantId;
    if (!/^\w{1,12}$/.test(named) || !(await callers.isTenant(named)))
      throw businessError("unknownTenant", ["租户不存在", "There is no such tenant"]);
    return named;
  };

  return {
    mayMake: (method, path, who) => {
      const rule = rules.get(`${method} ${path}`);
      if (rule === undefined || (who.isToken && refusalOfToken(rule) !== undefined) || !admits(rule, who.caller)) return false;
      if (rule.to === "anybody") return true;
      return isOpenToClient(path, who, clock.now()) && (rule.to === "signed-in" || who.mayCall(path));
    },
  };
}
