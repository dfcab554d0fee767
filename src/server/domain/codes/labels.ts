// What labels of codes show: the addresses for their QR codes, and a few words. Of one code for whoever may see it; of many codes in a row
// for whoever may download them (the definitions say so), as a sheet of labels is as good as the file.
import { sql, type SelectQueryBuilder } from "kysely";
import type { Domain, ReadHandler, RequestContext } from "../../contract.ts";
import { businessError, malformedParameter } from "../../http/errors.ts";
import { db, read } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import { addressesOf } from "./label-addresses.ts";
import { publicPrefix, publicPrefixIn } from "./public-address.ts";
import { findOwnCode, sentCode, unknownCode } from "./relation-tree.ts";

/** Labels of one print. */
const maxLabels = 500;
const furthest = 999_999_999;

type Parameters = Readonly<Record<string, string>>;
type Chosen = SelectQueryBuilder<never, never, { id: string; place: number }>;

/** The labels of codes that were chosen, in the order of their places. */
async function labelsOf(context: RequestContext, chosen: Pick<Chosen, "as">) {
  const { withRemoved, unscoped } = tables(context);
  const { tenantId } = context.scope;
  const [found, [tenant], prefixes] = await read(context, [
    db
      .selectFrom(chosen.as("n"))
      .innerJoin(withRemoved("code-item", "i"), "i.id", "n.id")
      .leftJoin(withRemoved("attr-owner", "o"), "o.id", "i.productId")
      .leftJoin(withRemoved("spec", "x"), "x.id", "i.specId")
      .leftJoin(unscoped("specpacklayer", "p"), (join) => join.onRef("p.specId", "=", "i.specId").onRef("p.layer", "=", "i.layer"))
      .leftJoin(unscoped("pack-layer", "l"), "l.layer", "i.layer")
      .leftJoin(withRemoved("code-gen-record-detail", "d"), "d.id", "i.codeGenRecordDetailId")
      .leftJoin(withRemoved("code-make-rule", "m"), "m.id", "d.codeMakeRuleId")
      .orderBy("n.place")
      .orderBy("i.id")
      .select(({ ref }) => [
        "n.place",
        "i.code",
        "i.batchCode",
        "l.name as layerName",
        "o.name as productName",
        "x.specName",
        "m.id as ruleId",
        "m.urlPrefix",
        sql<string | null>`coalesce(nullif(${ref("p.barcode")}, ''), nullif(${ref("x.barcode")}, ''), ${ref("o.barcode")})`.as("gtin"),
      ]),
    db.selectFrom(withRemoved("tenant", "t")).where("t.tenantId", "=", tenantId).select("t.domain"),
    publicPrefix(context, {}),
  ]);
  const prefix = publicPrefixIn(prefixes);
  const site = tenant?.domain ?? "";
  return {
    /** Where the public reaches the tenant; "" where that is where staff do. */
    site: /^https?:\/\//i.test(site) ? site.replace(/\/+$/, "") : "",
    labels: found.map(({ place, code, batchCode, layerName, productName, specName, ruleId, urlPrefix, gtin }) => ({
      place,
      code: code ?? "",
      batchCode: batchCode ?? "",
      layerName: layerName ?? "",
      productName: productName ?? "",
      specName: specName ?? "",
      addresses: addressesOf({ code: code ?? "", tenantId, gtin: gtin ?? "", urlPrefix: urlPrefix || (ruleId === null ? "" : prefix) }),
    })),
  };
}

const labelOfCode: ReadHandler = async (context, parameters) => {
  const code = await findOwnCode(context, sentCode(parameters));
  if (code === undefined) return unknownCode(context);
  const { accessible } = tables(context);
  const one = db
    .selectFrom(accessible("code-item", "c"))
    .where("c.id", "=", code.id)
    .select(["c.id", sql<number>`1`.as("place")]);
  const { site, labels } = await labelsOf(context, one);
  return labels.length === 0 ? unknownCode(context) : { site, labels };
};

function numberParameter(parameters: Parameters, name: string, defaultValue: number, max: number): number {
  const sent = parameters[name] ?? "";
  if (sent === "") return defaultValue;
  if (!/^\d{1,9}$/.test(sent) || Number(sent) < 1) throw malformedParameter(name);
  if (Number(sent) > max)
    throw businessError("tooMany", [`“${name}”最大为 ${max}`, `“${name}” is at most ${max}`], { data: { most: max } });
  return Number(sent);
}

/** The id of the row whose codes are asked for, and which of them. */
function requestedIn(parameters: Parameters) {
  const id = parameters["id"] ?? "";
  if (!/^\d{1,19}$/.test(id)) throw malformedParameter("id");
  const layer = parameters["layer"] ?? "";
  if (layer !== "" && !/^\d{1,2}$/.test(layer)) throw malformedParameter("layer");
  return {
    id,
    layer: layer === "" ? undefined : Number(layer),
    from: numberParameter(parameters, "from", 1, furthest),
    num: numberParameter(parameters, "num", 24, maxLabels),
  };
}

interface Line {
  readonly layer: number;
  readonly name: string;
  readonly num: number;
}

const chosenLine = <L extends Line>(lines: readonly L[], layer: number | undefined): L | undefined =>
  layer === undefined ? lines[0] : lines.find((line) => line.layer === layer);

const omittedLines = (lines: readonly Line[]) => lines.map(({ layer, name, num }) => ({ layer, name, num }));

const labelsOfRecord: ReadHandler = async (context, parameters) => {
  const { id, layer, from, num } = requestedIn(parameters);
  const { accessible, unscoped, withRemoved } = tables(context);
  const [found] = await read(context, [
    db
      .selectFrom(accessible("code-gen-record", "g"))
      .innerJoin(unscoped("code-gen-record-detail", "d"), "d.codeGenRecordId", "g.id")
      .leftJoin(unscoped("pack-layer", "l"), "l.layer", "d.layer")
      .where("g.id", "=", id)
      .orderBy("d.layer")
      .orderBy("d.id")
      .select(["d.id", "d.layer", "d.startSerial", "d.doneNum", "l.name"]),
  ]);
  const lines = found.map((line) => ({ ...line, layer: line.layer ?? 1, name: line.name ?? "", num: line.doneNum ?? 0 }));
  const line = chosenLine(lines, layer);
  if (line === undefined) throw businessError("noCodes", ["该记录没有可打印的码", "This record has no codes to print"]);
  const first = Number(line.startSerial ?? 1) + from - 1;
  const codes = db
    .selectFrom(withRemoved("code-item", "c"))
    .where("c.codeGenRecordDetailId", "=", line.id)
    .where("c.serialNo", ">=", String(first))
    .where("c.serialNo", "<", String(first + num))
    .orderBy("c.serialNo")
    .limit(num)
    .select(({ ref }) => ["c.id", sql<number>`(${ref("c.serialNo")} - ${first - from}::bigint)::int`.as("place")]);
  return { ...(await labelsOf(context, codes)), lines: omittedLines(lines), layer: line.layer, from, num, most: maxLabels };
};

const labelsOfSet: ReadHandler = async (context, parameters) => {
  const { id, layer, from, num } = requestedIn(parameters);
  const { accessible, unscoped, withRemoved } = tables(context);
  const [found] = await read(context, [
    db
      .selectFrom(accessible("code-set", "s"))
      .innerJoin(unscoped("code-set-layer", "y"), "y.codeSetId", "s.id")
      .where("s.id", "=", id)
      .orderBy("y.layer")
      .orderBy("y.id")
      .select(["y.layer", "y.layerName", "y.totalNum", "y.codeFuncType"]),
  ]);
  const lines = found.map((line) => ({ ...line, layer: line.layer ?? 1, name: line.layerName ?? "", num: line.totalNum ?? 0 }));
  const line = chosenLine(lines, layer);
  if (line === undefined) throw businessError("noCodes", ["该码包没有可打印的码", "This code set has no codes to print"]);
  const codes = db
    .selectFrom(withRemoved("code-item", "c"))
    .where("c.codeSetId", "=", id)
    .where("c.layer", "=", line.layer)
    .where("c.codeFuncType", "=", line.codeFuncType)
    .where("c.seqNo", ">=", from)
    .where("c.seqNo", "<", from + num)
    .orderBy("c.seqNo")
    .limit(num)
    .select(({ ref }) => ["c.id", sql<number>`${ref("c.seqNo")}`.as("place")]);
  return { ...(await labelsOf(context, codes)), lines: omittedLines(lines), layer: line.layer, from, num, most: maxLabels };
};

export const labelsDomain: Domain = {
  reads: { "code-item.label": labelOfCode, "code-gen-record.labels": labelsOfRecord, "code-set.labels": labelsOfSet },
  actions: {},
  hooks: {},
};
