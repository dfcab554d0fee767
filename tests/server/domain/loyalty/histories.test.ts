// Whatever happens to members, in whatever order: points, money and grades are what their records say, after every step.
import fc from "fast-check";
import { expect, it } from "vitest";
import { moveMoney, billReasons } from "../../../../src/server/domain/loyalty/account-ledger.ts";
import { follow } from "../../../../src/server/domain/loyalty/memberships.ts";
import { expirePoints, movePoints, pointsReasons } from "../../../../src/server/domain/loyalty/points-ledger.ts";
import { leftOf } from "../../../../src/server/domain/loyalty/points-replay.ts";
import { contradictionsOf } from "../../../../src/server/domain/reconcile.ts";
import type { CommitContext } from "../../../../src/server/contract.ts";
import { changeRow, lockRow } from "../../../../src/server/crud/write/server-rows.ts";
import { regrade } from "../../../../src/server/domain/loyalty/grade-of-member.ts";
import { ApiError } from "../../../../src/server/http/errors.ts";
import { CallRefused, callsOf, setClock, tenantAdministrator } from "../../../../src/server/seed/calls.ts";
import type { Transaction } from "../../../../src/server/store/database.ts";
import { amount, seed } from "../../../support/amounts.ts";
import { tenants } from "../../../support/server.ts";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";
import { loyaltyIn } from "./loyalty.ts";

/** Histories of each kind; they run beside each other in so many rows, which the locks of the product have to bear. */
const [histories, beside] = [{ points: amount(64, 1600), money: amount(64, 1600), memberships: amount(32, 800) }, 4];

const demonstration = await startDemonstration();
const { server, userId } = demonstration;
const { services, database } = server;
const { goods, gradeNamed } = loyaltyIn(demonstration);
const cups = await goods({ points: 7, stock: 1_000_000, limitQuantity: 20 });
const scarce = await goods({ points: 3, stock: 40 });
const [standard, silver, gold] = [await gradeNamed("普通会员"), await gradeNamed("银卡"), await gradeNamed("金卡")];

let people = 0;
const tally = new Map<string, number>();

/** A member at a clock of its own, with the calls of the tenant's administrator. */
async function begin() {
  const clock = setClock(services.clock, "2025-03-12 12:00:00");
  const caller = tenantAdministrator(services, { tenantId: tenants.one, userId, account: "zhangwei" });
  const calls = callsOf(services, { caller, clock });
  people += 1;
  const memberId = await calls.add("member", { nickName: `历程${people}`, phone: `139${String(10_000_000 + people)}` });
  const within = <T>(work: (context: CommitContext, tx: Transaction) => Promise<T>): Promise<T> =>
    database.transaction(calls.context.scope, (tx) => work(calls.context, tx));
  const wait = (days: number): void => {
    const [day = "", time = ""] = clock.now().split(" ");
    clock.set(`${new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)} ${time}`);
  };
  return { calls, clock, memberId, within, wait };
}

type Actor = Awaited<ReturnType<typeof begin>>;

/** Does a step; a rule may forbid it, and everything else is a fault. */
async function tried(name: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    tally.set(name, (tally.get(name) ?? 0) + 1);
    return true;
  } catch (error) {
    if (error instanceof CallRefused || (error instanceof ApiError && error.status < 500)) return false;
    throw error;
  }
}

const chosen = <T>(all: readonly T[], index: number): T | undefined => all[index % Math.max(all.length, 1)];

/** Goes through random histories, some rows of them beside each other; each row begins with these. */
async function replayHistory<Step>(
  steps: fc.Arbitrary<readonly Step[]>,
  count: number,
  run: (history: readonly Step[]) => Promise<void>,
  first: readonly (readonly Step[])[] = [],
) {
  const examples = first.map((history): [readonly Step[]] => [history]);
  await Promise.all(
    Array.from({ length: beside }, (_row, index) =>
      fc.assert(fc.asyncProperty(steps, run), { seed: seed + index, numRuns: count / beside, examples, endOnFailure: true }),
    ),
  );
}

const some = <Step>(step: fc.Arbitrary<Step>) => fc.array(step, { minLength: 3, maxLength: 6 });
const index = fc.nat(5);

// ---------------------------------------------------------------- points
const pointsStep = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("earn" as const), points: fc.integer({ min: 1, max: 60 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("adjust" as const), points: fc.integer({ min: -40, max: 40 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("exchange" as const), points: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("cancel" as const), points: index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("takeBack" as const), points: fc.integer({ min: 1, max: 50 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("wait" as const), points: fc.constantFrom(30, 400, 731) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("expire" as const), points: fc.constant(0) }) },
);

async function expectPoints({ memberId }: Actor): Promise<void> {
  const [member, ledger, exchanges] = await database.owner.read([
    {
      sql: "select points, total_points, to_char(points_expire_time, 'YYYY-MM-DD HH24:MI:SS') as next from member where id = $1",
      parameters: [memberId],
    },
    {
      sql: `select id::text, biz_type, points, left_points, balance_before, balance_after, biz_no, to_char(expire_time, 'YYYY-MM-DD HH24:MI:SS') as expire_time,
              to_char(create_time, 'YYYY-MM-DD HH24:MI:SS') as create_time from points_record where member_id = $1 order by id`,
      parameters: [memberId],
    },
    { sql: "select exchange_no, points, status from exchange_record where member_id = $1", parameters: [memberId] },
  ]);
  const records = (ledger?.rows ?? []).map((row) => ({
    id: String(row["id"]),
    bizType: Number(row["biz_type"]),
    bizNo: String(row["biz_no"]),
    points: Number(row["points"]),
    before: Number(row["balance_before"]),
    after: Number(row["balance_after"]),
    left: row["left_points"] === null ? null : Number(row["left_points"]),
    expireTime: row["expire_time"] === null ? null : String(row["expire_time"]),
    createTime: String(row["create_time"]),
  }));
  const sum = (of: readonly { readonly points: number }[]) => of.reduce((total, { points }) => total + points, 0);
  const lots = records.filter(({ left }) => (left ?? 0) > 0);
  const next = lots.flatMap(({ expireTime }) => expireTime ?? []).sort()[0] ?? null;
  let balance = 0;
  for (const { before, after, points } of records) {
    expect([before, after]).toEqual([balance, balance + points]);
    expect(after).toBeGreaterThanOrEqual(0);
    balance = after;
  }
  const earned = sum(records.filter(({ bizType, points }) => bizType <= 5 && points > 0));
  expect(member?.rows[0]).toEqual({ points: balance, total_points: earned, next });
  expect(records.filter(({ points }) => points > 0).map(({ left }) => left)).toEqual([...leftOf(records).values()]);
  for (const { exchange_no: number, points, status } of exchanges?.rows ?? [])
    expect([number, sum(records.filter(({ bizNo }) => bizNo === number))]).toEqual([number, status === 3 ? 0 : -Number(points)]);
}

it("points are the sum of their records, and each record has left what was not spent and did not expire", async () => {
  await replayHistory(some(pointsStep), histories.points, async (history) => {
    const actor = await begin();
    const { calls, memberId, within, wait } = actor;
    const exchanged: string[] = [];
    for (const [number, step] of history.entries()) {
      const { points } = step;
      const bizNo = `HD${memberId}-${number}`;
      if (step.do === "wait") wait(points);
      else
        await tried(step.do, async () => {
          if (step.do === "earn")
            await within((context, tx) => movePoints(context, tx, { memberId, points, reason: pointsReasons.campaign, bizNo }));
          else if (step.do === "adjust") await calls.act("member.adjustPoints", memberId, { points, remark: "客诉补偿" });
          else if (step.do === "exchange")
            exchanged.push(
              await calls.add("exchange-record", { memberId, ...(points > 3 ? scarce : cups), quantity: points, receiveType: 3 }),
            );
          else if (step.do === "cancel") await calls.act("exchange-record.cancel", chosen(exchanged, points) ?? "1");
          else if (step.do === "expire") await within((context, tx) => expirePoints(context, tx, memberId));
          else
            await within((context, tx) => movePoints(context, tx, { memberId, points: -points, reason: pointsReasons.takenBack, bizNo }));
        });
      await expectPoints(actor);
    }
  });
  const stocks = await rowsOf(
    server,
    `select s.stock + coalesce(sum(e.quantity) filter (where e.status <> 3), 0)::int as all from commodity_sku s
     left join exchange_record e on e.tenant_id = s.tenant_id and e.commodity_sku_id = s.id where s.id = any($1::bigint[]) group by s.id, s.stock order by s.id`,
    [[cups.commoditySkuId, scarce.commoditySkuId]],
  );
  expect(stocks.map((row) => row["all"])).toEqual([1_000_000, 40]);
});

// ---------------------------------------------------------------- money
const cents = fc.integer({ min: 1, max: 9_999 }).map((amount) => (amount / 100).toFixed(2));
const moneyStep = fc.record({
  do: fc.constantFrom(
    "share",
    "share",
    "settle",
    "settle",
    "settle",
    "cancel",
    "reverse",
    "reverse",
    "reverse",
    "in",
    "in",
    "out",
    "freeze",
    "unfreeze",
    "pay",
    "refund",
  ),
  amount: cents,
  rate: fc.constantFrom("1.50", "5.00", "33.33", "99.99"),
  index,
});

/** Somebody pays, which takes money that random steps seldom bring before. */
const paidFirst = (["in", "pay", "refund"] as const).map((what) => ({ do: what, amount: "50.00", rate: "5.00" as const, index: 0 }));

async function expectMoney({ memberId }: Actor): Promise<void> {
  const [account, bills, shares] = await database.owner.read([
    {
      sql: "select balance, frozen_amount, total_income - total_expense as net from user_account where member_id = $1",
      parameters: [memberId],
    },
    {
      sql: `select (case direction when 1 then amount else -amount end)::text as moved, balance_before, balance_after, biz_type, biz_no,
              sum(case direction when 1 then amount else -amount end) over (order by id)::numeric(18,2)::text as running from water_bill where member_id = $1 order by id`,
      parameters: [memberId],
    },
    {
      sql: `select b.status, b.amount, round(b.source_amount * b.rate / 100, 2)::text as due, i.status as income, i.amount as earned, i.income_no,
              (select string_agg(w.biz_type || ':' || w.amount, ',' order by w.id) from water_bill w where w.tenant_id = i.tenant_id and w.biz_no = i.income_no) as moved
            from share_benefit b left join income_record i on i.tenant_id = b.tenant_id and i.id = b.income_record_id where b.member_id = $1`,
      parameters: [memberId],
    },
  ]);
  let balance = "0.00";
  for (const { balance_before: before, balance_after: after, running } of bills?.rows ?? []) {
    expect([before, after]).toEqual([balance, running]);
    expect(Number(after)).toBeGreaterThanOrEqual(0);
    balance = String(after);
  }
  expect(account?.rows[0]).toEqual({ balance, frozen_amount: "0.00", net: balance });
  const names = (bills?.rows ?? []).map((row) => `${String(row["biz_type"])} ${String(row["biz_no"])}`);
  expect(new Set(names).size).toBe(names.length);
  for (const { status, amount, due, income, earned, moved } of shares?.rows ?? []) {
    expect(amount).toBe(due);
    const into = `1:${String(amount)}`;
    const expected = { 0: [null, null, null], 1: [1, amount, into], 2: [null, null, null], 3: [2, amount, `${into},5:${String(amount)}`] }[
      Number(status)
    ];
    expect([income, earned, moved]).toEqual(expected);
  }
}

it("balances are the sums of their movements, and every share is booked and taken back once", async () => {
  await replayHistory(
    some(moneyStep),
    histories.money,
    async (history) => {
      const actor = await begin();
      const { calls, memberId, within } = actor;
      const [{ id: accountId } = {}] = await rowsOf(server, "select id::text from user_account where member_id = $1", [memberId]);
      const account = String(accountId);
      const shared: string[] = [];
      const move = (direction: "in" | "out", amount: string, bizNo: string) =>
        within((context, tx) =>
          moveMoney(context, tx, {
            account: { id: account },
            direction,
            amount,
            reason: direction === "in" ? billReasons.refundToBalance : billReasons.paidByBalance,
            bizNo,
          }),
        );
      for (const { do: what, amount, rate, index: at } of history) {
        const share = chosen(shared, at) ?? "1";
        const steps: Readonly<Record<typeof what, () => Promise<unknown>>> = {
          share: async () => {
            const bizNo = `SM${memberId}-${shared.length}`;
            const values = { sourceType: 2, bizNo, memberId, benefitLevel: 1, sourceAmount: amount, rate, remark: "线下销售" };
            shared.push(await calls.add("share-benefit", values));
          },
          settle: () => calls.act("share-benefit.settle", share),
          cancel: () => calls.act("share-benefit.cancel", share, { remark: "退货" }),
          reverse: async () => {
            const [found] = await rowsOf(server, "select income_record_id::text as id from share_benefit where id = $1", [share]);
            await calls.act("income-record.reverse", String(found?.["id"] ?? "1"));
          },
          in: () => calls.act("user-account.adjust", account, { direction: 1, amount, remark: "盘点" }),
          out: () => calls.act("user-account.adjust", account, { direction: 2, amount, remark: "盘点" }),
          freeze: () => calls.act("user-account.freeze", account),
          unfreeze: () => calls.act("user-account.unfreeze", account),
          // The same payment and refund again and again: each moves the account once.
          pay: () => move("out", amount, `ZF${memberId}-${at}`),
          refund: () => move("in", amount, `TK${memberId}-${at}`),
        };
        await tried(what, steps[what]);
        await expectMoney(actor);
      }
    },
    [paidFirst],
  );
});

// ---------------------------------------------------------------- memberships
const membershipStep = fc.record({
  do: fc.constantFrom("add" as const, "add" as const, "revoke" as const, "wait" as const, "grow" as const),
  from: fc.integer({ min: -5, max: 40 }),
  days: fc.integer({ min: 1, max: 30 }),
  index,
});

/** Growth, as the receipt of an order brings it. */
async function grow(context: CommitContext, tx: Transaction, memberId: string, growthValue: number): Promise<void> {
  await lockRow(context, tx, "member", memberId);
  await changeRow(context, tx, "member", { id: memberId, values: { growthValue } });
  await regrade(context, tx, memberId);
}

const dayAfter = (now: string, days: number): string =>
  `${new Date(Date.parse(`${now.slice(0, 10)}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)} 00:00:00`;

async function expectMemberships({ memberId, clock }: Actor): Promise<void> {
  const now = clock.now();
  const [member, all] = await database.owner.read([
    { sql: "select grade_id::text as grade, growth_value as growth from member where id = $1", parameters: [memberId] },
    {
      sql: `select status, grade_id::text as grade, to_char(start_time, 'YYYY-MM-DD HH24:MI:SS') as "from", to_char(end_time, 'YYYY-MM-DD HH24:MI:SS') as "to"
            from membership where member_id = $1 order by start_time`,
      parameters: [memberId],
    },
  ]);
  const standing = (all?.rows ?? []).filter(({ status }) => status !== 3);
  for (const { status, from, to } of standing) expect([from, status]).toEqual([from, String(to) <= now ? 2 : String(from) <= now ? 1 : 0]);
  const placed = standing.filter(({ status }) => Number(status) < 2);
  expect(placed.filter(({ from }, place) => place > 0 && String(placed[place - 1]?.["to"]) > String(from))).toEqual([]);
  const growth = Number(member?.rows[0]?.["growth"]);
  const reached = growth >= 5000 ? gold : growth >= 1000 ? silver : standard;
  const granted = standing.find(({ status }) => status === 1)?.["grade"];
  const ladder = [standard, silver, gold];
  expect(member?.rows[0]?.["grade"]).toBe(ladder[Math.max(ladder.indexOf(reached), ladder.indexOf(String(granted ?? standard)))]);
}

it("a member holds one membership at a time, and the grade that it or growth gives", async () => {
  await replayHistory(some(membershipStep), histories.memberships, async (history) => {
    const actor = await begin();
    const { calls, clock, memberId, within, wait } = actor;
    const added: string[] = [];
    for (const { do: what, from, days, index: at } of history) {
      await tried(what, async () => {
        const startTime = dayAfter(clock.now(), from);
        if (what === "add")
          added.push(
            await calls.add("membership", {
              memberId,
              gradeId: at % 2 === 0 ? gold : silver,
              openType: 4,
              startTime,
              endTime: dayAfter(startTime, days),
            }),
          );
        else if (what === "revoke") await calls.act("membership.revoke", chosen(added, at) ?? "1");
        else if (what === "wait") wait(days);
        else await within((context, tx) => grow(context, tx, memberId, at * 1200));
      });
      for (const id of added) await within((context, tx) => follow(context, tx, id));
      await expectMemberships(actor);
    }
  });
});

it(`has gone through every kind of step of the histories of seed ${seed}, and everything reconciles`, async () => {
  const min = amount(1, 20);
  const kinds = ["earn", "adjust", "exchange", "cancel", "takeBack", "expire", "share", "settle", "reverse", "in", "out"];
  kinds.push("freeze", "unfreeze", "pay", "refund", "add", "revoke", "wait", "grow");
  expect(kinds.filter((kind) => (tally.get(kind) ?? 0) < min)).toEqual([]);
  expect(await contradictionsOf(database, server.model, tenants.one)).toEqual([]);
});
