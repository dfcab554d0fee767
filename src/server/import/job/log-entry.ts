// What the log says of rows that a job has written batch by batch.
import type { SetChange } from "#schema/changes";
import type { ResourceModel } from "#schema/model";
import { auditLogOf } from "../../audit/audit-log.ts";
import type { Transaction } from "../../store/database.ts";

/** Records how many rows were written, by what was done to them. */
export function recordCounts(
  tx: Transaction,
  resource: ResourceModel,
  counts: Readonly<Partial<Record<SetChange["action"], number>>>,
): void {
  const auditLog = auditLogOf(tx);
  for (const action of ["add", "edit", "remove"] as const)
    auditLog?.recordSet(resource, action, { count: counts[action] ?? 0, names: [], shared: {} });
}
