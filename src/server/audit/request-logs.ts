// The logs of requests: a row for every write and sign-in with its outcome, and a row for every fault of ours.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Model } from "#schema/model";
import { inLanguage } from "#schema/text";
import { accountWithToken, platformTenant } from "../caller/caller.ts";
import { refusalOf } from "../http/error-answer.ts";
import { headerOf, parametersOf } from "../http/bodies.ts";
import { authenticatedCallerOf, languageOfRequest } from "../http/request-context.ts";
import type { Clock } from "../store/clock.ts";
import type { Database } from "../store/database.ts";
import type { Identifiers } from "../store/identifiers.ts";
import { faultOf } from "./fault.ts";
import { createLogQueue, type LogQueue } from "./log-queue.ts";
import { className, pathOf, requestText, thisServer, userAgentOf } from "./origin.ts";
import { truncated } from "./redacted-value.ts";

interface RequestLogsOptions {
  readonly model: Model;
  readonly database: Database;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
}

/** A row by its columns, all as text; the database reads numbers and moments from it. */
type LogRow = Readonly<Record<string, string | number | null>>;

const columnTypes: Readonly<Record<string, string>> = { create_user: "bigint", create_time: "timestamp", line_number: "integer" };

/** Stores rows of several tenants in one statement; a tenant that does not exist (a failed sign-in may name any) is the platform's. */
function storeIn(table: string, { database, identifiers }: RequestLogsOptions): (rows: readonly LogRow[]) => Promise<void> {
  return async (rows) => {
    const ids = await identifiers.take(rows.length);
    const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== "tenant_id");
    const types = ["id bigint", "tenant_id text", ...columns.map((name) => `${name} ${columnTypes[name] ?? "text"}`)];
    // As the owner: the rows belong to all tenants that called in between.
    await database.owner.transaction((tx) =>
      tx.query({
        sql: `insert into ${table} (id, tenant_id, ${columns.join(", ")})
          select r.id, coalesce((select t.tenant_id from tenant t where t.tenant_id = r.tenant_id limit 1), '${platformTenant}'), ${columns.map((name) => `r.${name}`).join(", ")}
          from jsonb_to_recordset($1::jsonb) as r (${types.join(", ")})`,
        parameters: [JSON.stringify(rows.map((row, index) => ({ id: ids[index], ...row })))],
      }),
    );
  };
}

const maxUserNameLength = 64;

/** The caller, as far as the request identifies them: only a successful sign-in counts as the named user. */
function callerColumns(request: FastifyRequest, now: string): LogRow {
  const caller = authenticatedCallerOf(request)?.caller;
  const parameters = parametersOf(request);
  const claimed = parameters["username"] ?? parameters["account"] ?? "";
  return {
    tenant_id: caller?.tenantId ?? headerOf(request, "tenant-id") ?? parameters["tenantId"] ?? parameters["tenant_id"] ?? platformTenant,
    create_user: caller === undefined || caller.userId === "" ? null : caller.userId,
    create_by: (caller === undefined ? claimed : accountWithToken(caller)).replaceAll("\0", "").slice(0, maxUserNameLength),
    create_time: now,
  };
}

function requestColumns(request: FastifyRequest, elapsed: number): LogRow {
  const { serviceId, serverHost, serverIp, env } = thisServer();
  const { logged, resource } = request.routeOptions.config;
  return {
    service_id: serviceId,
    server_host: serverHost,
    server_ip: serverIp,
    env,
    method: request.method,
    request_uri: pathOf(request),
    remote_ip: request.ip.slice(0, 255),
    user_agent: userAgentOf(request),
    method_class: className(logged?.resource?.name ?? resource?.name ?? ""),
    method_name: logged?.name ?? pathOf(request).split("/").at(-1) ?? "",
    params: requestText(request, logged),
    time: String(Math.round(elapsed)),
  };
}

/** Faults stored per minute; further ones carry no new information. */
const maxFaults = 60;
const maxPerPlace = 5;

/** Whether a fault at a place is still worth a row. */
function faultLimit(clock: Pick<Clock, "milliseconds">): (place: string) => boolean {
  let minute = -1;
  let all = 0;
  const byPlace = new Map<string, number>();
  return (place) => {
    const now = Math.floor(clock.milliseconds() / 60_000);
    if (now !== minute) {
      minute = now;
      all = 0;
      byPlace.clear();
    }
    const here = byPlace.get(place) ?? 0;
    if (all >= maxFaults || here >= maxPerPlace) return false;
    all += 1;
    byPlace.set(place, here + 1);
    return true;
  };
}

/**
 * Logs the requests of an instance; it must be registered before its routes. What waits is stored when the instance closes, or when the
 * function it answers is called.
 */
export function logCalls(app: FastifyInstance, options: RequestLogsOptions): () => Promise<void> {
  const { model, clock } = options;
  const queueOf = (resource: string, table: string): LogQueue<LogRow> | undefined =>
    model.resource.has(resource)
      ? createLogQueue<LogRow>({
          store: storeIn(table, options),
          onLost: (reason, count) => app.log.warn({ err: reason, count }, "log rows were lost"),
        })
      : undefined;
  const calls = queueOf("log-api", "log_api");
  const faults = queueOf("log-error", "log_error");
  const isWorthARow = faultLimit(clock);

  const logCall = (request: FastifyRequest, reply: FastifyReply): void => {
    const { logged, access } = request.routeOptions.config;
    // A call of a protected endpoint without a valid token leaves no log row; a refused sign-in does.
    if (calls === undefined || logged === undefined || (authenticatedCallerOf(request) === undefined && access?.to !== "anybody")) return;
    calls.add({
      ...callerColumns(request, clock.now()),
      ...requestColumns(request, reply.elapsedTime),
      title: truncated(inLanguage(logged.title, languageOfRequest(request)), 200),
      type: reply.statusCode < 400 ? "1" : "2",
    });
  };
  app.addHook("onResponse", (request, reply, done) => {
    logCall(request, reply);
    done();
  });
  app.addHook("onError", async (request, reply, error) => {
    if (faults === undefined || refusalOf(error) !== undefined) return;
    const fault = faultOf(error);
    if (!isWorthARow(`${fault.name} ${fault.fileName}:${fault.lineNumber}`)) return;
    faults.add({
      ...callerColumns(request, clock.now()),
      ...requestColumns(request, reply.elapsedTime),
      exception_name: fault.name,
      message: `${fault.message} [${request.id}]`,
      file_name: fault.fileName,
      line_number: fault.lineNumber,
      stack_trace: fault.stack,
    });
  });
  const flush = async (): Promise<void> => {
    await Promise.all([calls?.flush(), faults?.flush()]);
  };
  app.addHook("onClose", flush);
  return flush;
}
