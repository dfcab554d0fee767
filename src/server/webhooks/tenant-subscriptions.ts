// What one tenant is told of: which webhooks take which events.
import { everyEvent, partsOfEvent } from "#schema/row-events";

/** The ids of webhooks by `<resource>.<event>`; by `<resource>.*` those that take all events of a resource. */
export type TenantSubscriptions = ReadonlyMap<string, readonly string[]>;

/** The webhooks that take an event, each once. */
export function subscribersOf(subscriptions: TenantSubscriptions, resource: string, event: string): readonly string[] {
  const all = subscriptions.get(`${resource}.${everyEvent}`);
  const own = subscriptions.get(`${resource}.${event}`);
  if (all === undefined || own === undefined) return all ?? own ?? [];
  return [...new Set([...all, ...own])];
}

/** Resources of which a tenant is told anything. */
export function watchedResources(subscriptions: TenantSubscriptions): ReadonlySet<string> {
  return new Set([...subscriptions.keys()].map((event) => partsOfEvent(event).resource));
}
