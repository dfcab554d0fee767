// Exchanges credentials for tokens: the grants password, captcha, social and refresh_token, and the second step of those (docs/wire.md §3).
import type { KeyObject } from "node:crypto";
import type { Text } from "#schema/text";
import type { CallOrigin } from "../audit/origin.ts";
import type { Clock } from "../store/clock.ts";
import type { Database } from "../store/database.ts";
import type { Captchas } from "./captcha.ts";
import { authenticatedClient, scopesIn, type Client } from "./clients.ts";
import { deviceIn, type Devices } from "./devices.ts";
import { accountSubject, type Attempt, type Failures } from "./failures.ts";
import {
  accountLocked,
  accountWaiting,
  challengeOver,
  grantNotAllowed,
  notOwnDeptOrRole,
  OAuthError,
  parameterMissing,
  refreshRefused,
  SecondFactorRequired,
  tenantDisabled,
  tenantExpired,
  tenantsDiffer,
  tooManyFailures,
  scopeNotAllowed,
  unknownGrant,
  unknownMethod,
  wrongCaptcha,
  wrongFactorCode,
  wrongPassword,
} from "./oauth-error.ts";
import { failureLimits } from "./parameters.ts";
import { verifyPassword } from "./password-hash.ts";
import { hasExpired, personByAccount, personById, userStatus, type Person } from "./people.ts";
import type { IdentitySignIns } from "./identity/identity-sign-in.ts";
import type { SessionIdentity } from "./identity/session-identities.ts";
import { credentialOf, type Sessions } from "./sessions.ts";
import type { Challenges } from "./second-factor/challenges.ts";
import { factorMethodOf, factorSubject, type Factors } from "./second-factor/factors.ts";
import type { TextCodes } from "./second-factor/text-codes.ts";
import { guestUserId } from "./social/guests.ts";
import type { SocialSignIn } from "./social/social-sign-in.ts";
import { createTokenAnswers, guestSeconds, type TokenAnswer } from "./token-answer.ts";
import type { Tokens } from "./token.ts";

/** The data of a token request, from query or form, and headers. */
export interface TokenRequest {
  readonly parameters: Readonly<Record<string, string>>;
  readonly authorization: string | undefined;
  readonly tenantId: string | undefined;
  readonly deptId: string | undefined;
  readonly roleId: string | undefined;
  readonly captchaKey: string | undefined;
  readonly captchaCode: string | undefined;
  /** The browser's state of a sign-in that it began at another platform. */
  readonly stateCookie: string | undefined;
  readonly address: string;
  /** The user agent. */
  readonly userAgent: string;
  /** The call, for the log of what it changes. */
  readonly loggedAs: CallOrigin | undefined;
}

interface SignInOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly sessions: Sessions;
  readonly captchas: Captchas;
  readonly failures: Failures;
  /** Recognises people of other platforms. */
  readonly social: SocialSignIn;
  /** Recognises people of the identity providers of tenants. */
  readonly identities: IdentitySignIns;
  readonly factors: Factors;
  readonly textCodes: TextCodes;
  readonly challenges: Challenges;
  /** Binds and recognises the devices that people sign in on. */
  readonly devices: Devices;
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
  const ids = (header ?? "")
    .split(",")
    .map((id) => id.trim())
    .filter(Boolean);
  return ids.length === 0 ? undefined : ids;
}

/** The requested scopes within the client's; all of the client's by default (RFC 6749 §3.3). */
function scopeOf({ parameters }: TokenRequest, client: Client): string {
  const scopes = scopesIn(parameters["scope"] ?? "");
  if (!scopes.every((scope) => client.scopes.includes(scope))) throw scopeNotAllowed();
  return (scopes.length === 0 ? client.scopes : scopes).join(" ");
}

/** The tenant that a request names: parameter and header are equal, or one of them is absent; "" where both are. */
function namedTenant({ parameters, tenantId = "" }: TokenRequest): string {
  const { tenantId: named = "" } = parameters;
  if (named !== "" && tenantId !== "" && named !== tenantId) throw tenantsDiffer();
  return named === "" ? tenantId : named;
}

const tenantOf = (request: TokenRequest): string => required(namedTenant(request), "tenantId");

/** Departments and roles that the person chose among their own (switch mode). */
function chosenBy(request: TokenRequest, person: Person): Chosen {
  const [deptIds, roleIds] = [listed(request.deptId), listed(request.roleId)];
  if (deptIds?.some((id) => !person.deptIds.includes(id)) || roleIds?.some((id) => !person.roleIds.includes(id))) throw notOwnDeptOrRole();
  return { deptIds, roleIds };
}

/** Why an authenticated user may still not sign in. */
export function requireAdmission(person: Person, now: string): void {
  if (!person.isTenantInUse) throw tenantDisabled();
  if (hasExpired(person, now)) throw tenantExpired();
  if (person.status === userStatus.waiting) throw accountWaiting();
  if (person.status !== userStatus.active) throw accountLocked();
}

/** Grants that the endpoint supports; a client's row lists which of them it may use. */
const grants = ["password", "captcha", "social", "refresh_token", "second_factor"] as const;
type GrantName = (typeof grants)[number];

const isGrant = (name: string): name is GrantName => (grants as readonly string[]).includes(name);

export function createSignIn(options: SignInOptions): SignIn {
  const { database, clock, tokens, sessions, captchas, failures, social, identities, factors, textCodes, challenges, devices } = options;
  const { storageKey } = options;
  const answers = createTokenAnswers(database, tokens);

  const byPassword = async (request: TokenRequest, client: Client): Promise<TokenAnswer> => {
    const tenantId = tenantOf(request);
    const account = required(request.parameters["username"], "username");
    const password = required(request.parameters["password"], "password");
    if (request.parameters["grant_type"] === "captcha") {
      const isRight = await captchas.isRight(required(request.captchaKey, "Captcha-Key"), required(request.captchaCode, "Captcha-Code"));
      if (!isRight) throw wrongCaptcha();
    }
    const attempt = await failures.begin(
      { account: accountSubject(tenantId, account), address: request.address },
      await failureLimits(database),
    );
    if (!attempt.isAdmitted) throw tooManyFailures();
    const { source = "" } = request.parameters;
    if (source !== "") {
      const entered = await byDirectory(request, attempt, { source, tenantId, account, password });
      return admit(request, client, entered.person, { oauthId: entered.recordId, identity: entered.identity });
    }
    const person = await personByAccount(database, tenantId, account);
    if (!(await verifyPassword(person?.passwordHash, password)) || person === undefined) throw wrongPassword();
    await attempt.succeeded();
    return admit(request, client, person, { oauthId: "" });
  };

  const byDirectory = async (
    request: TokenRequest,
    attempt: Attempt,
    { source, ...typed }: { readonly source: string; readonly tenantId: string; readonly account: string; readonly password: string },
  ) => {
    try {
      const entered = await identities.byPassword(source, typed, request);
      await attempt.succeeded();
      return entered;
    } catch (error) {
      // Nothing was compared: a directory that is away locks nobody out.
      if (error instanceof OAuthError && error.code === "temporarily_unavailable") await attempt.succeeded();
      throw error;
    }
  };

  /** From where somebody comes: their record there, "" for none, and what an identity provider has said of them. */
  interface Origin {
    readonly oauthId: string;
    readonly identity?: SessionIdentity | undefined;
  }

  /** Opens a session for a user whose first step succeeded, or asks for their second factor. */
  const admit = async (request: TokenRequest, client: Client, person: Person, origin: Origin): Promise<TokenAnswer> => {
    requireAdmission(person, clock.now());
    const { oauthId, identity } = origin;
    const chosen = chosenBy(request, person);
    const scope = scopeOf(request, client);
    if (person.hasSecondFactor) {
      const { tenantId, userId, passwordHash } = person;
      const credential = credentialOf(passwordHash);
      const challenge = await challenges.issue({ tenantId, userId, clientId: client.clientId, credential, ...chosen, oauthId, scope });
      if (identity !== undefined) await identities.store({ tenantId, id: challenge }, identity);
      throw new SecondFactorRequired({ challenge, ...(await offeredTo(person)), expires_in: challenges.seconds });
    }
    return open(request, client, person, { chosen, oauthId, scope, hasFactor: false, identity });
  };

  /** How a person may complete their sign-in now. */
  const offeredTo = async (person: Person): Promise<{ readonly methods: readonly string[]; readonly textRefusal: Text | undefined }> => {
    const methods = (await factors.stateOf(person))?.methods ?? [];
    const textRefusal = methods.includes("sms") ? await textCodes.obstacle(person.tenantId) : undefined;
    return { methods: [...methods.filter((method) => method !== "sms" || textRefusal === undefined), "recovery"], textRefusal };
  };

  interface Opening {
    readonly chosen: Chosen;
    readonly oauthId: string;
    readonly scope: string;
    readonly hasFactor: boolean;
    /** What an identity provider has said in this request. */
    readonly identity?: SessionIdentity | undefined;
    /** The first step, with which that is kept where this is the second. */
    readonly challenge?: string;
  }

  const open = async (request: TokenRequest, client: Client, person: Person, opening: Opening) => {
    const { chosen, oauthId, scope, hasFactor, identity, challenge } = opening;
    const named = deviceIn(request.parameters);
    const device = named === undefined ? undefined : await devices.admit(person, named, request);
    const session = await sessions.open({
      tenantId: person.tenantId,
      userId: person.userId,
      clientId: client.clientId,
      passwordHash: person.passwordHash,
      ...chosen,
      seconds: client.refreshTokenSeconds,
      hasFactor,
      origin: request,
      deviceId: device?.id,
    });
    const { tenantId } = person;
    if (identity !== undefined) await identities.store({ tenantId, id: session.id }, identity);
    if (challenge !== undefined && oauthId !== "") await identities.move({ tenantId, id: challenge }, session.id);
    const answer = await answers.forPerson(person, session, { client, oauthId, scope });
    return device?.secret === undefined ? answer : { ...answer, device_secret: device.secret };
  };

  /** The second step of a sign-in by whichever grant. */
  const bySecondFactor = async (request: TokenRequest, client: Client): Promise<TokenAnswer> => {
    const challenge = required(request.parameters["challenge"], "challenge");
    const code = required(request.parameters["code"], "code");
    const { method: named = "" } = request.parameters;
    const method = factorMethodOf(named);
    if (named !== "" && method === undefined) throw unknownMethod();
    const pending = await challenges.attempt(challenge, client.clientId);
    if (pending === undefined) throw challengeOver();
    const { tenantId, userId, deptIds, roleIds, oauthId, scope } = pending;
    const attempt = await failures.begin(
      { account: factorSubject(tenantId, userId), address: request.address },
      await failureLimits(database),
    );
    if (!attempt.isAdmitted) throw tooManyFailures();
    const person = await personById(database, tenantId, userId);
    // Another password, or the factor was taken away: what was proved in the first step counts no more.
    if (person === undefined || credentialOf(person.passwordHash) !== pending.credential || !person.hasSecondFactor) throw challengeOver();
    requireAdmission(person, clock.now());
    if ((await factors.prove(person, code, method)) === undefined) throw wrongFactorCode();
    await attempt.succeeded();
    if (!(await challenges.redeem(challenge))) throw challengeOver();
    return open(request, client, person, { chosen: { deptIds, roleIds }, oauthId, scope, hasFactor: true, challenge });
  };

  const byOtherPlatform = async (request: TokenRequest, client: Client): Promise<TokenAnswer> => {
    // The tenant parameter is required, but the record's tenant counts (docs/wire.md §8).
    tenantOf(request);
    const returned = {
      source: required(request.parameters["source"], "source"),
      code: required(request.parameters["code"], "code"),
      state: required(request.parameters["state"], "state"),
    };
    const { record, person, identity } = await social({
      ...returned,
      stateCookie: request.stateCookie,
      address: request.address,
      loggedAs: request.loggedAs,
    });
    if (person !== undefined) return admit(request, client, person, { oauthId: record.id, identity });
    const session = await sessions.open({
      tenantId: record.tenantId,
      userId: guestUserId,
      clientId: client.clientId,
      passwordHash: "",
      deptIds: undefined,
      roleIds: undefined,
      seconds: guestSeconds,
      hasFactor: false,
      origin: request,
    });
    return answers.forGuest(session, { client, oauthId: record.id, scope: scopeOf(request, client) });
  };

  const byRefreshToken = async (request: TokenRequest, client: Client): Promise<TokenAnswer> => {
    const claims = await tokens.read(required(request.parameters["refresh_token"], "refresh_token"), "refresh_token");
    // The token says whose it is; a tenant that is named all the same must be that one.
    const named = namedTenant(request);
    if (claims === undefined || (named !== "" && named !== claims.tenant_id)) throw refreshRefused();
    const { tenant_id: tenantId, user_id: userId } = claims;
    const admitted = async (): Promise<Person> => {
      const found = await personById(database, tenantId, userId);
      if (found === undefined) throw refreshRefused();
      requireAdmission(found, clock.now());
      return found;
    };
    const known = await admitted();
    const obstacle = claims.oauth_id === "" ? undefined : await identities.obstacle({ tenantId, id: claims.sid }, userId, request);
    if (obstacle?.endsSession === true) await sessions.end(claims.sid);
    if (obstacle !== undefined) throw obstacle.refusal;
    // With the roles and departments that the provider has given them now.
    const person = claims.oauth_id === "" ? known : await admitted();
    const chosen = chosenBy(request, person);
    const session = await sessions.renew(claims.sid, claims.jti, { ...chosen, seconds: client.refreshTokenSeconds });
    const isSame =
      session !== undefined &&
      session.userId === person.userId &&
      session.clientId === client.clientId &&
      (session.hasFactor || !person.hasSecondFactor) &&
      session.credential === credentialOf(person.passwordHash);
    if (!isSame) throw refreshRefused();
    return answers.forPerson(person, session, { client, oauthId: claims.oauth_id, scope: scopeOf(request, client) });
  };

  return async (request) => {
    const client = await authenticatedClient(database, storageKey, request.authorization);
    const grant = required(request.parameters["grant_type"], "grant_type");
    if (!isGrant(grant)) throw unknownGrant();
    // The second step belongs to a grant that the client was allowed.
    if (grant !== "second_factor" && !client.grantTypes.has(grant)) throw grantNotAllowed();
    scopeOf(request, client);
    switch (grant) {
      case "refresh_token":
        return byRefreshToken(request, client);
      case "social":
        return byOtherPlatform(request, client);
      case "second_factor":
        return bySecondFactor(request, client);
      default:
        return byPassword(request, client);
    }
  };
}
