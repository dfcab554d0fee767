// Devices at points of sale: whose they are when bound, how many a terminal has, and where they go back to when enabled.
import type { CommitContext, Domain, Effect } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { changeRows, lockRow, readRow } from "../../crud/write/server-rows.ts";
import type { Transaction } from "../../store/database.ts";
import { countDevices, merchantStatus, terminalStatus } from "./terminals.ts";

const statuses = { inStock: 0, bound: 1, active: 2 } as const;

/** A terminal that devices may be brought to; locked. */
async function openTerminal(context: CommitContext, tx: Transaction, terminalId: string | null) {
  const terminal = await lockRow(context, tx, "terminal", terminalId);
  const refuse = (zh: string, en: string) => fieldError(context, "terminal-device", "terminalId", { code: "rule", message: [zh, en] });
  const name = terminal.name ?? "";
  if (terminal.status === terminalStatus.disabled) throw refuse(`终端“${name}”已停用`, `Terminal “${name}” is disabled`);
  const merchant = await readRow(context, tx, "merchant", terminal.merchantId);
  if (merchant?.status === merchantStatus.normal) return terminal;
  const owner = merchant?.name ?? "";
  throw refuse(`商户“${owner}”不是正常状态`, `Merchant “${owner}” is not in its normal state`);
}

const bind: Effect<"terminal-device.bind"> = {
  commit: async (tx, context, { ids, values }) => {
    const { id: terminalId, merchantId } = await openTerminal(context, tx, values.terminalId);
    await changeRows(
      context,
      tx,
      "terminal-device",
      ids.map((id) => ({ id, values: { merchantId } })),
    );
    await countDevices(context, tx, [terminalId]);
    return {};
  },
};

const unbind: Effect<"terminal-device.unbind"> = {
  commit: async (tx, context, { rows }) => {
    await changeRows(
      context,
      tx,
      "terminal-device",
      rows.map(({ id }) => ({ id, values: { terminalId: null, merchantId: null } })),
    );
    await countDevices(
      context,
      tx,
      rows.map(({ terminalId }) => terminalId),
    );
    return {};
  },
};

const enable: Effect<"terminal-device.enable"> = {
  commit: async (tx, context, { rows }) => {
    const changes = rows.map(({ id, activateTime, terminalId }) => {
      const bound = activateTime === null ? statuses.bound : statuses.active;
      return { id, values: { status: terminalId === null ? statuses.inStock : bound } };
    });
    await changeRows(context, tx, "terminal-device", changes);
    return {};
  },
};

export const devicesDomain: Domain = {
  reads: {},
  actions: { "terminal-device.bind": bind, "terminal-device.unbind": unbind, "terminal-device.enable": enable },
  hooks: {},
  effects: ["terminal-device.count"],
};
