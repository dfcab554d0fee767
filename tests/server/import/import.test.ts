// Imports of files: what is read, what a trial tells, what is written, what is refused.
import { readXlsx, writeXlsx } from "hucre/xlsx";
import { beforeEach, describe, expect, it } from "vitest";
import { isRecord, recordsIn } from "#schema/json";
import { serverOfFile, type Client } from "../../support/server.ts";

const server = await serverOfFile({ isSeeded: true });
beforeEach(() => server.reset());
const owner = server.as("zhangwei");
const english = server.as("zhangwei", {}, "en");

type Body = { readonly text: string } | { readonly file: string };
type Row = Readonly<Record<string, unknown>>;

const objectIn = (value: unknown): Row => {
  if (!isRecord(value)) throw new Error(`no object: ${JSON.stringify(value)}`);
  return value;
};

const linesOf = (...rows: readonly (readonly string[])[]): Body => ({ text: rows.map((row) => row.join("\t")).join("\n") });
const bookOf = async (...rows: Parameters<typeof writeXlsx>[0]["sheets"]): Promise<Body> => ({
  file: Buffer.from(await writeXlsx({ sheets: rows })).toString("base64"),
});

async function imported(body: Body, query: Readonly<Record<string, string>> = {}, path = "/digit-bind/factory", client: Client = owner) {
  const answer = await client.post(`${path}/import`, body, query);
  expect({ code: answer.code, data: answer.code === 200 ? "" : answer.data }, answer.msg).toEqual({ code: 200, data: "" });
  return objectIn(answer.data);
}

async function refusal(body: unknown, query: Readonly<Record<string, string>> = {}, client: Client = owner) {
  const answer = await client.post("/digit-bind/factory/import", body, query);
  return objectIn(answer.data)["error"];
}

const counts = (data: Row): readonly unknown[] =>
  ["added", "changed", "unchanged", "refused"].map((kind) => objectIn(data[kind])["count"]);
const problemsIn = (data: Row) =>
  recordsIn(objectIn(data["refused"])["rows"]).map((row) => [row["row"], recordsIn(row["problems"]).map(({ message }) => message)]);

async function factories(query: Readonly<Record<string, string>>): Promise<readonly Row[]> {
  return recordsIn(objectIn((await owner.get("/digit-bind/factory/list", query)).data)["records"]);
}

const heading = ["工厂编号", "工厂名称", "简称"];

describe("a trial", () => {
  it("tells what would be added, changed, left alone and refused, and writes nothing", async () => {
    const [first] = await factories({ size: "1", ascs: "code" });
    const own = [first?.["code"], first?.["name"], first?.["shortName"]].map(String);
    const body = linesOf(heading, ["NEW-1", "新工厂一", "新一"], [own[0] ?? "", "改名工厂", own[2] ?? ""], ["", "没有编号", ""], ["NEW-1", "重复", ""]);
    const data = await imported(body, { dryRun: "1" });
    expect(data).toMatchObject({ done: false, key: "code", rows: 4 });
    expect(counts(data)).toEqual([1, 1, 0, 2]);
    expect(recordsIn(objectIn(data["changed"])["rows"])).toMatchObject([
      { row: 3, changes: [{ label: "工厂名称", before: own[1], after: "改名工厂" }] },
    ]);
    expect(problemsIn(data)).toEqual([
      [4, ["请输入工厂编号"]],
      [5, ["与文件第 2 行重复"]],
    ]);
    expect(await factories({ code: "NEW-1" })).toEqual([]);
  });
});
