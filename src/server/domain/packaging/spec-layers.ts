// The layers of a spec: from the base unit outwards without a gap, each with how many base units it holds. Everything that is counted in
// packages is converted with them.
import type { CommitContext, Domain, ResourceHooks } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { addRow, lockRow, lockRows, readRow } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import { db, first, rows, run } from "../../rows/query.ts";
import { tables, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { requireLayersUnused } from "./layers-in-use.ts";

const resource = "specpacklayer";
/** The layer of the base unit. */
const base = 1;
/** Quantities are integers of 32 bits. */
const maxUnits = 2_147_483_647;

/** The layers of a spec from the base unit outwards, with what their pack layer says of them. */
function layersOf(context: CommitContext, tx: Transaction, specId: string) {
  const { unscoped, withRemoved } = tables(context);
  return rows(
    tx,
    db
      .selectFrom(unscoped(resource, "s"))
      .leftJoin(withRemoved("pack-layer", "p"), "p.id", "s.packLayerId")
      .where("s.specId", "=", specId)
      .orderBy("s.layer")
      .select(["s.id", "s.layer", "s.layerName", "s.num", "s.totalNum", "p.isTray"]),
  );
}

/** Works out the base units of each layer of a spec, and what the spec says of its layers. Pallets are no part of the pack ratio. */
async function deriveUnits(context: CommitContext, tx: Transaction, specId: string): Promise<void> {
  const { unscoped } = tables(context);
  const layers = await layersOf(context, tx, specId);
  let units = 1;
  const totals = layers.map(({ id, num, totalNum, isTray, layerName }) => {
    units *= num ?? 1;
    if (units > maxUnits)
      throw fieldError(context, resource, "num", {
        code: "tooLarge",
        message: [
          `“${layerName ?? ""}”折合的最小单位数超过 ${maxUnits}`,
          `“${layerName ?? ""}” would hold more than ${maxUnits} base units`,
        ],
      });
    return { id, units, isStale: totalNum !== units, isTray: isTray === 1 };
  });
  const ratio = totals.filter(({ isTray }) => !isTray).map((one) => one.units);
  await run(
    tx,
    ...totals
      .filter(({ isStale }) => isStale)
      .map((one) => updateDerived(unscoped(resource, "s")).set({ totalNum: one.units }).where("s.id", "=", one.id)),
    updateDerived(unscoped("spec", "s"))
      .set({ layerNum: layers.length, packRatio: ratio.join(":") })
      .where("s.id", "=", specId),
  );
}

const layerHooks: ResourceHooks<"specpacklayer"> = {
  submit: {
    beforeChange: async (tx, context, { values, current }) => {
      const merged = { ...current, ...values };
      const { specId, packLayerId, num } = merged;
      // Two layers of one spec are written one after the other.
      const spec = await lockRow(context, tx, "spec", specId);
      const packLayer = await readRow(context, tx, "pack-layer", packLayerId);
      const layer = packLayer?.layer ?? base;
      if (current === undefined) {
        const layers = await layersOf(context, tx, spec.id);
        if (layer > layers.length + 1)
          throw fieldError(context, resource, "packLayerId", {
            code: "notAllowed",
            message: [
              `包装层级须从第 1 层起连续，请先添加第 ${layers.length + 1} 层`,
              `Layers follow each other from layer 1 on; add layer ${layers.length + 1} first`,
            ],
          });
      } else if (num !== current.num) await requireLayersUnused(context, tx, [spec.id]);
      if (layer === base && num !== 1)
        throw fieldError(context, resource, "num", {
          code: "notAllowed",
          message: ["最小层的数量必须为 1", "The base layer contains exactly 1"],
        });
      values.productId = spec.productId ?? merged.productId ?? null;
      values.layer = layer;
      values.layerName = packLayer?.name ?? null;
    },
    afterChange: (tx, context, { values, current }) => deriveUnits(context, tx, current?.specId ?? values.specId ?? ""),
  },
  remove: {
    beforeRemove: async (tx, context, { rows: leaving }) => {
      const specIds = [...new Set(leaving.flatMap(({ specId }) => specId ?? []))];
      await lockRows(context, tx, "spec", specIds);
      await requireLayersUnused(context, tx, specIds);
      const { unscoped } = tables(context);
      for (const specId of specIds) {
        const removed = leaving.filter((row) => row.specId === specId);
        const layers = await layersOf(context, tx, specId);
        const left = layers.filter(({ id }) => !removed.some((row) => row.id === id));
        const lowest = Math.min(...removed.map(({ layer }) => layer ?? base));
        if (lowest === base)
          throw businessError("baseLayer", ["最小层随规格一起保留，不能删除", "The base layer stays as long as its spec does"]);
        const above = left.find(({ layer }) => (layer ?? base) > lowest);
        if (above !== undefined)
          throw businessError("layerBelow", [
            `请先删除外层“${above.layerName ?? ""}”`,
            `Remove the outer layer “${above.layerName ?? ""}” first`,
          ]);
        // The rows are still there; what is left keeps its units.
        const ratio = left.filter(({ isTray }) => isTray !== 1).map(({ totalNum }) => totalNum ?? 1);
        await run(
          tx,
          updateDerived(unscoped("spec", "s"))
            .set({ layerNum: left.length, packRatio: ratio.join(":") })
            .where("s.id", "=", specId),
        );
      }
    },
  },
};

/** The tenant's layer of smallest sales units; one that has none yet gets it under the name of the unit that is asked for. */
async function baseLayer(context: CommitContext, tx: Transaction, unit: string) {
  const existing = await first(
    tx,
    db.selectFrom(tables(context).unscoped("pack-layer", "p")).where("p.layer", "=", base).select(["p.id", "p.name"]),
  );
  return existing ?? addRow(context, tx, "pack-layer", { layer: base, name: unit, code: "BASE", unit });
}

/** A new spec begins with the layer of its base unit. */
const specHooks: ResourceHooks<"spec"> = {
  // Its layers come back with it.
  restore: {},
  submit: {
    afterChange: async (tx, context, { id, values, current }) => {
      if (current !== undefined) return;
      const packLayer = await baseLayer(context, tx, values.unit ?? "");
      await addRow(context, tx, resource, {
        productId: values.productId ?? null,
        specId: id,
        packLayerId: packLayer.id,
        layer: base,
        layerName: packLayer.name ?? null,
        num: 1,
        totalNum: 1,
      });
      await deriveUnits(context, tx, id);
    },
  },
};

export const specLayersDomain: Domain = {
  reads: {},
  actions: {},
  hooks: { specpacklayer: layerHooks, spec: specHooks },
  effects: ["specpacklayer.derivation", "spec.baseLayer"],
};
