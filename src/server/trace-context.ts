// The header traceparent (https://www.w3.org/TR/trace-context): the trace that a request is part of, and the call in it.

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
