// The log row of a write: who, when, from where and what, committed together with it (docs/specification.md §6).
import { accountWithToken, platformTenant } from "../caller/caller.ts";
import type { CommitContext } from "../contract.ts";
import type { Statement, Transaction } from "../store/database.ts";
import { changeMessage, liveChannel } from "../store/live-messages.ts";
import { CURRENT_TENANT } from "../store/pool-session.ts";
import { className, thisServer } from "./origin.ts";
import { beginAuditLog, maxRowsOfStep } from "./audit-log.ts";
import type { CallOrigin } from "./origin.ts";
import { watchRows } from "./row-watch.ts";
import { stateWatchOf } from "./state-moves.ts";

/** Name of the log's resource. */
const usualLog = "log-usual";

/** The user, for readers of the tenant: platform users are distinguished from their own. */
function actorOf({ caller }: Pick<CommitContext, "caller">, tenantId: string): string {
  const account = accountWithToken(caller).slice(0, 45);
  return caller.userId !== "" && caller.tenantId === platformTenant && tenantId !== platformTenant
    ? `${account}@${platformTenant}`
    : account;
}

// The tenant is the transaction's at its end: an action of the platform's administrator may switch to the tenant of its rows.
const insertSql = `insert into log_usual
    (id, tenant_id, create_user, update_user, create_time, update_time, service_id, server_host, server_ip, env, log_level, log_id, log_data, request_uri, method, method_class,
     method_name, remote_ip, user_agent, params, time, create_by)
  values ($1, coalesce(${CURRENT_TENANT}, $2), $3, $3, $4, $4, $5, $6, $7, $8, 'info', $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`;

interface Entry {
  readonly id: string;
  readonly tenantId: string;
  readonly data: string;
}

function statementOf(context: CommitContext, origin: CallOrigin, { id, tenantId, data }: Entry): Statement {
  const { caller } = context;
  const { call, method, path, userAgent, elapsed, sent } = origin;
  const resource = call.resource?.name ?? "";
  const { serviceId, serverHost, serverIp, env } = thisServer();
  const params = call.isAction === true ? sent() : "";
  return {
    name: "log_usual",
    sql: insertSql,
    parameters: [
      id,
      tenantId,
      caller.userId === "" ? null : caller.userId,
      context.now(),
      serviceId,
      serverHost,
      serverIp,
      env,
      `${resource}.${call.name}`.slice(0, 100),
      data,
      path,
      method,
      className(resource),
      call.name,
      context.address.slice(0, 255),
      userAgent,
      params === "" ? null : params,
      String(Math.round(elapsed())),
      actorOf(context, tenantId),
    ],
  };
}

/**
 * Runs a write and logs it in the same transaction: the log row is sent with the commit, in its round trip, and is rolled back with it.
 * Where nothing is logged (no request, no such log in the definitions) the work runs alone. What other systems are told of the changes is
 * written with them, whether they are logged or not.
 */
export async function logged<T>(context: CommitContext, tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const watch = context.subscriptions?.watch(context);
  const isLogged = context.origin !== undefined && context.model.resource.has(usualLog);
  if (!isLogged && watch === undefined) return work(tx);
  const auditLog = beginAuditLog(tx, {
    watch,
    limit: context.origin?.isStep === true ? maxRowsOfStep : undefined,
    historyLimit: context.origin?.entry === undefined ? undefined : Infinity,
  });
  if (watch !== undefined) watchRows(tx, watch);
  const result = await work(tx);
  await watch?.publish(tx, context);
  await stateWatchOf(context.model)?.(tx, context, auditLog.moves.all());
  const { origin, identifiers, scope } = context;
  // A transaction that only looked is no write; an action is one even where its handler writes past the notes.
  if (!isLogged || origin === undefined || (auditLog.isEmpty && origin.call.isAction !== true)) return result;
  const [resource, call] = [origin.call.resource?.name ?? "", origin.call.name];
  const { tenantId } = scope;
  const actorIn = (tenant: string) => actorOf(context, tenant);
  const keepHistory = async (entryId: string): Promise<void> => {
    for (const statement of await auditLog.history.statements(context, origin, { entryId, tenantId: scope.tenantId, actorIn }))
      tx.withCommit(statement);
  };
  if (origin.entry?.isLast === false) {
    await keepHistory(origin.entry.id);
    return result;
  }
  const entries = [
    ...auditLog.texts(resource, call).map((data) => ({ tenantId, data })),
    ...auditLog
      .otherTenants(tenantId)
      .flatMap((other) => auditLog.textsOf(other, resource, call).map((data) => ({ tenantId: other, data }))),
  ];
  const [taken, ...others] = await identifiers.take(entries.length);
  const entryId = origin.entry?.id ?? taken;
  for (const [index, entry] of entries.entries()) {
    const id = (index === 0 ? entryId : others[index - 1]) ?? "";
    tx.withCommit(statementOf(context, origin, { id, ...entry }));
    tx.tell(liveChannel, changeMessage(entry.tenantId, id));
  }
  await keepHistory(entryId ?? "");
  return result;
}
