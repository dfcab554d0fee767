// The right that each endpoint of a resource requires, as data: enforced at the routes, enumerated by tests.
import type { ActionModel, ReadModel, ResourceModel } from "#schema/model";
import { exportKey, keyOfRows, purgeKey } from "#schema/permissions";
import { administratorOnly, holdersOf, readersOf, ruleOfAction, ruleOfRead, viewersOf, type AccessRule } from "../../caller/rule.ts";

/** A common call, with writes split by their effect. */
export type Verb = "list" | "detail" | "add" | "edit" | "delete";

function writeRule(resource: ResourceModel, permission: string): AccessRule {
  // Platform-wide data is written by its administrator, whatever keys others were granted (docs/wire.md §8).
  return resource.scope === "platform" || resource.data.writeAccess === "administrator"
    ? administratorOnly
    : holdersOf(resource, permission);
}

/** The rule of a common call. */
export function permissionOf(resource: ResourceModel, verb: Verb): AccessRule {
  if (verb === "list") return readersOf(resource);
  return verb === "detail" ? viewersOf(resource) : writeRule(resource, keyOfRows(resource, verb));
}

/** The right that a submit requires before its body is read; whether it adds or edits, and the key of that, is known afterwards. */
export function permissionOfSubmit(resource: ResourceModel): AccessRule {
  const rule = permissionOf(resource, "add");
  return rule.to === "administrator" ? rule : readersOf(resource);
}

/** The rule of an export: to take all rows away is a right of its own, and those of the platform are its administrator's. */
export function permissionOfExport(resource: ResourceModel): AccessRule {
  return writeRule(resource, exportKey(resource));
}

/** The rule of deleting removed rows for good: a right of its own, which nothing brings back. */
export function permissionOfPurge(resource: ResourceModel): AccessRule {
  return writeRule(resource, purgeKey(resource));
}

/** The rule of a declared read. */
export function permissionOfRead(resource: ResourceModel, read: ReadModel): AccessRule {
  return ruleOfRead(resource, read);
}

/** The rule of a declared action. */
export function permissionOfAction(resource: ResourceModel, action: ActionModel): AccessRule {
  return action.open !== undefined ? ruleOfAction(resource, action) : writeRule(resource, action.permission);
}
