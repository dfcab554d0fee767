// The pack layers of a tenant: their numbers stand in codes, documents and stock, so they stay once something has them.
import { sql } from "kysely";
import type { Domain, ResourceHooks } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { db, first, run } from "../../rows/query.ts";
import { tables, updateDerived } from "../../rows/tables.ts";

const hooks: ResourceHooks<"pack-layer"> = {
  restore: {},
  submit: {
    beforeChange: async (tx, context, { values, current }) => {
      if (current === undefined || values.layer === undefined || values.layer === current.layer) return;
      const { unscoped } = tables(context);
      const ofSpec = db.selectFrom(unscoped("specpacklayer", "s")).where("s.packLayerId", "=", current.id);
      const ofCodeSet = db.selectFrom(unscoped("code-set-layer", "c")).where("c.packLayerId", "=", current.id);
      const ofCode = db.selectFrom(unscoped("code-item", "i")).where("i.layer", "=", current.layer);
      const used = await first(
        tx,
        ofSpec
          .select(sql<number>`1`.as("one"))
          .unionAll(ofCodeSet.select(sql<number>`1`.as("one")))
          .unionAll(ofCode.select(sql<number>`1`.as("one")))
          .limit(1),
      );
      if (used !== undefined)
        throw fieldError(context, "pack-layer", "layer", {
          code: "fixed",
          message: ["该层级已被规格、码包或码使用，不能修改层号", "Specs, code sets or codes use this layer; its number no longer changes"],
        });
    },
    afterChange: async (tx, context, { values, current }) => {
      if (current === undefined || values.name === undefined || values.name === current.name) return;
      const { unscoped } = tables(context);
      const layerName = values.name;
      await run(
        tx,
        updateDerived(unscoped("specpacklayer", "s")).set({ layerName }).where("s.packLayerId", "=", current.id),
        updateDerived(unscoped("code-set-layer", "c")).set({ layerName }).where("c.packLayerId", "=", current.id),
      );
    },
  },
};

export const packLayersDomain: Domain = { reads: {}, actions: {}, hooks: { "pack-layer": hooks }, effects: ["pack-layer.inUse"] };
