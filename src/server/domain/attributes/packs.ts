// Attribute packs: their attributes are copied to an owner when the pack is chosen for it. The owner keeps them, whatever becomes of the
// pack or of the choice.
import type { CommitContext, Domain, ResourceHooks } from "../../contract.ts";
import { readRow } from "../../crud/write/server-rows.ts";
import { insert } from "../../rows/insert.ts";
import { anyOf, db, rowsOfAll, run } from "../../rows/query.ts";
import { tables, updateWithoutVersion } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

interface PackedOwner {
  readonly id: string;
  readonly ownerType: number;
  readonly attrPackId: string | null;
}

/** Gives an owner the attributes of its pack that it does not have yet, behind those that it has, in the order of the pack. */
export async function takePack(context: CommitContext, tx: Transaction, owner: PackedOwner): Promise<void> {
  const pack = await readRow(context, tx, "attr-pack", owner.attrPackId);
  const packed = pack?.attrIdList ?? [];
  if (packed.length === 0) return;
  const { unscoped } = tables(context);
  const [attributes, relations] = await rowsOfAll(tx, [
    db.selectFrom(unscoped("attr", "a")).where("a.id", "=", anyOf(packed)).select(["a.id", "a.showOnTrace"]),
    db.selectFrom(unscoped("attrrelation", "x")).where("x.attrOwnerId", "=", owner.id).select(["x.attrId", "x.sort"]),
  ]);
  const assigned = new Set(relations.map(({ attrId }) => attrId));
  const last = Math.max(0, ...relations.map(({ sort }) => sort ?? 0));
  const missing = packed.flatMap((attrId) => attributes.find(({ id }) => id === attrId && !assigned.has(id)) ?? []);
  const ids = await context.identifiers.take(missing.length);
  const added = missing.map(({ id: attrId, showOnTrace }, index) => ({
    id: ids[index] ?? "",
    ownerType: owner.ownerType,
    attrOwnerId: owner.id,
    attrId,
    attrPackId: owner.attrPackId,
    isRequired: -1,
    showOnTrace,
    sort: last + index + 1,
  }));
  // A relation that somebody adds by hand meanwhile is the same one.
  if (added.length > 0)
    await run(
      tx,
      insert(context, "attrrelation", added).onConflict((conflict) => conflict.doNothing()),
    );
}

const hooks: ResourceHooks<"attr-pack"> = {
  remove: {
    beforeRemove: async (tx, context, { rows }) => {
      const { unscoped } = tables(context);
      const going = anyOf(rows.map(({ id }) => id));
      await run(
        tx,
        updateWithoutVersion(unscoped("attr-owner", "o")).set({ attrPackId: null }).where("o.attrPackId", "=", going),
        updateWithoutVersion(unscoped("raw-material", "m")).set({ attrPackId: null }).where("m.attrPackId", "=", going),
        updateWithoutVersion(unscoped("process-step", "s")).set({ attrPackId: null }).where("s.attrPackId", "=", going),
        updateWithoutVersion(unscoped("attrrelation", "x")).set({ attrPackId: null }).where("x.attrPackId", "=", going),
      );
    },
  },
};

export const packsDomain: Domain = { reads: {}, actions: {}, hooks: { "attr-pack": hooks }, effects: ["attr-owner.pack"] };
