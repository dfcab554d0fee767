// What the public is told of a genuine code: the product, its batch, where it was made; nothing of channels, documents, people or ids.
import { textOrEmpty } from "#schema/json";
import { sql } from "kysely";
import { cleanHtml } from "../../../fields/clean-html.ts";
import { inLanguage, type Text } from "#schema/text";
import type { RequestContext, Values } from "../../contract.ts";
import { prepared, type Given, type RowOf } from "../../rows/prepared.ts";
import { db, first } from "../../rows/query.ts";
import type { Transaction } from "../../store/database.ts";
import { isOn, type Settings } from "../bind-config/settings.ts";
import type { CurrentCode } from "../codes/current-code.ts";
import { attributesOf, produceDateOf } from "./code-detail.ts";
import type { AttributeRow, MadeGoods, Production } from "./production.ts";

export const answerSettings = ["antiFake.showTrace", "antiFake.showChannel", "antiFake.maskCode"] as const;

const millisecondsOfDay = 86_400_000;

/** The code as it is shown; its middle may be hidden. */
export function shownCode(code: string, settings: Settings): string {
  if (!isOn(settings, "antiFake.maskCode", false) || code.length < 9) return code;
  return `${code.slice(0, 4)}${"*".repeat(code.length - 8)}${code.slice(-4)}`;
}

function expireDate(produceDate: string, days: number | null | undefined): string {
  const begin = Date.parse(`${produceDate}T00:00:00Z`);
  return Number.isNaN(begin) || !(Number(days) > 0) ? "" : new Date(begin + Number(days) * millisecondsOfDay).toISOString().slice(0, 10);
}

/** Attributes of raw materials, or of process steps, under what they belong to. */
function grouped(rows: readonly AttributeRow[], nameOf: (row: AttributeRow) => Values): readonly Values[] {
  const groups = new Map<string, AttributeRow[]>();
  for (const row of rows) {
    const key = JSON.stringify(nameOf(row));
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(row);
  }
  return [...groups.values()].flatMap((group) =>
    group[0] === undefined ? [] : [{ ...nameOf(group[0]), attributes: attributesOf(group) }],
  );
}

function traceOf(made: Production | undefined, attributes: readonly AttributeRow[]): Values {
  const ofProduct = attributes.filter((row) => row.rawMaterial === null && row.stepName === null);
  return {
    attributes: attributesOf(ofProduct),
    rawMaterials: grouped(
      attributes.filter((row) => row.rawMaterial !== null),
      (row) => ({ name: textOrEmpty(row.rawMaterial) }),
    ),
    processes: grouped(
      attributes.filter((row) => row.rawMaterial === null && row.stepName !== null),
      (row) => ({ nodeName: textOrEmpty(row.nodeName), stepName: textOrEmpty(row.stepName) }),
    ),
    factory: made?.factory ?? "",
    qcReport: made?.qcReport ?? "",
  };
}

interface OfCode {
  readonly productId: string | null;
  /** `noRow` for none: a distributed database answers no outer join with a null. */
  readonly specId: string;
  readonly channelId: string | null;
}

/** An id that no row has. */
export const noRow = "0";

const factsOf = prepared("public_facts", (given: Given<OfCode>, { withRemoved }) =>
  db
    .selectFrom(withRemoved("attr-owner", "o"))
    .leftJoin(withRemoved("brand", "b"), "b.id", "o.brandId")
    .leftJoin(withRemoved("spec", "x"), (join) => join.on("x.id", "=", given("specId")))
    .where("o.id", "=", given("productId"))
    .select(({ ref, selectFrom }) => [
      "o.name",
      "o.image",
      "o.detailImages",
      "o.approvalNo",
      "o.introduction",
      "o.shelfLifeDays",
      "b.name as brandName",
      "x.specName",
      sql<string | null>`coalesce(nullif(${ref("x.barcode")}, ''), ${ref("o.barcode")})`.as("barcode"),
      selectFrom(withRemoved("channel", "c")).where("c.id", "=", given("channelId")).select("c.name").as("channelName"),
    ]),
);

/** The product of goods, as the public is told of it. */
type ProductFacts = RowOf<typeof factsOf>;

/** What the public is told of goods, as it is read. */
export interface PublicRows extends MadeGoods {
  readonly facts: ProductFacts | undefined;
}

/** Goods as they are known: of a product, and perhaps of a channel that is told. */
interface ToldGoods {
  readonly productId: string | null | undefined;
  readonly specId: string | null | undefined;
  readonly channelId: string | null | undefined;
}

/** Reads what is told of the product of goods. */
export async function productFacts(
  context: RequestContext,
  tx: Transaction,
  { productId, specId, channelId }: ToldGoods,
): Promise<ProductFacts | undefined> {
  if (productId === null || productId === undefined) return undefined;
  return first(tx, factsOf(context, { productId, specId: specId ?? noRow, channelId: channelId ?? null }));
}

/** Whether the public is told which channel goods are of. */
export const tellsChannel = (settings: Settings): boolean => isOn(settings, "antiFake.showChannel", false);

/** Product, batch and trace. */
export function publicFacts(
  code: CurrentCode,
  { settings, today }: { readonly settings: Settings; readonly today: string },
  { facts, production, attributes }: PublicRows,
): Values {
  const produceDate = produceDateOf(attributes);
  const expires = expireDate(produceDate, facts?.shelfLifeDays);
  return {
    expired: expires !== "" && expires < today ? 1 : 0,
    product: {
      name: textOrEmpty(facts?.name),
      image: textOrEmpty(facts?.image),
      detailImages: facts?.detailImages ?? [],
      brandName: textOrEmpty(facts?.brandName),
      specName: textOrEmpty(facts?.specName),
      barcode: textOrEmpty(facts?.barcode),
      approvalNo: textOrEmpty(facts?.approvalNo),
      introduction: cleanHtml(textOrEmpty(facts?.introduction)),
    },
    batch: { batchCode: code.batchCode, produceDate, expireDate: expires },
    trace: isOn(settings, "antiFake.showTrace", true) ? traceOf(production, attributes) : {},
    ...(tellsChannel(settings) ? { channelName: textOrEmpty(facts?.channelName) } : {}),
  };
}

/** The sentence of a result. */
export function resultText(
  context: RequestContext,
  result: number,
  facts: { readonly scanCount: number; readonly firstScanTime: string; readonly isReplaced: boolean },
): string {
  const { scanCount, firstScanTime, isReplaced } = facts;
  const disabled: Text = isReplaced
    ? ["该标签已更换，请查询新标签上的码", "This label was exchanged; look up the code on the new one"]
    : ["该码已作废，请联系品牌方", "This code is void; please contact the brand"];
  const texts: Readonly<Record<number, Text>> = {
    1: ["您查询的产品是正品，首次查询", "This product is genuine; you are the first to look it up"],
    2: [
      `该码已被查询 ${scanCount} 次，首次查询时间 ${firstScanTime}，如非本人操作请谨防假冒`,
      `This code was looked up ${scanCount} times, first on ${firstScanTime}; unless that was you, beware of a fake`,
    ],
    4: ["该产品暂停销售，请联系品牌方", "This product is not on sale at present; please contact the brand"],
    5: disabled,
    6: ["验证码错误", "The verification code is wrong"],
  };
  return inLanguage(texts[result] ?? ["您查询的码不存在，谨防假冒", "There is no such code; beware of a fake"], context.language);
}
