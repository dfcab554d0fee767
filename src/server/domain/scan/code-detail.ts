// Everything staff can learn of one code, backwards to its making and forwards to its scans. It counts as no scan.
import { textOrEmpty } from "#schema/json";
import { sql } from "kysely";
import { mayRead } from "../../caller/rule.ts";
import type { Domain, ReadHandler, RequestContext } from "../../contract.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { anyOf, db, read, type Query } from "../../rows/query.ts";
import type { TableSources } from "../../rows/tables.ts";
import type { CurrentCode } from "../codes/current-code.ts";
import { findOwnCode, seenPath, sentCode, unknownCode } from "../codes/relation-tree.ts";
import { lastReplacement } from "../codes/replacement.ts";
import { lifeOf, partOfLife } from "./code-life.ts";
import { stockIn } from "../warehousing/planned.ts";

/** Events of the timeline: those of the life of the code, of which the newest are kept. */
const maxEvents = 300;

interface OfGoods {
  /** The code, then what it is packed in. */
  readonly path: readonly string[];
  readonly productId: string | null;
  readonly batchCode: string;
}

/**
 * The binding of where and by whom goods were made, which hangs on the line of the document that a code came in with; the one of its own
 * batch first.
 */
const bindingOf = (given: Given<OfGoods>, { unscoped, withRemoved }: TableSources) =>
  db
    .selectFrom(unscoped("doc-detail", "d"))
    .innerJoin(unscoped("attribute-owner-doc", "a"), "a.docDetailId", "d.id")
    .where("d.docKind", "=", stockIn)
    .where("d.productId", "=", given("productId"))
    .where("d.docId", "in", ({ selectFrom }) =>
      selectFrom(withRemoved("code-item", "i"))
        .where("i.id", "=", anyOf(given("path")))
        .where("i.stockInDocId", "is not", null)
        .select(({ cast }) => cast<string>("i.stockInDocId", "text").as("docId")),
    )
    .orderBy(
      ({ ref }) => sql`coalesce(nullif(${ref("d.batchCode")}, ''), ${ref("a.batchCode")}) = ${given("batchCode")}`,
      (order) => order.desc().nullsLast(),
    )
    .orderBy("d.id")
    .limit(1);

const productionOf = prepared("production_of_code", (given: Given<OfGoods>, from) =>
  bindingOf(given, from)
    .leftJoin(from.withRemoved("factory", "f"), "f.id", "a.factoryId")
    .leftJoin(from.withRemoved("shop", "h"), "h.id", "a.shopId")
    .leftJoin(from.withRemoved("prod-line", "l"), "l.id", "a.prodLineId")
    .leftJoin(from.withRemoved("team", "m"), "m.id", "a.teamId")
    .select([
      "a.principal",
      "a.qc",
      "a.qcReport",
      "f.name as factoryName",
      "h.name as shopName",
      "l.name as prodLineName",
      "m.name as teamName",
    ]),
);

/** Attributes of a binding with their names: a value picked from a list, or one typed. */
const attributeRowsOf = prepared("attributes_of_code", (given: Given<OfGoods>, from) => {
  const { withRemoved } = from;
  return db
    .selectFrom(bindingOf(given, from).select("a.docAttrList").as("p"))
    .crossJoinLateral(({ ref }) =>
      sql<{ value: unknown; place: number }>`
      jsonb_array_elements(case jsonb_typeof(${ref("p.docAttrList")}) when 'array' then ${ref("p.docAttrList")} else '[]' end) with ordinality`.as<"e">(
        sql`e(value, place)`,
      ),
    )
    .innerJoin(withRemoved("attr", "t"), (join) =>
      join.on(({ eb, cast, ref }) => eb(cast<string>("t.id", "text"), "=", sql<string>`${ref("e.value")} ->> 'attrId'`)),
    )
    .leftJoin(withRemoved("attr-value", "v"), (join) =>
      join.on(({ eb, cast, ref }) => eb(cast<string>("v.id", "text"), "=", sql<string>`${ref("e.value")} ->> 'attrValueId'`)),
    )
    .leftJoin(withRemoved("raw-material", "w"), (join) =>
      join.on(({ eb, cast, ref }) => eb(cast<string>("w.id", "text"), "=", sql<string>`${ref("e.value")} ->> 'rawMaterialId'`)),
    )
    .leftJoin(withRemoved("process-step", "s"), (join) =>
      join.on(({ eb, cast, ref }) => eb(cast<string>("s.id", "text"), "=", sql<string>`${ref("e.value")} ->> 'processStepId'`)),
    )
    .leftJoin(withRemoved("process-node", "n"), "n.id", "s.processNodeId")
    .orderBy("e.place")
    .limit(200)
    .select(({ ref }) => [
      "t.attrName",
      "t.attrProp",
      sql<string>`coalesce(nullif(${ref("v.attrValue")}, ''), ${ref("e.value")} ->> 'attrValue', '')`.as("value"),
      "w.name as rawMaterial",
      "s.name as stepName",
      "n.name as nodeName",
    ]);
});

type Context = Pick<RequestContext, "model" | "scope" | "caller">;
type RowOf<Rows> = Rows extends (...given: never) => Query<infer O> ? O : never;
export type ProductionRow = RowOf<typeof productionOf>;
export type AttributeRow = RowOf<typeof attributeRowsOf>;

/** The queries of where and by whom goods were made: the binding, then its attributes. */
export function productionQueries(context: Context, code: CurrentCode): readonly [Query<ProductionRow>, Query<AttributeRow>] {
  const goods = { path: code.path, productId: code.productId ?? null, batchCode: code.batchCode };
  return [productionOf(context, goods), attributeRowsOf(context, goods)];
}

interface OfCode {
  readonly id: string;
  readonly parentId: string | null;
  readonly rootId: string | null;
  readonly productId: string | null;
  readonly specId: string | null;
  readonly codeSetId: string | null;
  readonly channelId: string | null;
  readonly saleRegionCodes: readonly string[];
}

const package_ = 1;
const twin = 2;

const factsOf = prepared("facts_of_code", (given: Given<OfCode>, { unscoped, withRemoved }) =>
  db.selectNoFrom(({ selectFrom }) => {
    const codeOf = (id: "parentId" | "rootId") => selectFrom(withRemoved("code-item", "i")).where("i.id", "=", given(id)).select("i.code");
    const twins = selectFrom(unscoped("code-relation", "n"))
      .where("n.parentId", "=", given("id"))
      .where("n.relationType", "=", twin)
      .select("n.codeId as id")
      .union(
        selectFrom(unscoped("code-relation", "n"))
          .where("n.codeId", "=", given("id"))
          .where("n.relationType", "=", twin)
          .select("n.parentId as id"),
      );
    return [
      selectFrom(withRemoved("attr-owner", "o")).where("o.id", "=", given("productId")).select("o.name").as("productName"),
      selectFrom(withRemoved("spec", "x")).where("x.id", "=", given("specId")).select("x.specName").as("specName"),
      selectFrom(withRemoved("code-set", "s")).where("s.id", "=", given("codeSetId")).select("s.name").as("codeSetName"),
      selectFrom(withRemoved("channel", "c")).where("c.id", "=", given("channelId")).select("c.name").as("channelName"),
      selectFrom(withRemoved("region", "r"))
        .where("r.code", "=", anyOf(given("saleRegionCodes")))
        .select(({ ref }) => sql<string>`string_agg(${ref("r.name")}, ',' order by ${ref("r.code")})`.as("names"))
        .as("saleRegionNames"),
      codeOf("parentId").as("parentCode"),
      codeOf("rootId").as("rootCode"),
      selectFrom(unscoped("code-relation", "n"))
        .where("n.codeId", "=", given("id"))
        .where("n.relationType", "=", package_)
        .select(({ fn }) => fn.max("n.childNum").as("num"))
        .as("childNum"),
      sql<
        readonly string[]
      >`array(${selectFrom(withRemoved("code-item", "i")).where("i.id", "in", twins).orderBy("i.code").limit(10).select("i.code")})`.as(
        "twins",
      ),
    ];
  }),
);

interface Attribute {
  readonly name: string;
  readonly value: string;
}

/** Attributes that have a value. */
export function attributesOf(rows: readonly AttributeRow[]): readonly Attribute[] {
  return rows.map(({ attrName, value }) => ({ name: textOrEmpty(attrName), value })).filter(({ value }) => value !== "");
}

/** The same with the raw material or process step that each is of; those of the product itself name none. */
const ownersNamed = (rows: readonly AttributeRow[]): readonly (Attribute & { readonly of?: string })[] =>
  rows
    .map(({ attrName, value, rawMaterial, stepName }) => ({ name: textOrEmpty(attrName), value, of: rawMaterial ?? stepName ?? "" }))
    .filter(({ value }) => value !== "")
    .map(({ of, ...one }) => (of === "" ? one : { ...one, of }));

/** The day of making among the attributes of a binding. */
export function produceDateOf(rows: readonly AttributeRow[]): string {
  return textOrEmpty(rows.find(({ attrProp }) => attrProp === "produceDate")?.value).slice(0, 10);
}

const codeDetail: ReadHandler = async (context, parameters) => {
  const code = await findOwnCode(context, sentCode(parameters));
  if (code === undefined) return unknownCode(context);
  const { id, productId = null, specId = null, codeSetId = null, channelId = null } = code;
  const seen = await seenPath(context, code);
  const [[facts], [replacement], [made], attributes] = await read(context, [
    factsOf(context, {
      id,
      parentId: seen[1] ?? null,
      rootId: seen.at(-1) ?? null,
      productId,
      specId,
      codeSetId,
      channelId,
      saleRegionCodes: code.saleRegionCodes,
    }),
    lastReplacement(context, { code: code.code }),
    ...productionQueries(context, code),
  ]);
  const life = await lifeOf(context, code);
  const total = life.events.length + life.scanNum;
  const timeline = await partOfLife(context, code, life, { direction: "asc", skipped: Math.max(0, total - maxEvents), size: maxEvents });
  // Where goods were made is read by whoever may read the bindings.
  const bindings = context.model.resource.get("attribute-owner-doc");
  const production = bindings !== undefined && mayRead(context.caller, bindings) ? { made, attributes } : { attributes: [] };
  const reference = (id: string | undefined, name: string) => ({ id: id ?? -1, name });
  const saleRegionCodes = code.saleRegionCodes.join(",");
  return {
    code: code.code,
    layer: code.layer,
    layerName: code.layerName,
    codeFuncType: code.codeFuncType,
    lifeStatus: code.lifeStatus,
    blockStatus: code.blockStatus,
    product: reference(code.productId, textOrEmpty(facts?.productName)),
    spec: reference(code.specId, textOrEmpty(facts?.specName)),
    batch: {
      batchCode: code.batchCode,
      produceDate: produceDateOf(production.attributes),
      attributes: ownersNamed(production.attributes),
    },
    production: {
      factory: textOrEmpty(production.made?.factoryName),
      shop: textOrEmpty(production.made?.shopName),
      prodLine: textOrEmpty(production.made?.prodLineName),
      team: textOrEmpty(production.made?.teamName),
      principal: textOrEmpty(production.made?.principal),
      qc: textOrEmpty(production.made?.qc),
      qcReport: textOrEmpty(production.made?.qcReport),
    },
    codeSet: reference(code.codeSetId, textOrEmpty(facts?.codeSetName)),
    relation: {
      parent: textOrEmpty(facts?.parentCode),
      root: seen.length < 2 ? "" : textOrEmpty(facts?.rootCode),
      childNum: facts?.childNum ?? 0,
      twins: facts?.twins ?? [],
    },
    channel: {
      ...reference(code.channelId, textOrEmpty(facts?.channelName)),
      saleRegionCodes,
      saleRegionNames: textOrEmpty(facts?.saleRegionNames),
    },
    timeline: timeline.map(({ time, event, links: [link], place, operator }) => ({
      time,
      event,
      docNo: link?.id === undefined || link.screen === "consumer-scan-record" ? "" : link.text,
      place: [place, link?.code ?? ""].filter(Boolean).join(" "),
      operator,
    })),
    withheld: life.withheld,
    replacedBy: textOrEmpty(replacement?.code),
    // The same facts as fields of the definition, for its screen.
    productId: code.productId ?? -1,
    productName: textOrEmpty(facts?.productName),
    specId: code.specId ?? -1,
    specName: textOrEmpty(facts?.specName),
    batchCode: code.batchCode,
    codeSetName: textOrEmpty(facts?.codeSetName),
    channelId: code.channelId ?? -1,
    channelName: textOrEmpty(facts?.channelName),
    saleRegionCodes,
    saleRegionName: textOrEmpty(facts?.saleRegionNames),
    firstScanTime: code.firstScanTime,
    scanCount: code.scanCount,
  };
};

export const codeDetailDomain: Domain = { reads: { "scan-code-detail.code-detail": codeDetail }, actions: {}, hooks: {} };
