// Points expire by the clock: the soonest are spent first, and what was not used in time leaves the balance in the open.
import { describe, expect, it } from "vitest";
import { recordsIn } from "../../../support/samples.ts";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";
import { goodsIn } from "../product/goods.ts";
import { movePoints, pointsReasons } from "../../../../src/server/domain/loyalty/points-ledger.ts";
import { leftOf, type LedgerRecord } from "../../../../src/server/domain/loyalty/points-replay.ts";
import { jobs, loyaltyIn, members, movableClock } from "./loyalty.ts";

const clock = movableClock();
const demonstration = await startDemonstration({ milliseconds: clock.milliseconds });
const { act, add, find, put, row, server } = demonstration;
const { member, adjust, exchange, goods, ledgerOf, runSchedule, work } = loyaltyIn(demonstration);
const { within } = goodsIn(demonstration);

let number = 0;
const earn = (memberId: string, points: number) => {
  number += 1;
  return within((context, tx) => movePoints(context, tx, { memberId, points, reason: pointsReasons.campaign, bizNo: `HD${number}` }));
};
const spend = (memberId: string, points: number) => adjust(memberId, -points);
const left = async (memberId: string) =>
  (await ledgerOf(memberId)).filter((one) => Number(one["points"]) > 0).map((one) => one["leftPoints"]);

/** What is kept of each record is what the ledger says when it is gone through once more. */
async function expectReplayed(memberId: string): Promise<void> {
  const ledger = await rowsOf(
    server,
    `select id::text, biz_type as "bizType", biz_no as "bizNo", points, to_char(expire_time, 'YYYY-MM-DD HH24:MI:SS') as "expireTime",
       to_char(create_time, 'YYYY-MM-DD HH24:MI:SS') as "createTime" from points_record where member_id = $1 order by id`,
    [memberId],
  );
  const replayed = leftOf(ledger as unknown as readonly LedgerRecord[]);
  expect(await left(memberId)).toEqual([...replayed.values()]);
}

describe("points that were earned", () => {
  it("are valid for as long as the tenant says, until the end of the day; corrections by staff do not expire", async () => {
    const memberId = await member();
    await earn(memberId, 100);
    await adjust(memberId, 5);
    expect((await ledgerOf(memberId)).map(({ expireTime, leftPoints }) => [expireTime, leftPoints])).toEqual([
      ["2027-03-12 23:59:59", 100],
      ["", 5],
    ]);
    expect(await row(members, memberId)).toMatchObject({ pointsExpireTime: "2027-03-12 23:59:59" });
    const { id: configId } = await find("/digit-bind/config", { configKey_equal: "points.validMonths" });
    const own = await add("/digit-bind/config-tenant", { configId, configValue: "0" });
    await earn(memberId, 7);
    expect((await ledgerOf(memberId)).at(-1)).toMatchObject({ expireTime: "" });
    await demonstration.zhangwei.post("/digit-bind/config-tenant/submit", { id: own, configValue: "1" });
    await earn(memberId, 8);
    expect((await ledgerOf(memberId)).at(-1)).toMatchObject({ expireTime: "2025-04-12 23:59:59" });
  });

  it("are spent in the order in which they expire, and expire once", async () => {
    const memberId = await member();
    await earn(memberId, 100);
    clock.goTo("2025-03-20 12:00:00");
    await earn(memberId, 50);
    await adjust(memberId, 10);
    expect(await spend(memberId, 120)).toMatchObject({ code: 200 });
    expect(await left(memberId)).toEqual([0, 30, 10]);
    await earn(memberId, 40);
    clock.goTo("2025-04-20 12:00:00");
    const [job] = await runSchedule("points-expiry", clock);
    expect(job).toMatchObject({ status: 3 });
    expect(await left(memberId)).toEqual([0, 0, 10, 0]);
    expect((await ledgerOf(memberId)).at(-1)).toMatchObject({
      bizType: 10,
      direction: 2,
      points: -70,
      balanceBefore: 80,
      balanceAfter: 10,
      remark: "积分到期",
    });
    expect(await row(members, memberId)).toMatchObject({ points: 10, pointsExpireTime: "" });
    const before = (await ledgerOf(memberId)).length;
    await runSchedule("points-expiry", clock);
    expect(await ledgerOf(memberId)).toHaveLength(before);
    await expectReplayed(memberId);
  });

  it("cannot be spent any more after their time, whether the night's job has run or not", async () => {
    const memberId = await member();
    await earn(memberId, 100);
    clock.goTo("2025-06-01 00:00:00");
    await adjust(memberId, 30);
    expect(await row(members, memberId)).toMatchObject({ points: 30 });
    expect(await spend(memberId, 31)).toMatchObject({ status: 400, data: { error: "pointsTooFew", points: 30 } });
    expect((await ledgerOf(memberId)).map((one) => [one["bizType"], one["points"]])).toEqual([
      [5, 100],
      [10, -100],
      [9, 30],
    ]);
    await expectReplayed(memberId);
  });

  it("come back from a cancelled exchange with the validity that they had, by one record", async () => {
    const memberId = await member();
    await earn(memberId, 100);
    clock.pass(10 * 24 * 60);
    await earn(memberId, 50);
    const before = (await ledgerOf(memberId)).map(({ expireTime }) => expireTime);
    const of = await goods({ points: 120, stock: 5 });
    expect(await exchange(memberId, of)).toMatchObject({ code: 200 });
    expect(await left(memberId)).toEqual([0, 30]);
    clock.pass(5 * 24 * 60);
    const { id, exchangeNo } = await find("/qianyun/exchangerecord", { memberId_equal: memberId });
    await act("/qianyun/exchangerecord", "cancel", id);
    const ledger = await ledgerOf(memberId);
    expect(ledger.at(-1)).toMatchObject({ bizType: 8, points: 120, bizNo: exchangeNo, leftPoints: 0, expireTime: "", balanceAfter: 150 });
    expect(ledger.slice(0, 2).map(({ expireTime, leftPoints }) => [expireTime, leftPoints])).toEqual([
      [before[0], 100],
      [before[1], 50],
    ]);
    expect(await row(members, memberId)).toMatchObject({ points: 150, pointsExpireTime: before[0] });
    await expectReplayed(memberId);
  });

  it("are over at once where their time has passed before the exchange was cancelled", async () => {
    const memberId = await member();
    await earn(memberId, 100);
    const of = await goods({ points: 60, stock: 5 });
    expect(await exchange(memberId, of)).toMatchObject({ code: 200 });
    const { id } = await find("/qianyun/exchangerecord", { memberId_equal: memberId });
    clock.pass(40 * 24 * 60);
    expect(await act("/qianyun/exchangerecord", "cancel", id)).toMatchObject({ code: 200 });
    expect((await ledgerOf(memberId)).map((one) => [one["bizType"], one["points"]])).toEqual([
      [5, 100],
      [6, -60],
      [10, -40],
      [8, 60],
      [10, -60],
    ]);
    expect(await row(members, memberId)).toMatchObject({ points: 0, pointsExpireTime: "" });
    await expectReplayed(memberId);
  });
});

describe("the night's job", () => {
  it("does all members but the one that fails, names it, and tries it again the next night", async () => {
    const [first, broken, last] = [await member(), await member(), await member()];
    for (const id of [first, broken, last]) await earn(id, 10);
    // Its balance does not cover what is left of its records any more.
    await put("alter table points_record add constraint broken check (member_id <> $1 or points > 0)".replace("$1", broken), []);
    clock.pass(60 * 24 * 60);
    const [job] = await runSchedule("points-expiry", clock, 1);
    expect(job).toMatchObject({ status: 1, attempts: 1 });
    expect([(await row(members, first))["points"], (await row(members, last))["points"]]).toEqual([0, 0]);
    expect(await row(members, broken)).toMatchObject({ points: 10 });
    clock.pass(1);
    await work();
    const [ended] = recordsIn(await demonstration.zhangwei.get(`${jobs}/list`, { queue_equal: "points-expiry", descs: "create_time" }));
    expect(ended).toMatchObject({
      status: 4,
      error: expect.stringMatching(/另有 1 条未能处理，例如 会员\d+: 程序出错/),
    });
    await put("alter table points_record drop constraint broken", []);
    await runSchedule("points-expiry", clock);
    expect(await row(members, broken)).toMatchObject({ points: 0 });
  });

  it("takes back no more than is left when a purchase is refunded", async () => {
    const memberId = await member();
    await earn(memberId, 10);
    const takeBack = (points: number) =>
      within((context, tx) => movePoints(context, tx, { memberId, points: -points, reason: pointsReasons.takenBack, bizNo: "DD1" }));
    expect(await takeBack(4)).toMatch(/^\d+$/);
    expect(await takeBack(40)).toMatch(/^\d+$/);
    expect(await takeBack(1)).toBeUndefined();
    expect((await ledgerOf(memberId)).map((one) => one["points"])).toEqual([10, -4, -6]);
  });
});
