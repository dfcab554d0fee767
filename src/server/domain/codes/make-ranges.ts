// Ranges of serials that went to printers: how many there are is counted by the server.
import type { Domain, ResourceHooks } from "../../contract.ts";

const hooks: ResourceHooks<"codemakerecord"> = {
  submit: {
    beforeWrite: async (_tx, _context, { values, current }) => {
      const { startSerial, endSerial } = { ...current, ...values };
      const [start, end] = [startSerial ?? null, endSerial ?? null];
      if (start !== null && end !== null) values.num = Number(end) - Number(start) + 1;
    },
  },
};

export const makeRangesDomain: Domain = { reads: {}, actions: {}, hooks: { codemakerecord: hooks }, effects: ["codemakerecord.ranges"] };
