// @vitest-environment happy-dom
// Values of attributes: the fields that a read names, cleared and read anew with the product, required as they say, sent as one list.
import { act } from "react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { loadScreen } from "#admin/data/screen-models/load.ts";
import { RecordDialog, type RecordDialogProps } from "#admin/forms/record/record-dialog.tsx";
import { suggestionFor } from "#admin/screens/list/list-dialogs.tsx";
import { screenNamed } from "./screens.ts";
import {
  button,
  click,
  errorOf,
  field,
  hasField,
  inputOf,
  leave,
  mount,
  ok,
  refused,
  serve,
  settle,
  startLanguage,
  type,
  until,
  type Answer,
  type Call,
} from "./support.tsx";

const verdicts = [
  { id: "61", attrValue: "合格" },
  { id: "62", attrValue: "不合格" },
];
const attribute = (attrId: string, attrName: string, more: object = {}) => ({
  attrId,
  attrName,
  attrProp: `p${attrId}`,
  attrType: 2,
  inputType: 2,
  isRequired: 0,
  attrValues: [],
  ...more,
});

const requested: Readonly<Record<string, unknown>> = {
  "1": {
    product: [attribute("4", "生产地", { isRequired: 1 }), attribute("5", "窖池号", { maxLength: 5 })],
    rawMaterials: [{ rawMaterialId: "18", name: "红缨子糯高粱", attrs: [attribute("8", "水分", { inputType: 3, unit: "%" })] }],
    processSteps: [
      {
        processStepId: "11",
        name: "高温制曲",
        processNodeName: "制曲",
        attrs: [attribute("6", "质检结论", { inputType: 1, isRequired: 1, attrValues: verdicts })],
      },
    ],
  },
  "2": {
    product: [attribute("4", "生产地"), attribute("6", "质检结论", { inputType: 1, attrValues: verdicts })],
    rawMaterials: [],
    processSteps: [],
  },
  "3": { product: [], rawMaterials: [], processSteps: [] },
};
const verdict = "processStep_11__attrId_6";
const moisture = "rawMaterial_18__text_8";

const choices = (rows: readonly object[]): Answer => ok(rows);

function answers(call: Call): Answer | undefined {
  if (call.path === "/digit-bind/dynamic-attrs") return ok(requested[call.query["productId"] ?? ""]);
  if (call.path === "/digit-bind/attr-owner/select")
    return choices([
      { id: "1", name: "迎宾酒" },
      { id: "2", name: "珍藏" },
      { id: "3", name: "小酒" },
    ]);
  if (call.path.endsWith("/select"))
    return choices([
      { id: "7", specName: "500ml" },
      { id: "8", specName: "250ml" },
    ]);
  if (call.path === "/digit-bind/attribute-owner-doc/submit") return ok({ id: "900" });
  return undefined;
}

const suggestion = { productId: "1", productName: "迎宾酒", specId: "7", specName: "500ml" };

interface Opened {
  readonly calls: readonly Call[];
  readonly closed: boolean[];
}

async function open(
  more: Partial<RecordDialogProps> = {},
  answer: (call: Call) => Answer | Promise<Answer> | undefined = answers,
): Promise<Opened> {
  const calls = serve(answer);
  const closed: boolean[] = [];
  const props = {
    screen: screenNamed("attribute-owner-doc"),
    mode: "create",
    preset: { docDetailId: "500" },
    suggestion,
    ...more,
  } as const;
  await mount(<RecordDialog {...props} onClose={(saved) => closed.push(saved)} />);
  await until(
    "the dialog is drawn",
    () => document.querySelector(".tf-form, .tf-alert") !== null && document.querySelector(".tf-widget-skeleton") === null,
  );
  return { calls, closed };
}

/** Opens a list of choices and picks one by its name. */
async function pick(name: string, option: string): Promise<void> {
  const selector = field(name).querySelector(".ant-select-selector");
  await act(async () => {
    selector?.dispatchEvent(new MouseEvent("mousedown", { bubbles: true, cancelable: true, button: 0 }));
  });
  const found = () => [...document.querySelectorAll<HTMLElement>(".ant-select-item-option")].find((one) => one.textContent === option);
  await until(`the choice ${option}`, () => found() !== undefined);
  const choice = found();
  if (choice !== undefined) await click(choice);
  await settle();
}

async function fill(name: string, text: string): Promise<void> {
  await type(inputOf(name), text);
  await leave(inputOf(name));
}

const submits = (calls: readonly Call[]) => calls.filter(({ path }) => path.endsWith("/submit"));
const reads = (calls: readonly Call[]) =>
  calls.filter(({ path }) => path.endsWith("/dynamic-attrs")).map(({ query }) => query["productId"]);
const isStarred = (name: string) => field(name).querySelector(".tf-required") !== null;

// What a press of a button asks for is not what loading its screen takes.
beforeAll(() => Promise.all(["attribute-owner-doc", "doc-detail"].map(loadScreen)));

beforeEach(async () => {
  vi.stubGlobal("localStorage", localStorage);
  await startLanguage("zh");
});

describe("the fields of a product", () => {
  it("begin with the product and spec of the line, in groups by what they belong to", async () => {
    const { calls } = await open();
    expect(field("productId").textContent).toContain("迎宾酒");
    expect(field("specId").textContent).toContain("500ml");
    expect(reads(calls)).toEqual(["1"]);
    expect([...document.querySelectorAll(".tf-attribute-title")].map((one) => one.textContent)).toEqual([
      "红缨子糯高粱",
      "制曲 / 高温制曲",
    ]);
    expect(["text_4", "text_5", moisture, verdict].map(hasField)).toEqual([true, true, true, true]);
    expect(["text_4", "text_5", moisture, verdict].map(isStarred)).toEqual([true, false, false, true]);
    expect(field(verdict).querySelector(".ant-select")).not.toBeNull();
    expect(field("text_4").querySelector(".ant-select")).toBeNull();
    expect(field(moisture).textContent).toContain("%");
  });

  it("are cleared and read anew with each other product, also when the first one comes back", async () => {
    const { calls } = await open();
    await fill("text_4", "仁怀");
    await pick(verdict, "合格");
    await pick("productId", "珍藏");
    await until("the other fields", () => hasField("attrId_6"));
    expect(reads(calls)).toEqual(["1", "2"]);
    expect(hasField(verdict)).toBe(false);
    expect(inputOf("text_4").value).toBe("");
    expect(isStarred("text_4")).toBe(false);
    expect(field("specId").textContent).not.toContain("500ml");
    await fill("text_4", "遵义");
    await pick("productId", "迎宾酒");
    await until("the first fields", () => hasField(verdict));
    expect(reads(calls)).toEqual(["1", "2", "1"]);
    expect(inputOf("text_4").value).toBe("");
    expect(field(verdict).textContent).not.toContain("合格");
  });

  it("are none where the product has none, or none is chosen", async () => {
    await open();
    await pick("productId", "小酒");
    await until("the note", () => field("docAttrList").textContent?.includes("没有需要填写的属性") === true);
    expect(["text_4", verdict].map(hasField)).toEqual([false, false]);
  });

  it("wait for a product", async () => {
    const { calls } = await open({ suggestion: {} });
    expect(field("docAttrList").textContent).toContain("请先选择产品");
    expect(reads(calls)).toEqual([]);
  });

  it("can be asked for again when they could not be read", async () => {
    let isDown = true;
    await open({}, (call) => (call.path === "/digit-bind/dynamic-attrs" && isDown ? refused(500, "服务器异常", {}) : answers(call)));
    expect(field("docAttrList").textContent).toContain("服务器异常");
    isDown = false;
    await click(button("重试"));
    await until("the fields", () => hasField(verdict));
  });
});

describe("values that the confirmed bill of a batch tells", () => {
  const bills: Readonly<Record<string, readonly object[]>> = {
    B1: [
      { attrId: "4", attrValue: "仁怀" },
      { attrId: "5", attrValue: "12-03" },
      // Of a material or a step the bill of the product says nothing.
      { attrId: "6", attrValueId: "61" },
    ],
    B2: [{ attrId: "4", attrValue: "茅台镇" }],
  };
  const withBills = (call: Call) =>
    call.path === "/digit-bind/dynamic-attrs/known" ? ok(bills[call.query["batchCode"] ?? ""] ?? []) : answers(call);
  const existing = (calls: readonly Call[]) =>
    calls.filter(({ path }) => path === "/digit-bind/dynamic-attrs/known").map(({ query }) => query);
  const held = () => ["text_4", "text_5"].map((name) => inputOf(name).value);
  const note = () => field("docAttrList").textContent?.includes("已按该批次已确认的属性主体单据带入") === true;

  it("are filled in with product, spec and batch, go with the batch, and leave what people have said", async () => {
    const { calls } = await open({}, withBills);
    expect(existing(calls)).toEqual([]);
    await fill("batchCode", "B1");
    await until("the values", () => inputOf("text_4").value === "仁怀");
    expect(existing(calls)).toEqual([{ productId: "1", specId: "7", batchCode: "B1" }]);
    expect([held(), note()]).toEqual([["仁怀", "12-03"], true]);
    expect(field(verdict).textContent).not.toContain("合格");
    await fill("text_5", "自填");
    await fill("batchCode", "B2");
    await until("the other batch", () => inputOf("text_4").value === "茅台镇");
    expect(held()).toEqual(["茅台镇", "自填"]);
    await fill("batchCode", "B3");
    await until("no batch", () => inputOf("text_4").value === "");
    expect([held(), note()]).toEqual([["", "自填"], false]);
  });
});

describe("a submit", () => {
  it("asks for required attributes under their own names and nothing else", async () => {
    const { calls } = await open();
    await click(button("保存"));
    expect(submits(calls)).toEqual([]);
    expect(errorOf("text_4")).toBe("请填写生产地");
    expect(errorOf(verdict)).toBe("请选择高温制曲/质检结论");
    expect(errorOf("text_5")).toBe("");
    expect(document.querySelector(".tf-summary")?.textContent).toContain("请选择高温制曲/质检结论");
    expect(document.activeElement).toBe(inputOf("text_4"));
    await fill("text_4", "仁怀");
    expect(errorOf("text_4")).toBe("");
    expect(errorOf(verdict)).toBe("请选择高温制曲/质检结论");
  });

  it("checks what is typed by the type of its attribute as soon as it is left", async () => {
    await open();
    await fill("text_5", "123456");
    expect(errorOf("text_5")).toBe("窖池号不能超过 5 个字符");
    expect(errorOf("text_4")).toBe("");
  });

  it("sends one entry for each field: -1 for an empty list, none for an empty text", async () => {
    const { calls, closed } = await open({ suggestion: { ...suggestion, productId: "2" } });
    await fill("text_4", "遵义");
    await click(button("保存"));
    expect(submits(calls).map(({ body }) => body)).toMatchObject([
      {
        docDetailId: "500",
        productId: "2",
        specId: "7",
        docAttrList: [
          { attrId: "4", attrValue: "遵义" },
          { attrId: "6", attrValueId: -1 },
        ],
      },
    ]);
    expect(closed).toEqual([true]);
  });

  it("says of each value which material or step it is of, and writes a number -1 so that it is one", async () => {
    const { calls } = await open();
    await pick(verdict, "合格");
    await fill(moisture, "-1");
    await type(inputOf("text_4"), "仁怀");
    // The last field still has the focus: saving hands over what it holds.
    await click(button("保存"));
    expect(submits(calls).map(({ body }) => (body as { docAttrList: unknown }).docAttrList)).toEqual([
      [
        { attrId: "4", attrValue: "仁怀" },
        { attrId: "8", attrValue: "-1.0", rawMaterialId: "18" },
        { attrId: "6", attrValueId: "61", processStepId: "11" },
      ],
    ]);
  });

  it("keeps what was typed when it is refused, and shows the refusal at its field", async () => {
    const issues = [
      { code: "type", path: ["docAttrList", moisture], parameters: {}, message: "红缨子糯高粱/水分须为数字" },
      { code: "notFound", path: ["docAttrList", 0, "attrId"], parameters: {}, message: "所选属性不存在或已被删除" },
    ];
    const { closed } = await open({}, (call) =>
      call.path.endsWith("/submit") ? refused(400, "红缨子糯高粱/水分须为数字", { error: "invalid", issues }) : answers(call),
    );
    await fill("text_4", "仁怀");
    await pick(verdict, "不合格");
    await fill(moisture, "13");
    await click(button("保存"));
    expect(closed).toEqual([]);
    expect(errorOf(moisture)).toBe("红缨子糯高粱/水分须为数字");
    expect(errorOf("text_4")).toBe("所选属性不存在或已被删除");
    expect(errorOf(verdict)).toBe("");
    expect([inputOf("text_4").value, inputOf(moisture).value]).toEqual(["仁怀", "13"]);
    expect(field(verdict).textContent).toContain("不合格");
    await fill(moisture, "12");
    expect(errorOf(moisture)).toBe("");
  });

  it("waits for attributes that are still being read, and says so once it is tried", async () => {
    let answer: (given: Answer) => void = () => undefined;
    const waiting = new Promise<Answer>((resolve) => {
      answer = resolve;
    });
    const calls = serve((call) => (call.path === "/digit-bind/dynamic-attrs" ? waiting : answers(call)));
    const props = { screen: screenNamed("attribute-owner-doc"), mode: "create", preset: { docDetailId: "500" }, suggestion } as const;
    await mount(<RecordDialog {...props} onClose={() => undefined} />);
    await until("the rest is drawn", () => document.querySelectorAll("[data-field]").length > 0);
    expect(field("docAttrList").querySelector('[aria-busy="true"]')).not.toBeNull();
    await fill("batchCode", "B1");
    expect(errorOf("docAttrList")).toBe("");
    await click(button("保存"));
    expect(submits(calls)).toEqual([]);
    expect(errorOf("docAttrList")).toBe("属性尚未加载完成，请稍候再保存");
    expect(document.querySelector(".tf-summary")?.textContent).toContain("属性尚未加载完成，请稍候再保存");
    await act(async () => answer(ok(requested["1"])));
    await until("the fields", () => hasField(verdict));
  });

  it("offers no second new binding: a line has one", async () => {
    await open();
    expect([...document.querySelectorAll("button")].map((one) => one.textContent)).not.toContain("保存并新增");
  });
});

const stored = {
  id: "900",
  docDetailId: "500",
  productId: "1",
  productName: "迎宾酒",
  specId: "7",
  specName: "500ml",
  batchCode: "B1",
  version: 3,
  docAttrList: [
    { id: "1", attrId: "4", attrName: "生产地", attrValueId: -1, attrValue: "仁怀", rawMaterialId: -1, processStepId: -1 },
    {
      id: "2",
      attrId: "6",
      attrName: "质检结论",
      attrValueId: "61",
      attrValueName: "合格",
      attrValue: "",
      rawMaterialId: -1,
      processStepId: "11",
      processStepName: "高温制曲",
    },
    { id: "3", attrId: "9", attrName: "旧属性", attrValueId: -1, attrValue: "留着", rawMaterialId: -1, processStepId: -1 },
    {
      id: "4",
      attrId: "8",
      attrName: "水分",
      attrValueId: -1,
      attrValue: "",
      rawMaterialId: "18",
      rawMaterialName: "红缨子糯高粱",
      processStepId: -1,
    },
  ],
};
const withStored = (call: Call) => (call.path === "/digit-bind/attribute-owner-doc/detail" ? ok(stored) : answers(call));

describe("a stored binding", () => {
  it("is opened with its values, is no change by itself, and keeps values whose attribute is gone", async () => {
    const { calls } = await open({ mode: "edit", id: "900", preset: {}, suggestion: {} }, withStored);
    await until("the fields", () => hasField(verdict));
    expect(inputOf("text_4").value).toBe("仁怀");
    expect(field(verdict).textContent).toContain("合格");
    expect(inputOf(moisture).value).toBe("");
    expect(field("docAttrList").textContent).toContain("以前填写、现已停用的属性旧属性留着");
    await fill("text_4", "茅台镇");
    await click(button("保存"));
    expect(submits(calls).map(({ body }) => body)).toMatchObject([
      {
        id: "900",
        version: 3,
        docAttrList: [
          { id: "1", attrId: "4", attrValue: "茅台镇" },
          { attrId: "6", attrValueId: "61", processStepId: "11" },
          { attrId: "9", attrValue: "留着" },
        ],
      },
    ]);
  });

  it("closes without a question while nothing was changed", async () => {
    const { closed } = await open({ mode: "edit", id: "900", preset: {}, suggestion: {} }, withStored);
    await until("the fields", () => hasField(verdict));
    await click(button("取消"));
    expect(closed).toEqual([false]);
  });

  it("is shown by the names of its attributes, and not where there is no value", async () => {
    await open({ mode: "view", id: "900", preset: {}, suggestion: {} }, withStored);
    await until("the values", () => field("docAttrList").querySelectorAll("dt").length > 1);
    const shown = [...field("docAttrList").querySelectorAll("dl .tf-cell")].map((one) => [
      one.querySelector("dt")?.textContent,
      one.querySelector("dd")?.textContent,
    ]);
    expect(shown).toEqual([
      ["生产地", "仁怀"],
      ["高温制曲 / 质检结论", "合格"],
      ["旧属性", "留着"],
    ]);
  });
});

it("a form that is opened from a row begins with that row's values and their names", () => {
  const lines = screenNamed("doc-detail");
  const bind = lines.actions.find(({ name }) => name === "bindAttr");
  const row = { id: "500", productId: "1", productName: "迎宾酒", specId: "7", specName: "500ml", num: 3 };
  expect(suggestionFor(lines, { row, suggest: bind?.suggest }, screenNamed("attribute-owner-doc"))).toEqual(suggestion);
});
