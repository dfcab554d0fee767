// Features that the server does not implement yet answer that they are not available, instead of storing a row that claims they ran.
import { missingEffectFor, type IsHandled, type WriteKind } from "#schema/missing";
import { cachedBy } from "#schema/cached-by";
import type { ActionModel, ResourceModel } from "#schema/model";
import type { AnyDomain } from "../contract.ts";
import { notImplemented } from "../http/errors.ts";
import type { Services } from "./services.ts";

/** Whether a domain answers a read, has the rows of its charts, does an action, or implements an effect. */
export const isHandledBy = cachedBy((domain: AnyDomain): IsHandled => {
  const effects = new Set(domain.effects);
  return (resource, own) => {
    const name = `${resource}.${own}`;
    return (
      Object.hasOwn(domain.reads, name) ||
      Object.hasOwn(domain.actions, name) ||
      Object.hasOwn(domain.charts ?? {}, name) ||
      effects.has(name)
    );
  };
});

/** Refuses a kind of write while an effect that it requires is missing. */
export function requireAvailable({ domain }: Pick<Services, "domain">, resource: ResourceModel, kind: WriteKind): void {
  const missing = missingEffectFor(resource, kind, isHandledBy(domain));
  if (missing !== undefined) throw notImplemented(`${resource.name}.${missing}`);
}

/** Refuses an action whose effect nobody has written. */
export function requireHandled({ domain }: Pick<Services, "domain">, resource: ResourceModel, action: ActionModel): void {
  const name = `${resource.name}.${action.name}`;
  if (action.needsHandler && domain.actions[name] === undefined) throw notImplemented(name);
}
