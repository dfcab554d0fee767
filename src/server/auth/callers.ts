// Who is behind a bearer token: the caller of a request with all their rights, remembered until anything about rights changes.
import type { Model } from "#schema/model";
import { platformTenant, type Caller } from "../caller/caller.ts";
import { mayCallPath, pathScopes, type PathScope } from "../access/api-scopes.ts";
import { limitsOf } from "../access/data-scopes.ts";
import { heldBy, loadApiScopes } from "../access/grants.ts";
import { loadMenuForest, type MenuForest } from "../access/menu-forest.ts";
import { administratorAlias, codesOf, entitledEntries, tenantAdminAlias } from "../access/permissions.ts";
import { loadedOnce, PerVersion } from "../access/version.ts";
import { unauthenticated } from "../http/errors.ts";
import type { Clock } from "../store/clock.ts";
import type { Database } from "../store/database.ts";
import { hasExpired, personById, rolesOf, userStatus, type Person, type PersonRole } from "./people.ts";
import { credentialOf, type Session, type Sessions } from "./sessions.ts";
import type { Tokens } from "./token.ts";
import { findClient } from "./clients.ts";

/** A caller and what they may use. */
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
  /** Whether the API scopes of the platform leave a path open to them, whatever keys they hold. */
  readonly mayCall: (path: string) => boolean;
}

export interface Callers {
  /** The caller of a bearer token, if it is good at this moment. */
  ofToken(token: string): Promise<KnownCaller | undefined>;
  /** What else is known of a caller whose token was good when the request came. */
  known(caller: Caller): Promise<KnownCaller>;
  /** The menu as it is at this moment. */
  menu(): Promise<MenuForest>;
  /** Whether the platform has such a tenant at this moment. */
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
const rememberedCallers = 10_000;

/** Departments or roles a session was narrowed to, as far as the person still has them. */
function narrowed(all: readonly string[], chosen: readonly string[] | undefined): readonly string[] {
  return chosen === undefined ? all : all.filter((id) => chosen.includes(id));
}

/** What was looked up under one version of the rights. */
interface Remembered {
  readonly callers: Map<string, Promise<KnownCaller | undefined>>;
  readonly tenants: Map<string, Promise<boolean>>;
  readonly menu: () => Promise<MenuForest>;
  readonly pathScopes: () => Promise<readonly PathScope[]>;
}

export function createCallers({ model, database, clock, tokens, sessions }: CallersOptions): Callers {
  const perVersion = new PerVersion<Remembered>(database, () => ({
    callers: new Map(), tenants: new Map(), menu: loadedOnce(() => loadMenuForest(database)), pathScopes: loadedOnce(async () => pathScopes(await loadApiScopes(database))),
  }));

  const look = async (sessionId: string, remembered: Remembered): Promise<KnownCaller | undefined> => {
    const session = await sessions.find(sessionId);
    if (session === undefined) return undefined;
    const [person, client] = await Promise.all([personById(database, session.tenantId, session.userId), findClient(database, session.clientId)]);
    if (person === undefined || client === undefined) return undefined;
    if (person.status !== userStatus.active || !person.isTenantInUse || credentialOf(person.keptPassword) !== session.credential) return undefined;
    const [forest, scopes] = await Promise.all([remembered.menu(), remembered.pathScopes()]);
    const all = await rolesOf(database, person.tenantId, person.roleIds);
    const chosen = new Set(narrowed(person.roleIds, session.roleIds));
    const roles = all.filter((role) => chosen.has(role.id));
    const aliases = roles.map((role) => role.alias);
    const isAdministrator = person.tenantId === platformTenant && aliases.includes(administratorAlias);
    const isTenantAdmin = aliases.includes(tenantAdminAlias);
    const deptIds = narrowed(person.deptIds, session.deptIds);
    const held = await heldBy(database, { tenantId: person.tenantId }, { roleIds: roles.map((role) => role.id), allRoleIds: all.map((role) => role.id), deptIds });
    const entries = entitledEntries({ model, forest, isAdministrator, isTenantAdmin, granted: held.menus, packaged: person.packagedMenus });
    // Administrators are never limited (contract §8).
    const isLimited = !isAdministrator && !isTenantAdmin;
    const limits = isLimited ? limitsOf(model, held.dataScopes, { userId: person.userId, tenantId: person.tenantId, deptIds, branchIds: held.branchIds }) : undefined;
    const apiScopeIds = new Set(held.apiScopes.map(({ id }) => id));
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
      rowLimits: limits?.rows ?? new Map(),
      fieldLimits: limits?.fields ?? new Map(),
    };
    return {
      caller, person, roles, session, entries, forest, dataScopeIds: new Set(held.dataScopes.map(({ id }) => id)), apiScopeIds,
      mayCall: (path) => !isLimited || mayCallPath(scopes, apiScopeIds, path),
    };
  };

  /** Remembers a look-up under its key; a failed one is tried again by the next request. */
  const remember = <T>(known: Map<string, Promise<T>>, key: string, load: () => Promise<T>): Promise<T> => {
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= rememberedCallers) known.clear();
    const loading = load();
    known.set(key, loading);
    loading.catch(() => known.delete(key));
    return loading;
  };

  return {
    ofToken: async (token) => {
      const claims = await tokens.read(token, "access_token");
      if (claims === undefined) return undefined;
      const remembered = await perVersion.get();
      const known = await remember(remembered.callers, claims.sid, () => look(claims.sid, remembered));
      if (known === undefined || known.person.userId !== claims.user_id || known.person.tenantId !== claims.tenant_id) return undefined;
      // Time passes without any change of rights.
      if (hasExpired(known.person, clock.now())) return undefined;
      await sessions.noteUse(known.session);
      return known;
    },
    known: async (caller) => {
      const remembered = await perVersion.get();
      const known = await remember(remembered.callers, caller.sessionId, () => look(caller.sessionId, remembered));
      if (known === undefined) throw unauthenticated(); // ended since the request came
      return known;
    },
    menu: async () => (await perVersion.get()).menu(),
    isTenant: async (tenantId) => {
      const remembered = await perVersion.get();
      return remember(remembered.tenants, tenantId, async () => {
        // As the owner: tenants belong to the platform.
        const [answer] = await database.owner.read([{ sql: "select 1 from tenant where tenant_id = $1 and is_deleted = 0", parameters: [tenantId] }]);
        return answer?.rowCount === 1;
      });
    },
  };
}
