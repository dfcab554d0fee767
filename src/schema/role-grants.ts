// What a definition gives to roles that a new installation brings: levels, or single keys.
import type { ResourceModel } from "./model.ts";
import { permissionsOf, type PermissionKind } from "./permissions.ts";
import type { ResourceData } from "./resource-data.ts";

/** The resource of roles, whose seed rows have the aliases. */
export const roleResource = "role";

/** read: the screen, and to look at rows; write: to add and change them as well; all: every key but that of deleting for good. */
export const grantLevels = ["read", "write", "all"] as const;
type GrantLevel = (typeof grantLevels)[number];

/** A level, or what exactly: view, add, edit, delete, sensitive, and actions by their names. */
export type RoleGrant = GrantLevel | readonly string[];
export type RoleGrants = Readonly<Record<string, RoleGrant | undefined>>;

const levels: Readonly<Record<GrantLevel, (kind: PermissionKind) => boolean>> = {
  read: (kind) => kind === "view",
  write: (kind) => kind === "view" || kind === "add" || kind === "edit",
  // What nothing brings back is left to administrators until they grant it.
  all: (kind) => kind !== "purge",
};

interface AliasedRow {
  readonly roleAlias?: unknown;
  readonly children?: unknown;
}

const isRow = (row: unknown): row is AliasedRow => typeof row === "object" && row !== null;

/** The aliases of the roles that a new installation brings, each once. */
export function roleAliases({ seed = [] }: Pick<ResourceData, "seed">): readonly string[] {
  const below = (rows: readonly unknown[]): readonly string[] =>
    rows
      .filter(isRow)
      .flatMap(({ roleAlias, children }) => [
        ...(typeof roleAlias === "string" ? [roleAlias] : []),
        ...(Array.isArray(children) ? below(children) : []),
      ]);
  return [...new Set(below(seed))].sort();
}

/** What may be named in a list of grants. */
export const grantNames = (resource: ResourceModel): readonly string[] =>
  permissionsOf(resource).flatMap(({ kind, actions }) => (kind === "action" ? actions : [kind]));

/** The keys that a grant stands for; whoever holds one of them sees the screen. */
export function keysOfGrant(resource: ResourceModel, grant: RoleGrant): readonly string[] {
  const isMeant = (kind: PermissionKind, actions: readonly string[]): boolean => {
    if (typeof grant === "string") return levels[grant](kind);
    return grant.includes(kind) || actions.some((action) => grant.includes(action));
  };
  return permissionsOf(resource)
    .filter(({ kind, actions }) => isMeant(kind, actions))
    .map(({ key }) => key);
}
