// Resolves a bearer token to its caller with all their rights, cached until any rights change.
import type { Model } from "#schema/model";
import { platformTenant, type Caller } from "../caller/caller.ts";
import { mayCallPath, pathScopes, type PathScope } from "../access/api-scopes.ts";
import { limitsOf } from "../access/data-scopes.ts";
import { channelIn, channelLimits, channelsOf, withinBoth } from "../access/own-channels.ts";
import { grantsOf, loadApiScopes } from "../access/grants.ts";
import { loadMenuForest, type MenuForest } from "../access/menu-forest.ts";
import { administratorAlias, codesOf, entitledEntries, tenantAdminAlias } from "../access/permissions.ts";
import type { RowLimit } from "../access/row-rule.ts";
import { createPlatformVersion, loadedOnce, PerVersion } from "../access/version.ts";
import { unauthenticated } from "../http/errors.ts";
import type { Clock } from "../store/clock.ts";
import type { Database } from "../store/database.ts";
import { hasExpired, personById, rolesOf, userStatus, type Person, type PersonRole } from "./people.ts";
import { credentialOf, type Session, type Sessions } from "./sessions.ts";
import type { Tokens } from "./token.ts";
import { findClient } from "./clients.ts";

/** A caller and their rights. */
export interface KnownCaller {
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
  /** Whether the platform's API scopes allow a path, independent of keys. */
  readonly mayCall: (path: string) => boolean;
}

export interface Callers {
  /** The caller of a bearer token; undefined when it is not valid now. */
  ofToken(token: string): Promise<KnownCaller | undefined>;
  /** The rights of a caller whose token was valid when the request arrived. */
  known(caller: Caller): Promise<KnownCaller>;
  /** A person with the rights that they have now, in the roles and departments of a call they made before; undefined where they may not sign in. */
  ofPerson(person: Pick<Caller, "tenantId" | "userId" | "clientId" | "roleIds" | "deptIds">): Promise<Caller | undefined>;
  /** Drops the cached caller of one session only. */
  forget(sessionId: string): void;
  /** The current menu. */
  menu(): Promise<MenuForest>;
  /** Whether the platform currently has such a tenant. */
  isTenant(tenantId: string): Promise<boolean>;
}

export interface CallersOptions {
  readonly model: Model;
  readonly database: Database;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly sessions: Sessions;
}

/** More are looked up anew; a bound on memory, not on people. */
const mostRemembered = 10_000;

/** Departments or roles a session was narrowed to, as far as the user still has them. */
function narrowed(all: readonly string[], chosen: readonly string[] | undefined): readonly string[] {
  return chosen === undefined ? all : all.filter((id) => chosen.includes(id));
}

/** Data that was loaded under one version of the platform. */
interface PlatformFacts {
  readonly tenants: Map<string, Promise<boolean>>;
  readonly menu: () => Promise<MenuForest>;
  readonly pathScopes: () => Promise<readonly PathScope[]>;
}

/** A cached caller, with the basis on which it is valid. */
interface RememberedCaller {
  readonly basis: string;
  readonly caller: Promise<KnownCaller | undefined>;
}

export function createCallers({ model, database, clock, tokens, sessions }: CallersOptions): Callers {
  const perVersion = new PerVersion<PlatformFacts>(() => ({
    tenants: new Map(),
    menu: loadedOnce(() => loadMenuForest(database)),
    pathScopes: loadedOnce(async () => pathScopes(await loadApiScopes(database))),
  }));
  const readPlatformVersion = createPlatformVersion(database);
  const platformFacts = async () => perVersion.of(await readPlatformVersion());
  const rememberedCallers = new Map<string, RememberedCaller>();

  const lookUp = async (session: Session, facts: PlatformFacts, checksPassword = true): Promise<KnownCaller | undefined> => {
    const [person, client] = await Promise.all([
      personById(database, session.tenantId, session.userId),
      findClient(database, session.clientId),
    ]);
    if (person === undefined || client === undefined) return undefined;
    if (person.status !== userStatus.active || !person.isTenantInUse) return undefined;
    if (checksPassword && credentialOf(person.passwordHash) !== session.credential) return undefined;
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
    const entries = entitledEntries({
      model,
      forest,
      isAdministrator,
      isTenantAdmin,
      granted: granted.menus,
      packaged: person.packagedMenus,
    });
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
      roleAliases: aliases,
      clientId: session.clientId,
      sessionId: session.id,
      isAdministrator,
      isTenantAdmin,
      permissions: codesOf(forest, entries),
      rowLimits:
        channelIds === undefined ? scopedRows : withinBoth(scopedRows, channelLimits(model, { channelIds, userId: person.userId })),
      channelIds,
      fieldLimits: limits?.fields ?? new Map(),
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
      mayCall: (path) => !isLimited || mayCallPath(scopes, apiScopeIds, path),
    };
  };

  /**
   * The current caller of a session: loaded again when the rights of its tenant or of the platform, its password, or its narrowing changed.
   */
  const current = async (sessionId: string): Promise<{ readonly session: Session; readonly authenticated: KnownCaller } | undefined> => {
    const living = await sessions.find(sessionId);
    if (living === undefined) {
      rememberedCallers.delete(sessionId);
      return undefined;
    }
    const { session, platformVersion, tenantVersion } = living;
    const basis = JSON.stringify([platformVersion, tenantVersion, session.credential, session.deptIds ?? null, session.roleIds ?? null]);
    const authenticated = await remembered(sessionId, basis, () => lookUp(session, perVersion.of(platformVersion)));
    return authenticated === undefined ? undefined : { session, authenticated };
  };

  /** A look-up that is still good, or a new one; one that fails is tried again by the next request. */
  const remembered = (sessionId: string, basis: string, look: () => Promise<KnownCaller | undefined>): Promise<KnownCaller | undefined> => {
    const cached = rememberedCallers.get(sessionId);
    if (cached?.basis === basis) return cached.caller;
    if (rememberedCallers.size >= mostRemembered) rememberedCallers.clear();
    const made: RememberedCaller = { basis, caller: look() };
    rememberedCallers.set(sessionId, made);
    made.caller.catch(() => rememberedCallers.get(sessionId) === made && rememberedCallers.delete(sessionId));
    return made.caller;
  };

  return {
    ofToken: async (token) => {
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
    known: async (caller) => {
      const living = await current(caller.sessionId);
      if (living === undefined) throw unauthenticated(); // ended since the request came
      return living.authenticated;
    },
    ofPerson: async ({ tenantId, userId, clientId, roleIds, deptIds }) => {
      const session: Session = {
        id: "",
        tenantId,
        userId,
        clientId,
        credential: "",
        refreshId: "",
        deptIds,
        roleIds,
        lastUsedAt: 0,
        expiresAt: 0,
      };
      const known = await lookUp(session, await platformFacts(), false);
      return known === undefined || hasExpired(known.person, clock.now()) ? undefined : known.caller;
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
      if (tenants.size >= mostRemembered) tenants.clear();
      tenants.set(tenantId, lookup);
      lookup.catch(() => tenants.delete(tenantId));
      return lookup;
    },
  };
}
