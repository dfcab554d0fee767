// The permission keys of the definitions: their names, what each allows, and where its button is (docs/specification.md §6).
import { withdrawal } from "./approval.ts";
import { exportsOf } from "./exports.ts";
import type { Model, ResourceModel } from "./model.ts";
import { isRestorable } from "./recycle-bin.ts";
import type { Text } from "./text.ts";

/**
 * What a key allows; `sensitive`: to read masked fields in full; `export`: to take the rows of a list away as a file; `purge`: to delete removed rows for good; `rows`: all that is done with rows, where it has one key (`singlePermission`).
 */
export type PermissionKind = "add" | "edit" | "view" | "delete" | "action" | "export" | "purge" | "sensitive" | "rows";

interface Permission {
  readonly key: string;
  readonly resource: string;
  readonly kind: PermissionKind;
  readonly label: Text;
  /** Names of the actions it allows; several may share a key on purpose. */
  readonly actions: readonly string[];
  /** Where its button is, as in menu rows (docs/wire.md §7): 1 toolbar, 2 row, 3 both. */
  readonly place: 1 | 2 | 3;
}

const commonLabels = {
  add: ["新增", "Add"],
  edit: ["编辑", "Edit"],
  view: ["查看", "View"],
  delete: ["删除", "Delete"],
  export: ["导出", "Export"],
  purge: ["彻底删除", "Delete for good"],
  sensitive: ["查看敏感信息", "See sensitive data"],
} as const satisfies Readonly<Record<Exclude<PermissionKind, "action" | "rows">, Text>>;

const commonPlaces = { add: 1, edit: 2, view: 2, delete: 3, export: 1, purge: 1, sensitive: 2 } as const;

/** What is done with rows by the common calls. */
export const rowKinds = ["add", "edit", "view", "delete"] as const;
export type RowKind = (typeof rowKinds)[number];

const isKindOfRows = (kind: PermissionKind): kind is RowKind => rowKinds.some((one) => one === kind);

/** The key of what is done with rows: of each its own, or one for all. */
export function keyOfRows({ permission, data: { singlePermission } }: Pick<ResourceModel, "permission" | "data">, kind: RowKind): string {
  return `${permission}_${singlePermission?.name ?? kind}`;
}

/** The key of exports: to take all rows away is a right of its own. */
export const exportKey = ({ permission }: Pick<ResourceModel, "permission">): string => `${permission}_export`;

/** The key of deleting removed rows for good, which nothing brings back. */
export const purgeKey = ({ permission }: Pick<ResourceModel, "permission">): string => `${permission}_purge`;

/** The keys of the common calls of a resource, by what they allow. A key exists where its call does. */
export function commonPermissions(resource: ResourceModel): readonly Permission[] {
  const { calls } = resource;
  const hasSensitive = resource.fields.some((field) => field.sensitive || field.fields.some((inner) => inner.sensitive));
  const there: Readonly<Record<keyof typeof commonLabels, boolean>> = {
    add: calls.has("submit") || calls.has("save"),
    edit: calls.has("submit") || calls.has("update"),
    view: calls.has("detail"),
    delete: calls.has("remove"),
    export: exportsOf(resource).length > 0,
    purge: isRestorable(resource),
    sensitive: hasSensitive,
  };
  const kinds = ["add", "edit", "view", "delete", "export", "purge", "sensitive"] as const;
  return kinds
    .filter((kind) => there[kind])
    .map((kind) => ({
      key: isKindOfRows(kind) ? keyOfRows(resource, kind) : `${resource.permission}_${kind}`,
      resource: resource.name,
      kind,
      label: commonLabels[kind],
      actions: [],
      place: commonPlaces[kind],
    }));
}

/** The common keys, each once. */
function keysOnce(resource: ResourceModel): readonly Permission[] {
  const { singlePermission } = resource.data;
  return commonPermissions(resource).map((one) =>
    singlePermission === undefined || !isKindOfRows(one.kind) ? one : { ...one, kind: "rows", label: singlePermission.label, place: 3 },
  );
}

/** All keys of a resource, each once: those of the common calls, then those of its actions. */
export function permissionsOf(resource: ResourceModel): readonly Permission[] {
  const byKey = new Map<string, Permission>(keysOnce(resource).map((permission) => [permission.key, permission]));
  for (const action of resource.actions) {
    // A dialog that makes the calls of other actions asks for their key, which is theirs.
    const isBorrowed = action.dialog !== undefined && resource.data.actions?.[action.name]?.permission !== undefined;
    if (action.open !== undefined || isBorrowed) continue;
    const existing = byKey.get(action.permission);
    const place = action.inRows === true ? 3 : action.on === "row" ? 2 : 1;
    if (existing === undefined) {
      byKey.set(action.permission, {
        key: action.permission,
        resource: resource.name,
        kind: "action",
        label: action.label,
        actions: [action.name],
        place,
      });
      continue;
    }
    // Taking back what was asked for is part of asking, and has no name of its own.
    const both =
      existing.kind === "action" && action.name !== withdrawal
        ? ([`${existing.label[0]} / ${action.label[0]}`, `${existing.label[1]} / ${action.label[1]}`] as const)
        : existing.label;
    byKey.set(action.permission, {
      ...existing,
      label: both,
      actions: [...existing.actions, action.name],
      place: existing.place === place ? place : 3,
    });
  }
  return [...byKey.values()];
}

/** All keys of the product, in the order of the resources. */
export function allPermissions(model: Model): readonly Permission[] {
  return model.resources.flatMap(permissionsOf);
}
