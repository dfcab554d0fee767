// What the server does about sample packs beyond the definition.
import type { Domain, Effect } from "../../../src/server/contract.ts";
import { changeRow } from "../../../src/server/crud/write/server-rows.ts";
import { businessError } from "../../../src/server/http/errors.ts";

const gone = 1;

const handOut: Effect<"sample-pack.handOut"> = {
  commit: async (tx, context, { rows, values }) => {
    for (const { id, name, inStock } of rows) {
      const left = (inStock ?? 0) - values.num;
      if (left < 0) throw businessError("notEnough", [`“${name}”只剩 ${inStock} 份`, `Only ${inStock} of “${name}” are left`]);
      await changeRow(context, tx, "sample-pack", { id, values: left === 0 ? { inStock: left, status: gone } : { inStock: left } });
    }
    return null;
  },
};

export const samplePackDomain: Domain = { reads: {}, actions: { "sample-pack.handOut": handOut }, hooks: {} };
