// Who may have which events told: a webhook sends whole rows out of the house, so nobody gets by it what they could not read themselves.
import { eventsOf, everyEvent, partsOfEvent } from "#schema/row-events";
import type { ResourceModel } from "#schema/model";
import type { Text } from "#schema/text";
import { platformTenant } from "../../../caller/caller.ts";
import { mayRead } from "../../../caller/rule.ts";
import type { CommitContext } from "../../../contract.ts";
import { fieldError } from "../../../crud/guards/field-error.ts";
import { limitFragments } from "../../../crud/sql/row-access.ts";
import { readableFieldsOf } from "../../../crud/sql/readable-fields.ts";

/** Why the caller may not have rows of a resource told; undefined where they may: they see all rows of the tenant, with all fields. */
function refusal({ caller, model, scope }: CommitContext, resource: ResourceModel): Text | undefined {
  const [zh, en] = resource.label;
  if (resource.scope === "platform" && (scope.tenantId !== platformTenant || !caller.isAdministrator))
    return [`“${zh}”是平台数据，只有平台管理员可以推送`, `“${en}” belongs to the platform; only its administrator may subscribe to it`];
  if (!mayRead(caller, resource))
    return [`您没有“${zh}”的查看权限，不能推送其事件`, `You may not read “${en}”, so its events cannot be sent`];
  if (limitFragments(caller, model, resource).length > 0 || readableFieldsOf({ caller }, resource).hidden.size > 0)
    return [
      `您只能查看“${zh}”的部分数据或字段，不能推送其事件`,
      `You see only some rows or fields of “${en}”, so its events cannot be sent`,
    ];
  return undefined;
}

/** Refuses events that there are not, and those of rows that the caller does not see in full; at the field that chooses them. */
export function requireSubscribable(context: CommitContext, events: readonly string[]): void {
  const wrong = (code: "option" | "notAllowed", message: Text) => fieldError(context, "webhook", "events", { code, message });
  for (const event of events) {
    const { resource: name, name: own } = partsOfEvent(event);
    const resource = context.model.resource.get(name);
    const events = resource === undefined ? [] : eventsOf(resource);
    if (resource === undefined || events.length === 0 || (own !== everyEvent && !events.some((one) => one.name === own)))
      throw wrong("option", [`没有事件“${event.slice(0, 64)}”`, `There is no event “${event.slice(0, 64)}”`]);
    const reason = refusal(context, resource);
    if (reason !== undefined) throw wrong("notAllowed", reason);
  }
}
