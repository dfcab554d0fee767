// What an approval locks, whatever way its definition says when rows may be changed (src/schema/approval.ts).
import { expect, test } from "vitest";
import { state, text } from "#schema";
import { withApproval } from "#schema/approval";
import { meets, type Condition } from "#schema/text";
import type { ResourceData } from "#schema/resource-data";

const declared = (editableWhen: Condition | undefined): ResourceData => ({
  name: "claim",
  label: ["报销", "Claim"],
  path: "/x/claim",
  title: "name",
  fields: {
    name: text("名称", "Name"),
    status: state("状态", "Status", {
      draft: [0, "草稿", "Draft"],
      review: [1, "审批中", "In approval"],
      approved: [2, "已批准", "Approved"],
    }),
  },
  actions: { handIn: { label: ["提交", "Hand in"], from: "draft", to: "approved" } },
  approval: { category: "claim", of: "handIn", pending: "review" },
  ...(editableWhen === undefined ? {} : { editableWhen }),
});

/** States in which rows may be changed. */
const editableIn = (editableWhen: Condition | undefined): readonly number[] => {
  const condition = withApproval(declared(editableWhen)).editableWhen;
  return [0, 1, 2].filter((status) => condition === undefined || meets(condition, { status }));
};

test.each<readonly [string, Condition | undefined, readonly number[]]>([
  ["nothing", undefined, [0, 2]],
  ["a state", { status: 0 }, [0]],
  ["several states", { status: [0, 1] }, [0]],
  ["what is excluded", { status: { not: 2 } }, [0]],
  ["a comparison", { status: { lt: 2 } }, [0]],
  ["alternatives", [{ status: { lt: 2 } }, { status: 2 }], [0, 2]],
])("a row that waits is not changed where %s says when rows may be", (_what, condition, states) => {
  expect(editableIn(condition)).toEqual(states);
});
