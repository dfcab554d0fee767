// The clients in whose name pay orders are opened and paid: enabled, not expired, and calling from where they may.
import type { CommitContext } from "../../contract.ts";
import { readRow } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import { isListedAddress } from "../../http/networks.ts";
import type { Transaction } from "../../store/database.ts";

const enabled = 1;

/** Refuses a call in the name of a client that may not make it. */
export async function requireClient(context: CommitContext, tx: Transaction, clientId: unknown): Promise<void> {
  const client = await readRow(context, tx, "tenant-client", clientId);
  const name = client?.name ?? "";
  const details = {
    data: { tenantClientId: client?.id ?? null },
    ...(client === undefined ? {} : { target: { resource: "tenant-client", id: client.id, title: name } }),
  };
  if (client?.status !== enabled)
    throw businessError(
      "clientDisabled",
      [`租户客户端“${name}”已停用，不能发起支付`, `Tenant client “${name}” is disabled and cannot open pay orders`],
      details,
    );
  if (client.expireTime !== null && client.expireTime <= context.now())
    throw businessError(
      "clientExpired",
      [`租户客户端“${name}”已到期，不能发起支付`, `Tenant client “${name}” has expired and cannot open pay orders`],
      details,
    );
  // Work of the server itself comes from nowhere.
  if (context.address !== "" && !isListedAddress(client.ipWhitelist ?? "", context.address))
    throw businessError(
      "clientAddress",
      [
        `地址 ${context.address} 不在租户客户端“${name}”的IP白名单内，不能发起支付`,
        `${context.address} is not on the IP white list of tenant client “${name}”, so it cannot open pay orders`,
      ],
      { data: { ...details.data, address: context.address } },
    );
}
