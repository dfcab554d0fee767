// What the person may do: the set of keys the server answered, and what follows from it for a screen (specification §6, contract §7, §8).
import type { AccessControlProvider } from "@refinedev/core";
import type { Screen, ScreenAction, ScreenField } from "../../schema/screen.ts";
import { isRecord, rowsOf, textOf } from "../api/record.ts";
import type { SessionUser } from "../api/session.ts";

/** Tenant whose administrator is the platform's (specification §6). */
const platformTenant = "000000";

export interface Person {
  readonly user: SessionUser;
  readonly tenantId: string;
  readonly permissions: ReadonlySet<string>;
}

/** The keys in the answer of menu/buttons: codes of leaves only, for a button's code may equal a menu's (contract §10.12). */
export function permissionsIn(data: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const walk = (rows: readonly Record<string, unknown>[]) => {
    for (const row of rows) {
      const children = Array.isArray(row["children"]) ? row["children"].filter(isRecord) : [];
      if (children.length > 0) walk(children);
      else if (textOf(row["code"]) !== "") found.add(textOf(row["code"]));
    }
  };
  walk(rowsOf(data));
  return found;
}

export function isAdministrator(person: Person): boolean {
  return person.tenantId === platformTenant && person.user.roleAliases.includes("administrator");
}

/** What the person may do on a screen, worked out once for all its rows. */
export interface Rights {
  readonly add: boolean;
  readonly edit: boolean;
  readonly view: boolean;
  readonly delete: boolean;
  readonly isAdministrator: boolean;
  readonly may: (action: ScreenAction) => boolean;
}

/** Rights on a screen. Whoever sees the list may look at a row; the rest follows the keys (src/schema/resource.ts, `buttons`). */
export function rightsOf(screen: Pick<Screen, "permission" | "buttons" | "writeAccess">, person: Person): Rights {
  const isPlatform = isAdministrator(person);
  const isTenantAdmin = person.user.roleAliases.includes("admin") && screen.writeAccess === undefined;
  const holds = (key: string) => isPlatform || isTenantAdmin || person.permissions.has(key);
  const mayWrite = isPlatform || screen.writeAccess !== "administrator";
  return {
    add: screen.buttons.add && mayWrite && holds(`${screen.permission}_add`),
    edit: screen.buttons.edit && mayWrite && holds(`${screen.permission}_edit`),
    view: screen.buttons.view,
    delete: screen.buttons.delete && mayWrite && holds(`${screen.permission}_delete`),
    isAdministrator: isPlatform,
    may: (action) => action.open === "signed-in" || (mayWrite && holds(action.permission)),
  };
}

/** No rights but to look: for rows whose master no longer lets them be written. */
export function lookingOnly(rights: Rights): Rights {
  return { ...rights, add: false, edit: false, delete: false, may: () => false };
}

/** Whether the person meets a field at all (src/schema/field.ts, `administratorOnly`). */
export function meetsField(field: Pick<ScreenField, "administratorOnly">, rights: Pick<Rights, "isAdministrator">): boolean {
  return field.administratorOnly !== true || rights.isAdministrator;
}

/** Whether a menu code or any key of a resource opens its screen. */
export function mayOpen(screen: Pick<Screen, "name" | "permission">, person: Person, menuCodes: ReadonlySet<string>): boolean {
  if (isAdministrator(person) || menuCodes.has(screen.name) || person.permissions.has(screen.name)) return true;
  return [...person.permissions].some((key) => key.startsWith(`${screen.permission}_`));
}

/** Refine's access control over the same set: an action is the key, or the name of a common call with the key's stem as `permission`. */
export function accessProvider(person: Person): AccessControlProvider {
  return {
    can: async ({ action, params }) => {
      const stem: unknown = params?.["permission"];
      const key = typeof stem === "string" ? `${stem}_${action}` : action;
      return { can: isAdministrator(person) || person.permissions.has(key) };
    },
    options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true } },
  };
}
