// Events as they are kept until they are delivered: with the row as it is when the transaction that changed it commits, whatever happens to
// it afterwards.
import type { ResourceModel } from "#schema/model";
import { platformTenant } from "../caller/caller.ts";
import type { CommitContext, Values } from "../contract.ts";
import { rowReader, type RowReader } from "../crud/read/row-reader.ts";
import { sensitiveFieldsMasked } from "../crud/sql/readable-fields.ts";
import { writeJobs } from "../crud/write/jobs.ts";
import type { NewJob } from "../jobs/new-job.ts";
import { append, type NewRow } from "../rows/insert.ts";
import { run } from "../rows/query.ts";
import { millisecondsOf } from "../store/clock.ts";
import { columnOf, isTenantTable } from "../store/columns.ts";
import type { Transaction } from "../store/database.ts";
import { quoted } from "../store/names.ts";
import { bodyOf } from "./event-body.ts";
import { subscribersOf, type TenantSubscriptions } from "./tenant-subscriptions.ts";

/** The queue that delivers. */
export const deliveryQueue = "webhook.deliver";

/** A row to which something happened. */
interface NotedRow {
  readonly resource: ResourceModel;
  readonly id: string;
  readonly events: ReadonlySet<string>;
  /** Names of fields that have other values now. */
  readonly changed: ReadonlySet<string>;
}

/** The job that makes an attempt; one that finds another number of attempts made has come too late. */
export const deliveryJob = (deliveryId: string, attempt: number, runAt?: string): NewJob => ({
  queue: deliveryQueue,
  payload: { deliveryId, attempt },
  subject: { resource: "webhook-delivery", id: deliveryId, title: deliveryId },
  ...(runAt === undefined ? {} : { runAt }),
});

const readers = new WeakMap<ResourceModel, RowReader>();

/** Rows as the wire shows them to whoever sees all fields, with what is sensitive masked; also those that were just removed. */
async function imagesOf(
  tx: Transaction,
  { model, scope }: CommitContext,
  resource: ResourceModel,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Values>> {
  const reader = readers.get(resource) ?? rowReader(resource, model, true);
  readers.set(resource, reader);
  const key = columnOf(resource, resource.key);
  const tenant = isTenantTable(resource) ? " AND t.tenant_id = $2" : "";
  const { rows } = await tx.query({
    sql: `SELECT ${reader.selection(tenant === "" ? undefined : "$2::text")} FROM ${quoted(resource.table)} t WHERE t.${quoted(key.column)} = ANY($1::${key.columnType === "id" ? "bigint" : "text"}[])${tenant}`,
    parameters: tenant === "" ? [ids] : [ids, scope.tenantId],
  });
  return new Map(rows.map((row) => reader.under(sensitiveFieldsMasked, "zh")(row)).map((row) => [String(row[resource.key]), row]));
}

interface DueEvent {
  readonly note: NotedRow;
  readonly event: string;
  readonly webhookIds: readonly string[];
}

function eventsFor(subscriptions: TenantSubscriptions, notes: readonly NotedRow[]): readonly DueEvent[] {
  return notes.flatMap((note) =>
    [...note.events].flatMap((event): readonly DueEvent[] => {
      const webhookIds = subscribersOf(subscriptions, note.resource.name, event);
      return webhookIds.length === 0 ? [] : [{ note, event, webhookIds }];
    }),
  );
}

/** Writes a delivery for each event and each webhook that takes it, with the job that makes its first attempt. */
export async function writeDeliveries(
  tx: Transaction,
  context: CommitContext,
  subscriptions: TenantSubscriptions,
  notes: readonly NotedRow[],
): Promise<void> {
  const { tenantId } = context.scope;
  // Rows of the platform belong to no tenant: it alone is told of them.
  const deliveriesDue = eventsFor(subscriptions, notes).filter(({ note }) => isTenantTable(note.resource) || tenantId === platformTenant);
  if (deliveriesDue.length === 0) return;
  const time = new Date(millisecondsOf(context.now())).toISOString();
  const deliveries: NewRow<"webhook-delivery">[] = [];
  for (const resource of new Set(deliveriesDue.map(({ note }) => note.resource))) {
    const own = deliveriesDue.filter(({ note }) => note.resource === resource);
    const images = await imagesOf(tx, context, resource, [...new Set(own.map(({ note }) => note.id))]);
    for (const { note, event, webhookIds } of own) {
      const row = images.get(note.id);
      // Of another tenant, or made and gone in one transaction.
      if (row === undefined && (resource.hasBaseColumns || event !== "removed")) continue;
      for (const webhookId of webhookIds) {
        const id = await context.identifiers.next();
        const type = `${resource.name}.${event}`;
        const body = bodyOf({ id, type, time, tenantId, resource: resource.name, rowId: note.id, changed: [...note.changed], row });
        deliveries.push({
          ...waiting(context),
          id,
          webhookId,
          event: type,
          resource: resource.name,
          rowId: note.id,
          subject: note.id,
          body,
        });
      }
    }
  }
  await enqueueDeliveries(tx, context, deliveries);
}

/** How a delivery begins. */
export const waiting = (context: Pick<CommitContext, "now">) => ({ status: 0, attempts: 0, nextTime: context.now() });

/** Keeps deliveries with the jobs that make their first attempts. */
export async function enqueueDeliveries(
  tx: Transaction,
  context: CommitContext,
  deliveries: readonly NewRow<"webhook-delivery">[],
): Promise<void> {
  if (deliveries.length === 0) return;
  await run(tx, append(context, "webhook-delivery", deliveries));
  await writeJobs(
    tx,
    context,
    deliveries.map(({ id }) => deliveryJob(String(id), 1)),
  );
}
