// What an operator's platform gets from a running server: traces in a collector, and metrics for the files of deploy/.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import pg from "pg";
import { parse } from "yaml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { transformed } from "../../../src/server/auth/password-hash.ts";
import { readConfiguration } from "../../../src/server/config.ts";
import { openTracing, type Tracing } from "../../../src/server/operations/tracing.ts";
import type { PostgresConnection } from "../../../src/server/postgres/connection.ts";
import { startServer, type RunningServer } from "../../../src/server/start-server.ts";
import { isDistributedRun } from "../../support/coordinator-url.ts";
import { freshDatabase } from "../../support/postgres.ts";
import { databaseUrl, installationSecret, installedProduct, productModel } from "../../support/product.ts";
import { scratch } from "../../support/scratch.ts";

const attribute = z.object({
  key: z.string(),
  value: z.object({ stringValue: z.string().optional(), intValue: z.coerce.number().optional() }),
});
const exportRequest = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.number(),
              attributes: z.array(attribute),
              links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).default([]),
              status: z.object({ code: z.number().optional() }),
            }),
          ),
        }),
      ),
    }),
  ),
});

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  /** The spans that it follows from, each as its trace and its id. */
  readonly links: readonly string[];
  readonly isError: boolean;
}

const spans: Span[] = [];
const received: { readonly path: string; readonly key: string; readonly text: string }[] = [];
/** "silent": takes what is sent, and never answers. */
let collectorState: "answering" | "refusing" | "silent" = "answering";
let endpoint = "";

const collector = createServer((request, response) => {
  void json(request).then((body) => {
    received.push({ path: request.url ?? "", key: String(request.headers["api-key"]), text: JSON.stringify(body) });
    for (const { resource, scopeSpans } of exportRequest.parse(body).resourceSpans) {
      const valuesOf = (attributes: readonly z.infer<typeof attribute>[]) =>
        Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
      for (const { attributes, status, links, ...span } of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({
          ...span,
          parentSpanId: span.parentSpanId,
          attributes: { ...valuesOf(resource.attributes), ...valuesOf(attributes) },
          links: links.map((link) => `${link.traceId} ${link.spanId}`),
          isError: status.code === 2,
        });
    }
    if (collectorState === "refusing") response.writeHead(400).end();
    if (collectorState === "answering") response.setHeader("content-type", "application/json").end("{}");
  });
});

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const callerSpan = "00f067aa0ba902b7";
const secretValue = "value-of-a-parameter-8571";
const password = "123456";
const basic = `Basic ${Buffer.from("saber:saber_secret").toString("base64")}`;

const data = mkdtempSync(join(scratch(), "tracemark-operations-"));
let running: RunningServer;
let connection: PostgresConnection;

async function onDatabase(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(connection) });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

let token = "";
const notes: string[] = [];

async function signIn(): Promise<string> {
  const query = new URLSearchParams({
    tenantId: "100001",
    username: "zhangwei",
    password: transformed(password, "md5"),
    grant_type: "password",
  });
  const answer = await fetch(`${running.address}/api/blade-auth/oauth/token?${query}`, {
    method: "POST",
    headers: { authorization: basic },
  });
  return z.object({ access_token: z.string() }).parse(await answer.json()).access_token;
}

const call = (path: string, init: RequestInit & { readonly trace?: string } = {}) =>
  fetch(`${running.address}/api${path}`, {
    ...init,
    headers: {
      authorization: basic,
      "blade-auth": `bearer ${token}`,
      "content-type": "application/json",
      ...(init.trace === undefined ? {} : { traceparent: init.trace }),
    },
  });

beforeAll(async () => {
  await new Promise<void>((listening) => collector.listen(0, "127.0.0.1", listening));
  const { port } = collector.address() as AddressInfo; // it listens on a port
  endpoint = `http://127.0.0.1:${port}`;
  connection = await freshDatabase(await installedProduct());
  running = await startServer({
    configuration: readConfiguration({
      PORT: "0",
      OPERATIONS_ADDRESS: "127.0.0.1:0",
      LOG_FILE: join(data, "server.log"),
      DATA_DIR: data,
      DATABASE_URL: databaseUrl(connection),
      // No replica at all: what it is told, and that everything works without, is tested here, and real ones in store/replica.test.ts.
      REPORT_DATABASE_URL: databaseUrl(connection),
      TRACEMARK_SECRET: installationSecret,
      CAPTCHA: "false",
      OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/`,
      OTEL_EXPORTER_OTLP_HEADERS: "api-key=k%3D1,other=2",
    }),
    model: productModel,
    note: (sentence) => void notes.push(sentence),
  });
  token = await signIn();
}, 180_000);

afterAll(async () => {
  await running.close();
  await new Promise((closed) => {
    collector.close(closed);
    collector.closeAllConnections();
  });
});

const spanOf = (name: string, inTrace?: string): Span | undefined =>
  spans.find((span) => span.name === name && (inTrace === undefined || span.traceId === inTrace));

describe("traces", () => {
  test("have a span for a request by its route, in the trace of its caller, and its statements below it", async () => {
    const answer = await call(`/blade-system/dict-biz/list?code=${secretValue}`, { trace: `00-${traceId}-${callerSpan}-01` });
    expect(answer.status).toBe(200);
    await expect.poll(() => spanOf("GET /api/blade-system/dict-biz/list", traceId), { timeout: 10_000 }).toBeDefined();
    const request = spanOf("GET /api/blade-system/dict-biz/list", traceId);
    expect(request).toMatchObject({
      parentSpanId: callerSpan,
      kind: 2,
      isError: false,
      attributes: {
        "service.name": "tracemark",
        "http.request.method": "GET",
        "http.route": "/api/blade-system/dict-biz/list",
        "http.response.status_code": 200,
      },
    });
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    expect(statements).not.toEqual([]);
    expect(statements.every((span) => span.traceId === traceId && span.attributes["db.system.name"] === "postgresql")).toBe(true);
    expect(statements.some(({ attributes }) => String(attributes["db.query.text"]).includes("dict_biz"))).toBe(true);
    expect(received[0]).toMatchObject({ path: "/v1/traces", key: "k=1" });
  });

  test("of a write have what its handler does below it, though the body came later", async () => {
    const body = JSON.stringify({ code: secretValue, dictValue: secretValue, sort: 1, isSealed: 0 });
    expect(await (await call("/blade-system/dict-biz/submit", { method: "POST", body })).json()).toMatchObject({ code: 200 });
    const name = "POST /api/blade-system/dict-biz/submit";
    await expect.poll(() => spanOf(name), { timeout: 10_000 }).toBeDefined();
    const request = spanOf(name);
    expect(request?.parentSpanId ?? "").toBe("");
    // The log leads to it.
    const logLine = (): string | undefined =>
      readFileSync(join(data, "server.log"), "utf8")
        .split("\n")
        .find((line) => line.includes('"path":"/api/blade-system/dict-biz/submit"'));
    await expect.poll(logLine, { timeout: 10_000 }).toBeDefined();
    expect(JSON.parse(logLine() ?? "{}")).toMatchObject({ trace_id: request?.traceId, span_id: request?.spanId });
    const below = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    expect(below.some(({ attributes }) => /insert into "?dict_biz/i.test(String(attributes["db.query.text"])))).toBe(true);
  });

  test("have a span for an attempt of a job by its queue, at the head of a trace, with its statements below it", async () => {
    await onDatabase("update tm_schedule set next_at = 0 where name = 'log-retention'");
    await expect.poll(() => spanOf("process log-retention"), { timeout: 20_000 }).toBeDefined();
    const job = spanOf("process log-retention");
    expect(job).toMatchObject({
      kind: 5,
      isError: false,
      attributes: { "tracemark.job.attempt": 1, "messaging.destination.name": "log-retention" },
    });
    expect([job?.parentSpanId ?? "", job?.links]).toEqual(["", []]);
    expect(spans.some(({ parentSpanId, kind }) => parentSpanId === job?.spanId && kind === 3)).toBe(true);
  });

  test("of a job that a request enqueued are linked to the request", async () => {
    const rule = z.object({ data: z.object({ records: z.array(z.object({ id: z.string(), name: z.string() })) }) });
    const rules = rule.parse(await (await call("/digit-manage/code-make-rule/list?size=50")).json()).data.records;
    const codeMakeRuleId = rules.find(({ name }) => name === "瓶身追溯码")?.id;
    const record = { name: secretValue, codeMakeRuleId, codeNum: 10, fileFormat: 1, fileContent: 1 };
    const made = await call("/digit-manage/code-gen-record/submit", { method: "POST", body: JSON.stringify(record) });
    const { id } = z.object({ data: z.object({ id: z.string() }) }).parse(await made.json()).data;
    expect((await call(`/digit-manage/code-gen-record/gen/${id}`, { method: "POST" })).status).toBe(200);
    const name = "POST /api/digit-manage/code-gen-record/gen/:id";
    await expect.poll(() => spanOf(name), { timeout: 20_000 }).toBeDefined();
    const request = spanOf(name);
    const linked = () => spans.filter(({ links }) => links.includes(`${request?.traceId} ${request?.spanId}`));
    await expect.poll(linked, { timeout: 20_000 }).toMatchObject([{ kind: 5, name: expect.stringMatching(/^process code/) }]);
    expect(linked()[0]?.traceId).not.toBe(request?.traceId);
  });

  test("contain no value of a request, token, password or tenant", () => {
    const text = received.map((one) => one.text).join("\n");
    expect(text).toContain("/api/blade-auth/oauth/token");
    for (const word of [secretValue, token, transformed(password, "md5"), "zhangwei", "100001", "saber_secret", installationSecret])
      expect(text).not.toContain(word);
  });

  test("that the collector does not take slow no request, are reported once, and again when it takes them", async () => {
    collectorState = "refusing";
    const { status } = await call("/blade-system/dict-biz/list");
    expect(status).toBe(200);
    await expect.poll(() => notes, { timeout: 15_000 }).toContainEqual(expect.stringContaining("traces cannot be sent"));
    collectorState = "answering";
    await call("/blade-system/dict-biz/list");
    await expect.poll(() => notes, { timeout: 15_000 }).toContainEqual(expect.stringContaining("traces are sent again"));
    expect(notes.filter((note) => note.includes("traces cannot"))).toHaveLength(1);
  });
});

// A distributed database uses no replica.
test.skipIf(isDistributedRun())(
  "a replica that is none is told once and in what operators watch, and reports are answered all the same",
  async () => {
    const told = () => notes.filter((note) => note.includes("REPORT_DATABASE_URL"));
    await expect.poll(told, { timeout: 10_000 }).toEqual([expect.stringContaining("is no streaming replica of DATABASE_URL")]);
    const { operationsAddress } = running;
    const replica = { status: "degraded", reason: "it does not follow the primary" };
    expect(await (await fetch(`${operationsAddress}/readyz`)).json()).toMatchObject({ status: "degraded", checks: { replica } });
    expect((await call("/digit-apply/consumer-scan-record/summary")).status).toBe(200);
    const metrics = await (await fetch(`${operationsAddress}/metrics`)).text();
    expect(metrics).toMatch(/^tracemark_replica_used 0$/m);
    expect(metrics).toMatch(/^tracemark_replica_reads_total\{source="primary"\} [1-9]/m);
    expect(told()).toHaveLength(1);
  },
);

const ruleFile = z.object({
  groups: z.array(
    z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string(), annotations: z.record(z.string(), z.string()) })) }),
  ),
});
const dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })) })),
  templating: z.object({ list: z.array(z.object({ name: z.string(), query: z.string() })) }),
});

const root = join(import.meta.dirname, "../../..");
const ofScrape: ReadonlySet<string> = new Set(["job", "instance"]);

/** The samples of an answer of /metrics: their labels with the values that they have, by the name of the metric. */
function samplesOf(text: string): ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>> {
  const samples = new Map<string, Map<string, Set<string>>>();
  for (const [, name = "", labels = ""] of text.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? /gm)) {
    const ofName = samples.get(name) ?? new Map<string, Set<string>>();
    samples.set(name, ofName);
    for (const [, label = "", value = ""] of labels.matchAll(/(\w+)="([^"]*)"/g))
      ofName.set(label, (ofName.get(label) ?? new Set()).add(value));
  }
  return samples;
}

/** What an expression names that a server does not expose. */
function unknownIn(expression: string, samples: ReturnType<typeof samplesOf>): readonly string[] {
  const selectors = [...expression.matchAll(/\b((?:tracemark|process|nodejs)_\w+|up)\b(?:\{([^}]*)\})?/g)];
  if (selectors.length === 0) return [`no metric: ${expression}`];
  const problems = selectors.flatMap(([, metric = "", matchers = ""]) => {
    if (metric === "up") return [];
    const labels = samples.get(metric);
    if (labels === undefined) return [`no metric ${metric}`];
    return [...matchers.matchAll(/(\w+)(=~|=)"([^"]*)"/g)].flatMap(([, label = "", operator, value = ""]) => {
      if (ofScrape.has(label)) return [];
      const values = labels.get(label);
      if (values === undefined) return [`${metric} has no label ${label}`];
      return operator === "=" && ![...values].includes(value) ? [`${metric} is never exposed with ${label}="${value}"`] : [];
    });
  });
  const labelsOfAll = new Set(selectors.flatMap(([, metric = ""]) => [...(samples.get(metric)?.keys() ?? [])]));
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = ""]) => names.split(",").map((name) => name.trim()));
  return [
    ...problems,
    ...grouped.filter((name) => !ofScrape.has(name) && !labelsOfAll.has(name)).map((name) => `${expression} has no label ${name}`),
  ];
}

const isLabelIn = (expression: string, label: string, samples: ReturnType<typeof samplesOf>): boolean =>
  [...expression.matchAll(/\b((?:tracemark|process|nodejs)_\w+)\b/g)].some(([, metric = ""]) => samples.get(metric)?.has(label) === true);

describe("the files for Prometheus and Grafana", () => {
  let samples: ReturnType<typeof samplesOf>;
  beforeAll(async () => {
    // A job that is due, and an export, so that their labels are there.
    await onDatabase(
      "insert into tm_job (id, tenant_id, queue, payload, run_at, max_attempts, is_unfinished) values (1, '000000', 'of-no-process', 'null', 0, 1, true)",
    );
    await call("/blade-system/dict-biz/list/export?format=csv");
    samples = samplesOf(await (await fetch(`${running.operationsAddress ?? ""}/metrics`)).text());
  });

  test("alert on metrics and labels that a running server exposes", () => {
    const rules = ruleFile
      .parse(parse(readFileSync(join(root, "deploy/alerts.yaml"), "utf8")))
      .groups.flatMap((group) => group.rules)
      // A distributed database uses no replica.
      .filter(({ expr }) => !(isDistributedRun() && expr.includes("tracemark_replica")));
    expect(rules.map(({ alert }) => alert)).toContain("TracemarkDatabaseDown");
    expect(rules.flatMap(({ expr }) => unknownIn(expr, samples))).toEqual([]);
    // What a text shows is left by its expression.
    const shown = rules.flatMap(({ alert, expr, annotations }) =>
      [
        ...Object.values(annotations)
          .join()
          .matchAll(/\$labels\.(\w+)/g),
      ].flatMap(([, label = ""]) => {
        const grouped = /^sum by \(([^)]*)\)/.exec(expr)?.[1];
        const isLeft = grouped === undefined ? ofScrape.has(label) || isLabelIn(expr, label, samples) : grouped.includes(label);
        return isLeft ? [] : [`${alert}: ${label}`];
      }),
    );
    expect(shown).toEqual([]);
  });

  test("draw metrics and labels that a running server exposes", () => {
    const { panels, templating } = dashboard.parse(JSON.parse(readFileSync(join(root, "deploy/grafana/tracemark.json"), "utf8")));
    expect(panels.length).toBeGreaterThan(10);
    const variables = new Set(templating.list.map(({ name }) => name));
    const problems = panels.flatMap(({ title, targets }) =>
      targets.flatMap(({ expr, legendFormat }) => [
        ...unknownIn(expr, samples).map((problem) => `${title}: ${problem}`),
        ...[...expr.matchAll(/\$(\w+)/g)].flatMap(([, name = ""]) => (variables.has(name) ? [] : [`${title}: $${name}`])),
        ...[...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].flatMap(([, name = ""]) =>
          ofScrape.has(name) || isLabelIn(expr, name, samples) ? [] : [`${title}: ${name}`],
        ),
      ]),
    );
    expect(problems).toEqual([]);
  });

  test("are compared with what is exposed: a name that is not, is found", () => {
    expect(unknownIn("sum(tracemark_request_total)", samples)).toEqual(["no metric tracemark_request_total"]);
    expect(unknownIn('tracemark_jobs{state="late"} > 1', samples)).toEqual(['tracemark_jobs is never exposed with state="late"']);
    expect(unknownIn("sum by (tenant) (tracemark_jobs)", samples)).toEqual(["sum by (tenant) (tracemark_jobs) has no label tenant"]);
  });
});

describe("the end of tracing", () => {
  const options = { headers: {}, serviceName: "tracemark", share: 1 };
  const traceOne = async (tracing: Tracing): Promise<void> => {
    await tracing.traceJob({ queue: "last", attempt: 2, enqueuedIn: undefined }, () => Promise.resolve());
  };

  test("sends what is not sent yet", async () => {
    const tracing = openTracing({ ...options, endpoint });
    await traceOne(tracing);
    await tracing.close();
    expect(spanOf("process last")).toMatchObject({ attributes: { "tracemark.job.attempt": 2 } });
  });

  test("does not wait for a collector that never answers", async () => {
    collectorState = "silent";
    const tracing = openTracing({ ...options, endpoint });
    await traceOne(tracing);
    const start = performance.now();
    await tracing.close();
    expect(performance.now() - start).toBeLessThan(4_000);
    collectorState = "answering";
  });
});
