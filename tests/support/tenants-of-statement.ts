// Which tables a statement uses, and whether the tenant of their rows follows from a value in it: by the parser of PostgreSQL itself.
import type { Node, RangeVar, SelectStmt, WithClause } from "libpg-query";

/** How the rows of a table lie in a distributed database, as far as a test knows it. */
export type Placed = "tenant" | "coordinator" | "elsewhere";

/** A table in the FROM of a query, or what a query writes. */
export interface TableUse {
  readonly table: string;
  readonly alias: string;
  readonly placed: Placed;
  /** The query that uses it, counted through the statement. */
  readonly level: number;
  readonly isLocked: boolean;
  /** Within WITH RECURSIVE. */
  readonly isRecursive: boolean;
  /** Uses whose rows have the same tenant have the same number. */
  readonly tenant: () => number;
}

/** A query, its alias, or a common table expression: what a column may belong to. */
interface Source {
  readonly id: number;
  /** Names of the columns that are the tenant of its rows; none for what belongs to no tenant. */
  readonly tenantColumns: Set<string>;
  /** A limit over rows of several tenants: they are put together before anything else is asked of them. */
  isPutTogether: boolean;
}

interface Scope {
  readonly parent: Scope | undefined;
  readonly level: number;
  readonly sources: Map<string, Source>;
  readonly withQueries: Map<string, Source>;
}

const tenantColumn = "tenant_id";

/** Number of the tenants that a value of the statement names. */
export const NAMED_TENANT = 0;

export interface StatementTenants {
  readonly uses: readonly TableUse[];
  /** Levels of queries that lie in a condition of another and depend on its rows (EXISTS): [inner, outer]. */
  readonly conditions: readonly (readonly [number, number])[];
  /** Queries that are asked again for each row of something that is not on the node of its tenant. */
  readonly repeated: readonly RepeatedQuery[];
}

interface RepeatedQuery {
  readonly level: number;
  /** What it is repeated for. */
  readonly alias: string;
}

/** The tables of a statement with the tenants of their rows. */
export function tenantsOf(statement: Node, placedOf: (table: string) => Placed): StatementTenants {
  const walk = new Walk(placedOf);
  walk.visit(statement, { parent: undefined, level: 0, sources: new Map(), withQueries: new Map() }, undefined);
  // What asks for nothing outside of it is found first, and compared with afterwards.
  const conditions = walk.conditions.filter(([inner]) => walk.correlated.has(inner));
  return { uses: walk.uses, conditions, repeated: walk.repeated };
}

class Walk {
  readonly uses: TableUse[] = [];
  /** As of `StatementTenants`, those that depend on nothing as well. */
  readonly conditions: (readonly [number, number])[] = [];
  readonly repeated: RepeatedQuery[] = [];
  /** Levels of queries that name a column of what is outside of them. */
  readonly correlated = new Set<number>();
  /** Levels of queries in a FROM that see its other parts; whether each puts its rows together or counts them, which no join can do for it. */
  readonly #lateral = new Map<number, boolean>();
  readonly #placedOf: (table: string) => Placed;
  /** Parents in the forest of what has the same tenant. */
  readonly #same: number[] = [NAMED_TENANT];
  #levels = 0;
  #recursions = 0;

  constructor(placedOf: (table: string) => Placed) {
    this.#placedOf = placedOf;
  }

  /** Looks for queries in any part of a statement; answers the source of the first query in it. */
  visit(part: unknown, scope: Scope, outer: number | undefined): Source | undefined {
    if (Array.isArray(part)) return firstOf(part.map((one: unknown) => this.visit(one, scope, outer)));
    if (typeof part !== "object" || part === null) return undefined;
    if (isColumn(part)) this.#refer(part, scope);
    if (!isQuery(part)) return firstOf(Object.values(part).map((one) => this.visit(one, scope, outer)));
    const level = (this.#levels += 1);
    if (outer !== undefined) this.conditions.push([level, outer]);
    return this.#query(part, { parent: scope, level, sources: new Map(), withQueries: new Map() }, level);
  }

  #query(query: Query, scope: Scope, level: number): Source {
    const answer = this.#source();
    if ("SelectStmt" in query) this.#select(query.SelectStmt, scope, level, answer);
    else if ("InsertStmt" in query) {
      const { relation, withClause, returningClause, ...rest } = query.InsertStmt;
      this.#with(withClause, scope);
      if (relation !== undefined) this.#use(relation, scope, { level, isInsert: true });
      this.visit([rest.selectStmt, rest.onConflictClause], scope, undefined);
      this.#answers(returningClause?.exprs, scope, answer);
    } else {
      const { relation, withClause, whereClause, returningClause, ...rest } = "UpdateStmt" in query ? query.UpdateStmt : query.DeleteStmt;
      this.#with(withClause, scope);
      if (relation !== undefined) this.#use(relation, scope, { level });
      const from = "fromClause" in rest ? rest.fromClause : "usingClause" in rest ? rest.usingClause : undefined;
      this.#from(from, scope, level, false);
      this.#where(whereClause, scope, level);
      if ("targetList" in rest) this.visit(rest.targetList, scope, undefined);
      this.#answers(returningClause?.exprs, scope, answer);
    }
    return answer;
  }

  #select(select: SelectStmt, scope: Scope, level: number, answer: Source): void {
    const { withClause, fromClause, whereClause, targetList, larg, rarg, lockingClause, ...rest } = select;
    this.#with(withClause, scope);
    for (const arm of [larg, rarg]) if (arm !== undefined) this.#passOn(this.visit({ SelectStmt: arm }, scope, undefined), answer);
    this.#from(fromClause, scope, level, lockingClause !== undefined);
    this.#where(whereClause, scope, level);
    this.#answers(targetList, scope, answer);
    this.visit(Object.values(rest), scope, undefined);
  }

  #with(clause: WithClause | undefined, scope: Scope): void {
    const recursions = clause?.recursive === true ? 1 : 0;
    this.#recursions += recursions;
    for (const node of clause?.ctes ?? []) {
      if (!("CommonTableExpr" in node)) continue;
      const { ctename = "", ctequery } = node.CommonTableExpr;
      // A recursive one refers to itself.
      const source = this.#source();
      if (clause?.recursive === true) scope.withQueries.set(ctename, source);
      this.#passOn(this.visit(ctequery, scope, undefined), source);
      scope.withQueries.set(ctename, source);
    }
    this.#recursions -= recursions;
  }

  /** Adds what is read from to the scope; answers the sources. */
  #from(from: readonly Node[] | undefined, scope: Scope, level: number, isLocked: boolean): readonly Source[] {
    return (from ?? []).flatMap((node): readonly Source[] => {
      if ("RangeVar" in node) return [this.#use(node.RangeVar, scope, { level, isLocked })];
      if ("RangeSubselect" in node) {
        const { lateral, subquery, alias } = node.RangeSubselect;
        const source = this.#source();
        if (lateral === true && subquery !== undefined) this.#lateral.set(this.#levels + 1, gathers(subquery));
        this.#passOn(this.visit(subquery, scope, undefined), source);
        source.isPutTogether = subquery !== undefined && isLimited(subquery);
        scope.sources.set(alias?.aliasname ?? "", source);
        return [source];
      }
      if ("RangeFunction" in node) {
        const source = this.#source();
        scope.sources.set(node.RangeFunction.alias?.aliasname ?? "", source);
        return [source];
      }
      if (!("JoinExpr" in node)) return [];
      const { larg, rarg, quals, usingClause } = node.JoinExpr;
      const left = this.#from(larg === undefined ? [] : [larg], scope, level, isLocked);
      const right = this.#from(rarg === undefined ? [] : [rarg], scope, level, isLocked);
      if (usingClause?.some((column) => "String" in column && column.String.sval === tenantColumn) === true) {
        const [one, other] = [left.find(isOfTenants), right.find(isOfTenants)];
        if (one !== undefined && other !== undefined) this.#unite(one.id, other.id);
      }
      this.#where(quals, scope, level);
      return [...left, ...right];
    });
  }

  /** Notes the queries around a column that it makes depend on each row of something outside of them. */
  #refer({ ColumnRef: { fields = [] } }: ColumnNode, scope: Scope): void {
    const alias = fields.map(textOf).at(-2);
    if (alias === undefined) return;
    const inner: number[] = [];
    for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
      const source = at.sources.get(alias);
      if (source === undefined) {
        inner.push(at.level);
        continue;
      }
      for (const level of inner) this.correlated.add(level);
      if (isOnNodes(source)) return;
      // Of a FROM with rows of tenants each node has its own.
      const isRepeated = ![...at.sources.values()].some(isOnNodes);
      for (const level of inner) if (this.#lateral.get(level) ?? isRepeated) this.repeated.push({ level, alias });
      return;
    }
  }

  #use({ relname = "", alias }: RangeVar, scope: Scope, { level, isLocked = false, isInsert = false }: UseAs): Source {
    const name = alias?.aliasname ?? relname;
    const known = isInsert ? undefined : withQuery(scope, relname);
    if (known !== undefined) {
      scope.sources.set(name, known);
      return known;
    }
    const placed = this.#placedOf(relname);
    const source = this.#source(...(placed === "tenant" ? [tenantColumn] : []));
    // Rows that are inserted have their tenant among their values.
    if (isInsert) this.#unite(source.id, NAMED_TENANT);
    scope.sources.set(name, source);
    const isRecursive = this.#recursions > 0;
    this.uses.push({ table: relname, alias: name, placed, level, isLocked, isRecursive, tenant: () => this.#find(source.id) });
    return source;
  }

  /** The comparisons that hold for every row: those joined with AND. */
  #where(condition: Node | undefined, scope: Scope, level: number): void {
    if (condition === undefined) return;
    if ("BoolExpr" in condition && condition.BoolExpr.boolop === "AND_EXPR") {
      for (const part of condition.BoolExpr.args ?? []) this.#where(part, scope, level);
      return;
    }
    if ("BooleanTest" in condition && condition.BooleanTest.booltesttype === "IS_TRUE") {
      this.#where(condition.BooleanTest.arg, scope, level);
      return;
    }
    if ("A_Expr" in condition && condition.A_Expr.kind === "AEXPR_OP" && isNamed(condition.A_Expr.name, "="))
      this.#compare(condition.A_Expr.lexpr, condition.A_Expr.rexpr, scope);
    this.visit(condition, scope, level);
  }

  #compare(left: Node | undefined, right: Node | undefined, scope: Scope): void {
    if (left === undefined || right === undefined) return;
    if ("RowExpr" in left && "RowExpr" in right) {
      for (const [index, one] of (left.RowExpr.args ?? []).entries()) this.#compare(one, right.RowExpr.args?.[index], scope);
      return;
    }
    const [one, other] = [this.#tenantIn(left, scope), this.#tenantIn(right, scope)];
    if (one !== undefined && other !== undefined) this.#unite(one, other);
  }

  /** The number of the tenant that an expression is. */
  #tenantIn(expression: Node, scope: Scope): number | undefined {
    if ("TypeCast" in expression) return expression.TypeCast.arg === undefined ? undefined : this.#tenantIn(expression.TypeCast.arg, scope);
    if ("ParamRef" in expression || "A_Const" in expression) return NAMED_TENANT;
    if (!("ColumnRef" in expression)) return undefined;
    const names = (expression.ColumnRef.fields ?? []).map(textOf);
    const [column = "", qualifier] = names.toReversed();
    for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
      const sources = qualifier === undefined ? [...at.sources.values()] : [at.sources.get(qualifier)];
      const source = sources.find((one) => one?.tenantColumns.has(column) === true);
      if (source !== undefined) return source.id;
      // A column without a name in front is of the nearest tables, unless they have none of that name, and then of what is around.
      if (qualifier === undefined && at.sources.size > 0) return undefined;
    }
    return undefined;
  }

  /** What a query answers: its tenant is that of the columns with it. */
  #answers(targets: readonly Node[] | undefined, scope: Scope, answer: Source): void {
    for (const target of targets ?? []) {
      if (!("ResTarget" in target) || target.ResTarget.val === undefined) continue;
      const { name, val } = target.ResTarget;
      const fields = "ColumnRef" in val ? (val.ColumnRef.fields ?? []) : [];
      const [first, last] = [fields[0], fields.at(-1)];
      const qualifier = first !== undefined && "String" in first ? first.String.sval : undefined;
      if (last !== undefined && "A_Star" in last) {
        for (const [alias, source] of scope.sources) if (qualifier === undefined || alias === qualifier) this.#passOn(source, answer);
        continue;
      }
      const column = name ?? (last !== undefined && "String" in last ? last.String.sval : undefined);
      const tenant = this.#tenantIn(val, scope);
      if (column !== undefined && tenant !== undefined && (fields.length > 0 || column === tenantColumn)) {
        this.#unite(tenant, answer.id);
        answer.tenantColumns.add(column);
      }
      this.visit(val, scope, undefined);
    }
  }

  #passOn(from: Source | undefined, to: Source): void {
    if (from === undefined || !isOfTenants(from)) return;
    this.#unite(from.id, to.id);
    for (const column of from.tenantColumns) to.tenantColumns.add(column);
  }

  #source(...tenantColumns: readonly string[]): Source {
    const id = this.#same.length;
    this.#same.push(id);
    return { id, tenantColumns: new Set(tenantColumns), isPutTogether: false };
  }

  #find(id: number): number {
    const parent = this.#same[id] ?? id;
    return parent === id ? id : this.#find(parent);
  }

  /** The smaller number stays: that of a named tenant is the smallest. */
  #unite(left: number, right: number): void {
    const [one, other] = [this.#find(left), this.#find(right)];
    this.#same[Math.max(one, other)] = Math.min(one, other);
  }
}

interface UseAs {
  readonly level: number;
  readonly isLocked?: boolean;
  readonly isInsert?: boolean;
}

type Query = Extract<Node, { SelectStmt: unknown } | { InsertStmt: unknown } | { UpdateStmt: unknown } | { DeleteStmt: unknown }>;

type ColumnNode = Extract<Node, { ColumnRef: unknown }>;

const isColumn = (part: object): part is ColumnNode => "ColumnRef" in part;

/** A part of the name of a column. */
const textOf = (field: Node): string => ("String" in field ? (field.String.sval ?? "") : "*");

const aggregates: ReadonlySet<string> = new Set([
  "array_agg",
  "avg",
  "bool_and",
  "bool_or",
  "count",
  "json_agg",
  "jsonb_agg",
  "jsonb_object_agg",
  "max",
  "min",
  "string_agg",
  "sum",
]);

/** Whether a query answers something else than its rows one by one. */
function gathers(query: Node): boolean {
  if (!("SelectStmt" in query)) return true;
  const { limitCount, groupClause, distinctClause, targetList } = query.SelectStmt;
  const isAggregate = (target: Node): boolean =>
    "ResTarget" in target &&
    target.ResTarget.val !== undefined &&
    "FuncCall" in target.ResTarget.val &&
    aggregates.has((target.ResTarget.val.FuncCall.funcname ?? []).map(textOf).at(-1) ?? "");
  return [limitCount, groupClause, distinctClause].some((clause) => clause !== undefined) || (targetList?.some(isAggregate) ?? false);
}

function isQuery(part: object): part is Query {
  return "SelectStmt" in part || "InsertStmt" in part || "UpdateStmt" in part || "DeleteStmt" in part;
}

const isLimited = (query: Node): boolean => "SelectStmt" in query && query.SelectStmt.limitCount !== undefined;

function withQuery(scope: Scope | undefined, name: string): Source | undefined {
  return scope === undefined ? undefined : (scope.withQueries.get(name) ?? withQuery(scope.parent, name));
}

const isOfTenants = ({ tenantColumns }: Source): boolean => tenantColumns.size > 0;

const isOnNodes = (source: Source): boolean => isOfTenants(source) && !source.isPutTogether;

const firstOf = (sources: readonly (Source | undefined)[]): Source | undefined => sources.find((source) => source !== undefined);

/** Whether an operator has this name. */
const isNamed = (name: readonly Node[] | undefined, operator: string): boolean =>
  name?.length === 1 && name.every((part) => "String" in part && part.String.sval === operator);
