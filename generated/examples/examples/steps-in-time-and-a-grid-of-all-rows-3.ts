import { defineResource, lines, ref, text } from "#schema";

/** What tickets of a festival differ in; without a festival a proposal for any. */
export default defineResource({
  name: "ticket-choice",
  label: ["票种维度", "Ticket choice"],
  path: "/digit-bind/ticket-choice",
  title: "name",
  fields: {
    festivalId: ref("festival", "活动", "Festival", { search: "equal" }),
    name: text("名称", "Name", { required: true, max: 32 }),
    choices: lines("可选值", "Values", { required: true, fields: { value: text("值", "Value", { required: true, max: 32 }) } }),
  },
  reads: { select: { params: ["festivalId"], includeNull: ["festivalId"], fields: ["festivalId", "name", "choices"], open: "signed-in" } },
});
