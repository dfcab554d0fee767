// What roles hold, for whoever grants or looks at it: what they were granted, what they hold without that, and what their tenants' packages
// leave of it.
import { inLanguage, type Text } from "#schema/text";
import { platformTenant } from "../../caller/caller.ts";
import { apiCategory, dataCategory, selectGrants, selectScopeKeys, type ScopeCategory } from "../../access/grants.ts";
import type { MenuForest } from "../../access/menu-forest.ts";
import { administratorAlias, entitledEntries, entriesOfPackage, tenantAdminAlias } from "../../access/permissions.ts";
import { mayDo } from "../../caller/rule.ts";
import type { ReadHandler, RequestContext } from "../../contract.ts";
import { forbidden } from "../../http/errors.ts";
import { anyOf, db, read, readAsOwner } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import { idsOf } from "./ids.ts";
import { packagedMenus } from "./packaged-menus.ts";
import type { AuthorityServices } from "./services.ts";

interface RoleFacts {
  readonly name: string;
  readonly tenantId: string;
  readonly alias: string;
}

/** The roles among these that hold everything of their tenant, or of the platform, without being granted it (docs/wire.md §8). */
const builtInRoles = (roles: readonly RoleFacts[]) =>
  roles.filter(({ alias }) => alias === administratorAlias || alias === tenantAdminAlias);

/** The platform's administrator sees the roles of all tenants. */
const rolesFor = (context: RequestContext) => {
  const { acrossTenants, unscoped } = tables(context);
  return context.caller.isAdministrator ? acrossTenants : unscoped;
};

const selectRoles = (context: RequestContext, roleIds: readonly string[]) =>
  db
    .selectFrom(rolesFor(context)("role", "r"))
    .where("r.id", "=", anyOf(roleIds))
    .orderBy("r.sort")
    .orderBy("r.id")
    .select(["r.roleName", "r.tenantId", "r.roleAlias"]);

interface Limits {
  readonly besides: ReadonlySet<string>;
  readonly within: ReadonlySet<string> | undefined;
}

/**
 * What people with these roles see besides what was granted, and the entries of their tenants' packages; undefined where nothing is left
 * out.
 */
async function limitsOf(context: RequestContext, forest: MenuForest, roles: readonly RoleFacts[]): Promise<Limits> {
  const besides = new Set<string>();
  const within = new Set<string>();
  let isLimited = roles.length > 0;
  const packages = new Map<string, readonly string[] | undefined>();
  for (const { tenantId, alias } of roles) {
    const isAdministrator = tenantId === platformTenant && alias === administratorAlias;
    if (!packages.has(tenantId)) packages.set(tenantId, await packagedMenus(context, tenantId));
    const packaged = packages.get(tenantId);
    for (const id of entitledEntries({
      model: context.model,
      forest,
      isAdministrator,
      isTenantAdmin: alias === tenantAdminAlias,
      granted: [],
      packaged,
    }))
      besides.add(id);
    if (isAdministrator || packaged === undefined) isLimited = false;
    else for (const id of entriesOfPackage(forest, packaged)) within.add(id);
  }
  return { besides, within: isLimited ? within : undefined };
}

const holdsAll = (names: readonly string[]): Text => [
  `角色“${names.join("”“")}”无需授权即拥有管理所需的全部功能；此处只列出另行授予的内容，预览则反映其全部菜单。`,
  `The role “${names.join("”, “")}” holds everything it administers without being granted it; what is ticked here is only what it was granted besides, while the preview shows its whole menu.`,
];

/** What roles hold of each of the trees that are granted (docs/wire.md §7), and what their people see besides or do not see of it. */
export const roleTreeKeys =
  ({ callers }: AuthorityServices): ReadHandler =>
  async (context, parameters) => {
    const { caller } = context;
    const roleIds = idsOf(parameters["roleIds"], "roleIds");
    const role = context.model.resource.get("role");
    const isOwn = roleIds.every((id) => caller.roleIds.includes(id));
    if (!isOwn && (role === undefined || !mayDo(caller, role, "role_grant"))) throw forbidden("role_grant");
    const tenant = caller.isAdministrator ? undefined : context.scope.tenantId;
    const statements = [selectGrants(roleIds, tenant), selectScopeKeys(roleIds, tenant), selectRoles(context, roleIds)] as const;
    // As the owner where roles of all tenants are seen.
    const [menus, scopes, found] = caller.isAdministrator ? await readAsOwner(context, statements) : await read(context, statements);
    const forest = await callers.menu();
    const granted = new Set(menus.map((row) => String(row["menu_id"])));
    const scopesOf = (category: ScopeCategory) =>
      scopes.filter((row) => row["category"] === category).map((row) => String(row["scope_id"]));
    const roles = found.map(({ roleName, tenantId, roleAlias }): RoleFacts => ({ name: roleName ?? "", tenantId, alias: roleAlias ?? "" }));
    const names = builtInRoles(roles).map(({ name }) => name);
    const { besides, within } = await limitsOf(context, forest, roles);
    return {
      menu: [...granted].filter((id) => forest.byId.has(id)),
      dataScope: scopesOf(dataCategory),
      apiScope: scopesOf(apiCategory),
      ...(besides.size === 0 ? {} : { besides: { menu: [...besides] } }),
      ...(within === undefined ? {} : { within: { menu: [...within] } }),
      ...(names.length === 0 ? {} : { note: inLanguage(holdsAll(names), context.language) }),
    };
  };
