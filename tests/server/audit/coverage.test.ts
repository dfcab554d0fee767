// The check of other files that the log has what their calls change sees what it has not: here calls are logged that write past it.
import { expect, it } from "vitest";
import { logged } from "../../../src/server/audit/usual-log.ts";
import type { CommitContext } from "../../../src/server/contract.ts";
import { insertDerived } from "../../../src/server/rows/insert.ts";
import { db, first, run } from "../../../src/server/rows/query.ts";
import { removeDerived, tables, updateDerived, updateWithoutVersion } from "../../../src/server/rows/tables.ts";
import type { Transaction } from "../../../src/server/store/database.ts";
import { noteChanges, unrecordedChanges } from "../../support/audit-coverage.ts";
import { isDistributedRun } from "../../support/coordinator-url.ts";
import { people, serverOfFile, tenants } from "../../support/server.ts";

const server = await serverOfFile({ isSeeded: false, tellsWebhooks: false });
const resource = server.model.resource.get("channel");
const context: CommitContext = {
  caller: people.zhangwei,
  language: "zh",
  model: server.model,
  scope: { tenantId: tenants.one },
  now: server.clock.now,
  identifiers: server.services.identifiers,
  address: "",
  origin: {
    call: { name: "test", title: ["测试", "Test"], isAction: true, ...(resource === undefined ? {} : { resource }) },
    method: "POST",
    path: "/x",
    userAgent: "",
    elapsed: () => 1,
    sent: () => "",
  },
};
const { unscoped } = tables(context);
const channels = unscoped("channel", "c");

const call = (work: (tx: Transaction) => Promise<unknown>) =>
  server.database.transaction(context.scope, (tx) => logged(context, tx, () => work(tx)));

// In a cluster nothing is noted (audit-coverage.ts).
it.skipIf(isDistributedRun())(
  "finds rows that were added, changed and removed, and no field that the entry has or that has not changed in the end",
  async () => {
    await noteChanges(server);
    await call((tx) => run(tx, insertDerived(context, "channel", [{ id: "91", name: "甲", code: "P91" }])));
    await call(async (tx) => {
      await run(tx, updateWithoutVersion(channels).set({ remark: "记" }).where("c.id", "=", "91"));
      await run(tx, updateDerived(channels).set({ name: "乙", address: "x" }).where("c.id", "=", "91"));
      await run(tx, updateDerived(channels).set({ address: null }).where("c.id", "=", "91"));
    });
    // What is declared as derived may be changed without a word.
    await call((tx) => run(tx, updateDerived(unscoped("device", "e")).set({ lastOnlineTime: context.now() })));
    await call((tx) => run(tx, removeDerived(channels).where("c.id", "=", "91")));
    expect(await unrecordedChanges(server)).toEqual([
      "channel.test: add channel",
      "channel.test: edit channel name",
      "channel.test: remove channel",
    ]);
    expect(await call((tx) => first(tx, db.selectFrom(channels).where("c.id", "=", "91").select("c.id")))).toBeUndefined();
  },
);
