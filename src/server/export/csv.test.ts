// CSV: what is quoted, what would be a formula, and that chunks may break anywhere.
import { describe, expect, it } from "vitest";
import { CopiedCsv, csvOf, withoutFormula } from "./csv.ts";
import type { ExportColumn, ExportRows } from "./sheet.ts";

const columns: readonly ExportColumn[] = [
  { label: "名称", type: "text" },
  { label: "Amount, net", type: "number", scale: 2 },
  { label: "=Day", type: "day" },
];

async function* batches(...all: Parameters<typeof csvOf>[1] extends AsyncIterable<infer B> ? B[] : never): ExportRows {
  yield* all;
}

async function joinedText(chunks: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const chunk of chunks) text += chunk;
  return text;
}

describe("rows of any source", () => {
  it("become lines of RFC 4180 behind a mark and the labels, with nothing that a spreadsheet would run", async () => {
    const rows = batches(
      [
        ['say "hi", all\nof you', "-12.50", "2025-03-01"],
        ["=1+1", "7", null],
      ],
      [
        ["+8613800138000", "0", ""],
        ["@cmd", "1", "2025-03-02"],
        ["\t=1", "1", null],
        ["\r=1", "1", null],
        ["-1+cmd", "1", null],
        ["-5", "1", null],
        [null, null, null],
      ],
    );
    expect(await joinedText(csvOf(columns, rows))).toBe(
      "\uFEFF" +
        [
          '名称,"Amount, net",\'=Day',
          '"say ""hi"", all\nof you",-12.50,2025-03-01',
          "'=1+1,7,",
          "'+8613800138000,0,",
          "'@cmd,1,2025-03-02",
          "'\t=1,1,",
          '"\'\r=1",1,',
          "'-1+cmd,1,",
          "-5,1,",
          ",,",
          "",
        ].join("\r\n"),
    );
  });
});

describe("what PostgreSQL copies out", () => {
  const copied = Buffer.from(
    [
      '"=a,b",-1.5,2025-01-01',
      "=HYPERLINK(1),2,",
      "-5,3,",
      "-5x,4,",
      '"say ""=no""",5,',
      '"two\nlines",6,',
      "+1,7,",
      '"",8,',
      ",9,",
      "@长,10,2025-01-02",
      '"\r=1",11,',
      "",
    ].join("\n"),
  );
  const safe = [
    '"\'=a,b",-1.5,2025-01-01',
    "'=HYPERLINK(1),2,",
    "-5,3,",
    "'-5x,4,",
    '"say ""=no""",5,',
    '"two\nlines",6,',
    "'+1,7,",
    '"",8,',
    ",9,",
    "'@长,10,2025-01-02",
    '"\'\r=1",11,',
    "",
  ].join("\r\n");

  it.each([1, 2, 3, 5, 7, 11, 1000])("is safe and whole in chunks of %i bytes", (size) => {
    const guard = new CopiedCsv(columns);
    const written: Buffer[] = [];
    for (let at = 0; at < copied.length; at += size) written.push(guard.push(copied.subarray(at, at + size)));
    expect(Buffer.concat(written).toString()).toBe(safe);
    expect(guard.rows).toBe(11);
  });
});

describe("the beginning of a cell", () => {
  const copiedOut = (line: string): string => new CopiedCsv(columns).push(Buffer.from(line)).toString();

  it.each([
    ["an equals sign", "="],
    ["a plus", "+"],
    ["a minus", "-"],
    ["an at sign", "@"],
    ["a tab", "\t"],
  ])("that is %s makes no formula, on whichever way the table is written", (_what, begin) => {
    expect(withoutFormula(`${begin}cmd`)).toBe(`'${begin}cmd`);
    expect(copiedOut(`${begin}cmd,1,\n`)).toBe(`'${begin}cmd,1,\r\n`);
    expect(copiedOut(`"${begin}cmd,",1,\n`)).toBe(`"'${begin}cmd,",1,\r\n`);
  });

  it("that is a return, which is always quoted, makes none either", () => {
    expect(withoutFormula("\rcmd")).toBe("'\rcmd");
    expect(copiedOut('"\rcmd",1,\n')).toBe('"\'\rcmd",1,\r\n');
  });

  it.each(["", "a=1", "1+1", "'=1", "-5", "-5.25", " =1"])("%j stays as it is", (text) => {
    expect(withoutFormula(text)).toBe(text);
    expect(copiedOut(`${text},1,\n`)).toBe(`${text},1,\r\n`);
  });

  it.each(["-", "-5x", "--5", "-5.", "-.5", "-5.5.5", "+5"])("%j is no number, and gets its apostrophe", (text) => {
    expect(withoutFormula(text)).toBe(`'${text}`);
    expect(copiedOut(`${text},1,\n`)).toBe(`'${text},1,\r\n`);
  });

  it("is looked at in columns of text alone", () => {
    expect(copiedOut("a,=1,=2\n")).toBe("a,=1,=2\r\n");
    expect(copiedOut('a,"=1,","=2,"\n')).toBe('a,"=1,","=2,"\r\n');
  });
});
