// The sign-in endpoints: token, captcha, logout, user-info, clear-cache.
import { defaultAvatar } from "#schema/default-avatar";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { anybody, signedIn } from "../caller/rule.ts";
import { headerOf, parametersOf } from "../http/bodies.ts";
import { answer } from "../http/envelope.ts";
import { contextOf, languageOfRequest, signedInCallerOf } from "../http/request-context.ts";
import type { CallerWithRights } from "./callers.ts";
import type { Captchas } from "./captcha.ts";
import { registerLogout, type LogoutOptions } from "./logout.ts";
import { OAuthError } from "./oauth-error.ts";
import { registerOwnSessions } from "./own-sessions.ts";
import type { SendChallengeText } from "./second-factor/challenge-text.ts";
import { registerSecondFactor, type FactorRoutesOptions } from "./second-factor/routes.ts";
import type { SignIn, TokenRequest } from "./sign-in.ts";
import { stateCookieIn, expiredStateCookies } from "./social/oauth-state.ts";
import { detailOf } from "./token-answer.ts";

interface AuthRoutesOptions extends LogoutOptions, FactorRoutesOptions {
  readonly signIn: SignIn;
  readonly sendChallengeText: SendChallengeText;
  readonly captchas: Captchas;
}

const base = "/blade-auth/oauth";

function tokenRequestOf(request: FastifyRequest): TokenRequest {
  return {
    parameters: parametersOf(request),
    authorization: headerOf(request, "authorization"),
    tenantId: headerOf(request, "tenant-id"),
    deptId: headerOf(request, "dept-id"),
    roleId: headerOf(request, "role-id"),
    captchaKey: headerOf(request, "captcha-key"),
    captchaCode: headerOf(request, "captcha-code"),
    stateCookie: stateCookieIn(headerOf(request, "cookie")),
    address: request.ip,
    userAgent: headerOf(request, "user-agent") ?? "",
    loggedAs: contextOf(request).origin,
  };
}

/** The signed-in person as the browser keeps them. */
function userInfo({ person, roles, caller }: CallerWithRights): Readonly<Record<string, unknown>> {
  const aliases = roles.map((role) => role.alias);
  return {
    user_id: person.userId,
    tenant_id: person.tenantId,
    account: person.account,
    userName: person.account,
    user_name: person.account,
    nick_name: person.name,
    real_name: person.realName,
    avatar: person.avatar || defaultAvatar,
    phone: person.phone,
    email: person.email,
    dept_id: caller.deptIds.join(","),
    post_id: person.postIds.join(","),
    role_id: caller.roleIds.join(","),
    role_name: aliases.join(","),
    roles: aliases,
    oauth_id: "",
    detail: detailOf(person, aliases),
  };
}

/** Registers the sign-in endpoints on an instance with guarded routes. */
export function registerAuthRoutes(app: FastifyInstance, options: AuthRoutesOptions): void {
  const { signIn, sendChallengeText, captchas, callers } = options;
  app.post(
    `${base}/token`,
    {
      config: {
        access: anybody,
        logged: { name: "token", title: ["登录验证", "Sign in"], secrets: ["code", "state", "challenge", "deviceSecret"] },
      },
    },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const tokenRequest = tokenRequestOf(request);
      // Valid once, whatever the outcome.
      if (tokenRequest.stateCookie !== undefined && tokenRequest.parameters["grant_type"] === "social")
        reply.header("set-cookie", [...expiredStateCookies]);
      try {
        return await signIn(tokenRequest);
      } catch (error) {
        if (!(error instanceof OAuthError)) throw error;
        if (error.cause !== undefined) request.log.warn({ err: error.cause }, "a sign-in through another platform failed");
        return reply.code(400).send(error.body(languageOfRequest(request)));
      }
    },
  );

  app.post(
    `${base}/challenge/text`,
    {
      config: {
        access: anybody,
        logged: { name: "challengeText", title: ["发送登录验证码", "Send a code to sign in"], secrets: ["challenge"] },
      },
    },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      try {
        return answer({ ...(await sendChallengeText(tokenRequestOf(request))) });
      } catch (error) {
        if (!(error instanceof OAuthError)) throw error;
        return reply.code(400).send(error.body(languageOfRequest(request)));
      }
    },
  );

  app.get(`${base}/captcha`, { config: { access: anybody } }, async (_request, reply) => {
    reply.header("cache-control", "no-store");
    return captchas.ask();
  });

  void app.register(async (scope) => registerLogout(scope, options));

  app.get(`${base}/user-info`, { config: { access: signedIn } }, async (request) => answer(userInfo(signedInCallerOf(request))));

  registerOwnSessions(app, base, options);
  registerSecondFactor(app, base, options);

  // BladeX clears its caches of everybody. Here nothing old is ever served from one, so that the caller's own is enough.
  app.get(`${base}/clear-cache`, { config: { access: signedIn } }, async (request) => {
    callers.forget(signedInCallerOf(request).caller.sessionId);
    return answer({});
  });
}
