// Data scopes: which rows a role sees of a resource (contract §8). Read when they are written, and when a person's rights are looked up.
import type { Model, ResourceModel } from "#schema/model";
import type { Text } from "#schema/text";
import type { StoredColumn } from "../store/columns.ts";
import { comparableColumn, readCustomRule, RuleFault } from "./custom-rule.ts";
import { anyOf, comparedWith, holds, isLimitable, limitOf, nothing, type Current, type RowLimit, type RowRule, type Viewer } from "./row-rule.ts";

/** A data scope as stored. */
export interface DataScope {
  readonly id: string;
  /** Name of the resource whose rows it limits. */
  readonly scopeClass: string;
  readonly scopeColumn: string;
  readonly scopeType: string;
  readonly scopeValue: string;
}

/** What is wrong with which field of a scope. */
export interface ScopeFault {
  readonly field: "scopeClass" | "scopeColumn" | "scopeType" | "scopeValue";
  readonly message: Text;
}

/** Entries of the dictionary data_scope_type. */
const scopeTypes = { all: "1", own: "2", ownDepartments: "3", ownBranch: "4", custom: "5" } as const;

/** What the column of a scope is compared with. */
const compared: Readonly<Record<string, Current>> = { [scopeTypes.own]: "user", [scopeTypes.ownDepartments]: "depts", [scopeTypes.ownBranch]: "branch" };

const wanted: Readonly<Partial<Record<Current, Text>>> = {
  user: ["该规则的权限字段须保存用户，如 create_user", "This rule compares a column that holds users, such as create_user"],
  depts: ["该规则的权限字段须保存部门，如 create_dept", "This rule compares a column that holds departments, such as create_dept"],
  branch: ["该规则的权限字段须保存部门，如 create_dept", "This rule compares a column that holds departments, such as create_dept"],
};

/** What a scope means: the rule for the rows of a resource, or that all of them are seen. */
export type ReadScope = { readonly resource: ResourceModel; readonly rule: RowRule | "all" } | { readonly fault: ScopeFault };

function columnFault(column: StoredColumn | undefined, resource: ResourceModel, name: string, current: Current | undefined): ScopeFault | undefined {
  if (column === undefined) return { field: "scopeColumn", message: [`“${resource.label[0]}”没有字段“${name}”`, `“${resource.label[1]}” has no column “${name}”`] };
  if (current === undefined || holds(column, current)) return undefined;
  return { field: "scopeColumn", message: wanted[current] ?? [`不能比较字段“${name}”`, `“${name}” cannot be compared`] };
}

/** Reads a scope against the definitions. */
export function readScope(model: Model, { scopeClass, scopeColumn, scopeType, scopeValue }: Omit<DataScope, "id">): ReadScope {
  const resource = model.resource.get(scopeClass);
  if (resource === undefined || !isLimitable(resource)) {
    return { fault: { field: "scopeClass", message: ["须为租户资源的资源名，如 stock-out-doc", "This must be the name of a resource whose rows belong to tenants, such as stock-out-doc"] } };
  }
  const current = compared[scopeType];
  const column = comparableColumn(resource, scopeColumn);
  // Where everything is seen, or the rule names its fields itself, no column is compared; but a wrong name is a mistake all the same.
  const isNamed = current !== undefined || scopeColumn !== "";
  const wrong = isNamed ? columnFault(column, resource, scopeColumn, current) : undefined;
  if (wrong !== undefined) return { fault: wrong };
  if (scopeType === scopeTypes.all) return { resource, rule: "all" };
  if (current !== undefined && column !== undefined) return { resource, rule: comparedWith(column, current) };
  if (scopeType !== scopeTypes.custom) return { fault: { field: "scopeType", message: ["没有这种规则类型", "There is no such rule"] } };
  try {
    return { resource, rule: readCustomRule(resource, scopeValue) };
  } catch (error) {
    if (!(error instanceof RuleFault)) throw error;
    return { fault: { field: "scopeValue", message: error.text } };
  }
}

/**
 * The limits that the scopes of a person's roles put on them, by resource. Several on one resource: the widest wins, which is what any of them
 * admits. A resource without any scope is not limited. A scope that a later definition made meaningless admits nothing, rather than everything.
 */
export function limitsOf(model: Model, scopes: readonly DataScope[], viewer: Viewer): ReadonlyMap<string, RowLimit> {
  const rules = new Map<string, (RowRule | "all")[]>();
  for (const scope of scopes) {
    const read = readScope(model, scope);
    const known = rules.get(scope.scopeClass) ?? [];
    rules.set(scope.scopeClass, [...known, "fault" in read ? nothing : read.rule]);
  }
  const limits = new Map<string, RowLimit>();
  for (const [name, own] of rules) {
    const narrow = own.filter((rule) => rule !== "all");
    if (narrow.length === own.length) limits.set(name, limitOf(anyOf(narrow), viewer, model));
  }
  return limits;
}
