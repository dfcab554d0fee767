// What the public is told of a genuine code: the product, its batch, where it was made; nothing of channels, documents, people or ids (catalogue, `anti-fake-web`).
import { cleanHtml } from "../../../fields/richtext/clean.ts";
import { inLanguage, type Text } from "#schema/text";
import type { RequestContext, Values } from "../../contract.ts";
import type { Row } from "../../store/database.ts";
import { isOn, type Settings } from "../bind-config/settings.ts";
import type { KnownCode } from "../codes/known-code.ts";
import { attributesOf, produceDateOf, productionStatements } from "./code-detail.ts";

export const answerSettings = ["antiFake.showTrace", "antiFake.showChannel", "antiFake.maskCode"] as const;

const textOf = (value: unknown): string => (value === null || value === undefined ? "" : String(value));
const millisecondsOfDay = 86_400_000;

/** The code as it is shown; its middle may be hidden. */
export function shownCode(code: string, settings: Settings): string {
  if (!isOn(settings, "antiFake.maskCode", false) || code.length < 9) return code;
  return `${code.slice(0, 4)}${"*".repeat(code.length - 8)}${code.slice(-4)}`;
}

function expireDate(produceDate: string, days: unknown): string {
  const begin = Date.parse(`${produceDate}T00:00:00Z`);
  return Number.isNaN(begin) || !(Number(days) > 0) ? "" : new Date(begin + Number(days) * millisecondsOfDay).toISOString().slice(0, 10);
}

/** Attributes of raw materials, or of process steps, under what they belong to. */
function grouped(rows: readonly Row[], nameOf: (row: Row) => Values): readonly Values[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = JSON.stringify(nameOf(row));
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(row);
  }
  return [...groups.values()].flatMap((group) => (group[0] === undefined ? [] : [{ ...nameOf(group[0]), attributes: attributesOf(group) }]));
}

function traceOf(made: Row | undefined, attributes: readonly Row[]): Values {
  const ofProduct = attributes.filter((row) => row["raw_material"] === null && row["step_name"] === null);
  return {
    attributes: attributesOf(ofProduct),
    rawMaterials: grouped(attributes.filter((row) => row["raw_material"] !== null), (row) => ({ name: textOf(row["raw_material"]) })),
    processes: grouped(attributes.filter((row) => row["raw_material"] === null && row["step_name"] !== null), (row) => ({ nodeName: textOf(row["node_name"]), stepName: textOf(row["step_name"]) })),
    factory: textOf(made?.["factory_name"]), qcReport: textOf(made?.["qc_report"]),
  };
}

/** The name of the product of a code that may not be sold: nothing else of it is told. */
export async function productName(context: RequestContext, code: KnownCode): Promise<string> {
  const [found] = await context.database.read(context.scope, [{ sql: "select name from attr_owner where tenant_id = $1 and id = $2", parameters: [context.scope.tenantId, code.productId ?? null] }]);
  return textOf(found?.rows[0]?.["name"]);
}

/** Product, batch and trace, and province and city of the first scan. */
export async function publicFacts(context: RequestContext, code: KnownCode, settings: Settings): Promise<Values> {
  const { tenantId } = context.scope;
  const [facts, first, production, attributes] = await context.database.read(context.scope, [
    {
      sql: `select o.name, o.image, o.detail_images, o.approval_no, o.introduction, o.shelf_life_days, b.name as brand_name, x.spec_name, coalesce(nullif(x.barcode, ''), o.barcode) as barcode,
          (select c.name from channel c where c.tenant_id = $1 and c.id = $4) as channel_name
        from attr_owner o left join brand b on b.tenant_id = $1 and b.id = o.brand_id left join spec x on x.tenant_id = $1 and x.id = $3 where o.tenant_id = $1 and o.id = $2`,
      parameters: [tenantId, code.productId ?? null, code.specId ?? null, code.channelId ?? null],
      name: "public_facts",
    },
    {
      sql: `select concat(n.province_name, nullif(n.city_name, n.province_name)) as place from consumer_scan_record r join region n on n.code = r.scan_region_code
        where r.tenant_id = $1 and r.code = $2 and r.result = 1 and r.is_deleted = 0 order by r.scan_time limit 1`,
      parameters: [tenantId, code.code],
      name: "public_first_scan",
    },
    ...productionStatements(tenantId, code),
  ]);
  const [row] = facts?.rows ?? [];
  const fact = (name: string) => textOf(row?.[name]);
  const made = attributes?.rows ?? [];
  const produceDate = produceDateOf(made);
  return {
    firstScanRegion: textOf(first?.rows[0]?.["place"]),
    product: {
      name: fact("name"), image: fact("image"), detailImages: Array.isArray(row?.["detail_images"]) ? row["detail_images"].map(String) : [], brandName: fact("brand_name"),
      specName: fact("spec_name"), barcode: fact("barcode"), approvalNo: fact("approval_no"), introduction: cleanHtml(fact("introduction")),
    },
    batch: { batchCode: code.batchCode, produceDate, expireDate: expireDate(produceDate, row?.["shelf_life_days"]) },
    trace: isOn(settings, "antiFake.showTrace", true) ? traceOf(production?.rows[0], made) : {},
    ...(isOn(settings, "antiFake.showChannel", false) ? { channelName: fact("channel_name") } : {}),
  };
}

/** The sentence of a result. */
export function resultText(context: RequestContext, result: number, facts: { readonly scanCount: number; readonly firstScanTime: string; readonly isReplaced: boolean }): string {
  const { scanCount, firstScanTime, isReplaced } = facts;
  const disabled: Text = isReplaced ? ["该标签已更换，请查询新标签上的码", "This label was exchanged; look up the code on the new one"] : ["该码已作废，请联系品牌方", "This code is void; please contact the brand"];
  const texts: Readonly<Record<number, Text>> = {
    1: ["您查询的产品是正品，首次查询", "This product is genuine; you are the first to look it up"],
    2: [`该码已被查询 ${scanCount} 次，首次查询时间 ${firstScanTime}，如非本人操作请谨防假冒`, `This code was looked up ${scanCount} times, first on ${firstScanTime}; unless that was you, beware of a fake`],
    4: ["该产品暂停销售，请联系品牌方", "This product is not on sale at present; please contact the brand"],
    5: disabled,
  };
  return inLanguage(texts[result] ?? ["您查询的码不存在，谨防假冒", "There is no such code; beware of a fake"], context.language);
}
