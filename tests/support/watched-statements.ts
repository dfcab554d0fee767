// Has each test file of the server fail whose product sends a statement that a distributed database refuses (statement-shapes.ts).
import { loadModule } from "libpg-query";
import { afterAll, expect } from "vitest";
import { z } from "zod";
import { sentStatements, type SentStatements } from "../../src/server/store/sent-statements.ts";
import { isDistributedRun } from "./coordinator-url.ts";
import { parametersOfOuterJoins, shapeFault } from "./statement-shapes.ts";

declare global {
  /** What a worker has looked at already. */
  var watchedStatements: { readonly seen: Set<string>; readonly faults: Set<string> } | undefined;
}

/** Sets the tenant of a transaction: one PostgreSQL's opening, a distributed one's, and another tenant for the rest of it. */
const setsTenant = /^(?:select set_config\(.*'app\.tenant_id'|set local app\.tenant_id)/i;
/** What a transaction of one PostgreSQL begins with; a distributed one begins with SET LOCAL (src/server/store/openings.ts). */
const isOpening = /^select (?:set_config\('[\w.]+', \$\d+, true\)(?:, )?)+$/;

const joinsOuter = /\b(?:left|right|full)\s+(?:outer\s+)?join\b/i;

/** Frames of a stack that say nothing of who sends a statement. */
const between = /\/(?:src\/server\/(?:store|rows)\/|tests\/support\/watched-statements)/;

/** Files of the running code, from the innermost. By their places alone: a stack as text has each of its lines looked up in source maps. */
function filesOfStack(): readonly string[] {
  const place: { stack?: unknown } = {};
  const { stackTraceLimit, prepareStackTrace } = Error;
  try {
    Error.stackTraceLimit = 40;
    Error.prepareStackTrace = (_error, frames) => frames.map((frame) => frame.getFileName() ?? "");
    Error.captureStackTrace(place, filesOfStack);
    return z.array(z.string()).parse(place.stack);
  } finally {
    Object.assign(Error, { stackTraceLimit, prepareStackTrace });
  }
}

/** Whether the product sends the statement that is being sent, and not a test through its database. */
function isOfProduct(): boolean {
  const sender = filesOfStack().find((file) => /\/(?:src|tests)\//.test(file) && !between.test(file));
  return sender === undefined || !sender.includes("/tests/");
}

const isSent = (message: unknown): message is SentStatements => typeof message === "object" && message !== null && "statements" in message;

function watch() {
  const found = { seen: new Set<string>(), faults: new Set<string>() };
  const ofTenants = new WeakSet<object>();
  const inTransaction = new WeakSet<object>();
  const outerJoins = new Map<string, readonly number[]>();
  /** Whether rows of an outer join are compared with a null. */
  const joinsNull = (sql: string, parameters: readonly unknown[]): boolean => {
    if (!joinsOuter.test(sql)) return false;
    const numbers = outerJoins.get(sql) ?? parametersOfOuterJoins(sql);
    outerJoins.set(sql, numbers);
    return numbers.some((number) => parameters[number - 1] === null);
  };
  sentStatements.subscribe((message) => {
    if (!isSent(message)) throw new Error("something else than statements was published as sent");
    const { client, statements } = message;
    let isFirst = true;
    for (const { sql, parameters } of statements) {
      const mayOpen = isFirst;
      isFirst = sql.startsWith("begin");
      if (isFirst) inTransaction.add(client);
      if (setsTenant.test(sql)) ofTenants.add(client);
      if (mayOpen && isOpening.test(sql)) continue;
      if (sql === "commit" || sql === "rollback") {
        inTransaction.delete(client);
        ofTenants.delete(client);
      }
      const isOfTenant = ofTenants.has(client);
      if (joinsNull(sql, parameters) && isOfProduct()) found.faults.add(`an outer join with a null: ${sql}`);
      const key = `${isOfTenant}${sql}`;
      if (found.seen.has(key) || !isOfProduct()) continue;
      found.seen.add(key);
      const fault = shapeFault(sql, isOfTenant);
      if (fault !== undefined) found.faults.add(`${fault}: ${sql}`);
    }
    // What is sent together without BEGIN is a transaction of its own.
    if (!inTransaction.has(client)) ofTenants.delete(client);
  });
  return found;
}

// What the engine refuses on a cluster it says itself.
if (!isDistributedRun()) {
  await loadModule();
  const { faults } = (globalThis.watchedStatements ??= watch());
  afterAll(() => {
    const all = [...faults];
    faults.clear();
    expect(all).toEqual([]);
  });
}
