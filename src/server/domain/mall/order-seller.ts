// Who sells: merchants in their normal state, through terminals that are not disabled.
import type { CommitContext } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { readRow } from "../../crud/write/server-rows.ts";
import type { StoredRow } from "../../rows/stored.ts";
import type { Transaction } from "../../store/database.ts";
import { merchantStatus, terminalStatus } from "../loyalty/terminals.ts";

type Seller = Pick<StoredRow<"order">, "merchantId" | "terminalId">;

/** Refuses an order of a merchant or terminal that takes none. */
export async function requireSeller(context: CommitContext, tx: Transaction, { merchantId, terminalId }: Seller): Promise<void> {
  const merchant = await readRow(context, tx, "merchant", merchantId);
  if (merchant !== undefined && merchant.status !== merchantStatus.normal) {
    const name = merchant.name ?? "";
    throw fieldError(context, "order", "merchantId", {
      code: "notAllowed",
      message: [`商户“${name}”不是正常状态，不能接单`, `Merchant “${name}” is not in its normal state and accepts no orders`],
    });
  }
  const terminal = await readRow(context, tx, "terminal", terminalId);
  if (terminal?.status !== terminalStatus.disabled) return;
  const name = terminal.name ?? "";
  throw fieldError(context, "order", "terminalId", {
    code: "notAllowed",
    message: [`终端“${name}”已停用，不能接单`, `Terminal “${name}” is disabled and accepts no orders`],
    target: { resource: "terminal", id: terminal.id, title: name },
  });
}
