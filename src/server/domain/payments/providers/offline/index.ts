// Bank transfer: the payer transfers, and staff confirms with number and time of the transfer. Nothing is called.
import type { StaffProvider } from "../provider.ts";

export const offline: StaffProvider = { kind: "staff" };
