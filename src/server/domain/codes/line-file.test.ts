// Files of lines: where lines end and go on, what columns they have, which codes are there twice, and what a report says of it.
import { createReadStream } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { FileReader } from "../resource/uploaded-files.ts";
import {
  beginning,
  columnsIn,
  fileHashOf,
  LineReport,
  readLines,
  RepeatedCodes,
  type Charset,
  type Line,
  type LineBatch,
} from "./line-file.ts";

const directory = await mkdtemp(path.join(tmpdir(), "tracemark-line-file-test-"));
afterAll(() => rm(directory, { recursive: true, force: true }));

let files = 0;
async function fileOf(content: string | Buffer): Promise<FileReader> {
  files += 1;
  const file = path.join(directory, String(files));
  await writeFile(file, content);
  return (start) => createReadStream(file, { start });
}

async function batchesOf(
  file: FileReader,
  { from = beginning, most = 1000, charset = "utf-8" as Charset } = {},
): Promise<readonly LineBatch[]> {
  const batches: LineBatch[] = [];
  for await (const batch of readLines(file, { charset, from, max: most })) batches.push(batch);
  return batches;
}
const linesOf = async (content: string | Buffer, charset: Charset = "utf-8"): Promise<readonly Line[]> =>
  (await batchesOf(await fileOf(content), { charset })).flatMap(({ lines }) => lines);

describe("lines", () => {
  it("end with a line feed, with a carriage return before it, or with the file", async () => {
    expect(await linesOf("A\nB\r\n\nC")).toEqual([
      { number: 1, text: "A" },
      { number: 2, text: "B" },
      { number: 3, text: "" },
      { number: 4, text: "C" },
    ]);
    expect(await linesOf("")).toEqual([]);
    expect(await linesOf("A\n")).toEqual([{ number: 1, text: "A" }]);
  });

  it("are read as their charset says; what is none of it, or longer than a line may be, is told and not guessed", async () => {
    expect(await linesOf(Buffer.from([0xcf, 0xe4, 0x0a, 0x41, 0x0a]), "gbk")).toEqual([
      { number: 1, text: "箱" },
      { number: 2, text: "A" },
    ]);
    expect(await linesOf(Buffer.concat([Buffer.from("\uFEFFA\n"), Buffer.from([0xff, 0xfe, 0x0a]), Buffer.from("B")]))).toEqual([
      { number: 1, text: "A" },
      { number: 2, text: undefined },
      { number: 3, text: "B" },
    ]);
    const long = await linesOf(`${"x".repeat(1024 * 1024 + 1)}\nB\n`);
    expect(long).toEqual([
      { number: 1, text: undefined },
      { number: 2, text: "B" },
    ]);
  });

  it("go on behind any batch as if they had never stopped", async () => {
    const wanted = Array.from({ length: 40_000 }, (_one, index) => `码${index}${"x".repeat(index % 50)}`);
    const file = await fileOf(wanted.join("\r\n"));
    const batches = await batchesOf(file, { most: 7_000 });
    expect(batches.map(({ lines }) => lines.length)).toEqual([7_000, 7_000, 7_000, 7_000, 7_000, 5_000]);
    expect(batches.flatMap(({ lines }) => lines.map(({ text }) => text))).toEqual(wanted);
    const rest = await batchesOf(file, { from: batches[2]?.next ?? beginning, most: 50_000 });
    const [first] = rest.flatMap(({ lines }) => lines);
    expect(first).toEqual({ number: 21_001, text: wanted[21_000] });
    expect(rest.flatMap(({ lines }) => lines).at(-1)).toEqual({ number: 40_000, text: wanted.at(-1) });
  });
});

it.each([
  { text: "A,B ,C", columns: ["A", "B", "C"] },
  { text: '"A,1","say ""B"""', columns: ["A,1", 'say "B"'] },
  { text: ' "A" ,', columns: ["A", ""] },
  { text: '"A', columns: undefined },
  { text: '"A"x,B', columns: undefined },
  { text: 'A"B,C', columns: ['A"B', "C"] },
])("the columns of $text", ({ text, columns }) => {
  expect(columnsIn(text, { separator: ",", isQuoted: true })).toEqual(columns);
});

it("quotes mean nothing in text that has none", () => {
  expect(columnsIn('"A;B', { separator: ";", isQuoted: false })).toEqual(['"A', "B"]);
});

it("the hash of a file is that of its bytes", async () => {
  expect(await fileHashOf(await fileOf("abc"))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

it("codes that are there twice are found however far apart, each with the line of the first", async () => {
  const repeated = await RepeatedCodes.open();
  try {
    for (let line = 1; line <= 150_000; line += 1) await repeated.add(`C${line}`, line);
    await repeated.add("C1", 150_001);
    await repeated.add("C77777", 150_002);
    await repeated.add("C77777", 150_003);
    const found = [];
    for await (const one of repeated.find()) found.push(one);
    expect(found.toSorted((left, right) => left.line - right.line)).toEqual([
      { line: 150_001, first: 1 },
      { line: 150_002, first: 77_777 },
      { line: 150_003, first: 77_777 },
    ]);
  } finally {
    await repeated.close();
  }
});

describe("a report", () => {
  it("counts all problems, keeps the first thousand by their lines, and says the first", () => {
    const report = new LineReport();
    expect(report.isClean).toBe(true);
    for (let line = 1500; line > 0; line -= 1) report.add({ kind: "unknown", line, content: `C${line}`, what: ["无此码", "no such code"] });
    report.add({ kind: "malformed", line: 0, content: "", what: ["少码", "too few"] });
    expect(report.isClean).toBe(false);
    expect(report.counts).toEqual({ malformed: 1, duplicate: 0, unknown: 1500 });
    expect(report.problems).toHaveLength(1000);
    expect(report.summary).toEqual([
      "文件有误：格式错误 1，重复 0，不认识 1500；第 501 行：无此码",
      "The file has faults: 1 malformed, 0 duplicate, 1500 unknown; line 501: no such code",
    ]);
  });

  it("is a file that no spreadsheet takes for formulas", () => {
    const report = new LineReport();
    report.add({ kind: "duplicate", line: 7, content: '=cmd|"x",1', what: ["重复,了", "again"] });
    expect(Buffer.concat([...report.errorFile()]).toString()).toBe(
      '\uFEFF行号 Line,类型 Kind,问题,Problem,内容 Content\r\n7,重复 Duplicate,"重复,了",again,"\'=cmd|""x"",1"\r\n',
    );
  });
});
