// The whole package around a code, from its outermost one inwards (catalogue, `code-relation`, tree).
import { inLanguage } from "#schema/text";
import type { Domain, ReadHandler, RequestContext } from "../../contract.ts";
import { NothingFound } from "../../http/envelope.ts";
import { malformedParameter, missingParameter } from "../../http/errors.ts";
import type { Row } from "../../store/database.ts";
import { knownCodeOf, knownCodesStatement, longestLookup, type KnownCode } from "./known-code.ts";

/** Children that are answered of one package; `childNum` tells how many there are. */
const mostChildren = 500;
/** Codes of one tree: more than the largest package holds. */
const mostNodes = 20_000;
/** The platform's own codes, unless another source was named. */
const ownSource = "SELF";
const package_ = 1;
const twin = 2;

/** What lies above a code counts for it: the newest stamp, the strongest block, the nearest product. */
interface Inherited {
  readonly stampTime: string;
  readonly lifeStatus: number | undefined;
  readonly blockStatus: number;
  readonly productName: string;
  readonly specName: string;
  readonly batchCode: string;
}

interface TreeNode {
  readonly code: string;
  readonly layer: number;
  readonly layerName: string;
  readonly codeFuncType: number;
  readonly lifeStatus: number;
  readonly blockStatus: number;
  readonly productName: string;
  readonly specName: string;
  readonly batchCode: string;
  readonly current?: true;
  readonly twins: readonly { readonly code: string; readonly codeFuncType: number }[];
  readonly childNum: number;
  readonly children: readonly TreeNode[];
}

/** Rows of a tree: its outermost code, and inwards from it so many of each package. */
async function rowsOfTree(context: RequestContext, rootId: string): Promise<readonly Row[]> {
  const [found] = await context.database.read(context.scope, [{
    sql: `with recursive tree as (
        select $2::bigint as id, null::bigint as parent_id, 1 as relation_type, 0 as position, 0 as depth
        union all
        select c.code_id, t.id, c.relation_type, c.position, t.depth + 1 from tree t cross join lateral (
          select r.code_id, r.relation_type, coalesce(r.position, 0) as position from code_relation r
          where r.tenant_id = $1 and r.parent_id = t.id and r.is_deleted = 0 order by r.position, r.code_id limit ${mostChildren}
        ) c where t.depth < 5 and t.relation_type = ${package_}
      ), cut as (select * from tree limit ${mostNodes})
      select t.id::text as id, t.parent_id::text as parent_id, t.relation_type, i.code, i.layer, l.name as layer_name, i.code_func_type, i.life_status, i.stamp_time, i.batch_code,
        greatest(coalesce(i.block_status, 0), case s.status when 5 then 1 when 6 then 2 else 0 end) as block_status, o.name as product_name, x.spec_name, own.child_num
      from cut t join code_item i on i.tenant_id = $1 and i.id = t.id
        left join pack_layer l on l.tenant_id = $1 and l.layer = i.layer and l.is_deleted = 0 left join code_set s on s.tenant_id = $1 and s.id = i.code_set_id
        left join attr_owner o on o.tenant_id = $1 and o.id = i.product_id left join spec x on x.tenant_id = $1 and x.id = i.spec_id
        left join code_relation own on own.tenant_id = $1 and own.code_id = t.id and own.relation_type = ${package_} and own.is_deleted = 0
      order by t.depth, t.position, t.id`,
    parameters: [context.scope.tenantId, rootId],
    name: "code_relation_tree",
  }]);
  return found?.rows ?? [];
}

function byParent(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const parent = String(row["parent_id"]);
    const group = groups.get(parent);
    if (group === undefined) groups.set(parent, [row]);
    else group.push(row);
  }
  return groups;
}

function standing(row: Row, above: Inherited): Inherited {
  const stampTime = String(row["stamp_time"] ?? "");
  const isNewest = stampTime !== "" && stampTime >= above.stampTime;
  const nearest = (value: unknown, inherited: string) => (value === null || value === undefined || value === "" ? inherited : String(value));
  return {
    stampTime: isNewest ? stampTime : above.stampTime,
    lifeStatus: isNewest ? Number(row["life_status"]) : above.lifeStatus,
    blockStatus: Math.max(Number(row["block_status"] ?? 0), above.blockStatus),
    productName: nearest(row["product_name"], above.productName), specName: nearest(row["spec_name"], above.specName), batchCode: nearest(row["batch_code"], above.batchCode),
  };
}

function nodeOf(row: Row, below: ReadonlyMap<string, readonly Row[]>, above: Inherited, askedId: string): TreeNode {
  const inner = below.get(String(row["id"])) ?? [];
  const twins = inner.filter((one) => Number(one["relation_type"]) === twin);
  const children = inner.filter((one) => Number(one["relation_type"]) === package_);
  const own = standing(row, above);
  const isCurrent = row["id"] === askedId || twins.some((one) => one["id"] === askedId);
  return {
    code: String(row["code"]), layer: Number(row["layer"] ?? -1), layerName: String(row["layer_name"] ?? ""), codeFuncType: Number(row["code_func_type"] ?? -1),
    lifeStatus: own.lifeStatus ?? Number(row["life_status"] ?? 0), blockStatus: own.blockStatus, productName: own.productName, specName: own.specName, batchCode: own.batchCode,
    ...(isCurrent ? { current: true as const } : {}),
    twins: twins.map((one) => ({ code: String(one["code"]), codeFuncType: Number(one["code_func_type"] ?? -1) })),
    childNum: Math.max(Number(row["child_num"] ?? 0), children.length),
    children: children.map((one) => nodeOf(one, below, own, askedId)),
  };
}

const nothingAbove: Inherited = { stampTime: "", lifeStatus: undefined, blockStatus: 0, productName: "", specName: "", batchCode: "" };

/** The parameter `code`: a code, or what a QR code holds. */
export function sentCode(parameters: Readonly<Record<string, string>>): string {
  const code = parameters["code"]?.trim() ?? "";
  if (code === "") throw missingParameter("code");
  if (code.length > longestLookup) throw malformedParameter("code");
  return code;
}

/** "There is no such code", as a success that holds nothing (catalogue, `scan-code-detail`). */
export function unknownCode(context: RequestContext): NothingFound {
  return new NothingFound(inLanguage(["码不存在", "There is no such code"], context.language));
}

/** The code that was sent as it stands in effect. */
export async function findKnownCode(context: RequestContext, sent: string): Promise<KnownCode | undefined> {
  const [found] = await context.database.read(context.scope, [knownCodesStatement(context.scope.tenantId, [sent])]);
  const [row] = found?.rows ?? [];
  return row === undefined ? undefined : knownCodeOf(row);
}

const tree: ReadHandler = async (context, parameters) => {
  const known = await findKnownCode(context, sentCode(parameters));
  const { codeFuncType = "", digitSourceMark = "" } = parameters;
  const source = digitSourceMark === "" ? ownSource : digitSourceMark;
  if (known === undefined || (codeFuncType !== "" && String(known.codeFuncType) !== codeFuncType) || (known.digitSourceMark === "" ? ownSource : known.digitSourceMark) !== source) return unknownCode(context);
  const rows = await rowsOfTree(context, known.path.at(-1) ?? known.id);
  const [root] = rows;
  return root === undefined ? unknownCode(context) : nodeOf(root, byParent(rows.slice(1)), nothingAbove, known.id);
};

export const relationTreeDomain: Domain = { reads: { "code-relation.tree": tree }, actions: {}, hooks: {} };
