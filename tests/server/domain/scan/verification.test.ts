// Verification parts: those of a file are the ones that the look-up takes, and nobody tries many.
import { describe, expect, it } from "vitest";
import { createWorker } from "../../../../src/server/jobs/worker.ts";
import { objectIn } from "../../../support/samples.ts";
import { businessDomain, serverOfFile } from "../../../support/server.ts";
import { rowsOf, write } from "../rows.ts";

let moment = new Date(2025, 3, 20, 8, 0, 0).getTime();
const server = await serverOfFile({ milliseconds: () => moment });
const zhangwei = server.as("zhangwei");
const records = "/digit-manage/code-gen-record";
const hour = 3_600_000;

/** Codes with their parts, as the printer gets them. */
const printed = await (async (): Promise<readonly (readonly [string, string])[]> => {
  const added = async (path: string, body: Record<string, unknown>) => String(objectIn(await zhangwei.post(`${path}/submit`, body))["id"]);
  const rule = await added("/digit-manage/code-make-rule", {
    name: "刮开码",
    ruleCode: "SCRATCH",
    codeFuncType: 2,
    serialMode: 1,
    alphabet: 2,
    bodyLength: 12,
    checkMode: 2,
    verifyMode: 1,
    verifyLength: 6,
  });
  await zhangwei.put(`/digit-manage/code-make-rule/status/${rule}/1`);
  const record = await added(records, { name: "刮开码", codeMakeRuleId: rule, codeNum: 10, fileFormat: 2, fileContent: 3, splitSize: 0 });
  await zhangwei.post(`${records}/gen/${record}`);
  const { model, database, clock, services } = server;
  const faults: unknown[] = [];
  await createWorker({
    model,
    database,
    clock,
    identifiers: services.identifiers,
    handlers: businessDomain.jobs ?? {},
    onFault: (error) => void faults.push(error),
  }).idle();
  expect(faults).toEqual([]);
  const file = await zhangwei.raw("GET", `${records}/download/${record}`);
  await write(server, "update code_item set life_status = 1 where code_gen_record_detail_id is not null and scan_count = 0");
  return file.payload
    .trim()
    .split("\r\n")
    .map((line) => {
      const [code = "", part = ""] = line.split(",");
      return [code, part] as const;
    });
})();

const at = (index: number): readonly [string, string] => printed[index] ?? ["", ""];
const wrongOf = (part: string): string => String((Number(part) + 1) % 1_000_000).padStart(6, "0");

let address = 0;

/** Each from an address of its own, as a guesser would. */
async function ask(code: string, verifyCode?: string, language = "zh-CN"): Promise<Readonly<Record<string, unknown>>> {
  address += 1;
  const response = await server.app.inject({
    method: "GET",
    url: "/api/anti-fake-web/product-info",
    query: { code, tenantId: "100001", ...(verifyCode === undefined ? {} : { verifyCode }) },
    remoteAddress: `203.0.113.${address % 250}`,
    headers: { "accept-language": language },
  });
  expect(response.statusCode).toBe(200);
  return response.json<{ data: Record<string, unknown> }>().data;
}
const counted = async (code: string) =>
  (await rowsOf(server, `select scan_count from code_item where code = '${code}'`))[0]?.["scan_count"];

describe("a code with a part under the scratch layer", () => {
  it("is genuine with its part, and counts only then", async () => {
    const [code, part] = at(0);
    expect(part).toMatch(/^\d{6}$/);
    expect(await ask(code)).toEqual({ needVerify: true, code, layerName: "" });
    expect(await counted(code)).toBe(0);
    expect(await ask(code, part)).toMatchObject({ result: 1, scanCount: 1, needVerify: false });
    // As a phone's keyboard for Chinese writes digits.
    const wide = part.replaceAll(/\d/g, (digit) => String.fromCodePoint((digit.codePointAt(0) ?? 0) + 0xfee0));
    expect(await ask(code, ` ${wide} `)).toMatchObject({ result: 2, scanCount: 2 });
  });

  it("says of a wrong part that it is wrong, and nothing else", async () => {
    const [code, part] = at(1);
    expect(await ask(code, wrongOf(part))).toEqual({
      result: 6,
      resultText: "验证码错误",
      suspicious: 0,
      needVerify: false,
      code,
      layerName: "",
    });
    expect(await ask(code, "", "en")).toMatchObject({ needVerify: true });
    expect(await ask(code, `${part}0`, "en")).toMatchObject({ result: 6, resultText: "The verification code is wrong" });
    // The part of another code.
    expect(await ask(code, at(2)[1])).toMatchObject({ result: 6 });
    expect(await counted(code)).toBe(0);
    expect(await rowsOf(server, `select result from consumer_scan_record where code = '${code}'`)).toEqual([
      { result: 6 },
      { result: 6 },
      { result: 6 },
    ]);
    expect(await ask(code, part)).toMatchObject({ result: 1 });
  });

  it("is blocked for a day after as many wrong parts as the tenant allows, also for who knows the right one", async () => {
    const [code, part] = at(3);
    for (let time = 0; time < 4; time += 1) expect(await ask(code, wrongOf(part))).toMatchObject({ result: 6 });
    moment += hour;
    await ask(code, wrongOf(part));
    expect(await ask(code, part)).toMatchObject({ result: 6 });
    // Trying on prolongs nothing.
    moment += 23 * hour;
    expect(await ask(code, part)).toMatchObject({ result: 6 });
    moment += hour + 1000;
    expect(await ask(code, part)).toMatchObject({ result: 1 });
    // Other codes are not concerned.
    const [other, ofOther] = at(4);
    expect(await ask(other, ofOther)).toMatchObject({ result: 1 });
  });

  it("is not blocked by failures that are further apart", async () => {
    const [code, part] = at(5);
    for (let time = 0; time < 4; time += 1) await ask(code, wrongOf(part));
    moment += 25 * hour;
    await ask(code, wrongOf(part));
    expect(await ask(code, part)).toMatchObject({ result: 1 });
  });

  it("lets no more through when many guess at once", async () => {
    const [code, part] = at(6);
    const wrong = Array.from({ length: 12 }, () => ask(code, wrongOf(part)));
    await Promise.all(wrong);
    expect(await rowsOf(server, `select count(*)::int as n from consumer_scan_record where code = '${code}'`)).toEqual([{ n: 5 }]);
    expect(await ask(code, part)).toMatchObject({ result: 6 });
  });
});

describe("a rule whose secret cannot be read", () => {
  it("is the server's fault, and tells the public nothing", async () => {
    const [code, part] = at(7);
    await write(server, "update code_make_rule set secret = 'lost' where rule_code = 'SCRATCH'");
    const response = await server.app.inject({
      method: "GET",
      url: "/api/anti-fake-web/product-info",
      query: { code, tenantId: "100001", verifyCode: part },
      remoteAddress: "198.51.100.1",
    });
    expect(response.statusCode).toBe(500);
    expect(response.payload).not.toContain("刮开码");
  });
});
