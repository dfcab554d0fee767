// Resolves a bearer token to its caller with all their rights, cached until any rights change.
import type { Model } from "#schema/model";
import { platformTenant, type Caller } from "../caller/caller.ts";
import { mayCallPath, pathScopes, type PathScope } from "../access/api-scopes.ts";
import { clientLimitOf, type ClientLimit } from "../access/client-limits.ts";
import { limitsOf } from "../access/data-scopes.ts";
import { channelIn, channelLimits, channelsOf, withinBoth } from "../access/own-channels.ts";
import { grantsOf, loadApiScopes } from "../access/grants.ts";
import { loadMenuForest, type MenuForest } from "../access/menu-forest.ts";
import { administratorAlias, codesOf, entitledEntries, tenantAdminAlias } from "../access/permissions.ts";
import { entriesOfToken } from "../access/token-limits.ts";
import type { RowLimit } from "../access/row-rule.ts";
import { createPlatformVersion, loadedOnce, PerVersion } from "../access/version.ts";
import { unauthenticated } from "../http/errors.ts";
import type { Clock } from "../store/clock.ts";
import type { Database } from "../store/database.ts";
import { hashOfToken, isApiToken, type ApiTokens, type LivingToken } from "./api-tokens.ts";
import { hasExpired, isFactorRequired, personById, rolesOf, userStatus, type Person, type PersonRole } from "./people.ts";
import { credentialOf, type Session, type Sessions } from "./sessions.ts";
import { rightsFollower } from "./tables.ts";
import type { Tokens } from "./token.ts";
import { findClient } from "./clients.ts";
import type { ChangeSubscriptions } from "../contract.ts";

/** A caller and their rights. */
export interface CallerWithRights {
  readonly caller: Caller;
  readonly person: Person;
  readonly roles: readonly PersonRole[];
  readonly session: Session;
  /** Ids of the menus and buttons they may use. */
  readonly entries: ReadonlySet<string>;
  readonly forest: MenuForest;
  /** Ids of the data scopes and API scopes that their roles hold. */
  readonly dataScopeIds: ReadonlySet<string>;
  readonly apiScopeIds: ReadonlySet<string>;
  /** Whether the platform's API scopes and the limits of their client allow a path, independent of keys. */
  readonly mayCall: (path: string) => boolean;
  /** What their tenant lets the client call that they signed in with; undefined: everything. */
  readonly clientLimit: ClientLimit | undefined;
  /** They call with an API token, within its permissions. */
  readonly isToken: boolean;
  /** Their tenant wants a second factor of them. */
  readonly requiresFactor: boolean;
}

/** A user without a call. */
export type UserWithRights = Pick<CallerWithRights, "caller" | "mayCall">;

/** Who made a call, as it is remembered for work that follows from it. */
type PastCaller = Pick<Caller, "tenantId" | "userId" | "clientId" | "sessionId" | "roleIds" | "deptIds">;

export interface Callers {
  /** The caller of a bearer token, or of an API token; undefined when it is not valid now. */
  ofToken(token: string, address: string): Promise<CallerWithRights | undefined>;
  /** The rights of a caller whose token was valid when the request arrived. */
  withRights(caller: Caller): Promise<CallerWithRights>;
  /**
   * Whoever made a call before with the rights that they have now, in the roles and departments of that call, or within its API token;
   * undefined where they may not call any more.
   */
  ofPerson(person: PastCaller): Promise<Caller | undefined>;
  /**
   * A user in all their roles and departments, with the rights that they have now: for work in their name that no call began. Undefined where
   * they may not sign in.
   */
  ofUser(user: Pick<Caller, "tenantId" | "userId">): Promise<UserWithRights | undefined>;
  /** Drops the cached caller of one session only. */
  forget(sessionId: string): void;
  /** The current menu. */
  menu(): Promise<MenuForest>;
  /** Whether the platform currently has such a tenant. */
  isTenant(tenantId: string): Promise<boolean>;
}

interface CallersOptions {
  readonly model: Model;
  readonly database: Database;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly sessions: Sessions;
  readonly apiTokens: ApiTokens;
  /** What is known of webhooks, which is to be as new as a session that was looked up. */
  readonly subscriptions?: Pick<ChangeSubscriptions, "require"> | undefined;
}

/** More are looked up anew; a bound on memory, not on people. */
const maxCached = 10_000;

/** Departments or roles a session was narrowed to, as far as the user still has them. */
function narrowed(all: readonly string[], chosen: readonly string[] | undefined): readonly string[] {
  return chosen === undefined ? all : all.filter((id) => chosen.includes(id));
}

/** Before the hash of an API token, where others have the id of a session. */
const ofApiToken = "token:";

/** What stands for a session in a call with an API token; there is none in the database. */
const sessionOfToken = (hash: string, token: Pick<LivingToken, "tenantId" | "userId"> | undefined): Session => ({
  id: ofApiToken + hash,
  tenantId: token?.tenantId ?? "",
  userId: token?.userId ?? "",
  clientId: "",
  credential: "",
  refreshId: "",
  deptIds: undefined,
  roleIds: undefined,
  lastUsedAt: 0,
  expiresAt: 0,
  hasFactor: false,
});

/** Data that was loaded under one version of the platform. */
interface PlatformFacts {
  readonly tenants: Map<string, Promise<boolean>>;
  readonly menu: () => Promise<MenuForest>;
  readonly pathScopes: () => Promise<readonly PathScope[]>;
}

/** A cached caller, with the basis on which it is valid. */
interface RememberedCaller {
  readonly basis: string;
  readonly caller: Promise<CallerWithRights | undefined>;
}

export function createCallers({ model, database, clock, tokens, sessions, apiTokens, subscriptions }: CallersOptions): Callers {
  // What is cached by versions needs them to count up.
  database.followWrites("rights", rightsFollower);
  const perVersion = new PerVersion<PlatformFacts>(() => ({
    tenants: new Map(),
    menu: loadedOnce(() => loadMenuForest(database)),
    pathScopes: loadedOnce(async () => pathScopes(await loadApiScopes(database))),
  }));
  const readPlatformVersion = createPlatformVersion(database);
  const platformFacts = async () => perVersion.of(await readPlatformVersion());
  const rememberedCallers = new Map<string, RememberedCaller>();

  /** Whether a session still counts for its person: its client, their password and their second factor are those it was opened with. */
  const isOfToday = async (session: Session, person: Person): Promise<boolean> =>
    (await findClient(database, session.clientId)) !== undefined &&
    credentialOf(person.passwordHash) === session.credential &&
    (session.hasFactor || !person.hasSecondFactor);

  const lookUp = async (
    session: Session,
    facts: PlatformFacts,
    token: LivingToken | undefined,
    isOpen: (session: Session, person: Person) => Promise<boolean> = isOfToday,
  ): Promise<CallerWithRights | undefined> => {
    const person = await personById(database, session.tenantId, session.userId);
    if (person === undefined || person.status !== userStatus.active || !person.isTenantInUse) return undefined;
    if (token === undefined && !(await isOpen(session, person))) return undefined;
    const clientLimit = await clientLimitOf(database, { tenantId: person.tenantId }, session.clientId);
    const [forest, scopes] = await Promise.all([facts.menu(), facts.pathScopes()]);
    const all = await rolesOf(database, person.tenantId, person.roleIds);
    const chosen = new Set(narrowed(person.roleIds, session.roleIds));
    const roles = all.filter((role) => chosen.has(role.id));
    const aliases = roles.map((role) => role.alias);
    const isAdministrator = person.tenantId === platformTenant && aliases.includes(administratorAlias);
    const isTenantAdmin = aliases.includes(tenantAdminAlias);
    const deptIds = narrowed(person.deptIds, session.deptIds);
    const granted = await grantsOf(
      database,
      { tenantId: person.tenantId },
      { roleIds: roles.map((role) => role.id), allRoleIds: all.map((role) => role.id), deptIds },
    );
    const entitled = entitledEntries({
      model,
      forest,
      isAdministrator,
      isTenantAdmin,
      granted: granted.menus,
      packaged: person.packagedMenus,
    });
    const entries = token === undefined ? entitled : entriesOfToken(forest, entitled, token.menuIds);
    // Administrators are never limited.
    const isLimited = !isAdministrator && !isTenantAdmin;
    const limits = isLimited
      ? limitsOf(model, granted.dataScopes, { userId: person.userId, tenantId: person.tenantId, deptIds, branchIds: granted.branchIds })
      : undefined;
    const scopedRows = limits?.rows ?? new Map<string, RowLimit>();
    // Whoever is a channel's user is limited to it, whatever their roles are; the platform's administrator belongs to no channel.
    const channel = isAdministrator ? undefined : channelIn(person.extension);
    const channelIds = channel === undefined ? undefined : await channelsOf(database, person.tenantId, channel);
    const apiScopeIds = new Set(granted.apiScopes.map(({ id }) => id));
    const caller: Caller = {
      userId: person.userId,
      tenantId: person.tenantId,
      account: person.account,
      realName: person.realName,
      roleIds: roles.map((role) => role.id),
      deptIds,
      postIds: person.postIds,
      roleAliases: aliases,
      clientId: session.clientId,
      sessionId: session.id,
      // Keys are all that a token has.
      isAdministrator: isAdministrator && token === undefined,
      isTenantAdmin: isTenantAdmin && token === undefined,
      permissions: codesOf(forest, entries),
      rowLimits:
        channelIds === undefined ? scopedRows : withinBoth(scopedRows, channelLimits(model, { channelIds, userId: person.userId })),
      channelIds,
      fieldLimits: limits?.fields ?? new Map(),
      ...(token === undefined ? {} : { tokenName: token.name }),
    };
    return {
      caller,
      person,
      roles,
      session,
      entries,
      forest,
      dataScopeIds: new Set(granted.dataScopes.map(({ id }) => id)),
      apiScopeIds,
      mayCall: (path) =>
        (!isLimited || mayCallPath(scopes, apiScopeIds, path)) && (clientLimit === undefined || clientLimit(path, clock.now())),
      requiresFactor: isFactorRequired(person, aliases),
      clientLimit,
      isToken: token !== undefined,
    };
  };

  /**
   * The current caller of a session: loaded again when the rights of its tenant or of the platform, its password, or its narrowing changed.
   */
  const current = async (
    sessionId: string,
  ): Promise<{ readonly session: Session; readonly authenticated: CallerWithRights } | undefined> => {
    if (sessionId.startsWith(ofApiToken)) return currentOfToken(sessionId.slice(ofApiToken.length));
    const living = await sessions.find(sessionId);
    if (living === undefined) {
      rememberedCallers.delete(sessionId);
      return undefined;
    }
    const { session, platformVersion, tenantVersion } = living;
    await subscriptions?.require(living.subscriptionVersion, session.tenantId);
    const basis = JSON.stringify([
      platformVersion,
      tenantVersion,
      session.credential,
      session.deptIds ?? null,
      session.roleIds ?? null,
      session.hasFactor,
    ]);
    const authenticated = await remembered(sessionId, basis, () => lookUp(session, perVersion.of(platformVersion), undefined));
    return authenticated === undefined ? undefined : { session, authenticated };
  };

  /** The same of an API token, by its hash. */
  const currentOfToken = async (hash: string) => {
    const token = await apiTokens.find(hash);
    const session = sessionOfToken(hash, token);
    if (token === undefined) {
      rememberedCallers.delete(session.id);
      return undefined;
    }
    const { platformVersion, tenantVersion, menuIds, name } = token;
    await subscriptions?.require(token.subscriptionVersion, session.tenantId);
    const basis = JSON.stringify([platformVersion, tenantVersion, menuIds, name]);
    const authenticated = await remembered(session.id, basis, () => lookUp(session, perVersion.of(platformVersion), token));
    return authenticated === undefined ? undefined : { session, authenticated, token };
  };

  /** A look-up that is still good, or a new one; one that fails is tried again by the next request. */
  const remembered = (
    sessionId: string,
    basis: string,
    look: () => Promise<CallerWithRights | undefined>,
  ): Promise<CallerWithRights | undefined> => {
    const cached = rememberedCallers.get(sessionId);
    if (cached?.basis === basis) return cached.caller;
    if (rememberedCallers.size >= maxCached) rememberedCallers.clear();
    const made: RememberedCaller = { basis, caller: look() };
    rememberedCallers.set(sessionId, made);
    made.caller.catch(() => rememberedCallers.get(sessionId) === made && rememberedCallers.delete(sessionId));
    return made.caller;
  };

  return {
    ofToken: async (token, address) => {
      if (isApiToken(token)) {
        const living = await currentOfToken(hashOfToken(token));
        if (living === undefined || hasExpired(living.authenticated.person, clock.now())) return undefined;
        await apiTokens.recordUse(living.token, address);
        return living.authenticated;
      }
      const claims = await tokens.read(token, "access_token");
      if (claims === undefined) return undefined;
      const living = await current(claims.sid);
      if (
        living === undefined ||
        living.authenticated.person.userId !== claims.user_id ||
        living.authenticated.person.tenantId !== claims.tenant_id
      )
        return undefined;
      // Time passes without any change of rights.
      if (hasExpired(living.authenticated.person, clock.now())) return undefined;
      await sessions.recordUse(living.session);
      return living.authenticated;
    },
    withRights: async (caller) => {
      const living = await current(caller.sessionId);
      // Ended since the request came, or run out.
      if (living === undefined || hasExpired(living.authenticated.person, clock.now())) throw unauthenticated();
      return living.authenticated;
    },
    ofPerson: async ({ tenantId, userId, clientId, sessionId, roleIds, deptIds }) => {
      if (sessionId.startsWith(ofApiToken)) return (await currentOfToken(sessionId.slice(ofApiToken.length)))?.authenticated.caller;
      const session: Session = { ...sessionOfToken("", { tenantId, userId }), id: sessionId, clientId, deptIds, roleIds };
      // What was begun goes on although its session has ended; the client must still be there.
      const found = await lookUp(
        session,
        await platformFacts(),
        undefined,
        async () => (await findClient(database, clientId)) !== undefined,
      );
      return found === undefined || hasExpired(found.person, clock.now()) ? undefined : found.caller;
    },
    ofUser: async (user) => {
      const found = await lookUp(sessionOfToken("", user), await platformFacts(), undefined, () => Promise.resolve(true));
      return found === undefined || hasExpired(found.person, clock.now()) ? undefined : found;
    },
    forget: (sessionId) => void rememberedCallers.delete(sessionId),
    menu: async () => (await platformFacts()).menu(),
    isTenant: async (tenantId) => {
      const { tenants } = await platformFacts();
      const cached = tenants.get(tenantId);
      if (cached !== undefined) return cached;
      // As the owner: tenants belong to the platform.
      const lookup = database.authentication
        .read("all tenants", [{ sql: "select 1 from tenant where tenant_id = $1 and is_deleted = 0", parameters: [tenantId] }])
        .then(([answer]) => answer?.rowCount === 1);
      if (tenants.size >= maxCached) tenants.clear();
      tenants.set(tenantId, lookup);
      lookup.catch(() => tenants.delete(tenantId));
      return lookup;
    },
  };
}
