// What a transaction did to rows that a tenant is told of: noted as it happens, and written as deliveries before it commits.
import { movesBetween } from "#schema/row-events";
import type { ResourceModel } from "#schema/model";
import type { AuditAction } from "#schema/changes";
import type { RowWatch } from "../audit/row-watch.ts";
import type { CommitContext, Values } from "../contract.ts";
import type { Transaction } from "../store/database.ts";
import { writeDeliveries } from "./deliveries.ts";
import { watchedResources, type TenantSubscriptions } from "./tenant-subscriptions.ts";

/** Rows of one transaction that are told of; those beyond are not. */
const maxRecorded = 1000;

interface Note {
  readonly resource: ResourceModel;
  readonly id: string;
  readonly events: Set<string>;
  readonly changed: Set<string>;
}

export class EventWatch implements RowWatch {
  readonly #subscriptions: TenantSubscriptions;
  readonly #resources: ReadonlySet<string>;
  readonly #notes = new Map<string, Note>();

  constructor(subscriptions: TenantSubscriptions) {
    this.#subscriptions = subscriptions;
    this.#resources = watchedResources(subscriptions);
  }

  changed(
    resource: ResourceModel,
    action: AuditAction,
    id: string,
    { before, after, names }: { readonly before: Readonly<Values>; readonly after: Readonly<Values>; readonly names: readonly string[] },
  ): void {
    const note = this.#note(resource, id);
    if (note === undefined) return;
    for (const name of names) if (resource.field.has(name)) note.changed.add(name);
    // Whoever was told that it is gone has to hear of it as of a new one.
    if (action === "add" || action === "restore") note.events.add("created");
    else if (action === "remove") note.events.add("removed");
    else if (names.length > 0) {
      if (!note.events.has("created")) note.events.add("updated");
      const state = resource.stateField?.name ?? "";
      if (names.includes(state)) for (const move of movesBetween(resource, before[state], after[state])) note.events.add(move);
    }
  }

  acted(resource: ResourceModel, action: string, id: string): void {
    this.#note(resource, id)?.events.add(action);
  }

  /** Writes what is to be told of, in the transaction that did it. */
  async publish(tx: Transaction, context: CommitContext): Promise<void> {
    const rows = [...this.#notes.values()].filter(({ events }) => events.size > 0);
    if (rows.length > 0) await writeDeliveries(tx, context, this.#subscriptions, rows);
  }

  #note(resource: ResourceModel, id: string): Note | undefined {
    if (!this.#resources.has(resource.name)) return undefined;
    const key = `${resource.name} ${id}`;
    const noted = this.#notes.get(key);
    if (noted !== undefined || this.#notes.size >= maxRecorded) return noted;
    const note: Note = { resource, id, events: new Set(), changed: new Set() };
    this.#notes.set(key, note);
    return note;
  }
}
