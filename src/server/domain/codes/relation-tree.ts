// The whole package around a code, from its outermost one inwards.
import { sql } from "kysely";
import { inLanguage } from "#schema/text";
import type { Domain, ReadHandler, RequestContext } from "../../contract.ts";
import { NothingFound } from "../../http/envelope.ts";
import { malformedParameter, missingParameter } from "../../http/errors.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { anyOf, db, read, type Query } from "../../rows/query.ts";
import { blockOf, currentCodeOf, currentCodes, maxLookupLength, maxSteps, type CurrentCode } from "./current-code.ts";
import { lastReplacement } from "./replacement.ts";
import { packed, twin } from "./relation-facts.ts";
import { ownMark } from "./sources.ts";

/** Children that are answered of one package; `childNum` tells how many there are. */
const maxChildren = 500;
/** Codes of one tree: more than the largest package holds. */
const maxNodes = 20_000;

/** What lies above a code counts for it: the newest stamp, the strongest block, the nearest product. */
export interface Inherited {
  readonly stampTime: string;
  /** Of the newest stamp. */
  readonly channelId: string | null;
  readonly lifeStatus: number | undefined;
  readonly blockStatus: number;
  readonly productName: string;
  readonly specName: string;
  readonly batchCode: string;
}

interface TreeNode extends ReturnType<typeof shownFacts> {
  readonly current?: true;
  readonly twins: readonly { readonly code: string; readonly codeFuncType: number }[];
  readonly childNum: number;
  readonly children: readonly TreeNode[];
}

/** What is shown of a code: of its item i, the layer l, the product o and the spec x. */
export const shownColumns = [
  "i.code",
  "i.layer",
  "l.name as layerName",
  "i.codeFuncType",
  "i.lifeStatus",
  "i.stampTime",
  "i.channelId",
  "i.batchCode",
  "o.name as productName",
  "x.specName",
] as const;

/** Rows of a tree: its outermost code, and inwards from it so many of each package. */
const treeOf = prepared("code_relation_tree", (given: Given<{ readonly rootId: string }>, { unscoped, withRemoved }) =>
  db
    .withRecursive("tree(id, parentId, relationType, position, depth)", (cte) =>
      cte
        .selectNoFrom([
          sql<string>`${given("rootId")}::bigint`.as("id"),
          sql<string | null>`null::bigint`.as("parentId"),
          sql<number | null>`${packed}::int`.as("relationType"),
          sql<number>`0`.as("position"),
          sql<number>`0`.as("depth"),
        ])
        .unionAll(
          cte
            .selectFrom("tree as t")
            .innerJoinLateral(
              (from) =>
                from
                  .selectFrom(unscoped("code-relation", "r"))
                  .whereRef("r.parentId", "=", "t.id")
                  .orderBy("r.position")
                  .orderBy("r.codeId")
                  .limit(maxChildren)
                  .select(({ fn }) => ["r.codeId", "r.relationType", fn.coalesce("r.position", sql<number>`0`).as("position")])
                  .as("c"),
              (join) => join.onTrue(),
            )
            .where("t.depth", "<", maxSteps)
            .where("t.relationType", "=", packed)
            .select(({ ref }) => [
              sql<string>`${ref("c.codeId")}`.as("id"),
              "t.id as parentId",
              "c.relationType",
              "c.position",
              sql<number>`${ref("t.depth")} + 1`.as("depth"),
            ]),
        ),
    )
    .with("cut", (cte) => cte.selectFrom("tree").selectAll().limit(maxNodes))
    .selectFrom("cut as t")
    .innerJoin(withRemoved("code-item", "i"), "i.id", "t.id")
    .leftJoin(unscoped("pack-layer", "l"), "l.layer", "i.layer")
    .leftJoin(withRemoved("code-set", "s"), "s.id", "i.codeSetId")
    .leftJoin(withRemoved("attr-owner", "o"), "o.id", "i.productId")
    .leftJoin(withRemoved("spec", "x"), "x.id", "i.specId")
    .leftJoin(unscoped("code-relation", "own"), (join) => join.onRef("own.codeId", "=", "t.id").on("own.relationType", "=", packed))
    .orderBy("t.depth")
    .orderBy("t.position")
    .orderBy("t.id")
    .select(({ ref }) => [
      "t.id",
      "t.parentId",
      "t.relationType",
      ...shownColumns,
      blockOf(ref("i.blockStatus"), ref("s.status")).as("blockStatus"),
      "own.childNum",
    ]),
);

type TreeRow = ReturnType<typeof treeOf> extends Query<infer O> ? O : never;

function byParent(rows: readonly TreeRow[]): ReadonlyMap<string | null, readonly TreeRow[]> {
  const groups = new Map<string | null, TreeRow[]>();
  for (const row of rows) {
    const group = groups.get(row.parentId);
    if (group === undefined) groups.set(row.parentId, [row]);
    else group.push(row);
  }
  return groups;
}

/** A code's own with what it takes over. */
export function inEffect(
  row: Pick<TreeRow, "stampTime" | "channelId" | "lifeStatus" | "blockStatus" | "productName" | "specName" | "batchCode">,
  above: Inherited,
): Inherited {
  const stampTime = row.stampTime ?? "";
  const isNewest = stampTime !== "" && stampTime >= above.stampTime;
  const nearest = (value: string | null, inherited: string) => (value === null || value === "" ? inherited : value);
  return {
    stampTime: isNewest ? stampTime : above.stampTime,
    channelId: isNewest ? row.channelId : above.channelId,
    lifeStatus: isNewest ? (row.lifeStatus ?? 0) : above.lifeStatus,
    blockStatus: Math.max(row.blockStatus, above.blockStatus),
    productName: nearest(row.productName, above.productName),
    specName: nearest(row.specName, above.specName),
    batchCode: nearest(row.batchCode, above.batchCode),
  };
}

/** Whether the caller sees what is in effect like this: of a channel's user, what is with one of the own channels. */
export function isSeen({ caller: { channelIds } }: Pick<RequestContext, "caller">, { channelId }: Inherited): boolean {
  return channelIds === undefined || channelIds.includes(channelId ?? "");
}

/** What is shown of a code, with what is in effect for it. */
export function shownFacts(row: Pick<TreeRow, "code" | "layer" | "layerName" | "codeFuncType" | "lifeStatus">, own: Inherited) {
  return {
    code: row.code ?? "",
    layer: row.layer ?? -1,
    layerName: row.layerName ?? "",
    codeFuncType: row.codeFuncType ?? -1,
    lifeStatus: own.lifeStatus ?? row.lifeStatus ?? 0,
    blockStatus: own.blockStatus,
    productName: own.productName,
    specName: own.specName,
    batchCode: own.batchCode,
  };
}

interface TreeRequest {
  readonly context: RequestContext;
  readonly id: string;
  readonly below: ReadonlyMap<string | null, readonly TreeRow[]>;
}

function nodeOf(row: TreeRow, own: Inherited, request: TreeRequest): TreeNode {
  const inner = request.below.get(row.id) ?? [];
  const twins = inner.filter((one) => one.relationType === twin);
  const packedIn = inner.filter((one) => one.relationType === packed).map((one) => ({ one, its: inEffect(one, own) }));
  // What was taken out of the package for somebody else still hangs on it.
  const children = packedIn.filter(({ its }) => isSeen(request.context, its));
  const isCurrent = row.id === request.id || twins.some((one) => one.id === request.id);
  return {
    ...shownFacts(row, own),
    ...(isCurrent ? { current: true as const } : {}),
    twins: twins.map((one) => ({ code: one.code ?? "", codeFuncType: one.codeFuncType ?? -1 })),
    childNum: children.length < packedIn.length ? children.length : Math.max(row.childNum ?? 0, children.length),
    children: children.map(({ one, its }) => nodeOf(one, its, request)),
  };
}

export const nothingAbove: Inherited = {
  stampTime: "",
  channelId: null,
  lifeStatus: undefined,
  blockStatus: 0,
  productName: "",
  specName: "",
  batchCode: "",
};

/** The parameter `code`: a code, or what a QR code holds. */
export function sentCode(parameters: Readonly<Record<string, string>>): string {
  const code = parameters["code"]?.trim() ?? "";
  if (code === "") throw missingParameter("code");
  if (code.length > maxLookupLength) throw malformedParameter("code");
  return code;
}

/** "There is no such code", as a success that holds nothing. */
export function unknownCode(context: RequestContext): NothingFound {
  return new NothingFound(inLanguage(["码不存在", "There is no such code"], context.language));
}

/** The code that was sent as it is in effect. */
async function findCode(context: RequestContext, sent: string): Promise<CurrentCode | undefined> {
  const [[row]] = await read(context, [currentCodes(context, { sent: [sent] })], "kept");
  return row === undefined ? undefined : currentCodeOf(row);
}

/** The same, unless the caller is of a channel that does not have the code. */
export async function findOwnCode(context: RequestContext, sent: string): Promise<CurrentCode | undefined> {
  const code = await findCode(context, sent);
  const { channelIds } = context.caller;
  return channelIds === undefined || channelIds.includes(code?.channelId ?? "") ? code : undefined;
}

/** blockStatus of a code that another one took the place of. */
const replaced = 3;

/** The code that was sent, or the one that has replaced it in the end, as it is in effect. */
async function findCurrentCode(context: RequestContext, sent: string): Promise<CurrentCode | undefined> {
  const code = await findOwnCode(context, sent);
  if (code?.blockStatus !== replaced) return code;
  const [[last]] = await read(context, [lastReplacement(context, { code: code.code })]);
  return last === undefined ? code : ((await findOwnCode(context, last.code)) ?? code);
}

/** The code that was asked for, if it is of the function and the source that were asked for. */
export async function findRequestedCode(
  context: RequestContext,
  parameters: Readonly<Record<string, string>>,
): Promise<CurrentCode | undefined> {
  const code = await findCurrentCode(context, sentCode(parameters));
  const { codeFuncType = "", digitSourceMark = "" } = parameters;
  if (code === undefined || (codeFuncType !== "" && String(code.codeFuncType) !== codeFuncType)) return undefined;
  // The platform's own codes, unless another source was named.
  const source = digitSourceMark === "" ? ownMark : digitSourceMark;
  return (code.digitSourceMark === "" ? ownMark : code.digitSourceMark) === source ? code : undefined;
}

/** Stamps of a code and of what it is packed in. */
const stampsOf = prepared("stamps_on_the_way_out", (given: Given<{ readonly ids: readonly string[] }>, { withRemoved }) =>
  db
    .selectFrom(withRemoved("code-item", "i"))
    .where("i.id", "=", anyOf(given("ids")))
    .select(["i.id", "i.stampTime", "i.channelId"]),
);

/** The code and what it is packed in, outwards, as far as that is with the caller's channels; all of it for others. */
export async function seenPath(context: RequestContext, { path }: CurrentCode): Promise<readonly string[]> {
  if (context.caller.channelIds === undefined) return path;
  const [stamps] = await read(context, [stampsOf(context, { ids: path })]);
  let above = nothingAbove;
  let seen: string[] = [];
  for (const id of path.toReversed()) {
    const { stampTime = null, channelId = null } = stamps.find((one) => one.id === id) ?? {};
    above = inEffect({ stampTime, channelId, lifeStatus: null, blockStatus: 0, productName: null, specName: null, batchCode: null }, above);
    seen = isSeen(context, above) ? [id, ...seen] : [];
  }
  return seen;
}

const tree: ReadHandler = async (context, parameters) => {
  const code = await findRequestedCode(context, parameters);
  if (code === undefined) return unknownCode(context);
  const path = await seenPath(context, code);
  const [rows] = await read(context, [treeOf(context, { rootId: path.at(-1) ?? code.id })]);
  const [root] = rows;
  if (root === undefined) return unknownCode(context);
  return nodeOf(root, inEffect(root, nothingAbove), { context, id: code.id, below: byParent(rows.slice(1)) });
};

export const relationTreeDomain: Domain = { reads: { "code-relation.tree": tree }, actions: {}, hooks: {} };
