// Devices at points of sale: whose they are when bound, and where they go back to when enabled.
import type { Domain, Effect } from "../../contract.ts";
import { changeRow, lockRow } from "../../crud/write/server-rows.ts";

const statuses = { inStock: 0, bound: 1, active: 2 } as const;

const bind: Effect<"terminal-device.bind"> = {
  commit: async (tx, context, { ids, values }) => {
    const { merchantId } = await lockRow(context, tx, "terminal", values.terminalId);
    for (const id of ids) await changeRow(context, tx, "terminal-device", { id, values: { merchantId } });
    return {};
  },
};

const enable: Effect<"terminal-device.enable"> = {
  commit: async (tx, context, { rows }) => {
    for (const device of rows) {
      const bound = device.activateTime === null ? statuses.bound : statuses.active;
      await changeRow(context, tx, "terminal-device", {
        id: device.id,
        values: { status: device.terminalId === null ? statuses.inStock : bound },
      });
    }
    return {};
  },
};

export const devicesDomain: Domain = { reads: {}, actions: { "terminal-device.bind": bind, "terminal-device.enable": enable }, hooks: {} };
