// Everything staff can learn of one code, backwards to its making and forwards to its scans. It counts as no scan.
import { sql } from "kysely";
import { kindData } from "#schema/model";
import { inLanguage, type Text } from "#schema/text";
import type { Domain, ReadHandler, RequestContext } from "../../contract.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { anyOf, db, read, type Query } from "../../rows/query.ts";
import type { TableSources } from "../../rows/tables.ts";
import type { KnownCode } from "../codes/known-code.ts";
import { findOwnCode, sentCode, unknownCode } from "../codes/relation-tree.ts";
import { lastReplacement } from "../codes/replacement.ts";
import { stockIn } from "../warehousing/planned.ts";

/** Scans at the end of the timeline, the newest ones. */
const mostScans = 100;
const mostMoves = 200;

const events: ReadonlyMap<string, Text> = new Map([
  ["generated", ["生成", "Generated"]],
  ["activated", ["激活", "Activated"]],
  ["bound", ["关联", "Packed"]],
  ["scan", ["消费者扫码", "Consumer scan"]],
]);

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
export function productionQueries(context: Context, code: KnownCode): readonly [Query<ProductionRow>, Query<AttributeRow>] {
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

const noText = sql<string | null>`null::text`;

/** What happened to a code and to what it is packed in. */
const timelineOf = prepared(
  "timeline_of_code",
  (
    given: Given<Pick<OfCode, "id" | "codeSetId"> & { readonly code: string } & Pick<OfGoods, "path">>,
    { accessible, unscoped, withRemoved },
  ) => {
    const made = db
      .selectFrom(withRemoved("code-item", "i"))
      .innerJoin(withRemoved("code-gen-record-detail", "d"), "d.id", "i.codeGenRecordDetailId")
      .innerJoin(withRemoved("code-gen-record", "g"), "g.id", "d.codeGenRecordId")
      .leftJoin(withRemoved("user", "u"), "u.id", "g.createUser")
      .where("i.id", "=", given("id"))
      .select([
        "g.finishTime as time",
        sql<string>`'generated'`.as("event"),
        "g.genNo as docNo",
        noText.as("place"),
        "u.realName as operator",
      ]);
    const activated = db
      .selectFrom(withRemoved("code-set", "s"))
      .where("s.id", "=", given("codeSetId"))
      .select([
        "s.importTime as time",
        sql<string>`'activated'`.as("event"),
        "s.setNo as docNo",
        noText.as("place"),
        noText.as("operator"),
      ]);
    const packed = db
      .selectFrom(unscoped("code-relation", "n"))
      .innerJoin(withRemoved("code-item", "b"), "b.id", "n.parentId")
      .where("n.codeId", "=", given("id"))
      .select(["n.bindTime as time", sql<string>`'bound'`.as("event"), noText.as("docNo"), "b.code as place", noText.as("operator")]);
    const moved = db
      .selectFrom(accessible("stock-move-record", "m"))
      .leftJoin(withRemoved("channel", "c"), "c.id", "m.toChannelId")
      .leftJoin(withRemoved("warehouse", "w"), "w.id", "m.toWarehouseId")
      .leftJoin(withRemoved("warehouse", "v"), "v.id", "m.fromWarehouseId")
      .leftJoin(withRemoved("user", "u"), "u.id", "m.operatorId")
      .where("m.codeId", "=", anyOf(given("path")))
      .orderBy("m.moveTime", "desc")
      .limit(mostMoves)
      .select(({ fn, ref }) => [
        "m.moveTime as time",
        sql<string>`'move ' || ${ref("m.moveType")}`.as("event"),
        "m.docNo",
        fn.coalesce("c.name", "w.name", "v.name").as("place"),
        "u.realName as operator",
      ]);
    const scanned = db
      .selectFrom(accessible("consumer-scan-record", "r"))
      .leftJoin(withRemoved("region", "p"), "p.code", "r.scanRegionCode")
      .where("r.code", "=", given("code"))
      .orderBy("r.scanTime", "desc")
      .limit(mostScans)
      .select(({ ref }) => [
        "r.scanTime as time",
        sql<string>`'scan'`.as("event"),
        noText.as("docNo"),
        sql<string | null>`coalesce(nullif(${ref("r.address")}, ''), ${ref("p.name")})`.as("place"),
        noText.as("operator"),
      ]);
    const all = made
      .unionAll(activated)
      .unionAll(packed)
      .unionAll(({ parens }) => parens(moved))
      .unionAll(({ parens }) => parens(scanned));
    return db.selectFrom(all.as("t")).where("t.time", "is not", null).orderBy("t.time").selectAll();
  },
);

const textOf = (value: unknown): string => (value === null || value === undefined ? "" : String(value));

/** What happened, in the reader's words; moves by the names of their types. */
function eventName(context: RequestContext, event: string): string {
  const known = events.get(event);
  if (known !== undefined) return inLanguage(known, context.language);
  const type = event.replace("move ", "");
  const field = context.model.resource.get("stock-move-record")?.field.get("moveType");
  const option = (field === undefined ? [] : (kindData(field.data).options ?? [])).find(([value]) => String(value) === type);
  return option === undefined ? type : inLanguage([option[1], option[2]], context.language);
}

interface Attribute {
  readonly name: string;
  readonly value: string;
}

/** Attributes that have a value. */
export function attributesOf(rows: readonly AttributeRow[]): readonly Attribute[] {
  return rows.map(({ attrName, value }) => ({ name: textOf(attrName), value })).filter(({ value }) => value !== "");
}

/** The day of making among the attributes of a binding. */
export function produceDateOf(rows: readonly AttributeRow[]): string {
  return textOf(rows.find(({ attrProp }) => attrProp === "produceDate")?.value).slice(0, 10);
}

const codeDetail: ReadHandler = async (context, parameters) => {
  const code = await findOwnCode(context, sentCode(parameters));
  if (code === undefined) return unknownCode(context);
  const { id, path, productId = null, specId = null, codeSetId = null, channelId = null } = code;
  const [[facts], [replacement], timeline, [made], attributes] = await read(context, [
    factsOf(context, {
      id,
      parentId: path[1] ?? null,
      rootId: path.at(-1) ?? null,
      productId,
      specId,
      codeSetId,
      channelId,
      saleRegionCodes: code.saleRegionCodes,
    }),
    lastReplacement(context, { code: code.code }),
    timelineOf(context, { id, code: code.code, codeSetId, path }),
    ...productionQueries(context, code),
  ]);
  const reference = (id: string | undefined, name: string) => ({ id: id ?? -1, name });
  const saleRegionCodes = code.saleRegionCodes.join(",");
  return {
    code: code.code,
    layer: code.layer,
    layerName: code.layerName,
    codeFuncType: code.codeFuncType,
    lifeStatus: code.lifeStatus,
    blockStatus: code.blockStatus,
    product: reference(code.productId, textOf(facts?.productName)),
    spec: reference(code.specId, textOf(facts?.specName)),
    batch: { batchCode: code.batchCode, produceDate: produceDateOf(attributes), attributes: attributesOf(attributes) },
    production: {
      factory: textOf(made?.factoryName),
      shop: textOf(made?.shopName),
      prodLine: textOf(made?.prodLineName),
      team: textOf(made?.teamName),
      principal: textOf(made?.principal),
      qc: textOf(made?.qc),
      qcReport: textOf(made?.qcReport),
    },
    codeSet: reference(code.codeSetId, textOf(facts?.codeSetName)),
    relation: {
      parent: textOf(facts?.parentCode),
      root: code.path.length < 2 ? "" : textOf(facts?.rootCode),
      childNum: facts?.childNum ?? 0,
      twins: facts?.twins ?? [],
    },
    channel: { ...reference(code.channelId, textOf(facts?.channelName)), saleRegionCodes, saleRegionNames: textOf(facts?.saleRegionNames) },
    timeline: timeline.map((row) => ({
      time: textOf(row.time),
      event: eventName(context, row.event),
      docNo: textOf(row.docNo),
      place: textOf(row.place),
      operator: textOf(row.operator),
    })),
    replacedBy: textOf(replacement?.code),
    // The same facts as fields of the definition, for its screen.
    productId: code.productId ?? -1,
    productName: textOf(facts?.productName),
    specId: code.specId ?? -1,
    specName: textOf(facts?.specName),
    batchCode: code.batchCode,
    codeSetName: textOf(facts?.codeSetName),
    channelId: code.channelId ?? -1,
    channelName: textOf(facts?.channelName),
    saleRegionCodes,
    saleRegionName: textOf(facts?.saleRegionNames),
    firstScanTime: code.firstScanTime,
    scanCount: code.scanCount,
  };
};

export const codeDetailDomain: Domain = { reads: { "scan-code-detail.code-detail": codeDetail }, actions: {}, hooks: {} };
