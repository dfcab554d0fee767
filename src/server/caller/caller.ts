// Who calls: the person behind a bearer token, as every endpoint sees them.

import type { FieldLimit } from "../access/field-permissions.ts";
import type { RowLimit } from "../access/row-rule.ts";

export interface Caller {
  readonly userId: string;
  readonly tenantId: string;
  readonly account: string;
  readonly realName: string;
  readonly roleIds: readonly string[];
  readonly deptIds: readonly string[];
  readonly postIds: readonly string[];
  /** Role aliases (docs/wire.md §3), such as "administrator" or "admin". */
  readonly roleAliases: readonly string[];
  readonly clientId: string;
  readonly sessionId: string;
  /** The platform's administrator: alias `administrator` in tenant 000000 (docs/wire.md §8). */
  readonly isAdministrator: boolean;
  /** Alias `admin`: full rights inside the own tenant. */
  readonly isTenantAdmin: boolean;
  /** Button and permission codes granted by the roles' menus. */
  readonly permissions: ReadonlySet<string>;
  /** The limits of the roles' data scopes, and of a channel's user, by resource name; resources that are not named are not limited. */
  readonly rowLimits: ReadonlyMap<string, RowLimit>;
  /** The channels of a channel's user, their own and those below it; undefined for others. `rowLimits` narrows to them already. */
  readonly channelIds?: readonly string[] | undefined;
  /** The fields that the roles' data scopes leave out of the rows of resources, by their names; of a resource that is not named none. */
  readonly fieldLimits: ReadonlyMap<string, FieldLimit>;
  /** The API token of the call, by its name; undefined in a session. */
  readonly tokenName?: string | undefined;
}

/** The caller as logs name them: the account, and the API token it was called with. */
export const accountWithToken = ({ account, tokenName }: Pick<Caller, "account" | "tokenName">): string =>
  tokenName === undefined ? account : `${account} · ${tokenName}`;

/** The tenant whose administrator is the platform's (docs/specification.md §9). */
export const platformTenant = "000000";

/** A caller without roles and rights. Names nobody unless a person is given: an endpoint that is open to anybody, or a job's starter. */
export function callerWithoutRights(person: Partial<Pick<Caller, "userId" | "tenantId" | "account">> = {}): Caller {
  return {
    userId: "",
    tenantId: platformTenant,
    account: "",
    realName: "",
    roleIds: [],
    deptIds: [],
    postIds: [],
    roleAliases: [],
    clientId: "",
    sessionId: "",
    isAdministrator: false,
    isTenantAdmin: false,
    permissions: new Set(),
    rowLimits: new Map(),
    fieldLimits: new Map(),
    ...person,
  };
}
