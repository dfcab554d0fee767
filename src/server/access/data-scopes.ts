// Data scopes: which rows a role sees of a resource, and which of their fields (docs/wire.md §8). Read when they are written, and when a
// person's rights are looked up.
import { kebabCase, type Model, type ResourceModel } from "#schema/model";
import type { Text } from "#schema/text";
import type { StoredColumn } from "../store/columns.ts";
import { fieldLimitOf, readFieldList, type FieldLimit, type ReadFields } from "./field-permissions.ts";
import { comparableColumn, readCustomRule, RuleFault } from "./custom-rule.ts";
import {
  anyOf,
  comparedWith,
  holds,
  isLimitable,
  limitOf,
  nothing,
  type Current,
  type RowLimit,
  type RowRule,
  type Viewer,
} from "./row-rule.ts";

/** A data scope as stored. */
export interface DataScope {
  readonly id: string;
  /** Name of the resource whose rows it limits. */
  readonly scopeClass: string;
  readonly scopeColumn: string;
  readonly scopeType: string;
  readonly scopeValue: string;
  /** Names of the fields that stay visible, comma-joined; `*` for all. */
  readonly scopeField: string;
}

/** A problem of a scope, with its field. */
interface ScopeFault {
  readonly field: "scopeClass" | "scopeColumn" | "scopeType" | "scopeValue" | "scopeField";
  readonly message: Text;
}

/** Entries of the dictionary data_scope_type. */
const scopeTypes = { all: "1", own: "2", ownDepartments: "3", ownBranch: "4", custom: "5" } as const;

/** How the platform's own forms say that no column is compared. */
const noColumn = "-";

/** A mapper of the platform, with its method or without: org.springblade.desk.mapper.NoticeMapper.selectNoticePage. */
const mapper = /^(?:\w+\.)+([A-Z]\w*)Mapper(?:\.\w+)?$/;

/** The name of the resource that a scope is about; the platform's own forms name the class that reads its rows. */
export function scopedName(model: Model, scopeClass: string): string {
  const [, entity] = mapper.exec(scopeClass) ?? [];
  const name = entity === undefined ? undefined : kebabCase(entity);
  return name !== undefined && model.resource.has(name) ? name : scopeClass;
}

/** What the column of a scope is compared with. */
const compared: Readonly<Record<string, Current>> = {
  [scopeTypes.own]: "user",
  [scopeTypes.ownDepartments]: "depts",
  [scopeTypes.ownBranch]: "branch",
};

const wanted: Readonly<Partial<Record<Current, Text>>> = {
  user: ["该规则的权限字段须保存用户，如 create_user", "This rule needs a column with users, such as create_user"],
  depts: ["该规则的权限字段须保存部门，如 create_dept", "This rule needs a column with departments, such as create_dept"],
  branch: ["该规则的权限字段须保存部门，如 create_dept", "This rule needs a column with departments, such as create_dept"],
};

/** The effect of a scope: the rule for the rows of a resource, or all rows, and the fields that it leaves visible. */
type ReadScope = ({ readonly resource: ResourceModel; readonly rule: RowRule | "all" } & ReadFields) | { readonly fault: ScopeFault };

function columnFault(
  column: StoredColumn | undefined,
  resource: ResourceModel,
  name: string,
  current: Current | undefined,
): ScopeFault | undefined {
  if (column === undefined)
    return { field: "scopeColumn", message: [`“${resource.label[0]}”没有字段“${name}”`, `“${resource.label[1]}” has no column “${name}”`] };
  if (current === undefined || holds(column, current)) return undefined;
  return { field: "scopeColumn", message: wanted[current] ?? [`不能比较字段“${name}”`, `“${name}” cannot be compared`] };
}

/** Reads a scope against the definitions. */
function readScope(model: Model, { scopeClass, scopeColumn, scopeType, scopeValue, scopeField }: Omit<DataScope, "id">): ReadScope {
  const resource = model.resource.get(scopeClass);
  if (resource === undefined || !isLimitable(resource)) {
    return {
      fault: {
        field: "scopeClass",
        message: [
          "须为租户资源的资源名，如 stock-out-doc，或平台中以其命名的 Mapper 类",
          "This must be the name of a resource whose rows belong to tenants, such as stock-out-doc, or the platform's mapper class of that name",
        ],
      },
    };
  }
  const current = compared[scopeType];
  const column = comparableColumn(resource, scopeColumn);
  // Where everything is seen, or the rule names its fields itself, no column is compared; but a wrong name is a mistake all the same.
  const isNamed = current !== undefined || (scopeColumn !== "" && scopeColumn !== noColumn);
  const wrong = isNamed ? columnFault(column, resource, scopeColumn, current) : undefined;
  if (wrong !== undefined) return { fault: wrong };
  const listed = readFieldList(resource, scopeField);
  if (scopeType === scopeTypes.all) return { resource, rule: "all", ...listed };
  if (current !== undefined && column !== undefined) return { resource, rule: comparedWith(column, current), ...listed };
  if (scopeType !== scopeTypes.custom) return { fault: { field: "scopeType", message: ["没有这种规则类型", "There is no such rule"] } };
  try {
    return { resource, rule: readCustomRule(resource, scopeValue), ...listed };
  } catch (error) {
    if (!(error instanceof RuleFault)) throw error;
    return { fault: { field: "scopeValue", message: error.text } };
  }
}

/** The problems of a scope that is about to be written. */
export function faultOf(model: Model, scope: Omit<DataScope, "id">): ScopeFault | undefined {
  const read = readScope(model, scope);
  if ("fault" in read) return read.fault;
  if (read.unknown === undefined) return undefined;
  const [zh, en] = read.resource.label;
  const name = read.unknown.slice(0, 64);
  return { field: "scopeField", message: [`“${zh}”没有字段“${name}”`, `“${en}” has no field “${name}”`] };
}

/** The limits of a user's scopes: resources that are not named have all rows and all fields. */
interface ScopeLimits {
  readonly rows: ReadonlyMap<string, RowLimit>;
  readonly fields: ReadonlyMap<string, FieldLimit>;
}

/**
 * The limits that the scopes of a user's roles set, by resource. Of several on one resource the widest wins: the rows that any of them
 * admits with the fields that any of them names. A resource without a scope is not limited. A scope that a later definition made invalid
 * admits nothing, rather than everything.
 */
export function limitsOf(model: Model, scopes: readonly DataScope[], viewer: Viewer): ScopeLimits {
  const rows = new Map<string, RowLimit>();
  const fields = new Map<string, FieldLimit>();
  for (const name of new Set(scopes.map(({ scopeClass }) => scopeClass))) {
    const read = scopes.filter(({ scopeClass }) => scopeClass === name).map((scope) => readScope(model, scope));
    const rules = read.map((one) => ("fault" in one ? nothing : one.rule));
    const narrow = rules.filter((rule) => rule !== "all");
    if (narrow.length === rules.length) rows.set(name, limitOf(anyOf(narrow), viewer, model));
    const resource = model.resource.get(name);
    const limit =
      resource === undefined
        ? undefined
        : fieldLimitOf(
            resource,
            read.flatMap((one) => ("fault" in one ? [] : [one.fields])),
            model,
          );
    if (limit !== undefined && limit.size > 0) fields.set(name, limit);
  }
  return { rows, fields };
}
