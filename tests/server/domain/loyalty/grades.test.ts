// Grades keep to their order, and members to their grades.
import { describe, expect, it } from "vitest";
import { objectIn } from "../../../support/samples.ts";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";
import { grades, loyaltyIn, members } from "./loyalty.ts";

const demonstration = await startDemonstration();
const { add, put, row, server, zhangwei } = demonstration;
const { member, gradeNamed, submit, work } = loyaltyIn(demonstration);

const [standard, silver, gold] = [await gradeNamed("普通会员"), await gradeNamed("银卡"), await gradeNamed("金卡")];
const defaults = async () =>
  (await rowsOf(server, "select name from grade where tenant_id = '100001' and is_default = 1 and is_deleted = 0")).map(({ name }) => name);
const refused = (path: string, sentence: string) => ({
  status: 400,
  msg: expect.stringContaining(sentence),
  data: { issues: [{ path: [path] }] },
});

describe("grades", () => {
  it("share no more than the whole sale", async () => {
    expect(await submit(grades, { id: gold, shareRate: "60.00", parentShareRate: "40.01" })).toMatchObject(
      refused("parentShareRate", "合计不能超过 100%"),
    );
    expect(await submit(grades, { id: gold, shareRate: "60.00", parentShareRate: "40.00" })).toMatchObject({ code: 200 });
    expect(await submit(grades, { id: gold, parentShareRate: "40.01" })).toMatchObject({ status: 400 });
  });

  it("ask for more growth the higher they are, as far as they are enabled", async () => {
    expect(await submit(grades, { id: silver, minGrowth: 5000 })).toMatchObject(refused("minGrowth", "须小于上级“金卡”的 5000"));
    expect(await submit(grades, { name: "铂金卡", gradeLevel: 4, minGrowth: 5000 })).toMatchObject(
      refused("minGrowth", "须大于下级“金卡”的 5000"),
    );
    const draft = await add(grades, { name: "草案", gradeLevel: 5, minGrowth: 10, status: 2 });
    expect(await submit(grades, { id: draft, status: 1 })).toMatchObject(refused("minGrowth", "须大于下级“银卡”的 1000"));
  });

  it("have a default that asks for nothing, and stays until another one takes its place", async () => {
    expect(await submit(grades, { id: silver, isDefault: 1 })).toMatchObject(refused("minGrowth", "默认等级的所需成长值必须为 0"));
    expect(await submit(grades, { id: standard, isDefault: 0, minGrowth: 10 })).toMatchObject(refused("isDefault", "必须有一个默认等级"));
    expect(await zhangwei.post(`${grades}/remove`, undefined, { ids: standard })).toMatchObject({
      status: 400,
      data: { error: "defaultGrade" },
    });
    expect(await defaults()).toEqual(["普通会员"]);
  });

  it("have one default, however many are made it at the same moment", async () => {
    // Disabled, it leaves its place in the order.
    await submit(grades, { id: standard, status: 2 });
    const answers = await Promise.all(
      [6, 7, 8, 9].map((gradeLevel) => submit(grades, { name: `候选${gradeLevel}`, gradeLevel, minGrowth: 0, status: 2, isDefault: 1 })),
    );
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200]);
    expect(await defaults()).toHaveLength(1);
    expect(await submit(grades, { id: standard, status: 1, isDefault: 1 })).toMatchObject({ code: 200 });
    expect(await defaults()).toEqual(["普通会员"]);
    for (const answer of answers)
      expect(await zhangwei.post(`${grades}/remove`, undefined, { ids: String(objectIn(answer)["id"]) })).toMatchObject({ code: 200 });
  });
});

describe("the default grade", () => {
  const levels = () =>
    rowsOf(
      server,
      "select name, grade_level as level, min_growth as growth, is_default as def, status from grade where tenant_id = '100001' and is_deleted = 0 and name = any($1) order by name",
      [["普通会员", "新客", "银卡"]],
    );
  const starters = async (id: string) => (await row(members, id))["gradeId"];

  it("is replaced in one step: by a new one at its level, which its members get, and back again", async () => {
    const id = await member();
    expect(await starters(id)).toBe(standard);
    const next = await add(grades, { name: "新客", gradeLevel: 1, minGrowth: 0, isDefault: 1 });
    const before = await levels();
    expect(before).toMatchObject([
      { name: "新客", level: 1, growth: 0, def: 1, status: 1 },
      { name: "普通会员", growth: 0, def: 0, status: 2 },
      { name: "银卡", level: 2 },
    ]);
    expect(await starters(await member())).toBe(next);
    await work();
    expect(await starters(id)).toBe(next);
    expect(await submit(grades, { id: standard, gradeLevel: 1, status: 1, isDefault: 1 })).toMatchObject({ code: 200 });
    await work();
    expect(await starters(id)).toBe(standard);
    expect(await zhangwei.post(`${grades}/remove`, undefined, { ids: await gradeNamed("新客") })).toMatchObject({ code: 200 });
    expect(await levels()).toMatchObject([{ name: "普通会员", level: 1, def: 1, status: 1 }, { name: "银卡" }]);
  });

  it("is replaced by a higher one that asks for nothing from now on", async () => {
    expect(await submit(grades, { id: silver, minGrowth: 0, isDefault: 1 })).toMatchObject({ code: 200 });
    expect(await levels()).toMatchObject([
      { name: "普通会员", level: 1, def: 0, status: 2 },
      { name: "银卡", level: 2, growth: 0, def: 1, status: 1 },
    ]);
    // Twice at once, there is still one.
    const answers = await Promise.all([
      submit(grades, { id: standard, status: 1, isDefault: 1 }),
      submit(grades, { id: standard, status: 1, isDefault: 1 }),
    ]);
    expect(answers.some(({ code }) => code === 200)).toBe(true);
    expect(await defaults()).toEqual(["普通会员"]);
    expect(await submit(grades, { id: silver, minGrowth: 1000, status: 1 })).toMatchObject({ code: 200 });
  });
});

describe("the grade of a member", () => {
  it("follows when a threshold is moved or a grade is closed", async () => {
    const id = await member();
    await put("update member set growth_value = 4000 where id = $1", [id]);
    await submit(grades, { id: silver, minGrowth: 900 });
    await work();
    expect(await row(members, id)).toMatchObject({ gradeId: silver });
    await submit(grades, { id: gold, minGrowth: 3500 });
    await work();
    expect(await row(members, id)).toMatchObject({ gradeId: gold });
    await submit(grades, { id: gold, status: 2 });
    await work();
    expect(await row(members, id)).toMatchObject({ gradeId: silver });
    await submit(grades, { id: gold, status: 1 });
    await work();
    expect(await row(members, id)).toMatchObject({ gradeId: gold });
  });

  it("that is in use is not removed", async () => {
    expect(await zhangwei.post(`${grades}/remove`, undefined, { ids: gold })).toMatchObject({ status: 400, data: { error: "inUse" } });
  });
});

it("the database itself keeps a second default out", async () => {
  await expect(put("update grade set is_default = 1, min_growth = 0 where id = $1", [silver])).rejects.toThrow(/exclusion constraint/);
});
