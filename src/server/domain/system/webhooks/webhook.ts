// Webhooks: addresses that may be called, events that their maker may read, secrets that are shown once, and tests.
import type { Text } from "#schema/text";
import type { CommitContext, Domain, Effect, SubmitEffect } from "../../../contract.ts";
import { fieldError } from "../../../crud/guards/field-error.ts";
import { changeRow, changeRows } from "../../../crud/write/server-rows.ts";
import { businessError } from "../../../http/errors.ts";
import { lookupFor, OutgoingError } from "../../../http/outgoing.ts";
import { db, rows as rowsOf } from "../../../rows/query.ts";
import { tables } from "../../../rows/tables.ts";
import { localTime, millisecondsOf } from "../../../store/clock.ts";
import type { Transaction } from "../../../store/database.ts";
import { enqueueDeliveries, waiting } from "../../../webhooks/deliveries.ts";
import { bodyOf } from "../../../webhooks/event-body.ts";
import { keyOf, newSecret } from "../../../webhooks/signature.ts";
import type { WebhookServices } from "./services.ts";
import { requireSubscribable } from "./subscribing.ts";

const resource = "webhook";
/** Of a tenant. */
const maxWebhooks = 50;
/** For so long the former secret signs along. */
const graceMs = 24 * 60 * 60 * 1000;

const wrongField = (context: Pick<CommitContext, "model">, name: string, message: Text) =>
  fieldError(context, resource, name, { code: "notAllowed", message });

function requireAddress(context: CommitContext, url: string, { internalHosts }: WebhookServices): void {
  try {
    lookupFor(url, internalHosts);
  } catch (error) {
    if (error instanceof OutgoingError) throw wrongField(context, "url", error.text);
    throw error;
  }
}

async function requireRoom(context: CommitContext, tx: Transaction): Promise<void> {
  const found = await rowsOf(tx, db.selectFrom(tables(context).unscoped(resource, "w")).limit(maxWebhooks).select("w.id"));
  if (found.length < maxWebhooks) return;
  throw businessError("tooManyWebhooks", [`最多 ${maxWebhooks} 个事件推送`, `There may be ${maxWebhooks} webhooks at most`]);
}

const submit = (services: WebhookServices): SubmitEffect<typeof resource> => ({
  beforeChange: async (tx, context, { values, current }) => {
    const row = { ...current, ...values };
    requireAddress(context, row.url ?? "", services);
    // Whoever changes where rows are sent to answers for all of them, whoever chose the events.
    // Rows of a new installation are written by nobody.
    if (context.origin !== undefined) requireSubscribable(context, row.events ?? []);
    // It is encrypted already (crud/write/submit.ts).
    const given = services.decryptSecret(values.secret ?? "");
    if (given !== undefined && keyOf(given) === undefined)
      throw wrongField(context, "secret", [
        "密钥须以 whsec_ 开头，后接 24 至 64 字节的 Base64",
        "A secret is whsec_ and 24 to 64 bytes in base64",
      ]);
    if (current !== undefined) return;
    await requireRoom(context, tx);
    if ((values.secret ?? "") === "") values.secret = services.encryptSecret(newSecret());
  },
});

const enable: Effect<"webhook.enable"> = {
  commit: async (tx, context, { rows }) => {
    for (const { events } of rows) requireSubscribable(context, events ?? []);
    await changeRows(
      context,
      tx,
      resource,
      rows.map(({ id }) => ({ id, values: { failures: 0 } })),
    );
    return {};
  },
};

const rotate = (services: WebhookServices): Effect<"webhook.rotate"> => ({
  commit: async (tx, context, { rows: [row] }) => {
    if (row === undefined) return {};
    requireSubscribable(context, row.events ?? []);
    const secret = newSecret();
    const formerUntil = localTime(millisecondsOf(context.now()) + graceMs);
    const values = { secret: services.encryptSecret(secret), formerSecret: row.secret, formerUntil };
    await changeRow(context, tx, resource, { id: row.id, values });
    return { id: row.id, shownOnce: secret };
  },
});

const test: Effect<"webhook.test"> = {
  commit: async (tx, context, { rows }) => {
    for (const { id: webhookId, name } of rows) {
      const id = await context.identifiers.next();
      const about = { resource, rowId: webhookId };
      const time = new Date(millisecondsOf(context.now())).toISOString();
      const content = {
        id,
        type: "webhook.test",
        time,
        tenantId: context.scope.tenantId,
        ...about,
        changed: [],
        row: { id: webhookId, name },
      };
      await enqueueDeliveries(tx, context, [
        { ...waiting(context), ...about, id, webhookId, event: "webhook.test", subject: webhookId, body: bodyOf(content) },
      ]);
    }
    return {};
  },
};

export const webhookDomain = (services: WebhookServices): Domain => ({
  reads: {},
  actions: { "webhook.enable": enable, "webhook.rotate": rotate(services), "webhook.test": test },
  hooks: { webhook: { submit: submit(services), restore: {} } },
});
