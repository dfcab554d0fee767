// Values of attributes: the answer that names them, the entries that hold them, and what of these is sent.
import { describe, expect, it } from "vitest";
import { groupsOf, problemLabel, type RequestedField } from "./answer.ts";
import { entriesOf, hasValue, keyOf, sentEntries, valueOf, withValue } from "./entries.ts";

const attr = (attrId: string, attrName: string, more: object = {}) => ({ attrId, attrName, inputType: 2, isRequired: 0, ...more });

describe("the answer", () => {
  it("becomes a field for each attribute, by how it is given", () => {
    const [group] = groupsOf({
      product: [
        attr("1", "产地", { isRequired: 1, maxLength: 5 }),
        attr("2", "结论", { inputType: 1, attrValues: [{ id: "61", attrValue: "合格" }, "junk"], isRequired: 1, unit: "级" }),
        attr("3", "水分", { inputType: 3, unit: "%", maxLength: 0 }),
        attr("4", "日期", { inputType: 4 }),
        attr("5", "文件", { inputType: 5 }),
      ],
    });
    expect(group?.title).toBe("");
    expect(group?.fields.map(({ field }) => field)).toEqual([
      { name: "text_1", kind: "text", label: ["产地", "产地"], wire: "text", required: ["请填写产地", "Please fill in 产地"] },
      {
        name: "attrId_2",
        kind: "choice",
        label: ["结论", "结论"],
        wire: "text",
        required: ["请选择结论", "Please select 结论"],
        unit: ["级", "级"],
        options: [{ value: "61", label: ["合格", "合格"] }],
      },
      { name: "text_3", kind: "decimal", label: ["水分", "水分"], wire: "text", unit: ["%", "%"] },
      { name: "text_4", kind: "date", label: ["日期", "日期"], wire: "text" },
      { name: "text_5", kind: "file", label: ["文件", "文件"], wire: "text" },
    ]);
    expect(group?.fields.map(({ maxLength, isRequired, key }) => [maxLength, isRequired, key])).toEqual([
      [5, true, "1//"],
      [undefined, true, "2//"],
      [undefined, false, "3//"],
      [undefined, false, "4//"],
      [undefined, false, "5//"],
    ]);
  });

  it("is grouped by what the attributes belong to, without groups that have none", () => {
    const groups = groupsOf({
      product: [attr("1", "产地")],
      rawMaterials: [
        { rawMaterialId: "18", name: "高粱", attrs: [attr("1", "产地")] },
        { rawMaterialId: "19", name: "小麦", attrs: [] },
        { rawMaterialId: -1, name: "其他", attrs: [attr("7", "批次")] },
        { rawMaterialId: "", name: "无名", attrs: [attr("8", "批次")] },
        "junk",
      ],
      processSteps: [
        { processStepId: "11", name: "高温制曲", processNodeName: "制曲", attrs: [attr("1", "产地")] },
        { processStepId: "12", name: "下沙", attrs: [attr("1", "产地")] },
      ],
    });
    expect(groups.map(({ title, fields }) => [title, ...fields.map(({ field }) => field.name)])).toEqual([
      ["", "text_1"],
      ["高粱", "rawMaterial_18__text_1"],
      ["其他", "text_7"],
      ["无名", "text_8"],
      ["制曲 / 高温制曲", "processStep_11__text_1"],
      ["下沙", "processStep_12__text_1"],
    ]);
    expect(groups.map(({ fields: [one] }) => (one === undefined ? [] : problemLabel(one)))).toEqual([
      ["产地", "产地"],
      ["高粱/产地", "高粱/产地"],
      ["其他/批次", "其他/批次"],
      ["无名/批次", "无名/批次"],
      ["高温制曲/产地", "高温制曲/产地"],
      ["下沙/产地", "下沙/产地"],
    ]);
  });

  it("asks once for what it names twice, and for nothing where it is none", () => {
    const [group] = groupsOf({ product: [attr("1", "产地"), attr("1", "又一产地"), attr("2", "批次")] });
    expect(group?.fields.map(({ attrName }) => attrName)).toEqual(["产地", "批次"]);
    expect([null, "text", {}, { product: "text" }, { rawMaterials: [{ name: "a", attrs: "text" }] }].map(groupsOf)).toEqual([
      [],
      [],
      [],
      [],
      [],
    ]);
  });
});

const attribute = groupsOf({
  product: [attr("1", "产地"), attr("2", "结论", { inputType: 1 }), attr("3", "水分", { inputType: 3 })],
  rawMaterials: [{ rawMaterialId: "18", name: "高粱", attrs: [attr("1", "产地")] }],
  processSteps: [{ processStepId: "11", name: "制曲", attrs: [attr("2", "结论", { inputType: 1 })] }],
}).flatMap(({ fields }) => fields);
function one(index: number): RequestedField {
  const found = attribute[index];
  if (found === undefined) throw new Error(`there is no attribute ${index}`);
  return found;
}
const [place, verdict, moisture, ofMaterial, ofStep] = [one(0), one(1), one(2), one(3), one(4)];

describe("entries", () => {
  it("are the objects of a list", () => {
    expect(entriesOf([{ attrId: "1" }, 5, null])).toEqual([{ attrId: "1" }]);
    expect([entriesOf("text"), entriesOf(undefined)]).toEqual([[], []]);
  });

  it.each([
    [{ attrId: "1" }, "1//"],
    [{ attrId: 1, rawMaterialId: -1, processStepId: "-1" }, "1//"],
    [{ attrId: "1", rawMaterialId: "18" }, "1/18/"],
    [{ attrId: "1", processStepId: "11" }, "1//11"],
  ])("%j is of the attribute %j", (entry, key) => {
    expect(keyOf(entry)).toBe(key);
  });

  it.each([
    [{ attrId: "1" }, false],
    [{ attrValueId: -1, attrValue: "" }, false],
    [{ attrValueId: "61", attrValue: "" }, true],
    [{ attrValueId: -1, attrValue: "仁怀" }, true],
  ])("%j says something: %j", (entry, isSo) => {
    expect(hasValue(entry)).toBe(isSo);
  });

  it("hold an id where a value is picked, and a text where it is typed", () => {
    const entries = [
      { attrId: "1", attrValue: "仁怀", attrValueId: "99" },
      { attrId: "2", attrValueId: "61", attrValue: "合格" },
      { attrId: "1", rawMaterialId: "18", attrValue: "东北" },
    ];
    expect([place, verdict, moisture, ofMaterial].map((of) => valueOf(entries, of))).toEqual(["仁怀", "61", undefined, "东北"]);
  });
});

describe("another value", () => {
  const before = [
    { id: "7", attrId: "1", attrValue: "仁怀" },
    { attrId: "2", processStepId: "11", attrValueId: "61" },
  ];

  it.each([
    ["replaces the one before, and keeps its row", place, "遵义", [{ id: "7", attrId: "1", attrValue: "遵义" }, before[1]]],
    ["is added", moisture, "13", [...before, { attrId: "3", attrValue: "13" }]],
    ["is added to a material", ofMaterial, "东北", [...before, { attrId: "1", rawMaterialId: "18", attrValue: "东北" }]],
    ["is picked for a step", ofStep, "62", [before[0], { attrId: "2", processStepId: "11", attrValueId: "62" }]],
    ["goes", place, undefined, [before[1]]],
    ["that was none stays none", moisture, undefined, before],
    ["-1 is written so that it is a number", moisture, "-1", [...before, { attrId: "3", attrValue: "-1.0" }]],
    ["-1 is a text where texts are typed", place, "-1", [{ id: "7", attrId: "1", attrValue: "-1" }, before[1]]],
  ] as const)("%s", (_what, of, value, after) => {
    expect(withValue(before, of, value)).toEqual(after);
  });
});

describe("what is sent", () => {
  it("are the values in the order of their attributes, -1 for lists without a choice, and what others were stored", () => {
    const entries = [
      { attrId: "9", attrValue: "留着" },
      { id: "8", attrId: "1", rawMaterialId: "18", attrValue: "东北" },
      { id: "7", attrId: "1", attrValue: "仁怀", attrName: "产地" },
    ];
    expect(sentEntries(entries, attribute)).toEqual([
      { id: "7", attrId: "1", attrValue: "仁怀" },
      { attrId: "2", attrValueId: -1 },
      { id: "8", attrId: "1", rawMaterialId: "18", attrValue: "东北" },
      { attrId: "2", processStepId: "11", attrValueId: -1 },
      { attrId: "9", attrValue: "留着" },
    ]);
  });

  it("is nothing where nothing is asked for and stored", () => {
    expect(sentEntries([], [place])).toBeUndefined();
    expect(sentEntries([], [])).toBeUndefined();
  });
});
