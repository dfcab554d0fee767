// Writes that the audit log records by themselves: which statements these are, and how what they change is found without asking twice. A row
// is recorded with its values before and after, which the statement answers; a set, which may have thousands of rows, with its size.
import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  FromNode,
  IdentifierNode,
  OperatorNode,
  ParensNode,
  ReferenceNode,
  ReturningNode,
  SelectionNode,
  SelectModifierNode,
  SelectQueryNode,
  TableNode,
  ValueNode,
  WhereNode,
  type DeleteQueryNode,
  type InsertQueryNode,
  type OperationNode,
  type RootOperationNode,
  type UpdateQueryNode,
} from "kysely";
import type { ResourceModel } from "#schema/model";
import type { AuditLog, WrittenSet } from "../audit/audit-log.ts";
import { withNaming } from "../audit/naming.ts";
import { columnOf, columnsOf, isTenantTable, type StoredColumn } from "../store/columns.ts";
import type { Row, Rows } from "../store/database.ts";
import type { Values } from "./stored.ts";

/** How rows of a statement are recorded. */
export type Recording =
  | { readonly by: "row" }
  /** All of them together, however many. */
  | { readonly by: "set" }
  /** The one row that is written, as the transaction has locked it: the statement answers nothing more. */
  | { readonly by: "locked"; readonly row: Readonly<Values> };

interface LoggedTarget {
  readonly resource: ResourceModel;
  readonly alias: string;
  /** The one whose rows are meant; of the platform's rows none. Rows of all tenants: each tenant's log has its own. */
  readonly tenant: { readonly id: string } | "all tenants" | undefined;
  readonly recording: Recording;
}

interface LoggedRows {
  readonly resource: ResourceModel;
  readonly rows: readonly Readonly<Values>[];
  readonly recording: Exclude<Recording, { readonly by: "locked" }>;
}

const targets = new WeakMap<OperationNode, LoggedTarget>();
const inserts = new WeakMap<OperationNode, LoggedRows>();

/** Has the log record what an update or a deletion of this table does. */
export function markTarget<Node extends OperationNode>(node: Node, target: LoggedTarget): Node {
  targets.set(node, target);
  return node;
}

/** Has the log record the rows of an insert. */
export function markInsert<Insert extends { toOperationNode(): InsertQueryNode }>(insert: Insert, rows: LoggedRows): Insert {
  const { into } = insert.toOperationNode();
  if (into === undefined) throw new Error(`an insert of "${rows.resource.name}" names no table`);
  inserts.set(into, rows);
  return insert;
}

/** A statement as it is sent, and what becomes of its answer. */
export interface LoggedWrite {
  readonly query: RootOperationNode;
  /** Records what the statement does, and answers what the query itself has asked for. */
  readonly answered: (answer: Rows) => Rows;
  /** Whether the answer says what was done; else it is known when the statement is sent. */
  readonly needsAnswer: boolean;
}

/** The write as it is sent while a log is kept; undefined where the log has nothing to record. */
export function loggedWrite(log: AuditLog, node: OperationNode): LoggedWrite | undefined {
  if (isInsert(node)) {
    const rows = node.into === undefined ? undefined : inserts.get(node.into);
    return rows === undefined ? undefined : loggedInsert(log, node, rows);
  }
  if (isUpdate(node)) {
    const target = node.table === undefined ? undefined : targets.get(node.table);
    return target === undefined ? undefined : loggedUpdate(log, node, target);
  }
  if (isDelete(node)) {
    const [table] = node.from.froms;
    const target = table === undefined ? undefined : targets.get(table);
    return target === undefined ? undefined : loggedDelete(log, node, target);
  }
  return undefined;
}

const isInsert = (node: OperationNode): node is InsertQueryNode => node.kind === "InsertQueryNode";
const isUpdate = (node: OperationNode): node is UpdateQueryNode => node.kind === "UpdateQueryNode";
const isDelete = (node: OperationNode): node is DeleteQueryNode => node.kind === "DeleteQueryNode";

// ---------------------------------------------------------------- what a statement answers besides
/** Names of what is answered for the log; no field has such a name. */
const keyName = "logged_key";
const beforeName = (index: number) => `logged_before_${index}`;
const afterName = (index: number) => `logged_after_${index}`;
const isOfLog = (name: string) => name.startsWith("logged_");
/** The rows as they were, in a statement that updates them. */
const beforeTable = "logged_before";

const columnIn = (table: string, name: string) => ReferenceNode.create(ColumnNode.create(name), TableNode.create(table));
const selected = (table: string, name: string, as: string) =>
  SelectionNode.create(AliasNode.create(columnIn(table, name), IdentifierNode.create(as)));

function returning(own: ReturningNode | undefined, more: readonly SelectionNode[]): ReturningNode {
  return own === undefined ? ReturningNode.create(more) : ReturningNode.cloneWithSelections(own, more);
}

/** The answer without what was added to it. */
function ownAnswer({ rows, rowCount }: Rows, own: ReturningNode | undefined): Rows {
  if (own === undefined) return { rows: [], rowCount };
  return { rows: rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !isOfLog(name)))), rowCount };
}

function valuesIn(columns: readonly StoredColumn[], row: Row, nameOf: (index: number) => string): Values {
  return Object.fromEntries(
    columns.map((column, index) => {
      const value = row[nameOf(index)];
      return [column.name, value === null || value === undefined ? null : column.fromColumn(value)];
    }),
  );
}

const tenantField = "tenantId";

// ---------------------------------------------------------------- updates
interface Assigned {
  readonly columns: readonly StoredColumn[];
  /** Values that stand in the statement themselves. */
  readonly shared: Readonly<Values>;
}

function assignedBy({ updates = [] }: UpdateQueryNode, resource: ResourceModel): Assigned {
  const columns: StoredColumn[] = [];
  const shared: Values = {};
  for (const { column, value } of updates) {
    const named = ReferenceNode.is(column) ? column.column : column;
    const stored = ColumnNode.is(named) ? columnsOf(resource).get(named.column.name) : undefined;
    if (stored === undefined) continue;
    columns.push(stored);
    if (ValueNode.is(value)) shared[stored.name] = value.value;
  }
  return { columns, shared };
}

/** Whose log has a row: that of the rows' tenant, which may be another one than the call's. */
const idOf = (tenant: LoggedTarget["tenant"]): string | undefined => (typeof tenant === "object" ? tenant.id : undefined);

function loggedUpdate(log: AuditLog, node: UpdateQueryNode, { resource, alias, tenant, recording }: LoggedTarget): LoggedWrite {
  const { columns, shared } = assignedBy(node, resource);
  // Removed rows stay in their table, marked.
  const action = shared["isDeleted"] === 1 ? "remove" : "edit";
  if (recording.by === "set") return recordedSet(node, (count) => log.recordSet(resource, action, { ...setOf(columns, shared), count }));
  if (recording.by === "locked") {
    const { row } = recording;
    const unknown = columns.find(({ name }) => !(name in shared));
    if (unknown !== undefined) throw new Error(`only PostgreSQL knows what "${unknown.name}" of a "${resource.name}" becomes`);
    const before = Object.fromEntries(withNaming(resource, columns).map(({ name }) => [name, row[name] ?? null]));
    return {
      query: node,
      needsAnswer: false,
      answered: (answer) => {
        log.record(resource, action, String(row[resource.key]), { before, after: { ...before, ...shared }, tenantId: idOf(tenant) });
        return answer;
      },
    };
  }
  const isAcrossTenants = tenant === "all tenants";
  const titled = withNaming(resource, columns);
  const recorded = isAcrossTenants ? [...titled, columnOf(resource, tenantField)] : titled;
  const query: UpdateQueryNode = {
    ...node,
    from: FromNode.create([rowsBefore(node, { resource, alias, recorded }), ...(node.from?.froms ?? [])]),
    where: whereOf(node, {
      resource,
      alias,
      tenant: isAcrossTenants ? columnIn(beforeTable, beforeName(titled.length)) : tenant && ValueNode.create(tenant.id),
    }),
    returning: returning(node.returning, [
      selected(beforeTable, keyName, keyName),
      ...recorded.map((_column, index) => selected(beforeTable, beforeName(index), beforeName(index))),
      ...recorded.map(({ name }, index) => selected(alias, name, afterName(index))),
    ]),
  };
  return {
    query,
    needsAnswer: true,
    answered: (answer) => {
      for (const row of answer.rows) {
        const [before, after] = [valuesIn(recorded, row, beforeName), valuesIn(recorded, row, afterName)];
        // Of a row that moves to another tenant, the one that has it now.
        const tenantId = isAcrossTenants ? String(after[tenantField]) : idOf(tenant);
        log.record(resource, action, String(row[keyName]), { before, after, tenantId });
      }
      return ownAnswer(answer, node.returning);
    },
  };
}

interface Target {
  readonly resource: ResourceModel;
  readonly alias: string;
}

/**
 * The rows that are about to be updated, locked, so that nobody changes them between what is answered of them before and what is written. An
 * update of PostgreSQL 18 could answer both; older ones know only what they have written.
 */
function rowsBefore(
  { table, from, joins, where }: UpdateQueryNode,
  { resource, alias, recorded }: Target & { readonly recorded: readonly StoredColumn[] },
): OperationNode {
  const select: SelectQueryNode = {
    ...SelectQueryNode.createFrom([...(table === undefined ? [] : [table]), ...(from?.froms ?? [])]),
    ...(joins === undefined ? {} : { joins }),
    ...(where === undefined ? {} : { where }),
    selections: [selected(alias, resource.key, keyName), ...recorded.map(({ name }, index) => selected(alias, name, beforeName(index)))],
    endModifiers: [SelectModifierNode.create("ForNoKeyUpdate", [TableNode.create(alias)])],
  };
  return AliasNode.create(select, IdentifierNode.create(beforeTable));
}

/**
 * Which rows are updated: those that are locked. Other tables of the statement are joined to them as it says. The tenant stands beside the key,
 * which a distributed database finds the node by.
 */
function whereOf(
  { from, where }: UpdateQueryNode,
  { resource, alias, tenant }: Target & { readonly tenant: OperationNode | undefined },
): WhereNode {
  const equals = (field: string, value: OperationNode) =>
    BinaryOperationNode.create(columnIn(alias, columnOf(resource, field).name), OperatorNode.create("="), value);
  const isKey = equals(resource.key, columnIn(beforeTable, keyName));
  const isBefore = tenant === undefined ? isKey : AndNode.create(isKey, equals(tenantField, tenant));
  if (from === undefined || where === undefined) return WhereNode.create(isBefore);
  return WhereNode.create(AndNode.create(isBefore, ParensNode.create(where.where)));
}

// ---------------------------------------------------------------- inserts, deletions, sets
function setOf(columns: readonly StoredColumn[], shared: Readonly<Values>): Omit<WrittenSet, "count"> {
  return { names: columns.map(({ name }) => name), shared };
}

function recordedSet(query: RootOperationNode, record: (count: number) => void): LoggedWrite {
  return {
    query,
    needsAnswer: true,
    answered: (answer) => {
      record(answer.rowCount);
      return answer;
    },
  };
}

function loggedInsert(log: AuditLog, node: InsertQueryNode, { resource, rows, recording }: LoggedRows): LoggedWrite {
  if (recording.by === "set") return recordedSet(node, (count) => log.recordSet(resource, "add", { names: [], shared: {}, count }));
  // A row that names its tenant may be of another one than the call.
  const record = (row: Readonly<Values>) => {
    const tenantId = isTenantTable(resource) && typeof row[tenantField] === "string" ? row[tenantField] : undefined;
    log.record(resource, "add", String(row[resource.key]), { before: {}, after: row, tenantId });
  };
  if (node.onConflict === undefined)
    return {
      query: node,
      needsAnswer: false,
      answered: (answer) => {
        for (const row of rows) record(row);
        return answer;
      },
    };
  if (node.onConflict.doNothing !== true)
    throw new Error(`what becomes of rows of "${resource.name}" that are there is not logged by rows`);
  return {
    query: { ...node, returning: returning(node.returning, [selected(resource.name, resource.key, keyName)]) },
    needsAnswer: true,
    answered: (answer) => {
      const added = new Set(answer.rows.map((row) => String(row[keyName])));
      for (const row of rows) if (added.has(String(row[resource.key]))) record(row);
      return ownAnswer(answer, node.returning);
    },
  };
}

function loggedDelete(log: AuditLog, node: DeleteQueryNode, { resource, alias, tenant, recording }: LoggedTarget): LoggedWrite {
  if (recording.by === "set") return recordedSet(node, (count) => log.recordSet(resource, "remove", { names: [], shared: {}, count }));
  const lost = (row: Readonly<Values>) =>
    log.record(resource, "remove", String(row[resource.key]), { before: row, after: {}, tenantId: idOf(tenant) });
  if (recording.by === "locked")
    return {
      query: node,
      needsAnswer: false,
      answered: (answer) => {
        lost(recording.row);
        return answer;
      },
    };
  // Nothing is left of them to be looked up.
  const columns = [...columnsOf(resource).values()].filter(({ name, field }) => field !== undefined || name === resource.key);
  return {
    query: {
      ...node,
      returning: returning(
        node.returning,
        columns.map(({ name }, index) => selected(alias, name, beforeName(index))),
      ),
    },
    needsAnswer: true,
    answered: (answer) => {
      for (const row of answer.rows) lost(valuesIn(columns, row, beforeName));
      return ownAnswer(answer, node.returning);
    },
  };
}
