// The layers of a code set: how many codes each needs, from the number of its outermost packages inwards.
import type { CommitContext, Domain, ResourceHooks } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { lockRow, readRow } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import { allOf, db, first, rows, run } from "../../rows/query.ts";
import { tables, updateDerived } from "../../rows/tables.ts";
import type { StoredRow } from "../../rows/stored.ts";
import type { Transaction } from "../../store/database.ts";
import { releaseJob } from "../codes/set-state.ts";

const resource = "code-set-layer";
/** Numbers of codes are integers of 32 bits. */
const maxCodes = 2_147_483_647;

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
    if (total > maxCodes)
      throw fieldError(context, resource, "num", {
        code: "tooLarge",
        message: [`码总数超过 ${maxCodes}`, `The set would need more than ${maxCodes} codes`],
      });
    if (totalNum !== layer.totalNum) stale.push({ id: layer.id, totalNum });
  }
  await run(
    tx,
    ...stale.map(({ id, totalNum }) => updateDerived(unscoped(resource, "l")).set({ totalNum }).where("l.id", "=", id)),
    updateDerived(unscoped("code-set", "c")).set({ codeNum: total }).where("c.id", "=", codeSetId),
  );
}

/** States in which people change a set and its layers. */
const editable = [0, 9];

/** Refuses changes of what codes are reserved by: until they are released, or for good once some of them are activated. */
async function requireUnreserved(context: CommitContext, tx: Transaction, codeSetId: string): Promise<void> {
  const { unscoped } = tables(context);
  const reserved = await first(
    tx,
    db
      .selectFrom(unscoped(resource, "l"))
      .innerJoin(unscoped("code-set", "c"), "c.id", "l.codeSetId")
      .where("l.codeSetId", "=", codeSetId)
      .where("l.endSeq", "is not", null)
      .where("c.status", "in", editable)
      .limit(1)
      .select("l.id"),
  );
  if (reserved !== undefined)
    throw businessError("reserved", [
      "该码包已占用码，释放之前不能修改或删除",
      "Codes are reserved for this set; it cannot be changed or removed before they are released",
    ]);
}

/** Refuses the removal of a set whose codes are printed or in use; others are released when it goes. */
async function requireUnused(context: CommitContext, tx: Transaction, set: StoredRow<"code-set">): Promise<void> {
  if ((set.downloadCount ?? 0) > 0)
    throw businessError("downloaded", [
      `码包“${set.name ?? ""}”已下载过，不能删除`,
      `Code set “${set.name ?? ""}” was downloaded; it cannot be removed`,
    ]);
  const activated = await first(
    tx,
    db
      .selectFrom(tables(context).unscoped(resource, "l"))
      .where("l.codeSetId", "=", set.id)
      .where("l.importedNum", ">", 0)
      .limit(1)
      .select("l.id"),
  );
  if (activated !== undefined)
    throw businessError("imported", [
      `码包“${set.name ?? ""}”已有码被激活，不能删除`,
      `Codes of code set “${set.name ?? ""}” are activated; it cannot be removed`,
    ]);
}

/** What may be changed although codes are reserved. */
const harmless: ReadonlySet<string> = new Set(["name", "remark", "separator"]);

const layerHooks: ResourceHooks<"code-set-layer"> = {
  submit: {
    beforeChange: async (tx, context, { values, current }) => {
      await requireUnreserved(context, tx, current?.codeSetId ?? values.codeSetId ?? "0");
      const packLayer = await readRow(context, tx, "pack-layer", values.packLayerId ?? current?.packLayerId);
      values.layer = packLayer?.layer ?? null;
      values.layerName = packLayer?.name ?? null;
    },
    afterChange: (tx, context, { values, current }) => deriveTotals(context, tx, current?.codeSetId ?? values.codeSetId ?? ""),
  },
  remove: {
    beforeRemove: async (tx, context, { rows: leaving }) => {
      const ids = leaving.map(({ id }) => id);
      for (const codeSetId of new Set(leaving.flatMap((row) => row.codeSetId ?? []))) {
        await requireUnreserved(context, tx, codeSetId);
        await deriveTotals(context, tx, codeSetId, ids);
      }
    },
  },
  restore: {
    beforeRestore: async (tx, context, { rows: returning }) => {
      for (const codeSetId of new Set(returning.flatMap((row) => row.codeSetId ?? []))) await requireUnreserved(context, tx, codeSetId);
    },
    afterRestore: async (tx, context, { rows: returning }) => {
      for (const codeSetId of new Set(returning.flatMap((row) => row.codeSetId ?? []))) await deriveTotals(context, tx, codeSetId);
    },
  },
};

const setHooks: ResourceHooks<"code-set"> = {
  submit: {
    beforeChange: async (tx, context, { values, current }) => {
      if (current !== undefined && Object.keys(values).some((name) => !harmless.has(name)))
        await requireUnreserved(context, tx, current.id);
    },
    afterChange: async (tx, context, { id, values, current }) => {
      if (values.unitNum !== undefined && values.unitNum !== current?.unitNum) await deriveTotals(context, tx, id);
    },
  },
  remove: {
    beforeRemove: async (tx, context, { rows: leaving }) => {
      for (const set of leaving) await requireUnused(context, tx, set);
    },
    enqueue: (_context, { rows: leaving }) => leaving.map(({ id }) => releaseJob(id)),
  },
};

export const codeSetLayersDomain: Domain = {
  reads: {},
  actions: {},
  hooks: { "code-set-layer": layerHooks, "code-set": setHooks },
  effects: ["code-set-layer.derivation"],
};
