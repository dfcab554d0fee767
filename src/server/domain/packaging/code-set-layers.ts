// The layers of a code set: how many codes each needs, from the number of its outermost packages inwards.
import type { CommitContext, Domain, ResourceHooks } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { lockRow, readRow } from "../../crud/write/server-rows.ts";
import { allOf, db, rows, run } from "../../rows/query.ts";
import { tables, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

const resource = "code-set-layer";
/** Numbers of codes are integers of 32 bits. */
const mostCodes = 2_147_483_647;

/**
 * Works out the codes of each layer of a set and of the set. A layer has as many units as the next outer one holds; a unit that carries
 * several codes of one function needs that many.
 */
async function deriveTotals(context: CommitContext, tx: Transaction, codeSetId: string, leaving: readonly string[] = []): Promise<void> {
  const { unscoped } = tables(context);
  const { unitNum } = await lockRow(context, tx, "code-set", codeSetId);
  const layers = await rows(
    tx,
    db
      .selectFrom(unscoped(resource, "l"))
      .where("l.codeSetId", "=", codeSetId)
      .where("l.id", "<>", allOf(leaving))
      .orderBy("l.layer", "desc")
      .orderBy("l.id")
      .select(["l.id", "l.layer", "l.num", "l.twinNum", "l.totalNum", "l.layerName"]),
  );
  let units = unitNum ?? 0;
  let total = 0;
  const stale: { readonly id: string; readonly totalNum: number }[] = [];
  for (const [index, layer] of layers.entries()) {
    const outer = layers[index - 1];
    if (outer !== undefined && outer.layer !== layer.layer) units *= outer.num ?? 1;
    if (outer !== undefined && outer.layer === layer.layer && outer.num !== layer.num)
      throw fieldError(context, resource, "num", {
        code: "different",
        message: [
          `同一层级“${layer.layerName ?? ""}”各码功能的内含数量必须一致`,
          `The functions of layer “${layer.layerName ?? ""}” hold the same number of units`,
        ],
      });
    const totalNum = units * (layer.twinNum ?? 1);
    total += totalNum;
    if (total > mostCodes)
      throw fieldError(context, resource, "num", {
        code: "tooLarge",
        message: [`码总数超过 ${mostCodes}`, `The set would need more than ${mostCodes} codes`],
      });
    if (totalNum !== layer.totalNum) stale.push({ id: layer.id, totalNum });
  }
  await run(
    tx,
    ...stale.map(({ id, totalNum }) => updateDerived(unscoped(resource, "l")).set({ totalNum }).where("l.id", "=", id)),
    updateDerived(unscoped("code-set", "c")).set({ codeNum: total }).where("c.id", "=", codeSetId),
  );
}

const layerHooks: ResourceHooks<"code-set-layer"> = {
  submit: {
    beforeWrite: async (tx, context, { values, current }) => {
      const packLayer = await readRow(context, tx, "pack-layer", values.packLayerId ?? current?.packLayerId);
      values.layer = packLayer?.layer ?? null;
      values.layerName = packLayer?.name ?? null;
    },
    afterWrite: (tx, context, { values, current }) => deriveTotals(context, tx, current?.codeSetId ?? values.codeSetId ?? ""),
  },
  remove: {
    beforeWrite: async (tx, context, { rows: leaving }) => {
      const ids = leaving.map(({ id }) => id);
      for (const codeSetId of new Set(leaving.flatMap((row) => row.codeSetId ?? []))) await deriveTotals(context, tx, codeSetId, ids);
    },
  },
};

const setHooks: ResourceHooks<"code-set"> = {
  submit: {
    afterWrite: async (tx, context, { id, values, current }) => {
      if (values.unitNum !== undefined && values.unitNum !== current?.unitNum) await deriveTotals(context, tx, id);
    },
  },
};

export const codeSetLayersDomain: Domain = {
  reads: {},
  actions: {},
  hooks: { "code-set-layer": layerHooks, "code-set": setHooks },
  effects: ["code-set-layer.derivation"],
};
