// Exchanges proof of who somebody is for tokens: the grants password, captcha and refresh_token (contract §3).
import type { KeyObject } from "node:crypto";
import type { Clock } from "../store/clock.ts";
import type { Database } from "../store/database.ts";
import type { Captchas } from "./captcha.ts";
import { basicCredentials, findClient, type Client } from "./clients.ts";
import { accountSubject, type Failures } from "./failures.ts";
import { isSealedSecret } from "./kept-secrets.ts";
import {
  accountLocked, accountWaiting, grantNotAllowed, notOwnDeptOrRole, parameterMissing, refreshRefused, tenantDisabled, tenantExpired, tenantsDiffer, tooManyFailures,
  unknownClient, unknownGrant, wrongCaptcha, wrongPassword,
} from "./oauth-error.ts";
import { failureLimits } from "./parameters.ts";
import { isPasswordHash, verifyPassword } from "./password-hash.ts";
import { hasExpired, personByAccount, personById, rolesOf, userStatus, type Person } from "./people.ts";
import { credentialOf, type Session, type Sessions } from "./sessions.ts";
import type { Tokens } from "./token.ts";

/** What a token request carries, wherever it stood: query or form, and headers. */
export interface TokenRequest {
  readonly parameters: Readonly<Record<string, string>>;
  readonly authorization: string | undefined;
  readonly tenantId: string | undefined;
  readonly deptId: string | undefined;
  readonly roleId: string | undefined;
  readonly captchaKey: string | undefined;
  readonly captchaCode: string | undefined;
  readonly address: string;
}

/** The answer of the token endpoint, a bare object (contract §3). */
export interface TokenAnswer {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly token_type: "bearer";
  readonly expires_in: number;
  readonly scope: "all";
  readonly tenant_id: string;
  readonly user_id: string;
  readonly dept_id: string;
  readonly post_id: string;
  readonly role_id: string;
  readonly account: string;
  readonly user_name: string;
  readonly nick_name: string;
  readonly real_name: string;
  readonly role_name: string;
  readonly oauth_id: string;
  readonly avatar: string;
  readonly client_id: string;
  readonly detail: { readonly type: "web"; readonly ext?: string };
}

export interface SignInOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly sessions: Sessions;
  readonly captchas: Captchas;
  readonly failures: Failures;
  /** Opens the secrets of clients. */
  readonly storageKey: KeyObject;
}

/** Answers a token request or throws an OAuthError. */
export type SignIn = (request: TokenRequest) => Promise<TokenAnswer>;

type Chosen = { readonly deptIds: readonly string[] | undefined; readonly roleIds: readonly string[] | undefined };

function required(value: string | undefined, name: string): string {
  if (value === undefined || value === "") throw parameterMissing(name);
  return value;
}

function listed(header: string | undefined): readonly string[] | undefined {
  const ids = (header ?? "").split(",").map((id) => id.trim()).filter(Boolean);
  return ids.length === 0 ? undefined : ids;
}

/** The tenant of a request: the parameter and the header say the same, or one of them is absent. */
function tenantOf({ parameters, tenantId }: TokenRequest): string {
  const named = parameters["tenantId"];
  if (named !== undefined && named !== "" && tenantId !== undefined && tenantId !== "" && named !== tenantId) throw tenantsDiffer();
  return required(named === undefined || named === "" ? tenantId : named, "tenantId");
}

/** Departments and roles that the person chose among their own (switch mode). */
function chosenBy(request: TokenRequest, person: Person): Chosen {
  const [deptIds, roleIds] = [listed(request.deptId), listed(request.roleId)];
  if (deptIds?.some((id) => !person.deptIds.includes(id)) || roleIds?.some((id) => !person.roleIds.includes(id))) throw notOwnDeptOrRole();
  return { deptIds, roleIds };
}

/** Why somebody whose password is right may not come in all the same. */
function requireAdmission(person: Person, now: string): void {
  if (!person.isTenantInUse) throw tenantDisabled();
  if (hasExpired(person, now)) throw tenantExpired();
  if (person.status === userStatus.waiting) throw accountWaiting();
  if (person.status !== userStatus.active) throw accountLocked();
}

export function createSignIn({ database, clock, tokens, sessions, captchas, failures, storageKey }: SignInOptions): SignIn {
  const clientOf = async (authorization: string | undefined): Promise<Client> => {
    const credentials = basicCredentials(authorization);
    const client = credentials === undefined ? undefined : await findClient(database, credentials.clientId);
    if (credentials === undefined || client === undefined || !(await isClientSecret(client, credentials.secret))) throw unknownClient();
    return client;
  };

  const isClientSecret = async ({ storedSecret }: Client, secret: string): Promise<boolean> =>
    storedSecret !== undefined && isPasswordHash(storedSecret) ? verifyPassword(storedSecret, secret) : isSealedSecret(storageKey, storedSecret, secret);

  const byPassword = async (request: TokenRequest, client: Client): Promise<TokenAnswer> => {
    const tenantId = tenantOf(request);
    const account = required(request.parameters["username"], "username");
    const password = required(request.parameters["password"], "password");
    if (request.parameters["grant_type"] === "captcha") {
      const isRight = await captchas.isRight(required(request.captchaKey, "Captcha-Key"), required(request.captchaCode, "Captcha-Code"));
      if (!isRight) throw wrongCaptcha();
    }
    const attempt = await failures.begin({ account: accountSubject(tenantId, account), address: request.address }, await failureLimits(database));
    if (!attempt.isAdmitted) throw tooManyFailures();
    const person = await personByAccount(database, tenantId, account);
    if (!(await verifyPassword(person?.keptPassword, password)) || person === undefined) throw wrongPassword();
    await attempt.succeeded();
    requireAdmission(person, clock.now());
    const chosen = chosenBy(request, person);
    const session = await sessions.open({
      tenantId, userId: person.userId, clientId: client.clientId, keptPassword: person.keptPassword, ...chosen, seconds: client.refreshTokenSeconds,
    });
    return answerFor(person, session, client);
  };

  const byRefreshToken = async (request: TokenRequest, client: Client): Promise<TokenAnswer> => {
    const claims = await tokens.read(required(request.parameters["refresh_token"], "refresh_token"), "refresh_token");
    if (claims === undefined || tenantOf(request) !== claims.tenant_id) throw refreshRefused();
    const person = await personById(database, claims.tenant_id, claims.user_id);
    if (person === undefined) throw refreshRefused();
    requireAdmission(person, clock.now());
    const chosen = chosenBy(request, person);
    const session = await sessions.renew(claims.sid, claims.jti, { ...chosen, seconds: client.refreshTokenSeconds });
    const isSame = session !== undefined && session.userId === person.userId && session.clientId === client.clientId && session.credential === credentialOf(person.keptPassword);
    if (!isSame) throw refreshRefused();
    return answerFor(person, session, client);
  };

  const answerFor = async (person: Person, session: Session, client: Client): Promise<TokenAnswer> => {
    const within = (all: readonly string[], chosen: readonly string[] | undefined) => (chosen === undefined ? all : all.filter((id) => chosen.includes(id)));
    const roles = await rolesOf(database, person.tenantId, within(person.roleIds, session.roleIds));
    const claims = {
      tenant_id: person.tenantId,
      user_id: person.userId,
      role_id: roles.map((role) => role.id).join(","),
      dept_id: within(person.deptIds, session.deptIds).join(","),
      post_id: person.postIds.join(","),
      account: person.account,
      user_name: person.account,
      role_name: roles.map((role) => role.alias).join(","),
      oauth_id: "",
      client_id: client.clientId,
    };
    // An access token never outlives the session that it belongs to.
    const seconds = Math.min(client.accessTokenSeconds, client.refreshTokenSeconds);
    return {
      access_token: await tokens.sign({ kind: "access_token", person: claims, sessionId: session.id, seconds }),
      refresh_token: await tokens.sign({ kind: "refresh_token", person: claims, sessionId: session.id, seconds: client.refreshTokenSeconds, id: session.refreshId }),
      token_type: "bearer",
      expires_in: seconds,
      scope: "all",
      ...claims,
      nick_name: person.name,
      real_name: person.realName,
      avatar: person.avatar,
      detail: person.extension === "" ? { type: "web" } : { type: "web", ext: person.extension },
    };
  };

  return async (request) => {
    const client = await clientOf(request.authorization);
    const grant = required(request.parameters["grant_type"], "grant_type");
    if (grant !== "password" && grant !== "captcha" && grant !== "refresh_token") throw unknownGrant();
    if (!client.grantTypes.has(grant)) throw grantNotAllowed();
    return grant === "refresh_token" ? byRefreshToken(request, client) : byPassword(request, client);
  };
}
