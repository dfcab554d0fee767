// The header traceparent (https://www.w3.org/TR/trace-context): the trace that a request is part of, and the call in it; and the trace of the
// work under way.
import { AsyncLocalStorage } from "node:async_hooks";

export interface TraceContext {
  readonly traceId: string;
  /** The call that made this request. */
  readonly spanId: string;
  readonly isSampled: boolean;
}

const traceparent = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** undefined: there is none, or it is not valid. */
export function traceContextOf(header: string | string[] | undefined): TraceContext | undefined {
  const [, traceId, spanId, flags = "00"] = (typeof header === "string" ? traceparent.exec(header) : undefined) ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** The request, or the attempt of a job, under way; set only while the server sends traces (operations/tracing.ts). */
export const runningTrace = new AsyncLocalStorage<TraceContext>();

/** The work under way for a row, so that what follows from it can name it; undefined where its trace is not sent. */
export function traceparentOfWork(): string | undefined {
  const work = runningTrace.getStore();
  return work?.isSampled === true ? `00-${work.traceId}-${work.spanId}-01` : undefined;
}
