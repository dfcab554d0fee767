// What is known of the back-end behind this server, for its administrators: who they are, the back-end says itself.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { movedPath } from "#schema/dialects/moved-path";
import type { Dialect } from "#schema/dialects/index";
import type { Model } from "#schema/model";
import { counted, type Discovery } from "../dialect/discovery.ts";
import type { ProbeResult } from "../dialect/probe.ts";
import { answer } from "./envelope.ts";
import { ApiError } from "./errors.ts";

interface ReportOptions {
  readonly bladeUrl: string;
  readonly dialect: Dialect;
  readonly model: Model;
  readonly discovery: Discovery;
}

/** Below /api, as it is the browser application that shows it. */
const path = "/api/tracemark/back-end";
/** The list of people, which every back-end answers to administrators only. */
const administratorsOnly = "/blade-user/page";
const patience = 10_000;

const envelope = z.object({ code: z.number(), data: z.unknown(), msg: z.string().optional() });

/** The headers of a call that say who makes it. */
const callerHeaders = ({ headers }: FastifyRequest): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ["authorization", "blade-auth"].flatMap((name) => {
      const value = headers[name];
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );

function reportOf({ dialect, model }: ReportOptions, found: ProbeResult | undefined) {
  return {
    dialect: dialect.name,
    state: found?.state ?? "looking",
    version: found?.version ?? "",
    counts: counted(found ?? { resources: [] }),
    resources: (found?.resources ?? []).map(({ name, presence, missing }) => {
      const resource = model.resource.get(name);
      const area = model.areas.find((one) => one.name === resource?.area);
      return { name, presence, missing, label: resource?.listLabel, area: area?.label, path: movedPath(dialect, resource?.path ?? "") };
    }),
  };
}

/** Answers what was found (GET), and looks again as the person who asks (POST). */
export function reportBackEnd(app: FastifyInstance, options: ReportOptions): void {
  const { bladeUrl, dialect, discovery } = options;

  /** The back-end's own refusal of somebody who may not list people; undefined for who may. */
  const refusalFor = async (request: FastifyRequest): Promise<{ readonly status: number; readonly body: unknown } | undefined> => {
    const response = await fetch(`${bladeUrl}${movedPath(dialect, administratorsOnly)}?current=1&size=1`, {
      headers: { accept: "application/json", ...callerHeaders(request) },
      redirect: "manual",
      signal: AbortSignal.timeout(patience),
    }).catch((error: unknown) => {
      request.log.warn({ err: error }, "the back-end did not answer");
      throw new ApiError(502, "bladeUnreachable", ["后端服务无法访问", "The back-end cannot be reached"]);
    });
    // A proxy in between answers with a page: then its status says it.
    const body: unknown = await response.json().catch(() => undefined);
    const read = envelope.safeParse(body);
    if (read.success && read.data.code === 200) return undefined;
    return {
      status: response.status === 200 && !read.success ? 403 : response.status,
      body: body ?? { code: response.status, success: false, data: {}, msg: "" },
    };
  };

  app.route({
    method: ["GET", "POST"],
    url: path,
    handler: async (request, reply) => {
      const refusal = await refusalFor(request);
      if (refusal !== undefined) return reply.status(refusal.status).send(refusal.body);
      const found = request.method === "POST" ? await discovery.look(callerHeaders(request)) : discovery.found();
      return reply.header("cache-control", "no-store").send(answer(reportOf(options, found)));
    },
  });
}
