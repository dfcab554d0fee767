// A package as people open it: the way from the outermost one to a code, what there is of each layer, and what is directly in one package,
// so many at a time.
import { sql } from "kysely";
import type { Domain, ReadHandler } from "../../contract.ts";
import { malformedParameter } from "../../http/errors.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { anyOf, db, read, type Query } from "../../rows/query.ts";
import { blockOf, mostSteps } from "./known-code.ts";
import { packed, twin } from "./relation-facts.ts";
import {
  findAskedCode,
  findOwnCode,
  inEffect,
  isSeen,
  nothingAbove,
  seenPath,
  sentCode,
  unknownCode,
  type Inherited,
} from "./relation-tree.ts";

/** Codes of a level that are answered at once. */
const levelSize = 100;
const mostSkipped = 100_000_000;

/** Codes with what they show, without what they take over. */
const factsOfCodes = prepared("facts_of_packed_codes", (given: Given<{ readonly ids: readonly string[] }>, { unscoped, withRemoved }) =>
  db
    .selectFrom(withRemoved("code-item", "i"))
    .leftJoin(unscoped("pack-layer", "l"), "l.layer", "i.layer")
    .leftJoin(withRemoved("code-set", "s"), "s.id", "i.codeSetId")
    .leftJoin(withRemoved("attr-owner", "o"), "o.id", "i.productId")
    .leftJoin(withRemoved("spec", "x"), "x.id", "i.specId")
    .leftJoin(unscoped("code-relation", "r"), (join) => join.onRef("r.codeId", "=", "i.id").on("r.relationType", "=", packed))
    .where("i.id", "=", anyOf(given("ids")))
    .select(({ ref }) => [
      "i.id",
      "i.code",
      "i.layer",
      "l.name as layerName",
      "i.codeFuncType",
      "i.lifeStatus",
      "i.stampTime",
      "i.channelId",
      "i.batchCode",
      blockOf(ref("i.blockStatus"), ref("s.status")).as("blockStatus"),
      "o.name as productName",
      "x.specName",
      "r.childNum",
    ]),
);

type CodeRow = ReturnType<typeof factsOfCodes> extends Query<infer O> ? O : never;

const twinsOfCodes = prepared("twins_of_codes", (given: Given<{ readonly ids: readonly string[] }>, { unscoped, withRemoved }) =>
  db
    .selectFrom(unscoped("code-relation", "r"))
    .innerJoin(withRemoved("code-item", "i"), "i.id", "r.codeId")
    .where("r.parentId", "=", anyOf(given("ids")))
    .where("r.relationType", "=", twin)
    .orderBy("r.position")
    .orderBy("r.codeId")
    .select(["r.parentId", "i.code", "i.codeFuncType"]),
);

/** How many codes of each layer a whole package holds, by its outermost code, itself included; twins are no units of their own. */
const countsOfPackage = prepared("counts_of_package", (given: Given<{ readonly rootId: string }>, { unscoped }) =>
  db
    .selectFrom(unscoped("code-relation", "r"))
    .leftJoin(unscoped("pack-layer", "l"), "l.layer", "r.layer")
    .where("r.rootId", "=", given("rootId"))
    .where("r.relationType", "=", packed)
    .groupBy(["r.layer", "l.name"])
    .orderBy("r.layer", "desc")
    .select(["r.layer", "l.name as layerName", sql<number>`count(*)::int`.as("num")]),
);

/** The same of what of a package is with some channels, its newest stamp first. */
const countsOfBranch = prepared(
  "counts_of_branch",
  (given: Given<{ readonly topId: string; readonly channelIds: readonly string[] }>, { unscoped, withRemoved }) =>
    db
      .withRecursive("branch(id, layer, stampTime, channelId)", (cte) =>
        cte
          .selectFrom(withRemoved("code-item", "i"))
          .where("i.id", "=", given("topId"))
          .select(({ ref }) => ["i.id", sql<number | null>`${ref("i.layer")}::int`.as("layer"), "i.stampTime", "i.channelId"])
          .unionAll(
            cte
              .selectFrom("branch as b")
              .innerJoin(unscoped("code-relation", "r"), "r.parentId", "b.id")
              .innerJoin(withRemoved("code-item", "i"), "i.id", "r.codeId")
              .where("r.relationType", "=", packed)
              // Only a newer stamp of its own takes it out of the package.
              .where(
                ({ ref }) =>
                  sql<boolean>`(${ref("i.stampTime")} is null or ${ref("i.stampTime")} < ${ref("b.stampTime")} or ${ref("i.channelId")} = ${anyOf(given("channelIds"))})`,
              )
              .select(({ ref }) => [
                "i.id",
                sql<number | null>`${ref("i.layer")}::int`.as("layer"),
                sql<string | null>`greatest(${ref("i.stampTime")}, ${ref("b.stampTime")})`.as("stampTime"),
                "b.channelId",
              ]),
          ),
      )
      .selectFrom("branch as b")
      .leftJoin(unscoped("pack-layer", "l"), "l.layer", "b.layer")
      .groupBy(["b.layer", "l.name"])
      .orderBy("b.layer", "desc")
      .select(["b.layer", "l.name as layerName", sql<number>`count(*)::int`.as("num")]),
);

/** A code and what it is packed in, outwards. */
const wayOut = prepared("way_out_of_package", (given: Given<{ readonly code: string }>, { unscoped }) =>
  db
    .withRecursive("up(id, depth)", (cte) =>
      cte
        .selectFrom(unscoped("code-item", "i"))
        .where("i.code", "=", given("code"))
        .select(["i.id", sql<number>`0`.as("depth")])
        .unionAll(
          cte
            .selectFrom("up as p")
            .innerJoin(unscoped("code-relation", "r"), "r.codeId", "p.id")
            .where("r.parentId", "is not", null)
            .where("p.depth", "<", mostSteps)
            .select(({ ref }) => [sql<string>`${ref("r.parentId")}`.as("id"), sql<number>`${ref("p.depth")} + 1`.as("depth")]),
        ),
    )
    .selectFrom("up as u")
    .orderBy("u.depth")
    .select("u.id"),
);

/** What is directly in a package, in the order of its places; one more than is answered tells that there are more. */
const levelOfCode = prepared("level_of_package", (given: Given<{ readonly code: string; readonly skip: number }>, { unscoped }) =>
  db
    .selectFrom(unscoped("code-relation", "r"))
    .where("r.parentId", "=", db.selectFrom(unscoped("code-item", "i")).where("i.code", "=", given("code")).select("i.id"))
    .where("r.relationType", "=", packed)
    .orderBy("r.position")
    .orderBy("r.codeId")
    .offset(sql<number>`${given("skip")}::bigint`)
    .limit(levelSize + 1)
    .select("r.codeId"),
);

interface Twin {
  readonly code: string;
  readonly codeFuncType: number;
}

function twinsBy(
  rows: readonly { readonly parentId: string | null; readonly code: string | null; readonly codeFuncType: number | null }[],
) {
  const groups = new Map<string, Twin[]>();
  for (const { parentId, code, codeFuncType } of rows) {
    const one = { code: code ?? "", codeFuncType: codeFuncType ?? -1 };
    const group = groups.get(parentId ?? "");
    if (group === undefined) groups.set(parentId ?? "", [one]);
    else group.push(one);
  }
  return (id: string): readonly Twin[] => groups.get(id) ?? [];
}

function shown(row: CodeRow, own: Inherited, twins: readonly Twin[]) {
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
    childNum: row.childNum ?? 0,
    twins,
  };
}

/** Rows by their ids in the order of these; ids without a row are left out. */
function inOrder(rows: readonly CodeRow[], ids: readonly string[]): readonly CodeRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The way from the outermost package to a code, each as it is in effect, and how many of each layer the whole package holds. */
const place: ReadHandler = async (context, parameters) => {
  const known = await findAskedCode(context, parameters);
  if (known === undefined) return unknownCode(context);
  const inwards = known.path.toReversed();
  const seen = await seenPath(context, known);
  const topId = seen.at(-1) ?? known.id;
  const { channelIds } = context.caller;
  const [rows, twins, counts] = await read(context, [
    factsOfCodes(context, { ids: inwards }),
    twinsOfCodes(context, { ids: seen }),
    channelIds === undefined ? countsOfPackage(context, { rootId: topId }) : countsOfBranch(context, { topId, channelIds }),
  ]);
  const twinsOf = twinsBy(twins);
  let above = nothingAbove;
  const path = inOrder(rows, inwards).flatMap((row) => {
    above = inEffect(row, above);
    return seen.includes(row.id) ? [shown(row, above, twinsOf(row.id))] : [];
  });
  return {
    code: known.code,
    path,
    counts: counts.map(({ layer, layerName, num }) => ({ layer: layer ?? -1, layerName: layerName ?? "", num })),
  };
};

function skipIn(sent: string | undefined): number {
  if (sent === undefined || sent === "") return 0;
  if (!/^\d{1,9}$/.test(sent) || Number(sent) > mostSkipped) throw malformedParameter("skip");
  return Number(sent);
}

/** What is directly in a package, as it is in effect. */
const children: ReadHandler = async (context, parameters) => {
  const code = sentCode(parameters);
  const [way, level] = await read(context, [wayOut(context, { code }), levelOfCode(context, { code, skip: skipIn(parameters["skip"]) })]);
  if (way.length === 0 || (context.caller.channelIds !== undefined && (await findOwnCode(context, code)) === undefined))
    return unknownCode(context);
  const inwards = way.map(({ id }) => id).toReversed();
  const inner = level.slice(0, levelSize).map(({ codeId }) => codeId ?? "");
  const [rows, twins] = await read(context, [
    factsOfCodes(context, { ids: [...inwards, ...inner] }),
    twinsOfCodes(context, { ids: inner }),
  ]);
  const twinsOf = twinsBy(twins);
  const above = inOrder(rows, inwards).reduce<Inherited>((outer, row) => inEffect(row, outer), nothingAbove);
  return {
    children: inOrder(rows, inner).flatMap((row) => {
      const own = inEffect(row, above);
      return isSeen(context, own) ? [shown(row, own, twinsOf(row.id))] : [];
    }),
    hasMore: level.length > levelSize,
  };
};

export const relationLevelsDomain: Domain = {
  reads: { "code-relation.place": place, "code-relation.children": children },
  actions: {},
  hooks: {},
};
