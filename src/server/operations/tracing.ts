// Traces for an OpenTelemetry collector: a span for each request, the statements below it, and each attempt of a job. Names and attributes
// are routes, names and shapes; no value, id, token or tenant is in them.
//
// The packages of OpenTelemetry are loaded here, when a collector is set: they are not part of the server's bundle.
import { createRequire } from "node:module";
import { setTimeout as delay } from "node:timers/promises";
import type * as Api from "@opentelemetry/api";
import type * as Exporter from "@opentelemetry/exporter-trace-otlp-http";
import type * as Resources from "@opentelemetry/resources";
import type * as Sdk from "@opentelemetry/sdk-trace";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { runningTrace, traceContextOf, type TraceContext } from "../trace-context.ts";
import type { TraceJob } from "../jobs/worker.ts";
import { operatorText } from "../operator-language.ts";
import { shapeOf, summaryOf, withoutTransactionControl, type TraceStatements } from "../store/trace-statements.ts";
import { probePaths } from "./probes.ts";

export interface TracingOptions {
  /** The collector; spans are sent to `/v1/traces` below it. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** Of traces that begin here, between 0 and 1. */
  readonly share: number;
}

export interface Tracing {
  /** A span for each request of an application; to be called before other hooks are added. */
  traceRequests(app: FastifyInstance): void;
  /** A span for the statements of a round trip, below the request or the job that sends them. */
  readonly traceStatements: TraceStatements;
  readonly traceJob: TraceJob;
  /** Sends what is not sent yet, within two seconds. */
  close(): Promise<void>;
}

/** A collector that does not answer costs no more than this at the end. */
const maxCloseMs = 2_000;
const exportTimeoutMs = 5_000;
/** A trace needs the shape of a statement, not its last column. */
const maxTextLength = 2_000;

/** What PostgreSQL, Node or we call an error; its message may quote a value. */
function errorType(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

/** Begins to trace. `note` is told when the collector cannot be reached, and when it can be again. */
export function openTracing({ endpoint, headers, serviceName, share }: TracingOptions, note?: (sentence: string) => void): Tracing {
  const load = createRequire(import.meta.url);
  const api: typeof Api = load("@opentelemetry/api");
  const sdk: typeof Sdk = load("@opentelemetry/sdk-trace");
  const { resourceFromAttributes }: typeof Resources = load("@opentelemetry/resources");
  const { OTLPTraceExporter }: typeof Exporter = load("@opentelemetry/exporter-trace-otlp-http");
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } = api;

  const otlp = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers: { ...headers }, timeoutMillis: exportTimeoutMs });
  let isReached = true;
  const report = (isSent: boolean): void => {
    if (isSent === isReached) return;
    isReached = isSent;
    note?.(
      isSent
        ? operatorText("追踪数据恢复发送", "traces are sent again")
        : operatorText(
            "追踪数据无法发送到 OTEL_EXPORTER_OTLP_ENDPOINT，这些数据将丢失，其他功能不受影响",
            "traces cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT and are lost; everything else works",
          ),
    );
  };
  const processor = new sdk.BatchSpanProcessor({
    exporter: {
      export: (spans, done) =>
        otlp.export(spans, (result) => {
          report(result.error === undefined);
          done(result);
        }),
      shutdown: () => otlp.shutdown(),
    },
    scheduledDelayMillis: 1_000,
    exportTimeoutMillis: exportTimeoutMs,
  });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ "service.name": serviceName }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer("tracemark");
  /** Of the work that this tracing has begun, and not that of another server in the process. */
  const contexts = new WeakMap<TraceContext, Api.Context>();
  const ofRequest = new WeakMap<FastifyRequest, { readonly span: Api.Span; readonly work: TraceContext }>();
  const workOf = (span: Api.Span): TraceContext => {
    const { traceId, spanId } = span.spanContext();
    const work = { traceId, spanId, isSampled: span.isRecording() };
    contexts.set(work, trace.setSpan(ROOT_CONTEXT, span));
    return work;
  };

  const remote = ({ traceId, spanId, isSampled }: TraceContext): Api.SpanContext => {
    const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
    return { traceId, spanId, traceFlags, isRemote: true };
  };
  const parentOf = (caller: TraceContext | undefined): Api.Context =>
    caller === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remote(caller));

  const begin = (request: FastifyRequest): TraceContext => {
    const { method, config, url: route } = request.routeOptions;
    const caller = traceContextOf(request.headers["traceparent"]);
    const attributes = {
      "http.request.method": request.method,
      "url.scheme": request.protocol,
      ...(route === undefined ? {} : { "http.route": route }),
      ...(config.resource === undefined ? {} : { "tracemark.resource": config.resource.name }),
    };
    const name = method === undefined || route === undefined ? request.method : `${request.method} ${route}`;
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parentOf(caller));
    const work = workOf(span);
    ofRequest.set(request, { span, work });
    if (caller === undefined) {
      const { traceId: trace_id, spanId: span_id } = work;
      request.log = request.log.child({ trace_id, span_id });
    }
    return work;
  };

  return {
    traceRequests: (app) => {
      app.addHook("onRequest", (request, _reply, done) => {
        if (probePaths.has(request.routeOptions.url ?? "")) done();
        else runningTrace.run(begin(request), done);
      });
      // A body comes by events of the socket, which belong to no request.
      app.addHook("preValidation", (request, _reply, done) => {
        const work = ofRequest.get(request)?.work;
        if (work === undefined) done();
        else runningTrace.run(work, done);
      });
      app.addHook("onResponse", (request, reply, done) => {
        const span = ofRequest.get(request)?.span;
        span?.setAttribute("http.response.status_code", reply.statusCode);
        if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
        span?.end();
        done();
      });
    },
    traceStatements: async (statements, send) => {
      const work = runningTrace.getStore();
      const parent = work === undefined ? undefined : contexts.get(work);
      if (parent === undefined || trace.getSpan(parent)?.isRecording() !== true) return send();
      const own = withoutTransactionControl(statements);
      const text = own.map(({ sql }) => shapeOf(sql)).join("; ");
      const summary = own.map(summaryOf).join(" ").slice(0, 255);
      const span = tracer.startSpan(
        own.length === 1 ? summary : `batch ${summaryOf(own[0] ?? { sql: "", parameters: [] })}`,
        {
          kind: SpanKind.CLIENT,
          attributes: {
            "db.system.name": "postgresql",
            "db.query.summary": summary,
            "db.query.text": text.slice(0, maxTextLength),
            ...(own.length > 1 ? { "db.operation.batch.size": own.length } : {}),
          },
        },
        parent,
      );
      const outcomes = await send();
      const failed = outcomes.find((outcome) => !outcome.ok);
      if (failed?.ok === false) {
        span.setAttribute("error.type", errorType(failed.error));
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
      return outcomes;
    },
    traceJob: async ({ queue, attempt, enqueuedIn }, run) => {
      const attributes = {
        "messaging.system": "tracemark",
        "messaging.destination.name": queue,
        "messaging.operation.type": "process",
        "tracemark.job.attempt": attempt,
      };
      // Linked, not below it: it may run hours later, and again.
      const enqueuer = traceContextOf(enqueuedIn);
      const links = enqueuer === undefined ? [] : [{ context: remote(enqueuer) }];
      const span = tracer.startSpan(`process ${queue}`, { kind: SpanKind.CONSUMER, attributes, links }, ROOT_CONTEXT);
      try {
        await runningTrace.run(workOf(span), run);
      } catch (error) {
        span.setAttribute("error.type", errorType(error));
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    close: async () => {
      // Traces that a collector does not take are lost: a server that ends waits for none, and has nobody to tell.
      const patience = new AbortController();
      const late = delay(maxCloseMs, undefined, { signal: patience.signal }).catch(() => undefined);
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      patience.abort();
    },
  };
}
