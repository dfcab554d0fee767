// The names of all resources and their fields, as the type checker sees them.
import type { Names, RoleAlias } from "../../generated/names.ts";

/** Alias of a role that a new installation brings (resources/authority/role.seed.ts). */
export type { RoleAlias };

/** Name of a resource: the name of its file. An unknown one is a compile error. */
export type ResourceName = keyof Names & string;

/** Names of the fields of a resource (and its "id"). */
export type FieldNameOf<T> = T extends keyof Names ? Names[T] : never;
