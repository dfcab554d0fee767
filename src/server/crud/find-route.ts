// GET /blade-desk/find: what the command palette asks, once for all resources.
import type { FastifyInstance } from "fastify";
import { signedIn } from "../caller/rule.ts";
import { parametersOf } from "../http/bodies.ts";
import { answer } from "../http/envelope.ts";
import { contextOf, signedInCallerOf } from "../http/request-context.ts";
import { quickFind, typedText } from "./read/quick-find.ts";
import type { Services } from "./services.ts";

/** Registers the call on an instance whose routes are guarded; rights are those of each resource's detail. */
export function registerQuickFind(app: FastifyInstance, services: Services): void {
  app.get("/blade-desk/find", { config: { access: signedIn } }, async (request) => {
    const text = typedText(parametersOf(request)["text"]);
    const { mayCall } = signedInCallerOf(request);
    return answer(await quickFind({ services, context: contextOf(request), text, mayCall }));
  });
}
