// Shapes of statements that a database distributed by tenant refuses, or answers by asking all nodes: looked for in everything that the tests of the
// server send, on a plain PostgreSQL (docs/scale.md).
import { parseSync, type Node } from "libpg-query";
import { wantedTables } from "../../src/server/store/tables.ts";
import { productModel } from "./product-model.ts";
import { NAMED_TENANT, tenantsOf, type Placed, type StatementTenants, type TableUse } from "./tenants-of-statement.ts";

/** Tables of the server's own whose rows are on the node of their tenant; as `npm run distribute` plans them. */
export const distributedInternals = [
  "auth_identity",
  "auth_phone_factor",
  "auth_recovery_code",
  "auth_second_factor",
  "auth_text_code",
  "tm_counter",
  "tm_idempotency_key",
  "tm_job",
] as const;
/** Those that are on the coordinator. */
export const coordinatorInternals = [
  "auth_api_token",
  "auth_call_count",
  "auth_captcha",
  "auth_challenge",
  "auth_failure",
  "auth_session",
  "auth_social",
  "auth_spent_code",
  "pay_nonce",
  "rights_version",
  "stored_file",
  "tm_definition",
  "tm_given_grant",
  "tm_installation",
  "tm_schedule",
] as const;

const placements: ReadonlyMap<string, Placed> = new Map<string, Placed>([
  ...wantedTables(productModel).map(({ name, isOfTenants }) => [name, isOfTenants ? "tenant" : "elsewhere"] as const),
  ...distributedInternals.map((name) => [name, "tenant"] as const),
  ...coordinatorInternals.map((name) => [name, "coordinator"] as const),
]);
const placedOf = (table: string): Placed => placements.get(table) ?? "elsewhere";

/**
 * What is wrong with a statement; undefined for one that is well, or that PostgreSQL does not understand either. `isOfTenant`: it runs under a
 * tenant's row-level security, and so concerns that tenant alone.
 */
export function shapeFault(sql: string, isOfTenant: boolean): string | undefined {
  return parsed(sql)
    .map(
      (statement) => schemaFault(statement) ?? writeFault(statement, isOfTenant) ?? tenantFault(tenantsOf(statement, placedOf), isOfTenant),
    )
    .find((fault) => fault !== undefined);
}

/** Numbers of the parameters that rows of an outer join are compared with: where one of them is null a distributed database refuses the join. */
export function parametersOfOuterJoins(sql: string): readonly number[] {
  const inPart = (part: unknown): readonly number[] => {
    if (Array.isArray(part)) return part.flatMap(inPart);
    if (typeof part !== "object" || part === null) return [];
    const below = Object.values(part).flatMap(inPart);
    if (!isJoin(part) || part.JoinExpr.jointype === "JOIN_INNER") return below;
    return [...below, ...comparedWith(part.JoinExpr.quals)];
  };
  return [...new Set(parsed(sql).flatMap(inPart))];
}

type JoinNode = Extract<Node, { JoinExpr: unknown }>;

const isJoin = (part: object): part is JoinNode => "JoinExpr" in part;

/** The parameters among what has to be equal for a condition to hold. */
function comparedWith(condition: Node | undefined): readonly number[] {
  if (condition === undefined) return [];
  if ("BoolExpr" in condition && condition.BoolExpr.boolop === "AND_EXPR") return (condition.BoolExpr.args ?? []).flatMap(comparedWith);
  if (!("A_Expr" in condition)) return [];
  const { lexpr, rexpr } = condition.A_Expr;
  return [lexpr, rexpr].flatMap((side) => (side !== undefined && "ParamRef" in side ? (side.ParamRef.number ?? []) : []));
}

function parsed(sql: string): readonly Node[] {
  try {
    return (parseSync(sql).stmts ?? []).flatMap(({ stmt }) => stmt ?? []);
  } catch {
    return [];
  }
}

function schemaFault(statement: Node): string | undefined {
  if ("CreateTrigStmt" in statement) return "a trigger";
  if ("CreatePolicyStmt" in statement && has(statement, "SubLink")) return "a policy with a query";
  if (!("IndexStmt" in statement)) return undefined;
  const { unique, relation, indexParams } = statement.IndexStmt;
  const isByTenant = indexParams?.some((param) => "IndexElem" in param && param.IndexElem.name === "tenant_id") ?? false;
  return unique === true && placedOf(relation?.relname ?? "") === "tenant" && !isByTenant ? "uniqueness across tenants" : undefined;
}

function writeFault(statement: Node, isOfTenant: boolean): string | undefined {
  const faults = partsOf(statement).map((part) => {
    if ("SelectStmt" in part) {
      const { targetList, valuesLists, larg } = part.SelectStmt;
      return targetList === undefined && valuesLists === undefined && larg === undefined ? "a query without columns" : undefined;
    }
    if ("FuncCall" in part)
      return setsTenant(part.FuncCall.args, part.FuncCall.funcname) ? "a tenant that nodes do not hear of" : undefined;
    if ("UpdateStmt" in part) {
      const { relation, targetList } = part.UpdateStmt;
      return isOfTenants(relation) && targetList?.some(isTenantColumn) === true ? "a row that changes its tenant" : undefined;
    }
    if (!("InsertStmt" in part) || !isOfTenants(part.InsertStmt.relation)) return undefined;
    const { cols, selectStmt, onConflictClause } = part.InsertStmt;
    if (cols?.some(isTenantColumn) !== true) return "rows without a tenant";
    // The owner of the tables has no row-level security.
    if (isOfTenant && selectStmt !== undefined && has(selectStmt, "RangeFunction")) return "rows that are made by a function";
    const keys = onConflictClause?.infer?.indexElems;
    if (keys?.some((key) => "IndexElem" in key && key.IndexElem.name === "tenant_id") === false) return "a key across tenants";
    return undefined;
  });
  return faults.find((fault) => fault !== undefined);
}

function tenantFault({ uses, conditions, repeated }: StatementTenants, isOfTenant: boolean): string | undefined {
  const ofTenants = uses.filter(({ placed }) => placed === "tenant");
  const isNamed = ({ tenant }: TableUse) => tenant() === NAMED_TENANT;
  const unnamed = ofTenants.find((use) => (isOfTenant || use.isLocked || use.isRecursive) && !isNamed(use));
  if (unnamed !== undefined) {
    const why = unnamed.isLocked ? ", which is locked" : unnamed.isRecursive ? ", whose tree is walked" : "";
    return `no tenant is named for "${unnamed.alias}"${why}`;
  }
  for (const { level, alias } of repeated) {
    const use = ofTenants.find((one) => one.level === level && !isNamed(one));
    if (use !== undefined) return `"${use.alias}" is asked for each row of "${alias}", which is on no node`;
  }
  // A query of its own is answered by the nodes first; one FROM is not.
  const ofCoordinator = new Set(uses.filter(({ placed }) => placed === "coordinator").map(({ level }) => level));
  if (ofTenants.some(({ level }) => ofCoordinator.has(level))) return "rows of a node and of the coordinator";
  const together = (level: number) => new Set([level, ...conditions.flatMap(([inner, outer]) => (inner === level ? [outer] : []))]);
  for (const { level } of ofTenants) {
    const levels = together(level);
    const joined = ofTenants.filter((use) => levels.has(use.level));
    if (new Set(joined.map(({ tenant }) => tenant())).size > 1)
      return `${joined.map(({ alias }) => `"${alias}"`).join(" and ")} are joined across tenants`;
  }
  return undefined;
}

const isOfTenants = (relation: { readonly relname?: string | undefined } | undefined): boolean =>
  placedOf(relation?.relname ?? "") === "tenant";

const isTenantColumn = (target: Node): boolean => "ResTarget" in target && target.ResTarget.name === "tenant_id";

function setsTenant(args: readonly Node[] | undefined, name: readonly Node[] | undefined): boolean {
  const isSetting = name?.some((part) => "String" in part && part.String.sval === "set_config") ?? false;
  const [setting] = args ?? [];
  // A name that is a parameter may be that one.
  return isSetting && setting !== undefined && (!("A_Const" in setting) || setting.A_Const.sval?.sval === "app.tenant_id");
}

/** A node and all nodes in it. */
function partsOf(node: unknown): readonly Node[] {
  if (Array.isArray(node)) return node.flatMap(partsOf);
  if (typeof node !== "object" || node === null) return [];
  return [...(isNode(node) ? [node] : []), ...Object.values(node).flatMap(partsOf)];
}

const kinds: ReadonlySet<string> = new Set(["SelectStmt", "InsertStmt", "UpdateStmt", "FuncCall", "SubLink", "RangeFunction"]);
/** Nodes are objects of one property, whose name is their kind. */
const isNode = (part: object): part is Node => Object.keys(part).length === 1 && kinds.has(Object.keys(part)[0] ?? "");

const has = (node: Node, kind: string): boolean => partsOf(node).some((part) => kind in part);
