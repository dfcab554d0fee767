// The call behind a job of imports: who made it, in whose tenant, and what they may do now.
import { z } from "zod";
import type { ResourceModel } from "#schema/model";
import type { CallOrigin } from "../../audit/origin.ts";
import type { Caller } from "../../caller/caller.ts";
import type { CommitContext, RequestContext } from "../../contract.ts";
import type { Services } from "../../crud/services.ts";
import { businessError } from "../../http/errors.ts";
import type { JobRun } from "../../jobs/job-handler.ts";
import { requestedBy } from "../../jobs/requester.ts";
import type { ImportingCall } from "../import-plan.ts";

export const callPayload = z.object({
  resource: z.string(),
  /** The entry of the log that the work has. */
  entry: z.string(),
  ...requestedBy,
});
type CallPayload = z.infer<typeof callPayload>;

/** Whose rights a job has. */
export interface People {
  readonly services: () => Services;
  /** The person with the rights that they have now; undefined for somebody who may not sign in. */
  readonly callerOf: (person: CallPayload["person"]) => Promise<Caller | undefined>;
}

/** A call as its job is given it. */
export async function payloadOfCall(
  { caller, scope, identifiers, language, address }: RequestContext,
  resource: ResourceModel,
): Promise<CallPayload> {
  const { userId, tenantId, clientId, sessionId, roleIds, deptIds } = caller;
  return {
    resource: resource.name,
    entry: await identifiers.next(),
    language,
    scopeTenant: scope.tenantId,
    address,
    person: { userId, tenantId, clientId, sessionId, roleIds: [...roleIds], deptIds: [...deptIds] },
  };
}

const personIsGone = () =>
  businessError("personIsGone", ["发起人的账号已停用，任务不再执行", "The account that requested it is no longer in use"]);

const resourceOf = ({ model }: Pick<Services, "model">, { resource: name }: Pick<CallPayload, "resource">): ResourceModel => {
  const resource = model.resource.get(name);
  // For good: no further attempt would find it.
  if (resource === undefined) throw businessError("resourceIsGone", ["这类数据已不存在", "There are no such records any more"]);
  return resource;
};

/** The part of a call that its job writes now: `isLast` writes the entry of the log, under which the others keep their changes. */
export const originOfPart = (call: CallOrigin["call"], path: string, entry: NonNullable<CallOrigin["entry"]>): CallOrigin => ({
  call,
  entry,
  method: "POST",
  path,
  userAgent: "",
  elapsed: () => 0,
  sent: () => "",
});

/** The call of a job as its person may make it now. */
export async function callOfJob(
  { services: servicesOf, callerOf }: People,
  { database, context: own }: Pick<JobRun, "database" | "context">,
  payload: CallPayload,
  originOf: (resource: ResourceModel) => CommitContext["origin"],
): Promise<ImportingCall> {
  const { person, language, scopeTenant, address } = payload;
  const services = servicesOf();
  const { model, domain, identifiers } = services;
  const caller = await callerOf(person);
  // Another tenant's rows are the platform administrator's alone.
  if (caller === undefined || (scopeTenant !== caller.tenantId && !caller.isAdministrator)) throw personIsGone();
  const resource = resourceOf(services, payload);
  const { subscriptions, now } = own;
  const scope = { tenantId: scopeTenant, userId: caller.userId };
  const origin = originOf(resource);
  const context: RequestContext = { caller, language, model, database, scope, now, identifiers, address, origin, subscriptions, domain };
  return { services, context, resource };
}
