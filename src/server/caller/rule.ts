// Who may call an endpoint. Every route below /api declares its rule; a route without one fails at start (deny by default).
import type { ActionModel, ReadModel, ResourceModel } from "#schema/model";
import { keyOfRows, permissionsOf } from "#schema/permissions";
import type { Caller } from "./caller.ts";

/**
 * anybody: no token needed. signed-in: any valid token of a session, or also an API token. readers: users who may see the resource's rows. viewers: those of them who may open
 * one. holders: users who have the key. administrator: the platform's only.
 */
export type AccessRule =
  | { readonly to: "anybody" }
  | { readonly to: "signed-in"; readonly withApiTokens?: true }
  | { readonly to: "readers"; readonly resource: ResourceModel }
  | { readonly to: "viewers"; readonly resource: ResourceModel }
  | { readonly to: "holders"; readonly resource: ResourceModel; readonly permission: string }
  | { readonly to: "administrator" };

export const anybody: AccessRule = { to: "anybody" };
export const signedIn: AccessRule = { to: "signed-in" };
export const signedInOrToken: AccessRule = { to: "signed-in", withApiTokens: true };
export const administratorOnly: AccessRule = { to: "administrator" };
/** list, page and the reads without a declaration. */
export const readersOf = (resource: ResourceModel): AccessRule => ({ to: "readers", resource });
/** detail: one whole row. */
export const viewersOf = (resource: ResourceModel): AccessRule => ({ to: "viewers", resource });
/** A write, an action, or a read that names its key. */
export const holdersOf = (resource: ResourceModel, permission: string): AccessRule => ({ to: "holders", resource, permission });

/** The rule of a declared read. */
export function ruleOfRead(resource: ResourceModel, read: ReadModel): AccessRule {
  if (read.open === "anonymous") return anybody;
  if (read.open === "signed-in") return signedIn;
  return read.permission === undefined ? readersOf(resource) : holdersOf(resource, read.permission);
}

/** The rule of a declared action. */
export function ruleOfAction(resource: ResourceModel, action: ActionModel): AccessRule {
  if (action.open === "anonymous") return anybody;
  return action.open === "signed-in" ? signedIn : holdersOf(resource, action.permission);
}

const keysByResource = new WeakMap<ResourceModel, readonly string[]>();

/** Every permission key of a resource. */
export function permissionKeys(resource: ResourceModel): readonly string[] {
  let keys = keysByResource.get(resource);
  if (keys === undefined) {
    keys = permissionsOf(resource).map((permission) => permission.key);
    keysByResource.set(resource, keys);
  }
  return keys;
}

/** Whether the caller sees a resource's rows: by its menu entry, or by any key of it. */
export function mayRead(caller: Caller, resource: ResourceModel): boolean {
  return (
    caller.isAdministrator || caller.permissions.has(resource.name) || permissionKeys(resource).some((key) => caller.permissions.has(key))
  );
}

/** The key to open a row. */
export const viewKey = (resource: ResourceModel): string => keyOfRows(resource, "view");

/**
 * Whether the caller may open a row: by the key to view, or to edit, whose form shows it. Platform-wide rows are edited by its
 * administrator only.
 */
export function mayView(caller: Caller, resource: ResourceModel): boolean {
  if (caller.isAdministrator || caller.permissions.has(viewKey(resource))) return true;
  return resource.scope !== "platform" && mayDo(caller, resource, keyOfRows(resource, "edit"));
}

/** Whether the caller may do what a key of this resource allows. */
export function mayDo(caller: Caller, resource: ResourceModel, permission: string): boolean {
  if (caller.isAdministrator) return true;
  // Platform-wide data is written by its administrator, whatever keys others were granted (docs/wire.md §8).
  return resource.data.writeAccess !== "administrator" && caller.permissions.has(permission);
}

/** Whether a rule admits a caller. */
export function admits(rule: AccessRule, caller: Caller): boolean {
  switch (rule.to) {
    case "anybody":
    case "signed-in":
      return true;
    case "readers":
      return mayRead(caller, rule.resource);
    case "viewers":
      return mayView(caller, rule.resource);
    case "holders":
      return mayDo(caller, rule.resource, rule.permission);
    case "administrator":
      return caller.isAdministrator;
  }
}
