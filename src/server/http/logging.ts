// Logging: one line per request with its identification, and never its content (queries contain passwords and tokens).
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from "fastify";
import { openLog } from "./log-stream.ts";
import { authenticatedCallerOf } from "./request-context.ts";
import { traceContextOf } from "../trace-context.ts";

export interface LogOptions {
  readonly level: "debug" | "info" | "warn" | "error" | "silent";
  /** undefined: the standard output. */
  readonly file: string | undefined;
}

/** The logger's part of the framework's options. */
export function loggerOptions({ level, file }: LogOptions): FastifyServerOptions["logger"] {
  return {
    level,
    stream: openLog(file),
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, path: pathOf(request) }),
      // A message of PostgreSQL may quote a row; its code and location suffice.
      err: (error: Error) => ({
        type: error.name,
        message: error.message,
        stack: error.stack ?? "",
        ...("code" in error ? { code: String(error.code) } : {}),
      }),
    },
    redact: [],
  };
}

function pathOf(request: FastifyRequest): string {
  return request.url.split("?")[0] ?? "";
}

/** Names under which collectors of logs look for a trace. */
function traceOf(header: string | string[] | undefined): { readonly trace_id?: string; readonly span_id?: string } {
  const trace = traceContextOf(header);
  return trace === undefined ? {} : { trace_id: trace.traceId, span_id: trace.spanId };
}

/** Logs each answer in one line. Every line of a request names its trace. */
export function logRequests(app: FastifyInstance): void {
  app.setChildLoggerFactory((logger, bindings, options, request) =>
    logger.child({ ...bindings, ...traceOf(request.headers["traceparent"]) }, options),
  );
  app.addHook("onResponse", (request, reply, done) => {
    const caller = authenticatedCallerOf(request)?.caller;
    request.log.info(
      {
        method: request.method,
        path: pathOf(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(caller === undefined ? {} : { tenant: caller.tenantId, user: caller.userId }),
      },
      "request",
    );
    done();
  });
}
