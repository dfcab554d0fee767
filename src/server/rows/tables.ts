// The tables as queries of the areas name them. Each use says which rows are meant; the conditions on tenant, removal and row access follow
// from that.
import {
  AliasNode,
  BinaryOperationNode,
  ColumnNode,
  ExpressionWrapper,
  IdentifierNode,
  OperatorNode,
  RawNode,
  ReferenceNode,
  sql,
  TableNode,
  ValueNode,
  type AliasedExpression,
  type Expression,
  type OperationNode,
  type RawBuilder,
  type Selectable,
  type SqlBool,
} from "kysely";
import type { Tables } from "#generated/tables.ts";
import { resourceIn, type Model, type ResourceModel } from "#schema/model";
import type { Caller } from "../caller/caller.ts";
import { rowAccessOf } from "../caller/row-access.ts";
import type { SqlFragment } from "../store/conditions.ts";
import { limitFragments } from "../crud/sql/row-access.ts";
import { isTenantTable } from "../store/columns.ts";
import { markTarget, type Recording } from "./logged-writes.ts";
import { replaceable } from "./plain-tables.ts";
import { anyOf, db, type Query } from "./query.ts";

export type TableName = keyof Tables & string;
/** A row as queries read it. */
export type TableRow<T extends TableName> = Selectable<Tables[T]>;

/** Whose request it is: what tables are narrowed by, and who writes when. */
export interface TableContext {
  readonly model: Model;
  readonly scope: { readonly tenantId: string };
  readonly caller: Caller;
  readonly now: () => string;
}

/** What of a request tables are narrowed by. */
interface Narrowed {
  readonly model: Model;
  /** Undefined in a prepared query, whose text serves every caller whom no data scope limits. */
  readonly caller: Caller | undefined;
  /** In a prepared query a parameter that each run brings along. */
  readonly tenantId: unknown;
}

/** A condition of the common pattern as Kysely takes it: its text around its parameters. */
function conditionOf(piece: SqlFragment, tenantId: unknown): RawBuilder<SqlBool> {
  const parameters = [...piece.parameters, tenantId];
  const places = parameters.map((_parameter, index) => `\u0000${index}\u0000`);
  const tenant = tenantId === undefined ? undefined : `${places.at(-1)}::text`;
  const texts = piece.sql(places.slice(0, -1), tenant).split("\u0000");
  // Every second part is the number of a parameter.
  return sql<SqlBool>`${sql.join(
    texts.map((text, index) => (index % 2 === 0 ? sql.raw(text) : sql`${parameters[Number(text)]}`)),
    sql``,
  )}`;
}

interface Meant {
  readonly tenant: boolean;
  readonly living: boolean;
  readonly access: boolean;
}

/** Some rows of a table, to select from, to join, or to write to. */
export class TableRows<T extends TableName, A extends string> implements AliasedExpression<Tables[T], A> {
  readonly resource: ResourceModel;
  readonly alias: A;
  readonly #narrowed: Narrowed;
  readonly #meant: Meant;

  constructor(narrowed: Narrowed, resource: ResourceModel, alias: A, meant: Meant) {
    this.resource = resource;
    this.alias = alias;
    this.#narrowed = narrowed;
    this.#meant = meant;
  }

  /** The rows as a subquery, which means the same wherever it stands. */
  get expression(): Expression<Tables[T]> {
    return new ExpressionWrapper(subqueryOf(this.resource, "t", this.#conditions("t")));
  }

  /** The table itself under the alias, for a statement that writes and has the conditions besides. */
  get target(): AliasedExpression<Tables[T], A> {
    return new ExpressionWrapper<Tables, T, Tables[T]>(TableNode.create(this.resource.name)).as(this.alias);
  }

  /** The same for a statement whose changes are logged. */
  loggedTarget(recording: Recording): AliasedExpression<Tables[T], A> {
    const { target, resource, alias } = this;
    const { tenantId } = this.#narrowed;
    const named = this.#meant.tenant && typeof tenantId === "string" ? { id: tenantId } : "all tenants";
    const tenant = isTenantTable(resource) ? named : undefined;
    const node = markTarget(target.toOperationNode(), { resource, alias, tenant, recording });
    return {
      alias,
      get expression() {
        return target.expression;
      },
      toOperationNode: () => node,
    };
  }

  /** Which rows are meant, for a statement that has the table itself under the alias. */
  get isMeant(): Expression<SqlBool> {
    const conditions = this.#conditions(this.alias).map((node) => new ExpressionWrapper<Tables, T, SqlBool>(node));
    return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
  }

  toOperationNode(): AliasNode {
    const alias = IdentifierNode.create(this.alias);
    // The conditions of data scopes have tables of their own, which another alias than "t" could be taken for.
    if (this.#limits("t").length > 0) return AliasNode.create(this.expression.toOperationNode(), alias);
    const conditions = this.#conditions(this.alias);
    const subquery = AliasNode.create(subqueryOf(this.resource, this.alias, conditions), alias);
    return replaceable(subquery, { table: AliasNode.create(TableNode.create(this.resource.name), alias), conditions });
  }

  /** Which rows are meant of a table that the statement calls by this alias. */
  #conditions(alias: string): readonly OperationNode[] {
    const { tenant, living, access } = this.#meant;
    const { caller, tenantId } = this.#narrowed;
    const { data } = this.resource;
    const isOfTenant = tenant && isTenantTable(this.resource);
    return [
      ...(isOfTenant ? [isEqual(alias, "tenantId", ValueNode.create(tenantId))] : []),
      ...(living && this.resource.hasBaseColumns ? [isEqual(alias, "isDeleted", ValueNode.createImmediate(0))] : []),
      ...(access && data.ownRows !== undefined ? ownRows(caller, this.resource, alias, data.ownRows) : []),
      ...this.#limits(alias).map((piece) => conditionOf(piece, isOfTenant ? tenantId : undefined).toOperationNode()),
    ];
  }

  /** What the data scopes of the caller, and hooks of the resource, leave. */
  #limits(alias: string): readonly SqlFragment[] {
    const { caller, model } = this.#narrowed;
    if (!this.#meant.access) return [];
    if (caller !== undefined) return limitFragments(caller, model, this.resource, alias);
    if (rowAccessOf(model)[this.resource.name]?.filter !== undefined) throw notPreparable(this.resource);
    return [];
  }
}

function isEqual(alias: string, field: string, value: OperationNode): OperationNode {
  const column = ReferenceNode.create(ColumnNode.create(field), TableNode.create(alias));
  return BinaryOperationNode.create(column, OperatorNode.create("="), value);
}

function subqueryOf(resource: ResourceModel, alias: string, conditions: readonly OperationNode[]): OperationNode {
  const table = AliasNode.create(TableNode.create(resource.name), IdentifierNode.create(alias));
  const [where, ...more] = conditions.length === 0 ? [")"] : [" where ", ...conditions.slice(1).map(() => " and "), ")"];
  return RawNode.create(["(select * from ", where ?? "", ...more], [table, ...conditions]);
}

const notPreparable = ({ name }: ResourceModel): Error =>
  new Error(`rows of "${name}" are limited by who asks, so a query of them cannot be prepared`);

/** Rows of the platform that name a tenant are its own: others than the platform's administrator see only those. */
function ownRows(caller: Caller | undefined, resource: ResourceModel, alias: string, field: string): readonly OperationNode[] {
  if (caller?.isAdministrator === true) return [];
  if (caller === undefined) throw notPreparable(resource);
  return [isEqual(alias, field, ValueNode.create(caller.tenantId))];
}

const whatCallersSee: Meant = { tenant: true, living: true, access: true };

type SomeRows = <T extends TableName, A extends string>(table: T, alias: A) => TableRows<T, A>;

/** The rows of tables, by which of them are meant. */
export interface TableSources {
  /**
   * What the caller may see: rows of the tenant that are not removed, as far as the data scopes of the caller's roles go. For whatever is
   * answered.
   */
  readonly accessible: SomeRows;
  /** Rows of the tenant that are not removed, past the caller's data scopes: for what the server itself works out or keeps consistent. */
  readonly unscoped: SomeRows;
  /** Rows of the tenant, removed ones too, past the caller's data scopes: for the names of what a row refers to. */
  readonly withRemoved: SomeRows;
  /** Rows that are not removed, of every tenant that the transaction sees: its own under row-level security, all of them as the owner. */
  readonly acrossTenants: SomeRows;
}

/** The rows of tables as narrowed. */
export function sourcesOf(narrowed: Narrowed): TableSources {
  const some =
    (meant: Meant): SomeRows =>
    (table, alias) =>
      new TableRows(narrowed, resourceIn(narrowed.model, table), alias, meant);
  return {
    accessible: some(whatCallersSee),
    unscoped: some({ tenant: true, living: true, access: false }),
    withRemoved: some({ tenant: true, living: false, access: false }),
    acrossTenants: some({ tenant: false, living: true, access: false }),
  };
}

/** The rows of tables for a request. */
export function tables({ model, scope, caller }: Pick<TableContext, "model" | "scope" | "caller">): TableSources {
  return sourcesOf({ model, caller, tenantId: scope.tenantId });
}

/**
 * Which of these ids are of rows that the caller may see, of a resource that is only known when the server runs; of all tenants where the
 * caller sees those.
 */
export function accessibleIds(
  { model, scope, caller }: Pick<TableContext, "model" | "scope" | "caller">,
  resource: ResourceModel,
  ids: readonly string[],
  { isAcrossTenants }: { readonly isAcrossTenants: boolean },
): Query<{ readonly id: string }> {
  const { expression } = new TableRows({ model, caller, tenantId: scope.tenantId }, resource, "s", {
    ...whatCallersSee,
    tenant: !isAcrossTenants,
  });
  const query = sql<{ readonly id: string }>`select s.id from ${expression} as s where s.id = ${anyOf(ids)}`;
  return { compile: () => query.compile(db) };
}

const byRow: Recording = { by: "row" };

/** How rows are logged that may be thousands. */
export const bySet = { by: "set" } as const satisfies Recording;

/**
 * Updates rows, and writes down in each who changed it and when, and its next version. The audit log has the values of each before and
 * after; `recording` says where it has the number of a set, or knows the row.
 */
export function update<T extends TableName, A extends string>(
  { caller, now }: Pick<TableContext, "caller" | "now">,
  rows: TableRows<T, A>,
  recording: Recording = byRow,
) {
  const updating = updateWithoutVersion(rows, recording);
  if (!rows.resource.hasBaseColumns) return updating;
  const writer = caller.userId === "" ? null : caller.userId;
  return updating
    .set(sql.ref<string | null>("updateUser"), sql<string | null>`${writer}`)
    .set(sql.ref<string | null>("updateTime"), sql<string | null>`${now()}`)
    .set(sql.ref<number>("version"), sql<number>`${sql.ref(`${rows.alias}.version`)} + 1`);
}

/** Updates rows, logged likewise, because another row has changed: to whoever edits one of them it is no change, so its version stays. */
export function updateWithoutVersion<T extends TableName, A extends string>(rows: TableRows<T, A>, recording: Recording = byRow) {
  return db.updateTable(rows.loggedTarget(recording)).where(rows.isMeant);
}

/**
 * Updates what the server works out from other rows, such as sums and copies, without a word in the audit log: that has the changes from which
 * it follows. `scripts/unlogged-writes.txt` lists who does.
 */
export function updateDerived<T extends TableName, A extends string>(rows: TableRows<T, A>) {
  return db.updateTable(rows.target).where(rows.isMeant);
}

/**
 * Updates rows of a document by the thousand, in the steps of a job, without a word in the audit log: that has the document, whose state and
 * counts say what became of them.
 */
export function updateBulk<T extends TableName, A extends string>(rows: TableRows<T, A>) {
  return updateDerived(rows);
}

/** Completes lines of a journal, which are a history themselves: when something ended, and how. The audit log is not told a second time. */
export function amend<T extends TableName, A extends string>(journal: TableRows<T, A>) {
  return updateDerived(journal);
}

/** Removes rows for good. The audit log has what they held. */
export function remove<T extends TableName, A extends string>(rows: TableRows<T, A>, recording: Recording = byRow) {
  return db.deleteFrom(rows.loggedTarget(recording)).where(rows.isMeant);
}

/** Removes rows that follow from others for good, unlogged as their updates are. */
export function removeDerived<T extends TableName, A extends string>(rows: TableRows<T, A>) {
  return db.deleteFrom(rows.target).where(rows.isMeant);
}

/** Removes rows of a document by the thousand, unlogged as `updateBulk` is. */
export function removeBulk<T extends TableName, A extends string>(rows: TableRows<T, A>) {
  return removeDerived(rows);
}
