// The codes a caller has: those of the menus and buttons granted to the roles, within the tenant's package.
import type { Model } from "#schema/model";
import { permissionKeys, viewKey } from "../caller/rule.ts";
import { buttonCategory, descendantsOf, menuCategory, type MenuForest } from "./menu-forest.ts";

/** Aliases with built-in rights (docs/wire.md §8). */
export const administratorAlias = "administrator";
export const tenantAdminAlias = "admin";

interface Entitled {
  readonly model: Model;
  readonly forest: MenuForest;
  readonly isAdministrator: boolean;
  readonly isTenantAdmin: boolean;
  /** Menus and buttons granted to the roles. */
  readonly granted: readonly string[];
  /** Menus of the tenant's package; undefined: no package, nothing is left out. */
  readonly packaged: readonly string[] | undefined;
}

/**
 * The entries in a package: the named ones with their buttons, and their ancestor menus. A container named without any of its screens
 * includes all of them.
 */
export function entriesOfPackage(forest: MenuForest, named: readonly string[]): ReadonlySet<string> {
  const names = new Set(named);
  const matches = new Set<string>();
  for (const id of names) {
    if (!forest.byId.has(id)) continue;
    const below = descendantsOf(forest, id);
    const isWhole = !below.some((entry) => entry.category === menuCategory && names.has(entry.id));
    matches.add(id);
    for (const entry of below) if (isWhole || (entry.category === buttonCategory && entry.parentId === id)) matches.add(entry.id);
  }
  return matches;
}

/** Codes of a tenant's own administrator: of all resources but platform-wide ones, of which they see their own row at most. */
export function managedByTenants(model: Model): ReadonlySet<string> {
  const codes = new Set<string>();
  for (const resource of model.resources) {
    if (resource.data.ownRows !== undefined) for (const code of [resource.name, viewKey(resource)]) codes.add(code);
    if (resource.scope === "platform" || resource.data.writeAccess === "administrator") continue;
    codes.add(resource.name);
    for (const key of permissionKeys(resource)) codes.add(key);
  }
  return codes;
}

/** Ids of the entries a user may use: all, all that tenants manage themselves, or those granted to the roles. */
export function entitledEntries({ model, forest, isAdministrator, isTenantAdmin, granted, packaged }: Entitled): ReadonlySet<string> {
  if (isAdministrator) return new Set(forest.byId.keys());
  const within = packaged === undefined ? undefined : entriesOfPackage(forest, packaged);
  const matches = new Set(granted.filter((id) => forest.byId.has(id)));
  if (isTenantAdmin) {
    const managed = managedByTenants(model);
    for (const entry of forest.entries) if (managed.has(entry.code)) matches.add(entry.id);
  }
  return within === undefined ? matches : new Set([...matches].filter((id) => within.has(id)));
}

/** The codes that endpoints ask for: of granted buttons, and of granted menus without menus below them. */
export function codesOf(forest: MenuForest, entries: ReadonlySet<string>): ReadonlySet<string> {
  const codes = new Set<string>();
  for (const id of entries) {
    const entry = forest.byId.get(id);
    const isContainer = forest.children.get(id)?.some((child) => child.category === menuCategory) ?? false;
    if (entry !== undefined && !isContainer) codes.add(entry.code);
  }
  return codes;
}
