// Everything staff can learn of one code, backwards to its making and forwards to its scans. It counts as no scan.
import { textOrEmpty } from "#schema/json";
import { sql } from "kysely";
import { mayRead } from "../../caller/rule.ts";
import type { Domain, ReadHandler } from "../../contract.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { anyOf, db, read } from "../../rows/query.ts";
import { findOwnCode, seenPath, sentCode, unknownCode } from "../codes/relation-tree.ts";
import { lastReplacement } from "../codes/replacement.ts";
import { lifeOf, partOfLife } from "./code-life.ts";
import { madeGoods, notMade, nowhere, type AttributeRow } from "./production.ts";

/** Events of the timeline: those of the life of the code, of which the newest are kept. */
const maxEvents = 300;

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
  const [[facts], [replacement]] = await read(context, [
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
  ]);
  const life = await lifeOf(context, code);
  const total = life.events.length + life.scanNum;
  const timeline = await partOfLife(context, code, life, { direction: "asc", skipped: Math.max(0, total - maxEvents), size: maxEvents });
  // Where goods were made is read by whoever may read the bindings.
  const bindings = context.model.resource.get("attribute-owner-doc");
  const isTold = bindings !== undefined && mayRead(context.caller, bindings);
  const { stockInDocIds, batchCode } = code;
  const { production, attributes } = isTold
    ? await madeGoods((queries) => read(context, queries), context, { stockInDocIds, productId, batchCode })
    : notMade;
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
      produceDate: produceDateOf(attributes),
      attributes: ownersNamed(attributes),
    },
    production: production ?? nowhere,
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
