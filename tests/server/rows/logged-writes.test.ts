// Writes of areas leave an entry of what they changed, without a statement or a round trip of their own; what others do meanwhile is never
// taken for what was there before.
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { beginAuditLog, type AuditLog } from "../../../src/server/audit/audit-log.ts";
import type { Caller } from "../../../src/server/caller/caller.ts";
import { append, insert, insertDerived } from "../../../src/server/rows/insert.ts";
import { anyOf, db, first, rows, rowsOfAll, run, runSoon } from "../../../src/server/rows/query.ts";
import {
  bySet,
  remove,
  removeDerived,
  tables,
  update,
  updateDerived,
  updateWithoutVersion,
  type TableContext,
} from "../../../src/server/rows/tables.ts";
import type { Statement, Transaction } from "../../../src/server/store/database.ts";
import { readChanges } from "#schema/changes";
import { gate } from "../../support/gate.ts";
import { people, serverOfFile } from "../../support/server.ts";
import { lockWaits } from "../../support/lock-waits.ts";

const server = await serverOfFile({});
const moment = "2025-03-12 12:00:00";
const contextOf = (caller: Caller): TableContext => ({
  model: server.model,
  scope: { tenantId: caller.tenantId },
  caller,
  now: () => moment,
});
const zhangwei = contextOf(people.zhangwei);
const { unscoped } = tables(zhangwei);
const channels = unscoped("channel", "c");

/** Runs work in a transaction that is logged; answers what was recorded, and what was sent. */
async function recorded(work: (tx: Transaction, log: AuditLog) => Promise<unknown>) {
  const sent: Statement[] = [];
  let roundTrips = 0;
  const log = await server.database.transaction(zhangwei.scope, async (tx) => {
    const counting: Transaction = {
      ...tx,
      batch: (statements) => {
        sent.push(...statements);
        roundTrips += 1;
        return tx.batch(statements);
      },
      query: (statement) => {
        sent.push(statement);
        roundTrips += 1;
        return tx.query(statement);
      },
      soon: (statement) => {
        sent.push(statement);
        tx.soon(statement);
      },
    };
    const started = beginAuditLog(counting);
    await work(counting, started);
    return started;
  });
  const record = readChanges(log.texts("channel", "test")[0] ?? "");
  return { rows: record?.rows ?? [], sets: record?.sets ?? [], sent, roundTrips };
}

const stored = (id: string) =>
  server.database.transaction(zhangwei.scope, (tx) =>
    first(tx, db.selectFrom(unscoped("channel", "c")).where("c.id", "=", id).select(["c.name", "c.remark", "c.version", "c.updateUser"])),
  );

beforeEach(async () => {
  await server.database.transaction(zhangwei.scope, (tx) =>
    run(
      tx,
      removeDerived(tables(zhangwei).withRemoved("channel", "c")).where("c.id", "=", anyOf(["71", "72", "73"])),
      insertDerived(zhangwei, "channel", [
        { id: "71", name: "甲", code: "W71", remark: "旧" },
        { id: "72", name: "乙", code: "W72" },
      ]),
    ),
  );
});

describe("an update", () => {
  it("is recorded by each row, before and after, in the one statement that does it", async () => {
    const {
      rows: found,
      sent,
      roundTrips,
    } = await recorded((tx) =>
      run(
        tx,
        update(zhangwei, channels)
          .set({ remark: "新" })
          .where("c.id", "=", anyOf(["71", "72", "79"])),
      ),
    );
    expect(found).toEqual([
      { resource: "channel", id: "71", title: "甲", action: "edit", changes: [{ field: "remark", before: "旧", after: "新" }] },
      { resource: "channel", id: "72", title: "乙", action: "edit", changes: [{ field: "remark", before: null, after: "新" }] },
    ]);
    expect([sent.length, roundTrips]).toEqual([1, 1]);
    expect(await stored("71")).toEqual({ name: "甲", remark: "新", version: 2, updateUser: people.zhangwei.userId });
  });

  it("is recorded with what PostgreSQL has made of the values, and answers what it was asked for and nothing else", async () => {
    let answered: unknown;
    const { rows: found } = await recorded(async (tx) => {
      answered = await rows(
        tx,
        update(zhangwei, channels)
          .set(({ ref }) => ({ remark: sql<string>`${ref("c.remark")} || '、' || ${ref("c.name")}` }))
          .where("c.id", "=", "71")
          .returning(["c.id", "c.updateUser"]),
      );
    });
    expect(answered).toEqual([{ id: "71", updateUser: people.zhangwei.userId }]);
    expect(found[0]?.changes).toEqual([{ field: "remark", before: "旧", after: "旧、甲" }]);
  });

  it("from other tables is recorded as one of its own", async () => {
    const given = sql<{ id: string; name: string }>`unnest(${["71", "72"]}::bigint[], ${["丙", "丁"]}::text[])`.as<"g">(sql`g(id, name)`);
    const { rows: found } = await recorded((tx) =>
      run(
        tx,
        update(zhangwei, channels)
          .from(given)
          .innerJoin(unscoped("channel", "o"), "o.id", "g.id")
          .whereRef("c.id", "=", "g.id")
          .where("o.remark", "is", null)
          .set(({ ref }) => ({ name: ref("g.name") })),
      ),
    );
    expect(found).toEqual([
      { resource: "channel", id: "72", title: "丁", action: "edit", changes: [{ field: "name", before: "乙", after: "丁" }] },
    ]);
    expect([(await stored("71"))?.name, (await stored("72"))?.name]).toEqual(["甲", "丁"]);
  });

  it("that marks rows as removed is recorded as their removal", async () => {
    const { rows: found } = await recorded((tx) => run(tx, update(zhangwei, channels).set({ isDeleted: 1 }).where("c.id", "=", "71")));
    expect(found).toMatchObject([{ id: "71", title: "甲", action: "remove" }]);
  });

  it("without version leaves version and writer, and is recorded all the same", async () => {
    const before = await stored("71");
    const { rows: found } = await recorded((tx) => run(tx, updateWithoutVersion(channels).set({ remark: "新" }).where("c.id", "=", "71")));
    expect(found[0]?.changes).toEqual([{ field: "remark", before: "旧", after: "新" }]);
    expect(await stored("71")).toEqual({ ...before, remark: "新" });
  });

  it("of a set is counted, with what all of its rows hold now, and asks for no rows", async () => {
    const {
      rows: found,
      sets,
      sent,
    } = await recorded((tx) =>
      run(
        tx,
        update(zhangwei, channels, bySet)
          .set(({ ref }) => ({ remark: "同", address: ref("c.name") }))
          .where("c.id", "=", anyOf(["71", "72"])),
      ),
    );
    expect(found).toEqual([]);
    expect(sets).toEqual([
      { resource: "channel", action: "edit", count: 2, changes: [{ field: "remark", after: "同" }, { field: "address" }] },
    ]);
    expect(sent[0]?.sql).not.toContain("returning");
  });

  it("of a row that is locked is recorded by what is known of it, and may be sent with the next statement", async () => {
    const { rows: found, roundTrips } = await recorded((tx) => {
      const row = { id: "71", name: "甲", remark: "旧" };
      runSoon(tx, updateWithoutVersion(channels, { by: "locked", row }).set({ remark: "新" }).where("c.id", "=", "71"));
      return Promise.resolve();
    });
    expect(found).toMatchObject([{ id: "71", title: "甲", changes: [{ field: "remark", before: "旧", after: "新" }] }]);
    expect(roundTrips).toBe(0);
    expect((await stored("71"))?.remark).toBe("新");
  });

  it("cannot be recorded by what is known where only PostgreSQL knows the value, nor where nobody waits for the answer", async () => {
    const computed = updateWithoutVersion(channels, { by: "locked", row: { id: "71" } }).set(({ ref }) => ({ remark: ref("c.name") }));
    await expect(recorded((tx) => run(tx, computed))).rejects.toThrow(/only PostgreSQL knows/);
    const waiting = (tx: Transaction) => Promise.resolve(runSoon(tx, updateWithoutVersion(channels).set({ remark: "x" })));
    await expect(recorded(waiting)).rejects.toThrow(/waits for the answer/);
  });

  it("records what was there when the row was its own, whatever others have written meanwhile", async () => {
    const [started, release] = [gate(), gate()];
    const other = server.database.transaction(zhangwei.scope, async (tx) => {
      await run(tx, updateDerived(channels).set({ remark: "他人" }).where("c.id", "=", "71"));
      started.open();
      await release.opened;
    });
    await started.opened;
    const own = recorded((tx) => run(tx, update(zhangwei, channels).set({ remark: "本人" }).where("c.id", "=", "71")));
    await waitsForLock();
    release.open();
    await other;
    expect((await own).rows[0]?.changes).toEqual([{ field: "remark", before: "他人", after: "本人" }]);
  });

  it("is the plain statement where nothing is logged", async () => {
    const statements: string[] = [];
    await server.database.transaction(zhangwei.scope, (tx) =>
      run(
        { ...tx, batch: (all) => (statements.push(...all.map((one) => one.sql)), tx.batch(all)) },
        updateWithoutVersion(channels).set({ remark: "新" }).where("c.id", "=", "71"),
      ),
    );
    expect(statements).toEqual([expect.stringMatching(/^update "channel" as "c" set "remark" = \$1 where /)]);
    expect(statements[0]).not.toContain("returning");
  });
});

/** Until one session of this database waits for a lock of another. */
async function waitsForLock(): Promise<void> {
  for (;;) {
    const [found] = await server.database.owner.read([{ sql: lockWaits, parameters: [] }]);
    if ((found?.rows.length ?? 0) > 0) return;
  }
}

describe("an insert", () => {
  it("is recorded by each row, and may be sent with the next statement", async () => {
    const { rows: found, roundTrips } = await recorded((tx) => {
      runSoon(tx, insert(zhangwei, "channel", [{ id: "73", name: "新渠道", code: "W73" }]));
      return Promise.resolve();
    });
    expect(found).toMatchObject([{ id: "73", title: "新渠道", action: "add" }]);
    expect(found[0]?.changes).toContainEqual({ field: "code", before: null, after: "W73" });
    expect(roundTrips).toBe(0);
    expect((await stored("73"))?.name).toBe("新渠道");
  });

  it("that leaves rows alone which are there records those that were added", async () => {
    const { rows: found } = await recorded((tx) =>
      run(
        tx,
        insert(zhangwei, "channel", [
          { id: "71", name: "又甲", code: "W71b" },
          { id: "73", name: "新渠道", code: "W73" },
        ]).onConflict((conflict) => conflict.doNothing()),
      ),
    );
    expect(found.map(({ id }) => id)).toEqual(["73"]);
  });

  it("that changes rows which are there is counted as a set, or refused", async () => {
    const added = [{ id: "71", name: "又甲", code: "W71" }];
    const written = (statement: ReturnType<typeof insert<"channel">>) =>
      statement.onConflict((conflict) => conflict.columns(["tenantId", "id"]).doUpdateSet(({ ref }) => ({ name: ref("excluded.name") })));
    await expect(recorded((tx) => run(tx, written(insert(zhangwei, "channel", added))))).rejects.toThrow(/not logged by rows/);
    const { sets } = await recorded((tx) => run(tx, written(insert(zhangwei, "channel", added, bySet))));
    expect(sets).toEqual([{ resource: "channel", action: "add", count: 1, changes: [] }]);
  });

  it("of a journal, or of what follows from other rows, is not recorded", async () => {
    const { rows: found, sets } = await recorded((tx) =>
      run(
        tx,
        append(zhangwei, "web-log", [{ id: "7301", type: "info", time: moment }]),
        updateDerived(channels).set({ remark: "算" }).where("c.id", "=", "71"),
      ),
    );
    expect([found, sets]).toEqual([[], []]);
  });
});

describe("a removal", () => {
  it("is recorded with all that the rows held", async () => {
    const { rows: found } = await recorded((tx) => run(tx, remove(channels).where("c.id", "=", "71")));
    expect(found).toMatchObject([{ id: "71", title: "甲", action: "remove" }]);
    expect(found[0]?.changes).toContainEqual({ field: "remark", before: "旧", after: null });
    expect(await stored("71")).toBeUndefined();
  });

  it("of a set is counted", async () => {
    const { sets } = await recorded((tx) => rowsOfAll(tx, [remove(channels, bySet).where("c.id", "=", anyOf(["71", "72", "79"]))]));
    expect(sets).toEqual([{ resource: "channel", action: "remove", count: 2, changes: [] }]);
  });
});
