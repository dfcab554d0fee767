// Memberships begin and end by the clock, one at a time, and the grade of their member follows.
import { describe, expect, it } from "vitest";
import { startDemonstration } from "../demonstration.ts";
import { loyaltyIn, members, memberships, movableClock } from "./loyalty.ts";

const clock = movableClock();
const demonstration = await startDemonstration({ milliseconds: clock.milliseconds });
const { act, add, put, row, server, userId } = demonstration;
const { member, gradeNamed, runSchedule, submit } = loyaltyIn(demonstration);

const [standard, silver, gold] = [await gradeNamed("普通会员"), await gradeNamed("银卡"), await gradeNamed("金卡")];
const term = (memberId: string, startTime: string, endTime: string, gradeId = gold) => ({
  memberId,
  gradeId,
  openType: 4,
  startTime,
  endTime,
});
const gradeOf = async (memberId: string) => (await row(members, memberId))["gradeId"];

describe("a membership", () => {
  it("that has begun is valid at once, and grants its grade", async () => {
    const memberId = await member();
    const id = await add(memberships, term(memberId, "2025-03-01 00:00:00", "2025-12-31 23:59:59"));
    expect(await row(memberships, id)).toMatchObject({ status: 1, membershipNo: expect.stringMatching(/^HJ/) });
    expect(await gradeOf(memberId)).toBe(gold);
  });

  it("grants no lower grade than growth reaches", async () => {
    const memberId = await member();
    await put("update member set growth_value = 6000, grade_id = $2 where id = $1", [memberId, gold]);
    await add(memberships, term(memberId, "2025-03-01 00:00:00", "2025-12-31 23:59:59", silver));
    expect(await gradeOf(memberId)).toBe(gold);
  });

  it("needs a time that is not over, and ends after it begins", async () => {
    const memberId = await member();
    expect(await submit(memberships, term(memberId, "2024-01-01 00:00:00", "2024-12-31 23:59:59"))).toMatchObject({
      status: 400,
      msg: expect.stringContaining("到期时间必须晚于当前时间"),
      data: { issues: [{ path: ["endTime"] }] },
    });
    expect(await submit(memberships, term(memberId, "2026-01-01 00:00:00", "2025-12-31 23:59:59"))).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["endTime"] }] },
    });
    expect(await gradeOf(memberId)).toBe(standard);
  });

  it("is for members in their normal state", async () => {
    const memberId = await member();
    await act(members, "disable", memberId);
    expect(await submit(memberships, term(memberId, "2025-03-01 00:00:00", "2025-12-31 23:59:59"))).toMatchObject({
      status: 400,
      msg: expect.stringContaining("已禁用或注销，不能开通会籍"),
      data: { issues: [{ path: ["memberId"] }] },
    });
    await act(members, "enable", memberId);
    expect(await submit(memberships, term(memberId, "2025-03-01 00:00:00", "2025-12-31 23:59:59"))).toMatchObject({ code: 200 });
  });

  it("of a purchase names an order of its member", async () => {
    const { id: orderId } = await demonstration.find("/digit-marketing/order", { orderNo_like: "DD202503070003" });
    const body = { ...term(await member(), "2025-03-01 00:00:00", "2025-12-31 23:59:59"), openType: 1, orderId };
    expect(await submit(memberships, body)).toMatchObject({ status: 400, data: { issues: [{ path: ["orderId"] }] } });
  });

  describe("that overlaps another", () => {
    const whole = ["2025-03-01 00:00:00", "2025-12-31 23:59:59"] as const;
    const hiding = (...names: readonly string[]) => ({ fieldLimits: new Map([["membership", new Set(names)]]) });

    it.each([
      { what: "by its number and its time", more: {}, zh: "与会籍“%”（2025-03-01 00:00:00 – 2025-12-31 23:59:59）重叠" },
      { what: "by its number to who may not read since when", more: hiding("startTime"), zh: "与会籍“%”重叠" },
      { what: "by its number to who may not read until when", more: hiding("endTime"), zh: "与会籍“%”重叠" },
      { what: "as another to who may not read its number", more: hiding("membershipNo"), zh: "与其他会籍重叠" },
    ])("names it $what", async ({ more, zh }) => {
      const memberId = await member();
      const { membershipNo } = await row(memberships, await add(memberships, term(memberId, ...whole)));
      const client = server.as("zhangwei", { userId, realName: "张伟", ...more });
      expect(await client.post(`${memberships}/submit`, term(memberId, "2025-06-01 00:00:00", "2026-12-31 23:59:59"))).toMatchObject({
        status: 400,
        msg: zh.replace("%", String(membershipNo)),
        data: { issues: [{ code: "overlap", path: ["startTime"] }] },
      });
    });

    it.each([
      { what: "the other language", more: {}, en: "Overlaps membership “%” (2025-03-01 00:00:00 – 2025-12-31 23:59:59)" },
      { what: "the other language, without its time", more: hiding("startTime"), en: "Overlaps membership “%”" },
      { what: "the other language, without a name", more: hiding("membershipNo"), en: "Overlaps another membership" },
    ])("says so in $what", async ({ more, en }) => {
      const memberId = await member();
      const { membershipNo } = await row(memberships, await add(memberships, term(memberId, ...whole)));
      const client = server.as("zhangwei", { userId, realName: "张伟", ...more }, "en");
      const answer = await client.post(`${memberships}/submit`, term(memberId, "2025-06-01 00:00:00", "2026-12-31 23:59:59"));
      expect(answer.msg).toBe(en.replace("%", String(membershipNo)));
    });

    it.each([
      { what: "another member's", change: async () => ({ memberId: await member() }) },
      { what: "one that was revoked", change: async (id: string) => void (await act(memberships, "revoke", id)) },
      { what: "one that has expired", change: (id: string) => put("update membership set status = 2 where id = $1", [id]) },
      { what: "one that was removed", change: (id: string) => put("update membership set is_deleted = 1 where id = $1", [id]) },
    ])("is no such where the other is $what", async ({ change }) => {
      const memberId = await member();
      const id = await add(memberships, term(memberId, ...whole));
      const other = (await change(id)) ?? {};
      expect(await submit(memberships, { ...term(memberId, ...whole), ...other })).toMatchObject({ code: 200 });
    });

    it("is looked for when a waiting one is moved, and not met in itself", async () => {
      const memberId = await member();
      await add(memberships, term(memberId, ...whole));
      const id = await add(memberships, term(memberId, "2026-01-01 00:00:00", "2026-12-31 23:59:59"));
      const move = (startTime: string) => submit(memberships, { id, startTime });
      expect(await move("2025-12-31 23:59:58")).toMatchObject({ status: 400, data: { issues: [{ code: "overlap" }] } });
      expect(await move("2026-02-01 00:00:00")).toMatchObject({ code: 200 });
      expect(await submit(memberships, { id, startTime: "2026-02-01 00:00:00", remark: "不变" })).toMatchObject({ code: 200 });
    });
  });

  it("overlaps no other of its member, also when both come at the same moment", async () => {
    const memberId = await member();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_one, index) =>
        submit(memberships, term(memberId, `2025-0${index + 2}-01 00:00:00`, "2025-12-31 23:59:59")),
      ),
    );
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ code }) => code !== 200))
      expect(answer).toMatchObject({ status: 400, data: { issues: [{ code: "overlap", path: ["startTime"] }] } });
    // Where one ends the next may begin.
    expect(await submit(memberships, term(memberId, "2025-12-31 23:59:59", "2026-12-31 23:59:59"))).toMatchObject({ code: 200 });
  });

  it("is changed while it waits, and no more once it is valid", async () => {
    const memberId = await member();
    const id = await add(memberships, term(memberId, "2025-06-01 00:00:00", "2025-12-31 23:59:59"));
    expect(await row(memberships, id)).toMatchObject({ status: 0 });
    expect(await gradeOf(memberId)).toBe(standard);
    expect(await submit(memberships, { id, startTime: "2025-03-01 00:00:00" })).toMatchObject({ code: 200 });
    expect(await row(memberships, id)).toMatchObject({ status: 1 });
    expect(await gradeOf(memberId)).toBe(gold);
    expect(await submit(memberships, { id, gradeId: silver })).toMatchObject({ status: 400 });
  });

  it("begins, gives way to the next, and ends by the clock, and revoking works as before", async () => {
    const memberId = await member();
    const first = await add(memberships, term(memberId, "2025-04-01 00:00:00", "2025-05-01 00:00:00", silver));
    const second = await add(memberships, term(memberId, "2025-05-01 00:00:00", "2025-06-01 00:00:00"));
    const standing = async () => [
      (await row(memberships, first))["status"],
      (await row(memberships, second))["status"],
      await gradeOf(memberId),
    ];
    await runSchedule("membership-term", clock);
    expect(await standing()).toEqual([0, 0, standard]);
    clock.goTo("2025-04-01 00:00:00");
    const [done] = await runSchedule("membership-term", clock);
    expect(done).toMatchObject({ status: 3 });
    expect(await standing()).toEqual([1, 0, silver]);
    clock.goTo("2025-05-01 00:00:00");
    await runSchedule("membership-term", clock);
    expect(await standing()).toEqual([2, 1, gold]);
    await runSchedule("membership-term", clock);
    expect(await standing()).toEqual([2, 1, gold]);
    expect(await act(memberships, "revoke", second)).toMatchObject({ code: 200 });
    expect(await standing()).toEqual([2, 3, standard]);
  });

  it("that the server slept through is over at once", async () => {
    const memberId = await member();
    const id = await add(memberships, term(memberId, "2025-06-01 00:00:00", "2025-06-10 00:00:00"));
    clock.goTo("2025-07-01 00:00:00");
    await runSchedule("membership-term", clock);
    expect(await row(memberships, id)).toMatchObject({ status: 2 });
    expect(await gradeOf(memberId)).toBe(standard);
  });
});
