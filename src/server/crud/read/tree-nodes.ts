// Rows of a tree: nested into a forest, as nodes, level by level (docs/wire.md §6).
import type { ResourceModel, TreeModel } from "#schema/model";
import type { Values } from "../../contract.ts";
import { quoted } from "../../store/names.ts";
import { columnOf } from "../../store/columns.ts";
import type { Condition } from "#schema/text";
import { conditionFragments, type SqlFragment } from "../../store/conditions.ts";
import { allOf, isLiving, ofSameTenant, tableOf, tenantOf } from "../sql/scoped.ts";
import { whereOf } from "../sql/where.ts";

/** A node of a tree; id, key and value are the same text. */
export interface TreeNode {
  readonly id: string;
  readonly parentId: string;
  readonly key: string;
  readonly value: string;
  readonly title: string;
  children?: TreeNode[];
  hasChildren?: boolean;
  /** Fields of the row that the read names. */
  readonly [field: string]: unknown;
}

/** The tree of a resource that must be one. */
export function treeOf(resource: ResourceModel): TreeModel {
  if (resource.tree === undefined) throw new Error(`${resource.name} is no tree`);
  return resource.tree;
}

/** A row as a node, with the fields that a read names. */
export function nodeOf(resource: ResourceModel, row: Readonly<Values>, fields: readonly string[] = []): TreeNode {
  const id = String(row[resource.key]);
  return {
    ...Object.fromEntries(fields.map((name) => [name, row[name]])),
    id,
    parentId: String(row[treeOf(resource).parent]),
    key: id,
    value: id,
    title: String(row[resource.title] ?? ""),
  };
}

interface Nestable {
  children?: Nestable[];
}

/**
 * Nests rows below their parents; leaves have no `children`. A row without its parent among them is a root, unless `prunes` declares that
 * missing parents were left out on purpose, with their whole branch.
 */
export function nested<T extends Nestable>(
  rows: readonly T[],
  keyOf: (row: T) => string,
  parentOf: (row: T) => string,
  prunes: { readonly root: string } | undefined,
): readonly T[] {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  const roots: T[] = [];
  for (const row of rows) {
    const parent = byKey.get(parentOf(row));
    if (parent !== undefined && parent !== row) (parent.children ??= []).push(row);
    else if (prunes === undefined || parentOf(row) === prunes.root) roots.push(row);
  }
  return roots;
}

/** Rows whose parent the caller cannot see: they are shown at the top. */
function belowUnseen(resource: ResourceModel, columnSql: string, limits: readonly SqlFragment[]): SqlFragment {
  const limit = whereOf(limits);
  const key = quoted(columnOf(resource, resource.key).column);
  return {
    shape: `top of seen ${limit.shape}`,
    parameters: limit.parameters,
    sql: (places, tenant) =>
      `(${columnSql} IS NULL OR NOT EXISTS (SELECT 1 FROM ${tableOf(resource, "p")} WHERE ${allOf(`p.${key} = ${columnSql}`, ...besides(resource, "p", tenant), sqlAt(limits, places, tenant))}))`,
  };
}

/** Other living rows of the same tree, beside a row that the statement calls `t`. */
const besides = (resource: ResourceModel, alias: string, tenant = tenantOf("t")): readonly (string | undefined)[] => [
  ofSameTenant(resource, alias, resource, tenant),
  isLiving(resource, alias),
];

/** Pieces together, with placeholders that are given. */
function sqlAt(fragments: readonly SqlFragment[], places: readonly string[], tenant: string | undefined): string {
  const left = [...places];
  return fragments.map((fragment) => fragment.sql(left.splice(0, fragment.parameters.length), tenant)).join(" AND ");
}

/** The children of a node; the root's text means the top. `limits` are those of the caller, over the alias `p`. */
export function levelFragment(resource: ResourceModel, parentKey: string, limits: readonly SqlFragment[]): SqlFragment {
  const tree = treeOf(resource);
  const column = columnOf(resource, tree.parent);
  const columnSql = `t.${quoted(column.column)}`;
  if (column.wire.wire === "parent" && parentKey === tree.root && limits.length > 0) return belowUnseen(resource, columnSql, limits);
  if (column.wire.wire === "parent" && parentKey === tree.root) return { shape: "top", parameters: [], sql: () => `${columnSql} IS NULL` };
  return {
    shape: "below",
    parameters: [parentKey],
    sql: ([place]) => `${columnSql} = ${place}::${column.columnType === "id" ? "bigint" : "text"}`,
  };
}

/** Everything below a node, at any depth. */
export function branchFragment(resource: ResourceModel, parentKey: string): SqlFragment {
  const tree = treeOf(resource);
  const [key, parent] = [columnOf(resource, resource.key), columnOf(resource, tree.parent)];
  const type = key.columnType === "id" ? "bigint" : "text";
  const below = `c.${quoted(parent.column)}`;
  const children = (of: string) => `SELECT c.${quoted(key.column)} AS key FROM ${tableOf(resource, "c")} ${of}`;
  return {
    shape: "branch",
    parameters: [parentKey],
    sql: ([place], tenant) =>
      `t.${quoted(key.column)} IN (WITH RECURSIVE _branch AS (${children(`WHERE ${allOf(`${below} = ${place}::${type}`, ...besides(resource, "c", tenant))}`)} UNION ${children(`JOIN _branch b ON ${allOf(`${below} = b.key`, ...besides(resource, "c", tenant))}`)}) SELECT key FROM _branch)`,
  };
}

/**
 * Whether a row has children that a read would show, as the expression "hasChildren". `limits` are those of the caller, over the alias `c`.
 */
export function hasChildrenFragment(
  resource: ResourceModel,
  condition: Condition | undefined,
  { limits, now }: { readonly limits: readonly SqlFragment[]; readonly now: string },
): SqlFragment {
  const [key, parent] = [columnOf(resource, resource.key), columnOf(resource, treeOf(resource).parent)];
  const shown = [...(condition === undefined ? [] : conditionFragments(resource, condition, { alias: "c", now })), ...limits];
  const { shape, parameters } = whereOf(shown);
  return {
    shape: `hasChildren ${shape}`,
    parameters,
    sql: (places, tenant) =>
      `EXISTS (SELECT 1 FROM ${tableOf(resource, "c")} WHERE ${allOf(`c.${quoted(parent.column)} = t.${quoted(key.column)}`, ...besides(resource, "c", tenant), shown.length === 0 ? undefined : sqlAt(shown, places, tenant))}) AS "hasChildren"`,
  };
}
