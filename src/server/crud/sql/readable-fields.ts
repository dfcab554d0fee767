// A caller's field permissions for a resource: which fields data scopes hide, and whether sensitive values are masked.
import type { FieldModel, ResourceModel } from "#schema/model";
import type { Text } from "#schema/text";
import { hiddenFieldsMember } from "#schema/wire";
import type { Caller } from "../../caller/caller.ts";
import type { FieldLimit } from "../../access/field-permissions.ts";
import { mayDo } from "../../caller/rule.ts";
import type { CommitContext, Values } from "../../contract.ts";
import { ApiError } from "../../http/errors.ts";
import type { StoredColumn } from "../../store/columns.ts";

export interface ReadableFields {
  /** Names of hidden fields, with the titles of their references. */
  readonly hidden: FieldLimit;
  /** Sensitive values are masked. */
  readonly masksSensitive: boolean;
}

const none: FieldLimit = new Set();
/** For callers without limits. */
export const allFieldsReadable: ReadableFields = { hidden: none, masksSensitive: false };
/** For callers who see all fields, and sensitive ones masked. */
export const sensitiveFieldsMasked: ReadableFields = { hidden: none, masksSensitive: true };

const limited = new WeakMap<Caller, Map<ResourceModel, ReadableFields>>();

/** The caller's field permissions for a resource. The same object every time, so that derived values can be cached. */
export function readableFieldsOf({ caller }: Pick<CommitContext, "caller">, resource: ResourceModel): ReadableFields {
  const masksSensitive = !mayDo(caller, resource, `${resource.permission}_sensitive`);
  const hidden = caller.fieldLimits.get(resource.name);
  if (hidden === undefined) return masksSensitive ? sensitiveFieldsMasked : allFieldsReadable;
  let cached = limited.get(caller);
  if (cached === undefined) limited.set(caller, (cached = new Map()));
  let readable = cached.get(resource);
  if (readable === undefined) cached.set(resource, (readable = { hidden, masksSensitive }));
  return readable;
}

/** Whether rows carry a field at all. */
export function isReadable(readable: ReadableFields, name: string): boolean {
  return !readable.hidden.has(name);
}

/** Whether a field's values are masked. */
export function isMasked(readable: ReadableFields, field: FieldModel | undefined): boolean {
  return readable.masksSensitive && field?.sensitive === true;
}

/** Keys of a row that are hidden. */
function hiddenKeys(resource: ResourceModel, { hidden }: ReadableFields): readonly string[] {
  return [...hidden].flatMap((name) => [name, resource.field.get(name)?.labelKey ?? name]);
}

/** A row on the wire without hidden fields: for handlers that needed all of it to decide. */
export function readableOf(context: Pick<CommitContext, "caller">, resource: ResourceModel, row: Readonly<Values>): Values {
  const readable = readableFieldsOf(context, resource);
  if (readable.hidden.size === 0) return { ...row };
  const gone = new Set(hiddenKeys(resource, readable));
  return Object.fromEntries(Object.entries(row).filter(([key]) => !gone.has(key)));
}

/** A record with the names of its hidden fields. */
export function withHiddenFieldNames(row: Values, resource: ResourceModel, { hidden }: ReadableFields): Values {
  const names = resource.fields.filter(({ name }) => hidden.has(name)).map(({ name }) => name);
  return names.length === 0 ? row : { ...row, [hiddenFieldsMember]: names };
}

/** The message when a user writes a hidden field. */
export const hiddenFieldMessage: Text = [
  "该字段不在您的数据权限内，不能修改",
  "This field is not within your data scope, so you cannot change it",
];

/** The error when a user searches in a hidden field: the matching rows would reveal its value. */
export function unsearchable({ name, field }: StoredColumn): ApiError {
  const [zh, en] = field?.label ?? [name, name];
  return new ApiError(
    403,
    "unseenField",
    [`“${zh}”不在您的数据权限内，不能按它查询`, `“${en}” is not within your data scope, so it cannot be searched`],
    { data: { field: name } },
  );
}
