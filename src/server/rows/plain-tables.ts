// The rows of a table that a query means, in the form that costs least. As an operation node such a table is a subquery with its
// conditions, which holds wherever it stands. A select that names it itself has the table instead, and the conditions where they mean the
// same.
import { AndNode, FromNode, OnNode, ParensNode, WhereNode, type JoinNode, type OperationNode, type SelectQueryNode } from "kysely";

interface PlainTable {
  /** The table itself, under the alias of the subquery. */
  readonly table: OperationNode;
  /** Which of its rows are meant, for a statement that calls it by that alias. */
  readonly conditions: readonly OperationNode[];
}

const plainTables = new WeakMap<OperationNode, PlainTable>();

/** Says of a subquery over one table by which table and conditions it may be replaced. */
export function replaceable<Subquery extends OperationNode>(subquery: Subquery, plain: PlainTable): Subquery {
  plainTables.set(subquery, plain);
  return subquery;
}

/** All conditions; the query's own may be several that are joined by "or", so it stands in parentheses. */
function together([first, ...more]: readonly OperationNode[], own: OperationNode | undefined): OperationNode | undefined {
  if (first === undefined) return own;
  const conditions = own === undefined ? more : [...more, ParensNode.is(own) ? own : ParensNode.create(own)];
  return conditions.reduce((all, one) => AndNode.create(all, one), first);
}

/** To a row that finds none of the rows meant a left join joins nothing. Behind WHERE the conditions would leave that row out. */
function plainJoin(join: JoinNode): JoinNode {
  const plain = plainTables.get(join.table);
  if (plain === undefined || join.on === undefined || (join.joinType !== "InnerJoin" && join.joinType !== "LeftJoin")) return join;
  const on = together(plain.conditions, join.on.on) ?? join.on.on;
  return { ...join, table: plain.table, on: OnNode.create(on) };
}

/** The select with plain tables for the subqueries that it names. */
export function withPlainTables(select: SelectQueryNode): SelectQueryNode {
  const { from, joins, where } = select;
  if (from === undefined) return select;
  // These joins keep rows to which none of the tables before them has one, and conditions behind WHERE would leave those out.
  if (joins?.some(({ joinType }) => joinType === "RightJoin" || joinType === "FullJoin") === true) return select;
  const plain = from.froms.map((table) => plainTables.get(table));
  const conditions = together(
    plain.flatMap((one) => one?.conditions ?? []),
    where?.where,
  );
  return {
    ...select,
    from: FromNode.create(from.froms.map((table, index) => plain[index]?.table ?? table)),
    ...(joins === undefined ? {} : { joins: joins.map(plainJoin) }),
    ...(conditions === undefined ? {} : { where: WhereNode.create(conditions) }),
  };
}
