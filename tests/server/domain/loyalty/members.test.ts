// Members come into being complete, and leave when nothing is open any more.
import { describe, expect, it } from "vitest";
import { objectIn } from "../../../support/samples.ts";
import { startDemonstration } from "../demonstration.ts";
import { accounts, grades, incomes, loyaltyIn, members } from "./loyalty.ts";

const demonstration = await startDemonstration();
const { act, add, row, zhangwei } = demonstration;
const { member, richMember, accountOf, adjust, goods, exchange, gradeNamed, submit, work } = loyaltyIn(demonstration);

describe("a new member", () => {
  it("has a number, an invitation code, its time, the default grade, and an account", async () => {
    const id = await member({ realName: "何晓芸" });
    expect(await row(members, id)).toMatchObject({
      memberNo: expect.stringMatching(/^HY20250312/),
      inviteCode: expect.stringMatching(/^[2-9A-HJKMNP-Z]{8}$/),
      registerTime: "2025-03-12 12:00:00",
      gradeId: await gradeNamed("普通会员"),
      status: 1,
      points: 0,
      totalPoints: 0,
      growthValue: 0,
    });
    expect(await accountOf(id)).toMatchObject({ balance: "0.00", status: 1, accountNo: expect.stringMatching(/^ZH20250312/) });
  });

  it("has a code of its own, however many come at the same moment", async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => member()));
    const codes = await Promise.all(ids.map(async (id) => (await row(members, id))["inviteCode"]));
    expect(new Set(codes).size).toBe(12);
    expect(new Set(await Promise.all(ids.map(async (id) => (await accountOf(id))["id"]))).size).toBe(12);
  });

  it("names no referrer who is gone, and keeps the one it named", async () => {
    const gone = await member();
    await act(members, "cancel", gone);
    expect(await submit(members, { nickName: "新人", phone: "13600000001", parentId: gone })).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["parentId"] }] },
    });
    const [first, second] = [await member(), await member()];
    const id = await member({ parentId: first });
    await submit(members, { id, parentId: second });
    expect(await row(members, id)).toMatchObject({ parentId: first });
  });

  it("in a tenant without grades has none, and gets one as soon as there is one", async () => {
    const { chenqing } = demonstration;
    const added = await chenqing.post(`${members}/submit`, { nickName: "茶友", phone: "13500000001" });
    const id = String(objectIn(added)["id"]);
    expect(objectIn(await chenqing.get(`${members}/detail`, { id }))).toMatchObject({ gradeId: -1 });
    expect(await chenqing.post(`${grades}/submit`, { name: "茶客", gradeLevel: 1, minGrowth: 0, status: 1 })).toMatchObject({ code: 200 });
    await work();
    expect(objectIn(await chenqing.get(`${members}/detail`, { id }))).toMatchObject({ gradeName: "茶客" });
  });
});

describe("a member who leaves", () => {
  it("is removed with its empty account, and not once anything happened with it", async () => {
    const [unused, used] = [await member(), await richMember(5)];
    expect(await zhangwei.post(`${members}/remove`, undefined, { ids: unused })).toMatchObject({ code: 200 });
    expect(await demonstration.count(accounts, { memberId_equal: unused })).toBe(0);
    expect(await zhangwei.post(`${members}/remove`, undefined, { ids: used })).toMatchObject({
      status: 400,
      data: { error: "memberHasHistory" },
      msg: expect.stringMatching(/会员“会员\d+”有积分记录“JF\d+”/),
    });
    const rich = await member();
    await act(accounts, "adjust", (await accountOf(rich))["id"], { direction: 1, amount: "3.00", remark: "盘点" });
    expect(await zhangwei.post(`${members}/remove`, undefined, { ids: rich })).toMatchObject({
      status: 400,
      msg: expect.stringMatching(/会员“会员\d+”有资金流水“LS\d+”/),
    });
    expect(await row(members, used)).toMatchObject({ points: 5 });
  });

  it("closes its account, and neither earns nor exchanges any more", async () => {
    const id = await richMember(100);
    expect(await act(members, "cancel", id)).toMatchObject({ code: 200 });
    expect(await row(members, id)).toMatchObject({ status: 3 });
    expect(await accountOf(id)).toMatchObject({ status: 3 });
    expect(await adjust(id, 5)).toMatchObject({ status: 400, data: { error: "wrongState" } });
    expect(await act(members, "cancel", id)).toMatchObject({ status: 400, data: { error: "wrongState" } });
  });

  it("does not leave money, an open exchange or an income behind", async () => {
    const [wealthy, waiting, earning] = [await member(), await richMember(100), await member()];
    const { id: accountId } = await accountOf(wealthy);
    await act(accounts, "adjust", accountId, { direction: 1, amount: "0.01", remark: "盘点" });
    const of = await goods({ points: 10, stock: 5 });
    expect(await exchange(waiting, of)).toMatchObject({ code: 200 });
    await add(incomes, { memberId: earning, incomeType: 4, bizNo: "HD1", amount: "5.00", remark: "开瓶有礼" });
    for (const [id, what] of [
      [wealthy, "余额 0.01 元"],
      [waiting, "未完成的兑换"],
      [earning, "待入账的收入"],
    ] as const) {
      expect(await act(members, "cancel", id)).toMatchObject({
        status: 400,
        msg: expect.stringContaining(what),
        data: { error: "memberNotFree" },
      });
      expect(await row(members, id)).toMatchObject({ status: 1 });
      expect(await accountOf(id)).toMatchObject({ status: 1 });
    }
  });
});
