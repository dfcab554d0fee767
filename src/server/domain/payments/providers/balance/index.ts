// The balance of the member's own account: paid and refunded by the ledger, in one transaction. Nothing is called.
import type { AccountProvider } from "../provider.ts";

export const balance: AccountProvider = { kind: "account" };
