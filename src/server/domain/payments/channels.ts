// Pay channels: what makes one usable, and what cannot be changed once money has gone through it.
import { labelOf } from "#schema/model";
import type { CommitContext, Domain, ResourceHooks } from "../../contract.ts";
import { businessError, invalidFields } from "../../http/errors.ts";
import { db, first } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { providerOf } from "./providers/index.ts";
import type { Channel, Provider } from "./providers/provider.ts";

/** Opens a stored secret; undefined where none is stored, or it was stored under another key of the installation. */
export type DecryptSecret = (stored: string) => string | undefined;

type ChannelRow = StoredRow<"pay-channel">;

/** A channel as its provider gets it. */
export const channelOf = (row: ChannelRow, decryptSecret: DecryptSecret): Channel => ({
  id: row.id,
  name: row.name ?? "",
  merchantNo: row.merchantNo ?? "",
  gatewayUrl: row.gatewayUrl ?? "",
  notifyUrl: row.notifyUrl ?? "",
  key: decryptSecret(row.apiKey ?? "") ?? "",
});

const enabled = 1;

/** The provider of a channel that takes payments. Refused, with the reason, where it takes none. */
export function requireUsable(row: ChannelRow, decryptSecret: DecryptSecret): Provider {
  const name = row.name ?? "";
  const details = { data: { payChannelId: row.id }, target: { resource: "pay-channel", id: row.id, title: name } };
  if (row.status !== enabled)
    throw businessError("channelDisabled", [`支付渠道“${name}”已停用`, `Pay channel “${name}” is disabled`], details);
  const provider = providerOf(row.type);
  if (provider === undefined)
    throw businessError(
      "channelNotConnected",
      [
        `支付渠道“${name}”的支付方式尚未接入，请改用余额、线下转账或通用网关`,
        `The kind of pay channel “${name}” is not connected; use the account balance, bank transfer or an HTTP gateway`,
      ],
      details,
    );
  const lacking = provider.kind === "gateway" ? provider.lacks(channelOf(row, decryptSecret)) : undefined;
  if (lacking !== undefined)
    throw businessError(
      "channelIncomplete",
      [`支付渠道“${name}”还缺少${lacking[0]}`, `Pay channel “${name}” still lacks ${lacking[1]}`],
      details,
    );
  return provider;
}

async function hasPayments(context: CommitContext, tx: Transaction, payChannelId: string): Promise<boolean> {
  const payments = db.selectFrom(tables(context).withRemoved("pay-order", "p")).where("p.payChannelId", "=", payChannelId);
  return (await first(tx, payments.limit(1).select("p.id"))) !== undefined;
}

/** What the payments of a channel were made by. */
const fixed = ["code", "type"] as const;

const hooks: ResourceHooks<"pay-channel"> = {
  restore: {},
  submit: {
    beforeChange: async (tx, context, { values, current }) => {
      if (current === undefined) return;
      const changed = fixed.filter((name) => name in values && values[name] !== current[name]);
      if (changed.length === 0 || !(await hasPayments(context, tx, current.id))) return;
      const resource = context.model.resource.get("pay-channel");
      throw invalidFields(
        changed.map((name) => ({
          code: "notAllowed",
          path: [name],
          parameters: {},
          label: labelOf(resource, name),
          message: ["渠道已有支付单，不能修改", "It cannot be changed once the channel has pay orders"],
        })),
      );
    },
  },
  remove: {
    beforeRemove: async (tx, context, { rows }) => {
      for (const row of rows) {
        if (!(await hasPayments(context, tx, row.id))) continue;
        const name = row.name ?? "";
        throw businessError(
          "inUse",
          [`支付渠道“${name}”已有支付单，不能删除`, `Pay channel “${name}” has pay orders and cannot be removed`],
          {
            data: { id: row.id },
          },
        );
      }
    },
  },
};

export const channelsDomain: Domain = { reads: {}, actions: {}, hooks: { "pay-channel": hooks } };
