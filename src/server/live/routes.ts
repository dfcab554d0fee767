// GET /blade-live/stream and POST /blade-live/presence: what happens while a page is open (docs/wire.md §4.5).
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { mayView, signedIn } from "../caller/rule.ts";
import type { Callers } from "../auth/callers.ts";
import { recordOf } from "../crud/history/record-call.ts";
import { parametersOf } from "../http/bodies.ts";
import { answer } from "../http/envelope.ts";
import { forbidden, malformedParameter, rowNotFound } from "../http/errors.ts";
import { contextOf, signedInCallerOf } from "../http/request-context.ts";
import type { LiveHub } from "./live-hub.ts";

const presenceBody = z.object({
  resource: z.string().max(100),
  id: z.string().max(64),
  window: z.string().regex(/^[\w-]{1,64}$/),
  isEditing: z.boolean().default(false),
  isGone: z.boolean().default(false),
});

/** Registers the calls on an instance whose routes are guarded. */
export function registerLive(app: FastifyInstance, hub: LiveHub, callers: Pick<Callers, "withRights">): void {
  app.get("/blade-live/stream", { exposeHeadRoute: false, config: { access: signedIn, isStream: true } }, async (request, reply) => {
    const context = contextOf(request);
    const since = parametersOf(request)["since"] ?? "";
    const { caller } = context;
    const { mayCall } = signedInCallerOf(request);
    const stream = await hub.open({ context, mayCall, since, currentCaller: () => callers.withRights(caller) });
    return (
      reply
        .type("text/event-stream; charset=utf-8")
        .header("cache-control", "no-store, no-transform")
        .header("x-accel-buffering", "no")
        // A server that stops ends its streams, and waits for connections that could take another request.
        .header("connection", "close")
        .send(stream.body)
    );
  });

  app.post("/blade-live/presence", { config: { access: signedIn } }, async (request) => {
    const context = contextOf(request);
    const parsed = presenceBody.safeParse(request.body);
    if (!parsed.success) throw malformedParameter(String(parsed.error.issues[0]?.path[0] ?? "body"));
    const { resource: name, id, window, isEditing, isGone } = parsed.data;
    const resource = context.model.resource.get(name);
    if (resource === undefined) throw rowNotFound();
    if (!mayView(context.caller, resource) || !signedInCallerOf(request).mayCall(`${resource.path}/detail`)) throw forbidden();
    const { caller } = context;
    // Of the caller's own tenant, as the streams are.
    const own = { ...context, scope: { tenantId: caller.tenantId, userId: caller.userId } };
    if (!isGone) await recordOf(own, resource, { [resource.key]: id });
    const { tenantId, userId, realName, account } = caller;
    const others = await hub.present({ tenantId, resource: name, id, userId, name: realName || account, window, isEditing, isGone });
    return answer(isGone ? [] : others);
  });
}
