// The position of a row in its tree: its parent exists, it is not its own ancestor, and levels and ancestors of the whole branch are
// correct.
import { labelOf, type ResourceModel, type TreeModel } from "#schema/model";
import type { Text } from "#schema/text";
import type { Issue } from "#schema/validation";
import type { Values } from "../../contract.ts";
import { businessError, invalidFields } from "../../http/errors.ts";
import type { Transaction } from "../../store/database.ts";
import { columnOf, isTenantTable } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";
import { keyTypeOf, ScopedStatement } from "../sql/scoped.ts";
import { comparable, findUnscoped } from "../sql/stored-row.ts";

interface Position {
  readonly tx: Transaction;
  readonly resource: ResourceModel;
  readonly tenantId: string;
  readonly values: Values;
  readonly current: Readonly<Values> | undefined;
}

const belowItself: Text = ["父节点不可选择自身或其下级", "A node cannot be placed below itself"];
const tooDeep: Text = ["该节点下不能再添加子节点", "Nothing can be added below this node"];

/** The key of the parent, or null at the top. */
function parentKeyOf(resource: ResourceModel, tree: TreeModel, values: Readonly<Values>): string | null {
  const parent = comparable(resource, { [tree.parent]: values[tree.parent] ?? null })[tree.parent];
  return parent === "" || String(parent) === tree.root ? null : String(parent);
}

function parentIssue(resource: ResourceModel, tree: TreeModel, code: Issue["code"], message?: Text): Issue {
  return {
    code,
    path: [tree.parent],
    parameters: {},
    label: labelOf(resource, tree.parent),
    ...(message === undefined ? {} : { message }),
  };
}

/** Two moves at once could each put one branch below the other; so moves within a tree happen one after the other. */
async function lockMoves({ tx, resource, tenantId }: Position): Promise<void> {
  await tx.query({
    sql: "select pg_advisory_xact_lock(hashtextextended($1, 0))",
    parameters: [`tracemark.tree ${resource.table} ${isTenantTable(resource) ? tenantId : ""}`],
  });
}

function keyType(resource: ResourceModel): string {
  return keyTypeOf(columnOf(resource, resource.key).columnType);
}

// What a statement makes for itself has a name that no table has: those of resources begin with a letter.

/** Keys of a row's branch with their depth below it, the row itself at 0. */
async function branchOf({ tx, resource, tenantId }: Position, tree: TreeModel, key: string): Promise<ReadonlyMap<string, number>> {
  const [id, parent] = [quoted(columnOf(resource, resource.key).column), quoted(columnOf(resource, tree.parent).column)];
  const statement = new ScopedStatement(tenantId);
  const start = `SELECT ${statement.value(key)}::${keyType(resource)} AS key, 0 AS depth`;
  const below = statement.select({
    columns: `c.${id}, b.depth + 1`,
    resource,
    as: "c",
    join: `JOIN _branch b ON c.${parent} = b.key`,
    where: ["b.depth < 100"],
  });
  const { rows } = await tx.query(statement.of(`WITH RECURSIVE _branch AS (${start} UNION ${below}) SELECT key::text, depth FROM _branch`));
  return new Map(rows.map((row) => [String(row["key"]), Number(row["depth"])]));
}

/** How many rows stand above a row, itself included. */
async function depthOf({ tx, resource, tenantId }: Position, tree: TreeModel, key: string): Promise<number> {
  const [id, parent] = [quoted(columnOf(resource, resource.key).column), quoted(columnOf(resource, tree.parent).column)];
  const statement = new ScopedStatement(tenantId);
  const own = statement.select({
    columns: `c.${id} AS key, c.${parent} AS parent, 1 AS depth`,
    resource,
    as: "c",
    withRemoved: true,
    where: [`c.${id} = ${statement.value(key)}::${keyType(resource)}`],
  });
  const above = statement.select({
    columns: `c.${id}, c.${parent}, p.depth + 1`,
    resource,
    as: "c",
    join: `JOIN _path p ON c.${id} = p.parent`,
    withRemoved: true,
    where: ["p.depth < 100"],
  });
  const { rows } = await tx.query(statement.of(`WITH RECURSIVE _path AS (${own} UNION ${above}) SELECT depth FROM _path`));
  return Math.max(...rows.map((row) => Number(row["depth"])));
}

/**
 * Sets level and ancestors of a row that is added or moved, and checks its new position. Returns the pending update of its descendants, to
 * be run once it is written.
 */
export async function placeInTree(position: Position): Promise<() => Promise<void>> {
  const { tx, resource, tenantId, values, current } = position;
  const { tree } = resource;
  const nothing = async () => undefined;
  if (tree === undefined) return nothing;
  const merged = { ...current, ...values };
  const parentKey = parentKeyOf(resource, tree, merged);
  const key = current === undefined ? undefined : String(current[resource.key]);
  if (current !== undefined && parentKey === parentKeyOf(resource, tree, current)) return nothing;
  await lockMoves(position);
  const [parent] = parentKey === null ? [undefined] : await findUnscoped(tx, resource, tenantId, { keys: [parentKey], lock: "key share" });
  if (parentKey !== null && parent === undefined) throw invalidFields([parentIssue(resource, tree, "notFound")]);
  const branch = key === undefined ? new Map<string, number>() : await branchOf(position, tree, key);
  if (parentKey !== null && branch.has(parentKey)) throw invalidFields([parentIssue(resource, tree, "notAllowed", belowItself)]);
  const { addChildLevel } = resource.data;
  // Trees that neither store levels nor limit them are spared the walk up.
  const countsLevels = tree.level !== undefined || addChildLevel !== undefined;
  const level = parent === undefined || !countsLevels ? 1 : await levelBelow(position, tree, parent);
  const deepest = level + Math.max(0, ...branch.values());
  if (addChildLevel !== undefined && parentKey !== null && deepest > addChildLevel) throw businessError("tooDeep", tooDeep);
  if (tree.level !== undefined) values[tree.level] = levelValue(resource, tree.level, level);
  if (tree.ancestors !== undefined) values[tree.ancestors] = ancestorsBelow(tree, parentKey, parent);
  return key !== undefined && branch.size > 1 ? async () => deriveBranch(position, tree, key) : nothing;
}

async function levelBelow(position: Position, tree: TreeModel, parent: Readonly<Values>): Promise<number> {
  // Rows from before their definition knew levels have none.
  const storedLevel = tree.level === undefined ? null : (parent[tree.level] ?? null);
  return 1 + (storedLevel === null ? await depthOf(position, tree, String(parent[position.resource.key])) : Number(storedLevel));
}

function levelValue(resource: ResourceModel, name: string, level: number): unknown {
  return columnOf(resource, name).columnType === "integer" ? level : String(level);
}

/** "0,<grandparent>,<parent>": the root, then every row above (docs/wire.md: dept and region). */
function ancestorsBelow(tree: TreeModel, parentKey: string | null, parent: Readonly<Values> | undefined): string {
  if (parentKey === null || tree.ancestors === undefined) return tree.root;
  const above = parent?.[tree.ancestors];
  return `${typeof above === "string" && above !== "" ? above : tree.root},${parentKey}`;
}

/** Recomputes level and ancestors of everything below a row that moved: they follow from the move, which the log has. */
async function deriveBranch({ tx, resource, tenantId }: Position, tree: TreeModel, key: string): Promise<void> {
  const [id, parent] = [quoted(columnOf(resource, resource.key).column), quoted(columnOf(resource, tree.parent).column)];
  const level = tree.level === undefined ? undefined : columnOf(resource, tree.level);
  const ancestors = tree.ancestors === undefined ? undefined : columnOf(resource, tree.ancestors);
  if (level === undefined && ancestors === undefined) return;
  const sets = [
    ...(level === undefined ? [] : [`${quoted(level.column)} = _branch.level${level.columnType === "integer" ? "" : "::text"}`]),
    ...(ancestors === undefined ? [] : [`${quoted(ancestors.column)} = _branch.ancestors`]),
  ];
  const startLevel = level === undefined ? "0" : `c.${quoted(level.column)}::int`;
  const startAncestors = ancestors === undefined ? "''" : `c.${quoted(ancestors.column)}::text`;
  const statement = new ScopedStatement(tenantId);
  const moved = `${statement.value(key)}::${keyType(resource)}`;
  const own = statement.select({
    columns: `c.${id} AS key, ${startLevel} AS level, ${startAncestors} AS ancestors`,
    resource,
    as: "c",
    withRemoved: true,
    where: [`c.${id} = ${moved}`],
  });
  const below = statement.select({
    columns: `c.${id}, b.level + 1, b.ancestors || ',' || b.key::text`,
    resource,
    as: "c",
    join: `JOIN _branch b ON c.${parent} = b.key`,
    withRemoved: true,
  });
  const update = statement.update({
    resource,
    as: "c",
    set: sets.join(", "),
    from: "_branch",
    withRemoved: true,
    where: [`c.${id} = _branch.key`, `_branch.key <> ${moved}`],
  });
  await tx.query(statement.of(`WITH RECURSIVE _branch AS (${own} UNION ALL ${below}) ${update}`));
}
