// Make rules: derived when they are saved, fixed once codes were made, hard to guess, and looked at before they are used.
import { describe, expect, it } from "vitest";
import { arrayIn, objectIn, type Body } from "../../../support/samples.ts";
import { serverOfFile } from "../../../support/server.ts";
import { rowsOf } from "../rows.ts";

const server = await serverOfFile();
const zhangwei = server.as("zhangwei");
const english = server.as("zhangwei", {}, "en");
const rules = "/digit-manage/code-make-rule";
const standard: Body = {
  codeFuncType: 1,
  serialMode: 1,
  alphabet: 2,
  bodyLength: 10,
  checkMode: 2,
  prefix: "MXB",
  layerMark: 0,
  datePart: 0,
};
let number = 0;

async function rule(more: Body = {}): Promise<string> {
  number += 1;
  const answer = await zhangwei.post(`${rules}/submit`, { ...standard, name: `规则${number}`, ruleCode: `R${number}`, ...more });
  if (answer.code !== 200) throw new Error(JSON.stringify(answer));
  return String(objectIn(answer)["id"]);
}
const stored = async (id: string) => objectIn(await zhangwei.get(`${rules}/detail`, { id }));
const change = (id: string, more: Body) => zhangwei.post(`${rules}/submit`, { id, ...more });
const issuesIn = (data: unknown) => objectIn({ status: 0, code: 0, success: false, msg: "", data })["issues"];
const made = (id: string, serial: number) =>
  server.database.owner.transaction((tx) =>
    tx.query({ sql: "update code_make_rule set next_serial = $2 where id = $1", parameters: [id, serial] }),
  );

describe("saving a rule", () => {
  it("derives length, capacity and example at once, and again whenever its composition changes", async () => {
    const id = await rule({ datePart: 2 });
    expect(await stored(id)).toMatchObject({
      totalLength: 18,
      capacity: "1125899906842624",
      example: expect.stringMatching(/^MXB2503[2-9A-HJ-NP-Z]{11}$/),
      nextSerial: 1,
      status: 2,
    });
    await change(id, { datePart: 0, alphabet: 1, serialMode: 3, checkMode: 1 });
    expect(await stored(id)).toMatchObject({ totalLength: 14, capacity: "10000000000", example: "MXB00000000018" });
  });

  it("keeps its secret encrypted, the same one, and answers it to nobody", async () => {
    const id = await rule();
    const secrets = () => rowsOf(server, `select secret from code_make_rule where id = ${id}`);
    const [{ secret } = {}] = await secrets();
    expect(secret).toMatch(/^\$sealed\$[\w-]{60,}$/);
    await change(id, { prefix: "NEW", secret: "chosen by me" });
    expect(await secrets()).toEqual([{ secret }]);
    const answers = [
      await stored(id),
      await zhangwei.get(`${rules}/list`, { name: "规则" }),
      await zhangwei.get(`${rules}/preview`, { id }),
    ];
    expect(JSON.stringify(answers)).not.toContain("sealed");
    expect(objectIn(await zhangwei.get(`${rules}/detail`, { id }))["secret"] ?? "").toBe("");
    const log = await rowsOf(server, "select log_data, params from log_usual");
    expect(JSON.stringify(log)).not.toContain("sealed");
  });

  it("that is not possible has no example, and is refused when it is enabled", async () => {
    const id = await rule({ alphabet: 9, customAlphabet: "abc" });
    expect(await stored(id)).toMatchObject({ capacity: "59049", example: expect.stringMatching(/^MXB[abc]{11}$/) });
    expect(await zhangwei.put(`${rules}/status/${id}/1`)).toMatchObject({
      status: 400,
      msg: "Mod N 校验位要求字符个数为偶数，否则会漏检单个错字",
      data: { issues: [{ path: ["checkMode"] }] },
    });
    await change(id, { customAlphabet: "aabb" });
    expect(await stored(id)).toMatchObject({ example: "" });
    expect(await change(id, { customAlphabet: "a b," })).toMatchObject({ status: 400, data: { issues: [{ path: ["customAlphabet"] }] } });
  });
});

describe("an enabled rule", () => {
  it("is held to the checks of enabling when it changes", async () => {
    const id = await rule({ prefix: "ON" });
    await zhangwei.put(`${rules}/status/${id}/1`);
    expect(await change(id, { codeFuncType: 4, serialMode: 3 })).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["serialMode"] }] },
    });
    const other = await rule({ prefix: "ON2" });
    await zhangwei.put(`${rules}/status/${other}/1`);
    expect(await change(other, { prefix: "ON" })).toMatchObject({ status: 400, data: { error: "sameComposition", target: { id } } });
    expect(await stored(other)).toMatchObject({ prefix: "ON2", version: 2, totalLength: 14 });
    expect(await change(other, { bodyLength: 12 })).toMatchObject({ code: 200 });
    expect(await stored(other)).toMatchObject({ totalLength: 16 });
  });

  it("is not set to a status that does not exist", async () => {
    const id = await rule({ prefix: "ST" });
    expect(await zhangwei.put(`${rules}/status/${id}/3`)).toMatchObject({
      status: 400,
      msg: expect.stringMatching(/当前状态为“停用”，没有状态“3”可变更$/),
      data: { error: "wrongState" },
    });
    expect(await server.as("nobody").put(`${rules}/status/${id}/3`)).toMatchObject({ status: 403 });
    expect(await stored(id)).toMatchObject({ status: 2 });
  });
});

describe("a rule that has made codes", () => {
  it("changes its name, address and remark only", async () => {
    const id = await rule({ prefix: "USED" });
    await made(id, 36_001);
    const refused = await change(id, { name: "改名", prefix: "ZZ", bodyLength: 9, checkMode: 0 });
    expect(refused).toMatchObject({ status: 400, msg: expect.stringContaining("已生成过码") });
    expect(issuesIn(refused.data)).toEqual([
      expect.objectContaining({ path: ["prefix"], message: "该规则已生成过码，不能再修改码的组成" }),
      expect.objectContaining({ path: ["bodyLength"] }),
      expect.objectContaining({ path: ["checkMode"] }),
    ]);
    expect(await english.post(`${rules}/submit`, { id, prefix: "ZZ" })).toMatchObject({
      msg: expect.stringContaining("how they are written no longer changes"),
    });
    const before = await stored(id);
    expect(before).toMatchObject({ prefix: "USED", bodyLength: 10 });
    expect(
      await zhangwei.post(`${rules}/submit`, { ...before, name: "改名", urlPrefix: "https://t.example.cn/c/", remark: "备注" }),
    ).toMatchObject({
      code: 200,
    });
    expect(await stored(id)).toMatchObject({
      name: "改名",
      urlPrefix: "https://t.example.cn/c/",
      prefix: "USED",
      example: before["example"],
    });
  });

  it("is not removed", async () => {
    const id = await rule({ prefix: "KEEP" });
    await made(id, 2);
    expect(await zhangwei.post(`${rules}/remove`, undefined, { ids: id })).toMatchObject({ status: 400, data: { error: "ruleInUse" } });
    expect(await stored(id)).toMatchObject({ prefix: "KEEP" });
  });
});

describe("a preview", () => {
  const preview = (id: string, more: Record<string, string | number> = {}) => zhangwei.get(`${rules}/preview`, { id, ...more });

  it("shows ten samples, the space, and how likely a guess hits", async () => {
    const id = await rule({ prefix: "PRE" });
    expect(objectIn(await preview(id))).toMatchObject({
      totalLength: 14,
      capacity: "1125899906842624",
      madeNum: "0",
      mostNum: "1125899906842",
      guessOneIn: "0",
      guessProbability: "0",
    });
    await made(id, 1001);
    const shown = objectIn(await preview(id, { codeNum: 1_000_000 }));
    expect(shown).toMatchObject({ madeNum: "1000", guessOneIn: "1124775131", guessProbability: "8.89e-10" });
    const samples = shown["samples"];
    expect(samples).toHaveLength(10);
    expect(new Set(Array.isArray(samples) ? samples : []).size).toBe(10);
    for (const sample of Array.isArray(samples) ? samples : []) expect(sample).toMatch(/^PRE[2-9A-HJ-NP-Z]{11}$/);
  });

  it("of a sequence shows what comes next", async () => {
    const id = await rule({ prefix: "SEQ", serialMode: 3, alphabet: 1, checkMode: 1, bodyLength: 4 });
    await made(id, 9995);
    expect(objectIn(await preview(id))).toMatchObject({
      isGuessable: true,
      mostNum: "5",
      samples: ["SEQ99952", "SEQ99960", "SEQ99978", "SEQ99986", "SEQ99994"],
    });
  });

  it("refuses a quantity that its space is too small for", async () => {
    const id = await rule({ prefix: "SMALL", alphabet: 1, bodyLength: 6, checkMode: 1 });
    await made(id, 401);
    expect(await preview(id, { codeNum: 600 })).toMatchObject({ code: 200 });
    expect(await preview(id, { codeNum: 601 })).toMatchObject({
      status: 400,
      msg: expect.stringContaining("最多还能生成 600 个码"),
      data: { error: "spaceTooSmall", most: "600" },
    });
    expect(await preview(id, { codeNum: "many" })).toMatchObject({ status: 400, data: { error: "malformedParameter" } });
  });

  it("is for those who may see the rule", async () => {
    const id = await rule({ prefix: "MINE" });
    expect(await server.as("chenqing").get(`${rules}/preview`, { id })).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
    expect(await server.as("nobody").get(`${rules}/preview`, { id })).toMatchObject({ status: 403 });
    expect(arrayIn(await zhangwei.get(`${rules}/select`)).some((row) => "secret" in row)).toBe(false);
  });
});
