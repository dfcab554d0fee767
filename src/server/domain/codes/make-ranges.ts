// Ranges of serials that went to printers: how many there are is counted by the server.
import type { Domain, ResourceHooks } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";

const hooks: ResourceHooks<"codemakerecord"> = {
  restore: {},
  submit: {
    beforeChange: async (_tx, context, { values, current }) => {
      const { startSerial, endSerial } = { ...current, ...values };
      const [start, end] = [startSerial ?? null, endSerial ?? null];
      if (start === null || end === null) return;
      const num = Number(end) - Number(start) + 1;
      // A row that comes back with other serials has the quantity of those before.
      const sent = values.num ?? num;
      if (sent !== num && sent !== current?.num)
        throw fieldError(context, "codemakerecord", "num", {
          code: "notAllowed",
          message: [
            `起始流水 ${start} 至结束流水 ${end} 共 ${num} 个，制码数量不能为其他值`,
            `The serials ${start} to ${end} are ${num}; the quantity cannot be another one`,
          ],
        });
      values.num = num;
    },
  },
};

export const makeRangesDomain: Domain = { reads: {}, actions: {}, hooks: { codemakerecord: hooks }, effects: ["codemakerecord.ranges"] };
