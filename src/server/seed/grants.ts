// The grants of a new installation's roles: selectors of resources/authority/role-menu.seed.ts, resolved to menus and keys of the
// definitions.
import { hasScreen } from "#schema/menu";
import type { Model, ResourceModel } from "#schema/model";
import { permissionsOf, type PermissionKind } from "#schema/permissions";
import type { SeedRow } from "#schema/seed";
import { managedByTenants } from "../access/permissions.ts";

const grantsResource = "role-menu";

/** Which keys of a resource a level holds; every level sees its screen. */
const levels: Readonly<Record<string, (kind: PermissionKind) => boolean>> = {
  read: (kind) => kind === "view",
  write: (kind) => kind === "view" || kind === "add" || kind === "edit",
  // What nothing brings back is left to administrators until they grant it.
  all: (kind) => kind !== "purge",
};

/** The resources of a selector: one, those of an area, or with a star all. */
function selected(model: Model, target: string): readonly ResourceModel[] {
  return model.resources.filter((resource) => target === "*" || resource.area === target || resource.name === target);
}

/** Codes of the menu entries and buttons of `target:level`: areas, screens and keys of what tenants manage themselves. */
function codesOfSelector(model: Model, selector: string): readonly string[] {
  const [target = "", level = ""] = selector.split(":");
  const includes = levels[level];
  const resources = selected(model, target);
  if (includes === undefined || resources.length === 0)
    throw new Error(`the seed is wrong: "${selector}" of ${grantsResource} selects nothing`);
  const managed = managedByTenants(model);
  return resources.flatMap((resource) => {
    const screen = hasScreen(resource) ? [resource.name] : [];
    const keys = permissionsOf(resource)
      .filter((permission) => includes(permission.kind))
      .map((permission) => permission.key);
    const codes = [...screen, ...keys].filter((code) => managed.has(code));
    return codes.length === 0 ? [] : [resource.area, ...codes];
  });
}

/** The seed rows of a resource; grants by selector become one row for each menu and key, each once per role. */
export function seedOf(resource: ResourceModel, model: Model): readonly SeedRow[] {
  const rows = resource.data.seed ?? [];
  if (resource.name !== grantsResource) return rows;
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    const given = String(row["menuId"]);
    const codes = given.includes(":") ? codesOfSelector(model, given) : [given];
    return codes.flatMap((menuId) => {
      const key = `${String(row["tenantId"] ?? "")} ${String(row["roleId"])} ${menuId}`;
      if (seen.has(key)) return [];
      seen.add(key);
      return [{ ...row, menuId }];
    });
  });
}
