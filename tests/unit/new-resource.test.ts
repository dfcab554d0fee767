// An analyst's first minutes: a new definition from flags or questions passes the check and the type checker, and nothing else is touched.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Readable, Writable } from "node:stream";
import { describe, expect, test } from "vitest";
import { generateCommand } from "../../scripts/generate/command.ts";
import { newResourceCommand } from "../../scripts/new-resource/command.ts";
import { printerFor, smallCheckout, type SmallCheckout } from "../support/small-checkout.ts";
import { definitionSource } from "../../scripts/new-resource/source.ts";
import { readAction, readField, SpecError } from "../../scripts/new-resource/spec.ts";

/** Eight fields of eight kinds, one of them a reference, and one action. */
const flags = [
  "--name",
  "sampling-plan",
  "--area",
  "production",
  "--label-zh",
  "抽样方案",
  "--label-en",
  "Sampling plan",
  "--field",
  "code:code:方案编号:Plan code:required,like,unique,max=32",
  "--field",
  "name:text:方案名称:Plan name:required=请输入方案名称/Please enter the plan name,like,help=如 A/For example A",
  "--field",
  "factoryId:ref=factory:工厂:Factory:required,equal",
  "--field",
  "level:choice:检验水平:Level:1=一般/Normal/blue|2=加严/Tightened,default=1,equal",
  "--field",
  "size:integer:样本量:Sample size:required,min=1,max=9999",
  "--field",
  "price:money:检验费:Fee:min=0",
  "--field",
  "validFrom:date:生效日期:Valid from:range",
  "--field",
  "isActive:bool:是否启用:Active:default=1,equal",
  "--action",
  "tighten:加严:Tighten:set=level=2,confirm=确定加严该方案?/Tighten this plan?",
];

/** Path → text of every file below a folder. */
function textsBelow(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(files.map(({ parentPath, name }) => [path.join(parentPath, name), readFileSync(path.join(parentPath, name), "utf8")]));
}

/** Calls the command with flags, or with lines that answer its questions. */
async function newResourceIn(
  { root, importFile }: SmallCheckout,
  given: readonly string[],
  answers: readonly string[] = [],
): Promise<{ readonly code: number; readonly output: string }> {
  const lines: string[] = [];
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  const terminal = { input: Readable.from(answers.map((answer) => `${answer}\n`)), output };
  const code = await newResourceCommand(root, { given, terminal, importFile, printer: printerFor(lines) });
  return { code, output: lines.join("\n") };
}

describe("npm run new-resource", () => {
  test("with flags writes a definition that passes the check and the type checker, and generates what follows from it", async () => {
    using copy = smallCheckout();
    const replaced = flags.map((flag) => flag.replace("size:integer", "sampleSize:integer"));
    // As people start it.
    const { code, output } = copy.run("new-resource", replaced);
    expect([code, output]).toEqual([0, expect.stringContaining("resources/production/sampling-plan.ts is written")]);
    expect(output).toContain("/production/sampling-plan");
    // `npm run types` compiles this file, and proves that a slip in it would not compile.
    await expect(copy.read("resources/production/sampling-plan.ts")).toMatchFileSnapshot("../types/examples/sampling-plan.ts");
    // Which also runs the check.
    expect(await generateCommand(copy.root, { isCheck: true, importFile: copy.importFile, printer: printerFor([]) })).toBe(0);
    expect(copy.read("generated/menu.json")).toContain('"path": "/production/sampling-plan"');
    expect(copy.read("generated/tables.json")).toContain('"sampling_plan": {');
    expect(copy.read("generated/screens/sampling-plan.json")).toContain('"permission": "samplingplan_tighten"');
  });

  test("asks for everything, explains a wrong answer and asks again", async () => {
    using copy = smallCheckout();
    const answers = [
      "nowhere",
      "production",
      "factory",
      "check-point",
      "检验点",
      "Check point",
      "",
      "Code",
      "code",
      "txet",
      "code",
      "编号",
      "Code",
      "requird",
      "required,like,max=16",
      "lineId",
      "ref",
      "prod-line",
      "生产线",
      "Production line",
      "required",
      "step",
      "state",
      "状态",
      "Status",
      "",
      "open=0/待检/Open|done=1/已检/Done/green",
      "sort",
      "y",
      "",
      "pass",
      "通过",
      "Pass",
      "from=open,to=done",
      "",
    ];
    const { code, output } = await newResourceIn(copy, [], answers);
    expect([code, output]).toEqual([0, expect.stringContaining("resources/production/check-point.ts is written")]);
    for (const reported of [
      "one of: ",
      '"factory" is the resource of resources/production/factory.ts',
      "begin with a small letter",
      'Did you mean "required"?',
      "say what there is to choose from",
    ])
      expect(output).toContain(reported);
    const source = copy.read("resources/production/check-point.ts");
    expect(source).toContain(
      'step: state("状态", "Status", {\n      open: [0, "待检", "Open"],\n      done: [1, "已检", "Done", "green"],\n    }),',
    );
    expect(source).toContain("sort: sort(),");
    expect(source).toContain('pass: { label: ["通过", "Pass"], from: "open", to: "done" },');
  });

  test("refuses a name that is taken, an area that is not there, and flags that do not suffice", async () => {
    using copy = smallCheckout();
    const without = (name: string, value: string) => flags.map((flag, index) => (flags[index - 1] === name ? value : flag));
    for (const [parameters, reported] of [
      [without("--name", "factory"), "edit that file"],
      [without("--area", "nowhere"), "there are: "],
      [flags.slice(0, 4), "are needed"],
      [["--nmae", "x"], "--nmae"],
    ] as const) {
      const { code, output } = await newResourceIn(copy, parameters);
      expect([code, output]).toEqual([1, expect.stringContaining(reported)]);
      expect(output).not.toContain("    at ");
    }
    expect(copy.read("resources/production/factory.ts")).toContain("工厂名称");
  });

  test("keeps nothing of a definition that the check refuses, and says what is wrong with it", async () => {
    using copy = smallCheckout();
    await generateCommand(copy.root, { importFile: copy.importFile, printer: printerFor([]) });
    const before = textsBelow(path.join(copy.root, "generated"));
    expect(before.size).toBeGreaterThan(10);
    const { code, output } = await newResourceIn(
      copy,
      flags.map((flag) => flag.replace("ref=factory", "ref=factry")),
    );
    expect(code).toBe(1);
    expect(output).toContain('unknown-target fields.factoryId refers to "factry", and there is no such resource → Did you mean "factory"?');
    expect(output).toContain('reserved-name "size"');
    expect(copy.has("resources/production/sampling-plan.ts")).toBe(false);
    expect(textsBelow(path.join(copy.root, "generated"))).toEqual(before);
  });
});

describe("a field in one line", () => {
  test.each([
    ["name:txet:名称:Name", 'Did you mean "text"?'],
    ["Name:text:名称:Name", "small letter"],
    ["name:text:名称", "both labels"],
    ["factoryId:ref:工厂:Factory", "factoryId:ref=<resource>"],
    ["sex:dict:性别:Sex", "sex:dict=<dictionary>"],
    ["kind:choice:类型:Kind:required", "1=自有/Own|2=代工/Contract"],
    ["kind:choice:类型:Kind:1=自有", "1=自有/Own|2=代工/Contract"],
    ["step:state:状态:State:draft=草稿/Draft|done=1/完成/Done", "name=number/Chinese/English"],
    ["rows:lines:明细:Lines", "definition file"],
    ["name:text:名称:Name:mxa=3", 'Did you mean "max"?'],
  ])("%s is refused with a hint", (text, hint) => {
    expect(() => readField(text)).toThrow(SpecError);
    expect(() => readField(text)).toThrow(hint);
  });

  test("may hold signs that have a meaning, with a backslash before them", () => {
    const field = readField("code:code:编号\\:新:Code:pattern=^[A-Z]{2\\,4}$,max=9");
    expect([field.zh, field.settings.get("pattern"), field.settings.get("max")]).toEqual(["编号:新", "^[A-Z]{2,4}$", "9"]);
  });

  test("is written so that a text with quotes stays a text", () => {
    const source = definitionSource({
      area: "production",
      name: "x",
      zh: "例",
      en: 'An "example"',
      path: "/digit-bind/x",
      fields: [readField('note:text:说"明:No"te')],
      actions: [],
    });
    expect(source).toContain('label: ["例", "An \\"example\\""]');
    expect(source).toContain('note: text("说\\"明", "No\\"te")');
  });
});

test.each([
  ["close:关闭", "both labels"],
  ["Close:关闭:Close", "small letter"],
  ["close:关闭:Close:form=draft", 'Did you mean "from"?'],
])("the action %s is refused with a hint", (text, hint) => {
  expect(() => readAction(text)).toThrow(hint);
});
