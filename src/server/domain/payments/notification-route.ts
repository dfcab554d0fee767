// Where gateways report to: open to anybody, counted like every public call, of bounded length, and read as it came, because what is signed
// are the bytes.
import type { FastifyInstance } from "fastify";
import { anybody } from "../../caller/rule.ts";
import { contextOf } from "../../http/request-context.ts";
import type { Clock } from "../../store/clock.ts";
import type { DecryptSecret } from "./channels.ts";
import { receiveNotification } from "./notification.ts";
import { createRejectedReports } from "./rejected-reports.ts";

/** Below /api. */
const notificationPath = "/digit-marketing/paynotify";
const maxBodyBytes = 65_536;

interface Options {
  readonly decryptSecret: DecryptSecret;
  readonly clock: Clock;
}

/** Registers the address of reports on an instance whose routes are guarded. */
export function registerPayNotifications(app: FastifyInstance, options: Options): void {
  const services = { ...options, rejected: createRejectedReports(options.clock) };
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: maxBodyBytes }, (_request, text, done) => done(null, text));
    scope.post<{ Params: { channelId: string } }>(
      `${notificationPath}/:channelId`,
      { config: { access: anybody } },
      async (request, reply) => {
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]),
        );
        const body = typeof request.body === "string" ? request.body : "";
        const { channelId } = request.params;
        const answer = await receiveNotification(contextOf(request), { channelId, headers, body, url: request.url }, services);
        return reply.code(answer.status).type(answer.type).send(answer.body);
      },
    );
  });
}
