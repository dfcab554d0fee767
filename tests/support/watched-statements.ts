// Has each test file of the server fail whose product sends a statement that a distributed database refuses (statement-shapes.ts).
import { loadModule } from "libpg-query";
import { afterAll, expect } from "vitest";
import { sentStatements, type SentStatements } from "../../src/server/store/sent-statements.ts";
import { isDistributedRun } from "./coordinator-url.ts";
import { shapeFault } from "./statement-shapes.ts";

declare global {
  /** What a worker has looked at already. */
  var watchedStatements: { readonly seen: Set<string>; readonly faults: Set<string> } | undefined;
}

const setsTenant = /^set local app\.tenant_id/i;

/** Frames of a stack that say nothing of who sends a statement. */
const between = /\/(?:src\/server\/(?:store|rows)\/|tests\/support\/watched-statements)/;

/** Whether the product sends the statement that is being sent, and not a test through its database. */
function isOfProduct(): boolean {
  const place: { stack?: string } = {};
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 40;
  Error.captureStackTrace(place, isOfProduct);
  Error.stackTraceLimit = stackTraceLimit;
  const sender = place.stack?.split("\n").find((frame) => /\/(?:src|tests)\//.test(frame) && !between.test(frame));
  return sender === undefined || !sender.includes("/tests/");
}

const isSent = (message: unknown): message is SentStatements => typeof message === "object" && message !== null && "statements" in message;

function watch() {
  const found = { seen: new Set<string>(), faults: new Set<string>() };
  const ofTenants = new WeakSet<object>();
  sentStatements.subscribe((message) => {
    if (!isSent(message)) throw new Error("something else than statements was published as sent");
    const { client, statements } = message;
    for (const { sql } of statements) {
      if (setsTenant.test(sql)) ofTenants.add(client);
      else if (sql === "commit" || sql === "rollback") ofTenants.delete(client);
      const isOfTenant = ofTenants.has(client);
      const key = `${isOfTenant}${sql}`;
      if (found.seen.has(key) || !isOfProduct()) continue;
      found.seen.add(key);
      const fault = shapeFault(sql, isOfTenant);
      if (fault !== undefined) found.faults.add(`${fault}: ${sql}`);
    }
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
