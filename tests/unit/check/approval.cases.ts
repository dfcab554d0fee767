// Faults of approvals.
import { integer, state, text } from "#schema";
import { soundFactory, soundShop, withFields, type Case, type Data } from "./made.ts";

const status = state("状态", "Status", {
  draft: [0, "草稿", "Draft"],
  review: [1, "审批中", "In approval"],
  approved: [2, "已批准", "Approved"],
});
const handIn = { label: ["提交", "Hand in"], from: "draft", to: "approved" };
const approval = { category: "leave", of: "handIn", pending: "review" };

/** The dictionary of categories, as a definition beside the sound ones brings it. */
const categories = [
  "resources/production/dict.ts",
  {
    ...soundShop,
    name: "dict",
    label: ["字典", "Dictionary"],
    path: "/digit-bind/dict",
    fields: { code: text("编号", "Code"), name: text("名称", "Name") },
    seed: [{ code: "flow", name: "流程", children: [{ code: "flow", name: "请假", remark: "leave" }] }],
  },
] as const;

const faulty = (members: Data, more: Data = {}) => ({
  factory: {
    ...withFields(soundFactory, { status, floors: integer("楼层", "Floors") }),
    actions: { handIn, ...more },
    approval: { ...approval, ...members },
  },
  more: [categories],
});

export const approvalCases: readonly Case[] = [
  ["approval-action", "an approval of an action that is not there", faulty({ of: "handin" }), "approval.of", 'Did you mean "handIn"?'],
  [
    "approval-action",
    "an approval of an action that leaves no state",
    faulty({ of: "approve" }, { approve: { label: ["批准", "Approve"], to: "approved" } }),
    "approval.of",
    "Give it `from`",
  ],
  [
    "approval-action",
    "an approval of an action whose dialog asks for what is not kept",
    faulty({ of: "ask" }, { ask: { ...handIn, label: ["询问", "Ask"], handler: true, params: { why: text("原因", "Why") } } }),
    "approval.of",
    "Ask for own fields",
  ],
  ["unknown-state", "an approval that waits in no state", faulty({ pending: "reviews" }), "approval.pending", 'Did you mean "review"?'],
  [
    "approval-state",
    "an approval that waits where rows come from",
    faulty({ pending: "draft" }),
    "approval.pending",
    "a state of their own",
  ],
  [
    "unusable-by-submit",
    "an action that comes with a submit whose saving is decided about",
    faulty({ of: "submit", approved: "approved" }, { finish: { ...handIn, label: ["完成", "Finish"], bySubmit: true } }),
    "actions.finish.bySubmit",
    "an approval of it or of saving",
  ],
  [
    "unusable-by-submit",
    "an action that comes with a submit and is decided about",
    faulty({ of: "finish" }, { finish: { ...handIn, label: ["完成", "Finish"], bySubmit: true } }),
    "actions.finish.bySubmit",
    "an approval of it or of saving",
  ],
  ["approval-state", "an approval of saving without an outcome", faulty({ of: "submit" }), "approval", "Add approved"],
  [
    "approval-category",
    "an approval of a category that no dictionary has",
    faulty({ category: "leaf" }),
    "approval.category",
    "There is: leave.",
  ],
  [
    "approval-field",
    "a step that may change a field that is not there",
    faulty({ editable: { finance: ["nam"] } }),
    "approval.editable.finance",
    'Did you mean "name"?',
  ],
  ["approval-field", "a variable that is no field", faulty({ variables: ["floor"] }), "approval.variables", 'Did you mean "floors"?'],
  [
    "unknown-condition-field",
    "an approval under a condition on no field",
    faulty({ when: { floor: 1 } }),
    "approval.when",
    'Did you mean "floors"?',
  ],
];
