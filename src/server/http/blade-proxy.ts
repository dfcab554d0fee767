// The application in front of an existing Blade back-end: pages from here, /api from there.
import fastifyHttpProxy from "@fastify/http-proxy";
import Fastify, { LogController, type FastifyInstance } from "fastify";
import { platformTenant } from "../caller/caller.ts";
import { differences, type Dialect } from "#schema/dialects/index";
import type { Transform } from "#schema/dialects/types";
import type { Model } from "#schema/model";
import type { Discovery } from "../dialect/discovery.ts";
import { reportBackEnd } from "./back-end-report.ts";
import { ApiError, notFound } from "./errors.ts";
import { sendError } from "./failures.ts";
import type { Health } from "../operations/health.ts";
import { serveProbes } from "../operations/probes.ts";
import { loggerOptions, logRequests, type LogOptions } from "./logging.ts";
import { consoleSettings, consoleSources, type ConsoleOptions } from "./console-options.ts";
import { servePages } from "./pages.ts";
import { secureHeaders, type HttpsOnly } from "./security-headers.ts";

interface ProxyOptions {
  /** Where its paths begin; /api is ours and not passed on. */
  readonly bladeUrl: string;
  readonly dialect: Dialect;
  /** The definitions that the back-end is compared with. */
  readonly model: Model;
  /** What is found out about it meanwhile. */
  readonly discovery: Discovery;
  /** How browsers sign in, where that is not as the dialect has it. */
  readonly passwordTransform: Transform | undefined;
  /** Public key of the back-end. */
  readonly passwordKey: string | undefined;
  readonly asksCaptcha: boolean;
  readonly console?: ConsoleOptions;
  /** The scope of HTTPS enforcement in browsers. */
  readonly httpsOnly?: HttpsOnly;
  readonly log: LogOptions;
  readonly pages?: string;
  /** What /readyz says. */
  readonly health: () => Promise<Health>;
}

/** Exports and uploads take longer than the ten seconds of an ordinary call. */
const timeoutMs = 120_000;

const unreachable = () => new ApiError(502, "bladeUnreachable", ["后端服务无法访问", "The back-end cannot be reached"]);

/** Builds the application that passes /api on; the back-end's own paths begin after it. */
export async function buildProxy({
  bladeUrl,
  dialect,
  model,
  discovery,
  passwordTransform,
  passwordKey,
  asksCaptcha,
  console,
  httpsOnly,
  log,
  pages,
  health,
}: ProxyOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: loggerOptions(log),
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: sendError,
  });
  app.setErrorHandler(sendError);
  secureHeaders(app, httpsOnly);
  logRequests(app);
  // The back-end has probes of its own: of this process there is nothing but that it runs.
  serveProbes(app, health);
  const { origin, pathname } = new URL(bladeUrl);
  reportBackEnd(app, { bladeUrl, dialect, model, discovery });
  await app.register(fastifyHttpProxy, {
    upstream: origin,
    prefix: "/api",
    rewritePrefix: pathname.replace(/\/$/, ""),
    http: { requestOptions: { timeout: timeoutMs } },
    replyOptions: {
      onError: (reply, { error }) => {
        reply.request.log.warn({ err: error }, "the back-end did not answer");
        reply.send(unreachable());
      },
    },
  });
  // Pictures of a Blade back-end lie in object storages anywhere.
  if (pages !== undefined)
    await servePages(app, {
      directory: pages,
      settings: () =>
        Promise.resolve({
          dialect: differences(discovery.dialect()),
          ...(passwordTransform === undefined ? {} : { password: passwordTransform }),
          ...(passwordKey === undefined ? {} : { passwordKey }),
          captcha: asksCaptcha,
          tenant: platformTenant,
          ...consoleSettings(console),
        }),
      sources: { ...consoleSources(console), images: ["https:", origin, ...(consoleSources(console).images ?? [])] },
    });
  else app.setNotFoundHandler(() => Promise.reject(notFound()));
  await app.ready();
  return app;
}
