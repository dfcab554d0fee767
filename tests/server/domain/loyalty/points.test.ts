// Points and grades of members: adjusted in the open, never below nothing, and the grade that follows.
import { describe, expect, it } from "vitest";
import { recordsIn } from "../../../support/samples.ts";
import { expectsAuditedChanges } from "../../../support/audit-coverage.ts";
import { startDemonstration } from "../demonstration.ts";

const [members, records, memberships, grades] = ["/qianyun/member", "/qianyun/pointsrecord", "/qianyun/membership", "/qianyun/grade"];

const demonstration = await startDemonstration();
expectsAuditedChanges(demonstration.server);

let people = 0;

async function memberWith(points: number): Promise<string> {
  people += 1;
  const id = await demonstration.add(members, { nickName: `积分${people}`, phone: `137000020${String(people).padStart(2, "0")}` });
  const answer = points > 0 ? await adjust(id, points) : undefined;
  if (answer !== undefined && answer.code !== 200) throw new Error(JSON.stringify(answer));
  return id;
}

const adjust = (id: string, points: number) => demonstration.act(members, "adjust-points", id, { points, remark: "客诉补偿" });

describe("adjusting points", () => {
  it("writes one record and moves the balance, but not what was ever earned", async () => {
    const id = await memberWith(100);
    expect(await adjust(id, -30)).toMatchObject({ code: 200 });
    expect(await demonstration.row(members, id)).toMatchObject({ points: 70, totalPoints: 0 });
    const rows = recordsIn(await demonstration.zhangwei.get(`${records}/list`, { memberId_equal: id }));
    expect(rows).toHaveLength(2);
    expect(rows.find((row) => row["points"] === -30)).toMatchObject({
      direction: 2,
      bizType: 9,
      balanceBefore: 100,
      balanceAfter: 70,
      remark: "客诉补偿",
    });
  });

  it("is refused below nothing, by nothing, and beyond what a member can hold", async () => {
    const id = await memberWith(10);
    expect(await adjust(id, -11)).toMatchObject({
      status: 400,
      msg: expect.stringContaining("积分不足：可用 10"),
      data: { error: "pointsTooFew", points: 10 },
    });
    expect(await adjust(id, 0)).toMatchObject({ status: 400, data: { issues: [{ path: ["points"] }] } });
    expect(await adjust(id, 2_147_483_647)).toMatchObject({ status: 400, data: { error: "pointsTooMany" } });
    expect(await demonstration.row(members, id)).toMatchObject({ points: 10 });
    expect(await demonstration.count(records, { memberId_equal: id })).toBe(1);
  });

  it("is nothing another tenant can do", async () => {
    const id = await memberWith(10);
    expect(await demonstration.chenqing.post(`${members}/adjust-points/${id}`, undefined, { points: 5, remark: "x" })).toMatchObject({
      status: 400,
      data: { error: "rowNotFound" },
    });
    expect(await demonstration.row(members, id)).toMatchObject({ points: 10 });
  });

  it("loses and doubles nothing when many adjust at once", async () => {
    const id = await memberWith(50);
    const answers = await Promise.all(Array.from({ length: 12 }, () => adjust(id, -7)));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(7);
    expect(await demonstration.row(members, id)).toMatchObject({ points: 1 });
    const rows = recordsIn(await demonstration.zhangwei.get(`${records}/list`, { memberId_equal: id, size: "50" }));
    expect(rows.reduce((sum, row) => sum + Number(row["points"]), 0)).toBe(1);
    expect(rows.map((row) => Number(row["balanceAfter"])).sort((left, right) => left - right)).toEqual([1, 8, 15, 22, 29, 36, 43, 50]);
  });

  it("is refused for a member who is gone", async () => {
    const id = await memberWith(0);
    await demonstration.put("update member set status = 3 where id = $1", [id]);
    expect(await adjust(id, 5)).toMatchObject({ status: 400, data: { error: "wrongState" } });
  });
});

describe("revoking a membership", () => {
  const gradeNamed = async (name: string) => String((await demonstration.find(grades, { name_like: name }))["id"]);

  it("takes its grade back: what growth reaches, or another membership in force grants", async () => {
    const id = await memberWith(0);
    const [gold, silver, standard] = [await gradeNamed("金卡"), await gradeNamed("银卡"), await gradeNamed("普通会员")];
    const membership = (startTime: string, endTime: string) =>
      demonstration.add(memberships, { memberId: id, gradeId: gold, startTime, endTime, openType: 4 });
    const present = await membership("2025-01-01 00:00:00", "2025-12-31 23:59:59");
    const future = await membership("2026-01-01 00:00:00", "2026-12-31 23:59:59");
    await demonstration.put("update member set grade_id = $2 where id = $1", [id, gold]);
    expect(await demonstration.act(memberships, "revoke", future)).toMatchObject({ code: 200 });
    expect(await demonstration.row(members, id)).toMatchObject({ gradeId: gold });
    expect(await demonstration.act(memberships, "revoke", present)).toMatchObject({ code: 200 });
    expect(await demonstration.row(memberships, present)).toMatchObject({ status: 3 });
    expect(await demonstration.row(members, id)).toMatchObject({ gradeId: standard });
    expect(await demonstration.act(memberships, "revoke", present)).toMatchObject({ status: 400, data: { error: "wrongState" } });
    await demonstration.put("update member set growth_value = 1000 where id = $1", [id]);
    // A revoked one takes no time: another one may have the same.
    const again = await membership("2025-01-01 00:00:00", "2025-12-31 23:59:59");
    expect(await demonstration.act(memberships, "revoke", again)).toMatchObject({ code: 200 });
    expect(await demonstration.row(members, id)).toMatchObject({ gradeId: silver });
  });
});
