// A package as people open it: the way from the outermost one to a code, what there is of each layer, and what is directly in one package,
// so many at a time.
import { sql, type AliasableExpression, type Expression } from "kysely";
import type { Domain, ReadHandler } from "../../contract.ts";
import { malformedParameter } from "../../http/errors.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { anyOf, db, read, type Query } from "../../rows/query.ts";
import type { TableSources } from "../../rows/tables.ts";
import { blockOf, maxSteps } from "./current-code.ts";
import { packed, twin } from "./relation-facts.ts";
import {
  findRequestedCode,
  inEffect,
  isSeen,
  nothingAbove,
  seenPath,
  sentCode,
  shownColumns,
  shownFacts,
  unknownCode,
  type Inherited,
} from "./relation-tree.ts";

/** Codes of a level that are answered at once. */
const levelSize = 100;
const maxSkip = 100_000_000;

/** Codes to be shown, and how many each holds. */
interface Placed {
  id: string;
  place: number;
  childNum: number | null;
}

/** Codes with what they show, without what they take over, in the order of their places. */
const factsOf = (codes: AliasableExpression<Placed>, { unscoped, withRemoved }: TableSources) =>
  db
    .selectFrom(codes.as("c"))
    .innerJoin(withRemoved("code-item", "i"), "i.id", "c.id")
    .leftJoin(unscoped("pack-layer", "l"), "l.layer", "i.layer")
    .leftJoin(withRemoved("code-set", "s"), "s.id", "i.codeSetId")
    .leftJoin(withRemoved("attr-owner", "o"), "o.id", "i.productId")
    .leftJoin(withRemoved("spec", "x"), "x.id", "i.specId")
    .orderBy("c.place")
    .select(({ ref }) => ["i.id", ...shownColumns, blockOf(ref("i.blockStatus"), ref("s.status")).as("blockStatus"), "c.childNum"]);

type CodeRow = ReturnType<typeof factsOf> extends Query<infer O> ? O : never;

/** The codes of the same units as these. */
const twinsOf = (codes: AliasableExpression<Pick<Placed, "id">>, { unscoped, withRemoved }: TableSources) =>
  db
    .selectFrom(codes.as("c"))
    .innerJoin(unscoped("code-relation", "r"), "r.parentId", "c.id")
    .innerJoin(withRemoved("code-item", "i"), "i.id", "r.codeId")
    .where("r.relationType", "=", twin)
    .orderBy("r.position")
    .orderBy("r.codeId")
    .select(["r.parentId", "i.code", "i.codeFuncType"]);

/** Codes by their ids, in their order. */
const given = (ids: Expression<readonly string[]>, { unscoped }: TableSources) =>
  db
    .selectFrom(sql<{ id: string; place: number }>`unnest(${ids}::bigint[]) with ordinality`.as<"u">(sql`u(id, place)`))
    .leftJoin(unscoped("code-relation", "r"), (join) => join.onRef("r.codeId", "=", "u.id").on("r.relationType", "=", packed))
    .select(["u.id", "u.place", "r.childNum"]);

interface Ids {
  readonly ids: readonly string[];
}

const factsOfCodes = prepared("facts_of_packed_codes", (value: Given<Ids>, sources) => factsOf(given(value("ids"), sources), sources));
const twinsOfCodes = prepared("twins_of_codes", (value: Given<Ids>, sources) => twinsOf(given(value("ids"), sources), sources));

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

/** The same of what of a package is with some channels. */
const countsOfBranch = prepared(
  "counts_of_branch",
  (given: Given<{ readonly topId: string; readonly channelIds: readonly string[] }>, { unscoped, withRemoved }) =>
    db
      .withRecursive("branch(id, layer, stampTime)", (cte) =>
        cte
          .selectFrom(withRemoved("code-item", "i"))
          .where("i.id", "=", given("topId"))
          .select(({ ref }) => ["i.id", sql<number | null>`${ref("i.layer")}::int`.as("layer"), "i.stampTime"])
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
              ]),
          ),
      )
      .selectFrom("branch as b")
      .leftJoin(unscoped("pack-layer", "l"), "l.layer", "b.layer")
      .groupBy(["b.layer", "l.name"])
      .orderBy("b.layer", "desc")
      .select(["b.layer", "l.name as layerName", sql<number>`count(*)::int`.as("num")]),
);

interface Level {
  readonly code: string;
  readonly skip: number;
}

/** A code and what it is packed in, from the outermost one inwards. */
const wayTo = prepared("way_into_package", (value: Given<Level>, sources) => {
  const { unscoped } = sources;
  const up = db
    .withRecursive("up(id, depth)", (cte) =>
      cte
        .selectFrom(unscoped("code-item", "i"))
        .where("i.code", "=", value("code"))
        .select(["i.id", sql<number>`0`.as("depth")])
        .unionAll(
          cte
            .selectFrom("up as p")
            .innerJoin(unscoped("code-relation", "r"), "r.codeId", "p.id")
            .where("r.parentId", "is not", null)
            .where("p.depth", "<", maxSteps)
            .select(({ ref }) => [sql<string>`${ref("r.parentId")}`.as("id"), sql<number>`${ref("p.depth")} + 1`.as("depth")]),
        ),
    )
    .selectFrom("up as u")
    .leftJoin(unscoped("code-relation", "r"), (join) => join.onRef("r.codeId", "=", "u.id").on("r.relationType", "=", packed))
    .select(({ ref }) => ["u.id", sql<number>`-${ref("u.depth")}`.as("place"), "r.childNum"]);
  return factsOf(up, sources);
});

/** What is directly in a package, in the order of its places; one more than is answered tells that there are more. */
function levelOf(value: Given<Level>, { unscoped }: TableSources) {
  const inner = db
    .selectFrom(unscoped("code-relation", "r"))
    .where("r.parentId", "=", db.selectFrom(unscoped("code-item", "i")).where("i.code", "=", value("code")).select("i.id"))
    .where("r.relationType", "=", packed)
    .orderBy("r.position")
    .orderBy("r.codeId")
    .offset(sql<number>`${value("skip")}::bigint`)
    .limit(sql<number>`${sql.lit(levelSize + 1)}`)
    .select(({ ref }) => [sql<string>`${ref("r.codeId")}`.as("id"), "r.position", "r.childNum"]);
  return db
    .selectFrom(inner.as("n"))
    .select(({ ref }) => [
      "n.id",
      sql<number>`row_number() over (order by ${ref("n.position")}, ${ref("n.id")})`.as("place"),
      "n.childNum",
    ]);
}

const codesOfLevel = prepared("codes_of_level", (value: Given<Level>, sources) => factsOf(levelOf(value, sources), sources));
const twinsOfLevel = prepared("twins_of_level", (value: Given<Level>, sources) => twinsOf(levelOf(value, sources), sources));

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
    ...shownFacts(row, own),
    childNum: row.childNum ?? 0,
    twins,
  };
}

/** The way from the outermost package to a code, each as it is in effect, and how many of each layer the whole package holds. */
const place: ReadHandler = async (context, parameters) => {
  const code = await findRequestedCode(context, parameters);
  if (code === undefined) return unknownCode(context);
  const inwards = code.path.toReversed();
  const seen = await seenPath(context, code);
  const topId = seen.at(-1) ?? code.id;
  const { channelIds } = context.caller;
  const counting = channelIds === undefined ? countsOfPackage(context, { rootId: topId }) : countsOfBranch(context, { topId, channelIds });
  const [rows, twins, counts] = await read(
    context,
    [factsOfCodes(context, { ids: inwards }), twinsOfCodes(context, { ids: seen }), counting],
    "kept",
  );
  const twinsAt = twinsBy(twins);
  let above = nothingAbove;
  const path = rows.flatMap((row) => {
    above = inEffect(row, above);
    return seen.includes(row.id) ? [shown(row, above, twinsAt(row.id))] : [];
  });
  return {
    code: code.code,
    path,
    counts: counts.map(({ layer, layerName, num }) => ({ layer: layer ?? -1, layerName: layerName ?? "", num })),
  };
};

function skipIn(sent: string | undefined): number {
  if (sent === undefined || sent === "") return 0;
  if (!/^\d{1,9}$/.test(sent) || Number(sent) > maxSkip) throw malformedParameter("skip");
  return Number(sent);
}

/** What is directly in a package, as it is in effect. */
const children: ReadHandler = async (context, parameters) => {
  const request = { code: sentCode(parameters), skip: skipIn(parameters["skip"]) };
  const queries = [wayTo(context, request), codesOfLevel(context, request), twinsOfLevel(context, request)] as const;
  const [way, level, twins] = await read(context, queries, "kept");
  const above = way.reduce<Inherited>((outer, row) => inEffect(row, outer), nothingAbove);
  if (way.length === 0 || !isSeen(context, above)) return unknownCode(context);
  const twinsAt = twinsBy(twins);
  return {
    children: level.slice(0, levelSize).flatMap((row) => {
      const own = inEffect(row, above);
      return isSeen(context, own) ? [shown(row, own, twinsAt(row.id))] : [];
    }),
    hasMore: level.length > levelSize,
  };
};

export const relationLevelsDomain: Domain = {
  reads: { "code-relation.place": place, "code-relation.children": children },
  actions: {},
  hooks: {},
};
