// Generates any number of definitions like those an analyst writes: codes, choices, references with cascades, dictionaries, life cycles,
// rows within rows, trees, searches, demonstration rows.

/** A file below the root of a checkout. */
interface WrittenFile {
  readonly path: string;
  readonly text: string;
}

/** Resources of an area, as the product has them: 157 in 17. */
const inArea = 12;

const sampleName = (number: number): string => `sample-${String(number).padStart(4, "0")}`;
const areaOf = (number: number): string => `samples-${Math.floor(number / inArea) + 1}`;
const firstOf = (number: number): number => number - (number % inArea);
const pick = <T>(list: readonly T[], number: number): T => list[number % list.length] as T; // the remainder is an index of the list

const nouns = [
  ["批次", "Batch"],
  ["工单", "Work order"],
  ["质检", "Inspection"],
  ["物料", "Material"],
  ["设备", "Machine"],
  ["渠道", "Channel"],
  ["活动", "Campaign"],
  ["合同", "Contract"],
] as const;

/** A field as its line in a definition. */
type Line = string;

function ownFields(number: number): readonly Line[] {
  const [zh, en] = pick(nouns, number);
  const lines: Line[] = [
    `code: codeOf("${zh}编号", "${en} code"),`,
    `name: text("${zh}名称", "${en} name", { required: true, max: 64, search: "like", unique: "tenant" }),`,
    `kind: choice("${zh}类型", "${en} kind", { options: [[1, "自有", "Own", "blue"], [2, "委外", "Contracted", "gold"], [3, "其他", "Other"]], required: true, default: 1, search: "equal" }),`,
    `owner: person(),`,
    `phone: phone("联系电话", "Phone", { sensitive: true }),`,
    `price: money("单价", "Price", { min: 0, default: 0, sortable: true }),`,
    `quantity: integer("数量", "Quantity", { min: 0, max: 1000000, search: "range" }),`,
    `weight: decimal("重量", "Weight", { scale: 3, min: 0, showWhen: { kind: 1 }, list: false }),`,
    `day: date("日期", "Date", { search: "range" }),`,
    `unit: dict("unit", "单位", "Unit", { search: "equal" }),`,
    `picture: image("图片", "Picture", { list: false }),`,
  ];
  if (number % 3 === 0)
    lines.push(
      `regionCode: region("所在地区", "Region", { search: "equal" }),`,
      `address: text("详细地址", "Address", { max: 200, list: false }),`,
    );
  return lines;
}

/**
 * References lead to resources further up in the area, and one in six to a hub of the whole product, as in the catalogue; two in a row make
 * a cascade.
 */
function references(number: number): readonly Line[] {
  const first = firstOf(number);
  const lines: Line[] =
    number % 6 === 0
      ? [
          `factoryId: ref("factory", "工厂", "Factory", { search: "equal" }),`,
          `shopId: ref("shop", "车间", "Workshop", { within: "factoryId" }),`,
        ]
      : [];
  if (number > first) lines.push(`beforeId: ref("${sampleName(number - 1)}", "上一环节", "Step before", { search: "equal" }),`);
  if (number > first + 3) lines.push(`originId: ref("${sampleName(first)}", "来源", "Origin", { required: true, createOnly: true }),`);
  if (number % 6 === 5) lines.push(`otherIds: refs("${sampleName(number - 2)}", "相关", "Related", { list: false }),`);
  if (number % 8 === 7) lines.push(`parentId: treeRef("${sampleName(number)}", "上级", "Parent"),`);
  return lines;
}

function structures(number: number): readonly Line[] {
  const lines: Line[] = [];
  if (number % 4 === 2) {
    lines.push(`details: lines("明细", "Lines", { fields: {
      factoryId: ref("factory", "工厂", "Factory", { required: true }),
      shopId: ref("shop", "车间", "Workshop", { within: "factoryId" }),
      num: integer("数量", "Quantity", { required: true, min: 1 }),
      note: text("说明", "Note", { max: 100 }),
    } }),`);
  }
  if (number % 4 === 1) {
    lines.push(
      `state: state("进度", "Progress", { draft: [0, "草稿", "Draft"], running: [1, "进行中", "Running", "blue"], done: [2, "已完成", "Done", "green"], void: [9, "已作废", "Void", "red"] }, { search: "equal" }),`,
      `doneTime: datetime("完成时间", "Done at", { readonly: true, search: "range" }),`,
    );
  }
  return lines;
}

const moves = `  actions: {
    start: { label: ["开始", "Start"], from: "draft", to: "running", confirm: ["确定开始?", "Start it?"] },
    finish: { label: ["完成", "Finish"], from: "running", to: "done", set: { doneTime: "@now" }, confirm: ["确定完成?", "Finish it?"] },
    void: { label: ["作废", "Void"], from: ["draft", "running"], to: "void", ask: ["remark"], askRequired: true },
  },
  events: { fail: { from: "running", to: "draft" } },
`;

/** Imports only the builders that the definition uses, as the type checker requires. */
const builders = [
  "choice",
  "codeOf",
  "createdAt",
  "date",
  "datetime",
  "decimal",
  "dict",
  "enabled",
  "image",
  "integer",
  "lines",
  "money",
  "person",
  "phone",
  "ref",
  "refs",
  "region",
  "remark",
  "sort",
  "state",
  "text",
  "treeRef",
];

function definition(number: number): string {
  const [zh, en] = pick(nouns, number);
  const body = [
    ...ownFields(number),
    ...references(number),
    ...structures(number),
    "sort: sort(),",
    "status: enabled(),",
    "remark: remark(),",
    "createTime: createdAt(),",
  ];
  const used = builders.filter((builder) => body.some((line) => new RegExp(`(?:: )${builder}\\(`).test(line)));
  const isTree = number % 8 === 7;
  return `import { ${[...used, "defineResource"].sort().join(", ")} } from "#schema";

/** ${en} number ${number}: one of many like it. */
export default defineResource({
  name: "${sampleName(number)}",
  label: ["${zh}${number}", "${en} ${number}"],
  path: "/digit-bind/${sampleName(number)}",
  title: "name",
${isTree ? '  screen: "tree",\n' : ""}  fields: {
${body.map((line) => `    ${line}`).join("\n")}
  },
  reads: { select: { fields: ["name", "code"], where: { status: 1 }, open: "signed-in" }${isTree ? ", tree: {}" : ""} },
${number % 4 === 1 ? moves : ""}});
`;
}

function seed(number: number): string {
  const origin = number > firstOf(number) + 3 ? `originId: "S${firstOf(number)}-1", ` : "";
  const rows = [1, 2, 3].map(
    (row) =>
      `  { ${origin}code: "S${number}-${row}", name: "第 ${row} 项（${number}）", kind: ${row}, price: "${row}2.50", quantity: ${row * 10}, status: 1, createTime: "2024-0${row}-11 09:00:00" },`,
  );
  return `import { seedRows } from "#schema";\n\nexport default seedRows("${sampleName(number)}", [\n${rows.join("\n")}\n]);\n`;
}

function area(number: number, last: number): string {
  const first = firstOf(number);
  const names = Array.from({ length: Math.min(inArea, last - first) }, (_one, index) => `"${sampleName(first + index)}"`);
  return `import { defineArea } from "#schema";\n\nexport default defineArea({ name: "${areaOf(number)}", label: ["样例 ${first / inArea + 1}", "Samples ${first / inArea + 1}"], icon: "tool", sort: ${1000 + first}, order: [${names.join(", ")}] });\n`;
}

/** The files of so many definitions with their areas and rows. */
export function syntheticDefinitions(count: number): readonly WrittenFile[] {
  return Array.from({ length: count }, (_one, number) => {
    const at = `resources/${areaOf(number)}/${sampleName(number)}`;
    const files: WrittenFile[] = [
      { path: `${at}.ts`, text: definition(number) },
      { path: `${at}.seed.ts`, text: seed(number) },
    ];
    return number === firstOf(number) ? [...files, { path: `resources/${areaOf(number)}/area.ts`, text: area(number, count) }] : files;
  }).flat();
}
