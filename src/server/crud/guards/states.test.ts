// What the present state of a row permits: each guard with every clause of its own, and what people are told.
import { describe, expect, it } from "vitest";
import { choice, decimal, integer, state, text } from "#schema";
import type { Condition } from "#schema/text";
import { loadedModel, resourceIn } from "../../../../tests/support/loaded-model.ts";
import { checkState } from "./action-guard.ts";
import { fixedIssues, unchangeableIssues } from "./changeable.ts";
import { checkEditable, checkRemovable } from "./editable.ts";
import { fieldError } from "./field-error.ts";
import { sentStateIssues } from "./sent-state.ts";
import { stateName, stateSentence, unmetSentence } from "./state-sentence.ts";

const now = "2025-03-12 12:00:00";
const pace = choice("时效", "Pace", {
  options: [
    [1, "普通", "Ordinary"],
    [2, "加急", "Urgent"],
  ],
});
const status = state("状态", "Status", {
  open: [0, "待发", "Open"],
  sent: [1, "已发", "Sent"],
  lost: [2, "丢失", "Lost"],
  back: [3, "退回", "Back"],
});

const parcel = {
  name: "parcel",
  label: ["包裹", "Parcel"],
  path: "/digit-bind/parcel",
  title: "code",
  editableWhen: { status: [0] },
  removableWhen: { status: [0, 2] },
  fields: {
    code: text("编号", "Code"),
    weight: decimal("重量", "Weight", { changeableWhen: { status: [0, 2] } }),
    pieces: integer("件数", "Pieces", { changeableWhen: { status: [0, 2] } }),
    receiver: text("收件人", "Receiver", { changeableWhen: { status: [0, 2] } }),
    carrier: text("承运人", "Carrier"),
    pace,
    status,
  },
  actions: {
    send: { label: ["发出", "Send"], from: "open", to: "sent", when: { pace: 2 } },
    lose: { label: ["报失", "Lose"], from: ["open", "sent"], to: "lost", when: [{ status: "open", pace: 2 }, { status: { not: "open" } }] },
    weigh: { label: ["称重", "Weigh"], when: { status: { not: ["lost", "back"] } }, set: { carrier: "x" } },
    note: { label: ["记录", "Note"], set: { carrier: "y" } },
    trust: { label: ["托运", "Trust"], when: { carrier: "open" }, set: { receiver: "x" } },
    doubt: { label: ["查询", "Doubt"], when: { carrier: { not: ["lost", "back"] } }, set: { receiver: "x" } },
    count: { label: ["清点", "Count"], when: { status: "1", pieces: { gt: 2 } }, set: { carrier: "z" } },
  },
};
const plain = {
  name: "plain",
  label: ["便签", "Note"],
  path: "/digit-bind/plain",
  title: "name",
  editableWhen: { pace: 1 },
  fields: { name: text("名称", "Name"), pace },
  actions: { finish: { label: ["完成", "Finish"], when: { pace: 2 }, set: { name: "x" } } },
};
const free = {
  name: "free",
  label: ["草稿", "Draft"],
  path: "/digit-bind/free",
  title: "name",
  fields: { name: text("名称", "Name"), pace },
};

const model = loadedModel([parcel, plain, free]);
const [parcels, notes, drafts] = [resourceIn(model, "parcel"), resourceIn(model, "plain"), resourceIn(model, "free")];
const actionOf = (resource: typeof parcels, name: string) => {
  const found = resource.actions.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
};

const row = (values: object) => ({ id: "7", code: "P7", status: 0, pace: 1, ...values });
const refusal = (code: string, text: readonly [string, string], data: object = { id: "7" }) =>
  expect.objectContaining({ status: 400, code, text, details: { data } });

describe("an action", () => {
  const run =
    (name: string, values: object, resource = parcels) =>
    () =>
      checkState(resource, actionOf(resource, name), row(values), now);

  it.each([
    ["send", { status: 0, pace: 2 }],
    ["lose", { status: 0, pace: 2 }],
    ["lose", { status: 1 }],
    ["weigh", { status: 0 }],
    ["weigh", { status: 1 }],
    ["note", { status: 3 }],
    ["count", { status: 1, pieces: 3 }],
    // A carrier may be called like a state.
    ["trust", { carrier: "open" }],
    ["doubt", { carrier: "0" }],
  ])("%s is run on %j", (name, values) => {
    expect(run(name, values)).not.toThrow();
  });

  it.each([
    ["send", { status: 1, pace: 2 }, ["包裹“P7”当前状态为“已发”，不能发出", "Parcel “P7”: “Send” is not possible while it is “Sent”"], 1],
    ["send", { status: 2, pace: 1 }, ["包裹“P7”当前状态为“丢失”，不能发出", "Parcel “P7”: “Send” is not possible while it is “Lost”"], 2],
    ["lose", { status: 2 }, ["包裹“P7”当前状态为“丢失”，不能报失", "Parcel “P7”: “Lose” is not possible while it is “Lost”"], 2],
    ["weigh", { status: 2 }, ["包裹“P7”当前状态为“丢失”，不能称重", "Parcel “P7”: “Weigh” is not possible while it is “Lost”"], 2],
    ["weigh", { status: 3 }, ["包裹“P7”当前状态为“退回”，不能称重", "Parcel “P7”: “Weigh” is not possible while it is “Back”"], 3],
  ] as const)("%s is refused on %j by the state", (name, values, sentence, state) => {
    expect(run(name, values)).toThrow(refusal("wrongState", sentence, { id: "7", state }));
  });

  it.each([
    ["trust", { carrier: "0" }],
    ["doubt", { carrier: "lost" }],
    ["doubt", { carrier: "back" }],
  ])("%s is refused on %j, which is no state", (name, values) => {
    expect(run(name, values)).toThrow(expect.objectContaining({ code: "wrongState" }));
  });

  it("is refused by what else must hold, where the state is right", () => {
    expect(run("send", { status: 0, pace: 1 })).toThrow(
      refusal(
        "wrongState",
        [
          expect.stringMatching(/^包裹“P7”不能发出：须满足.*时效.*加急/u),
          expect.stringMatching(/^Parcel “P7”: “Send” is possible only where .*Pace.*Urgent/),
        ] as unknown as readonly [string, string], // matchers
        { id: "7", state: 0 },
      ),
    );
  });

  it("is refused by all that must hold, where that is not its state alone", () => {
    expect(run("count", { status: 2, pieces: 3 })).toThrow(
      refusal(
        "wrongState",
        [
          "包裹“P7”不能清点：须满足状态为“已发”，且件数大于 2",
          "Parcel “P7”: “Count” is possible only where Status is “Sent” and Pieces is greater than 2",
        ],
        { id: "7", state: 2 },
      ),
    );
  });

  it("on what has no state is refused by what must hold, and tells no state", () => {
    expect(run("finish", { name: "N", pace: 2 }, notes)).not.toThrow();
    expect(run("finish", { name: "N", pace: 1 }, notes)).toThrow(
      expect.objectContaining({
        code: "wrongState",
        text: [expect.stringMatching(/^便签“N”不能完成：须满足/u), expect.stringContaining("possible only where")],
        details: { data: { id: "7" } },
      }),
    );
  });
});

describe("a change", () => {
  it.each([
    { what: "in a state that admits it", resource: parcels, values: { status: 0 } },
    { what: "of what no state protects", resource: drafts, values: {} },
    { what: "where another field admits it", resource: notes, values: { name: "N", pace: 1 } },
  ])("$what is made", ({ resource, values }) => {
    expect(() => checkEditable(resource, row(values), now)).not.toThrow();
  });

  it("is refused in any other state, by its name", () => {
    expect(() => checkEditable(parcels, row({ status: 1 }), now)).toThrow(
      refusal("notEditable", ["包裹“P7”当前状态为“已发”，不能修改或删除", "Parcel “P7” cannot be changed or removed while it is “Sent”"]),
    );
  });

  it("is refused of what has no state without one", () => {
    expect(() => checkEditable(notes, row({ name: "N", pace: 2 }), now)).toThrow(
      refusal("notEditable", ["便签“N”当前不允许修改，不能修改或删除", "Note “N” cannot be changed or removed now"]),
    );
  });
});

describe("a removal", () => {
  it.each([
    { what: "in a state that admits it though it admits no change", resource: parcels, values: { status: 2 } },
    { what: "of what no state protects", resource: drafts, values: {} },
    { what: "as changes are admitted, where nothing is said of removals", resource: notes, values: { pace: 1 } },
  ])("$what is made", ({ resource, values }) => {
    expect(() => checkRemovable(resource, row(values), now)).not.toThrow();
  });

  it("is refused in any other state", () => {
    expect(() => checkRemovable(parcels, row({ status: 1 }), now)).toThrow(
      refusal("notRemovable", ["包裹“P7”当前状态为“已发”，不能删除", "Parcel “P7” cannot be removed while it is “Sent”"]),
    );
  });

  it("is refused as changes are, where nothing is said of removals", () => {
    expect(() => checkRemovable(notes, row({ name: "N", pace: 2 }), now)).toThrow(expect.objectContaining({ code: "notEditable" }));
  });
});

describe("a field that only some states let change", () => {
  const issuesOf = (values: object, current: object) => unchangeableIssues(parcels, { ...values }, row(current), now);

  it.each([
    { what: "while they do", values: { weight: "2.00" }, current: { status: 2, weight: "1.00" } },
    { what: "where it is not sent", values: { code: "P8" }, current: { status: 1, weight: "1.00" } },
    { what: "where it is sent as it is", values: { receiver: "周敏" }, current: { status: 1, receiver: "周敏" } },
    { what: "where the same number is written otherwise", values: { weight: "1.5" }, current: { status: 1, weight: "1.500" } },
    { what: "where none is sent for none", values: { receiver: "" }, current: { status: 1, receiver: null } },
    { what: "where none is sent for no number", values: { weight: null }, current: { status: 1, weight: "" } },
    { what: "where a whole number is sent as a text", values: { pieces: "3" }, current: { status: 1, pieces: 3 } },
  ])("has no issue $what", ({ values, current }) => {
    expect(issuesOf(values, current)).toEqual([]);
  });

  it.each([
    { what: "another text", name: "receiver", value: "李雷", before: "周敏" },
    { what: "another number", name: "weight", value: "1.51", before: "1.50" },
    { what: "a number for none", name: "weight", value: "1.50", before: null },
    { what: "none for a number", name: "pieces", value: null, before: 3 },
    { what: "a text that two numbers would share", name: "receiver", value: "1.0", before: "1" },
  ])("refuses $what, and says the state", ({ name, value, before }) => {
    expect(issuesOf({ [name]: value, carrier: "new" }, { status: 1, [name]: before, carrier: "old" })).toEqual([
      {
        code: "notAllowed",
        path: [name],
        parameters: {},
        label: parcels.field.get(name)?.label,
        message: ["包裹当前状态为“已发”，不能修改", "It can no longer be changed while it is “Sent”"],
      },
    ]);
  });

  it("of what has none is as before", () => {
    expect(unchangeableIssues(drafts, { name: "new" }, row({ name: "old" }), now)).toEqual([]);
  });
});

describe("a step of a process", () => {
  it("lets its person change what it names, and refuses the rest that differs", () => {
    const issues = fixedIssues(
      parcels,
      { receiver: "李雷", carrier: "new", weight: "1.0", code: "P8" },
      row({ receiver: "周敏", carrier: "old", weight: "1.00", pieces: 2 }),
      ["carrier"],
    );
    expect(issues).toEqual(
      ["code", "receiver"].map((name) => ({
        code: "notAllowed",
        path: [name],
        parameters: {},
        label: parcels.field.get(name)?.label,
        message: ["审批中，此步骤不能修改该项", "The row is being approved, and this step cannot change the field"],
      })),
    );
  });
});

describe("the state in a submit", () => {
  const issuesOf = (sent: object, current: object = {}) => sentStateIssues(parcels, { ...sent }, row(current));
  const own = { code: "notAllowed", path: ["status"], parameters: {}, label: ["状态", "Status"] };

  it.each([
    { what: "is not sent", sent: { code: "P7" } },
    { what: "is the one it has", sent: { status: 0 } },
    { what: "is that one as a text", sent: { status: "0" } },
    { what: "is sent as none", sent: { status: null } },
    { what: "is sent empty", sent: { status: "" } },
  ])("has no issue where it $what", ({ sent }) => {
    expect(issuesOf(sent)).toEqual([]);
  });

  it.each([
    {
      what: "another that an action leads to",
      sent: 1,
      current: 0,
      message: [
        "状态不能随保存修改，当前为“待发”，请使用“发出”（POST /digit-bind/parcel/send/{id}）",
        "Status is not changed by saving; it is “Open”. Use “Send” (POST /digit-bind/parcel/send/{id})",
      ],
    },
    {
      what: "one that an action leads to from several states",
      sent: 2,
      current: 1,
      message: [
        "状态不能随保存修改，当前为“已发”，请使用“报失”（POST /digit-bind/parcel/lose/{id}）",
        "Status is not changed by saving; it is “Sent”. Use “Lose” (POST /digit-bind/parcel/lose/{id})",
      ],
    },
    {
      what: "one that an action leads to from other states only",
      sent: 1,
      current: 2,
      message: [
        "状态不能随保存修改，当前为“丢失”，没有操作可变更为所提交的值",
        "Status is not changed by saving; it is “Lost”, and no action leads to the value that was sent",
      ],
    },
    {
      what: "one that no action leads to",
      sent: 3,
      current: 0,
      message: [
        "状态不能随保存修改，当前为“待发”，没有操作可变更为所提交的值",
        "Status is not changed by saving; it is “Open”, and no action leads to the value that was sent",
      ],
    },
  ])("is refused where it is $what, and says what to do", ({ sent, current, message }) => {
    expect(issuesOf({ status: sent }, { status: current })).toEqual([{ ...own, message }]);
  });

  it.each([[[1]], [{ value: 1 }]])("is of the wrong type where it is %j", (sent) => {
    expect(issuesOf({ status: sent })).toEqual([{ ...own, code: "type" }]);
  });

  it("of what has none is as anything else that is sent", () => {
    expect(sentStateIssues(drafts, { status: 1 }, row({}))).toEqual([]);
  });
});

describe("the state of a row in a sentence", () => {
  it("is its name, or its value where the definition knows no name", () => {
    expect(stateName(parcels, { status: 1 })).toEqual(["已发", "Sent"]);
    expect(stateName(parcels, { status: "1" })).toEqual(["已发", "Sent"]);
    expect(stateName(parcels, { status: 8 })).toEqual(["8", "8"]);
    expect(stateName(parcels, { status: null })).toEqual(["", ""]);
    expect(stateName(drafts, { status: 1 })).toBeUndefined();
    expect(stateSentence(drafts, {})).toEqual(["当前不允许修改", " now"]);
  });

  it.each<{ readonly what: string; readonly condition: Condition | undefined; readonly sentence: readonly string[] }>([
    { what: "the state that is not met", condition: { status: [0], pace: 2 }, sentence: ["当前状态为“已发”", " while it is “Sent”"] },
    {
      what: "another field that is not met",
      condition: { status: [1], pace: 2 },
      sentence: ["的时效为“普通”", " while its “Pace” is “Ordinary”"],
    },
    {
      what: "the state where only a field without names is not met",
      condition: { carrier: "x" },
      sentence: ["当前状态为“已发”", " while it is “Sent”"],
    },
    { what: "the state where nothing is asked", condition: undefined, sentence: ["当前状态为“已发”", " while it is “Sent”"] },
    {
      what: "a named field of an alternative",
      condition: [{ carrier: "x" }, { pace: 2 }],
      sentence: ["的时效为“普通”", " while its “Pace” is “Ordinary”"],
    },
  ])("says $what", ({ condition, sentence }) => {
    expect(unmetSentence(parcels, row({ status: 1, carrier: "" }), condition)).toEqual(sentence);
  });

  it("says nothing of a value that has no name", () => {
    expect(unmetSentence(notes, { name: "N", pace: 9 }, { pace: 2 })).toEqual(["当前不允许修改", " now"]);
  });
});

describe("a refusal of one field", () => {
  it("has its label, its path into rows, and its own sentence where there is one", () => {
    expect(fieldError({ model }, "parcel", "code", { code: "required" }).details.issues).toEqual([
      { code: "required", path: ["code"], parameters: {}, label: ["编号", "Code"] },
    ]);
    expect(fieldError({ model }, "parcel", ["code", 2, "name"], { code: "rule", message: ["甲", "A"] }).details.issues).toEqual([
      { code: "rule", path: ["code", 2, "name"], parameters: {}, label: ["编号", "Code"], message: ["甲", "A"] },
    ]);
    expect(fieldError({ model }, "nothing", "code", { code: "rule" }).details.issues).toMatchObject([{ label: ["code", "code"] }]);
  });
});
