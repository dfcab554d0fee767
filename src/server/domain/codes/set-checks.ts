// What the layers of a code set must be before its codes are reserved: complete, packed as its spec says, and each with a line of made codes.
import type { Text } from "#schema/text";
import type { CommitContext } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import { db, rowsOfAll } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import type { SetLayer } from "./set-layers.ts";

/** status of a generation line whose codes are all made. */
const made = 2;
/** The layer of the base unit. */
const base = 1;

const refusal = (code: string, text: Text) => businessError(code, text);

/** Refuses layers that are not packed as the spec of the set says. A set without a spec says itself how it is packed. */
export async function checkPackaging(
  context: CommitContext,
  tx: Transaction,
  { specId }: StoredRow<"code-set">,
  layers: readonly SetLayer[],
): Promise<void> {
  if (layers.length === 0) throw refusal("noLayers", ["请先添加码包层级", "Add layers to the code set first"]);
  const innermost = layers.at(-1);
  if (innermost?.layer === base && innermost.num !== 1)
    throw refusal("packaging", [
      `层级“${innermost.layerName}”是最小单位，内含数量必须为 1`,
      `Layer “${innermost.layerName}” is the base unit; it contains exactly 1`,
    ]);
  if (specId === null) return;
  const [spec] = await rowsOfAll(tx, [
    db
      .selectFrom(tables(context).unscoped("specpacklayer", "p"))
      .where("p.specId", "=", specId)
      .select(["p.layer", "p.layerName", "p.totalNum"]),
  ]);
  const units = new Map(spec.map(({ layer, totalNum }) => [layer, totalNum ?? 0]));
  for (const own of layers) {
    if (!units.has(own.layer))
      throw refusal("packaging", [
        `规格没有包装层级“${own.layerName}”，请先维护规格包装层级`,
        `The spec has no pack layer “${own.layerName}”; add it to the layers of the spec first`,
      ]);
    const inner = layers.find(({ layer }) => layer < own.layer);
    if (inner === undefined) continue;
    const expected = (units.get(own.layer) ?? 0) / (units.get(inner.layer) ?? 1);
    if (expected !== own.num)
      throw refusal("packaging", [
        `按规格每“${own.layerName}”含 ${expected} 个“${inner.layerName}”，码包层级为 ${own.num}`,
        `According to the spec, one “${own.layerName}” contains ${expected} “${inner.layerName}”; the layer of the set has ${own.num}`,
      ]);
  }
}

/** The generation lines that the layers take from, which must be done and of their layer and function. */
export async function checkLines(
  context: CommitContext,
  tx: Transaction,
  { codeGenRecordId, digitSourceId }: StoredRow<"code-set">,
  layers: readonly SetLayer[],
): Promise<void> {
  const { unscoped } = tables(context);
  const ids = layers.flatMap(({ codeGenRecordDetailId: id }) => id ?? []);
  const [lines] = await rowsOfAll(tx, [
    db
      .selectFrom(unscoped("code-gen-record-detail", "d"))
      .innerJoin(unscoped("code-gen-record", "r"), "r.id", "d.codeGenRecordId")
      .where("d.id", "in", ids.length === 0 ? ["0"] : ids)
      .select(["d.id", "d.layer", "d.codeFuncType", "d.status", "d.detailNo", "d.codeGenRecordId", "r.digitSourceId"]),
  ]);
  for (const own of layers) {
    const line = lines.find(({ id }) => id === own.codeGenRecordDetailId);
    const [zh, en] = [`层级“${own.layerName}”`, `Layer “${own.layerName}”`];
    if (line === undefined)
      throw refusal("noLine", [`${zh}未选择取码来源`, `${en}: choose the generation line that its codes are taken from`]);
    const [lineZh, lineEn] = [`取码来源“${line.detailNo ?? ""}”`, `the generation line “${line.detailNo ?? ""}”`];
    if (codeGenRecordId !== null && line.codeGenRecordId !== codeGenRecordId)
      throw refusal("otherRecord", [`${zh}的${lineZh}不属于码包的生成记录`, `${en}: ${lineEn} is not of the generation record of the set`]);
    if (line.layer !== own.layer || line.codeFuncType !== own.codeFuncType)
      throw refusal("otherLine", [`${zh}的${lineZh}层级或码功能不一致`, `${en}: ${lineEn} belongs to another layer or function`]);
    if (digitSourceId !== null && line.digitSourceId !== null && line.digitSourceId !== digitSourceId)
      throw refusal("otherSource", [`${zh}的${lineZh}码源与码包不一致`, `${en}: ${lineEn} belongs to another digit source than the set`]);
    if (line.status !== made)
      throw refusal("lineNotMade", [`${zh}的${lineZh}尚未生成完成`, `${en}: the codes of ${lineEn} are not all made yet`]);
  }
}
