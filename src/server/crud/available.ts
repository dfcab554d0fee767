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

/** What hooks do around the writes of a resource, which a restoration would have to do as well, or to undo. */
function hasFurtherWork({ submit = {}, remove = {} }: AnyDomain["hooks"][string]): boolean {
  const phases = [submit.findExisting, submit.beforeChange, submit.afterChange, submit.enqueue, submit.together];
  return [...phases, remove.beforeRemove, remove.afterRemove, remove.enqueue].some((phase) => phase !== undefined);
}

/** Whether hooks say what the restoration of a removed row does (`restore`), where other writes of the resource do further work. */
export function saysHowToRestore({ hooks }: Pick<AnyDomain, "hooks">, { name }: Pick<ResourceModel, "name">): boolean {
  const own = hooks[name];
  return own === undefined || own.restore !== undefined || !hasFurtherWork(own);
}

/** Refuses a restoration of which nobody has said what has to be done. */
export function requireRestorable(services: Pick<Services, "domain">, resource: ResourceModel): void {
  requireAvailable(services, resource, "remove");
  if (!saysHowToRestore(services.domain, resource)) throw notImplemented(`${resource.name}.restore`);
}

/** Refuses an action whose effect nobody has written. */
export function requireHandled({ domain }: Pick<Services, "domain">, resource: ResourceModel, action: ActionModel): void {
  const name = `${resource.name}.${action.name}`;
  if (action.needsHandler && domain.actions[name] === undefined) throw notImplemented(name);
}
