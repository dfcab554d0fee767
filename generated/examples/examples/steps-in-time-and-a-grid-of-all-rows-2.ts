import { bool, code, date, datetime, defineResource, integer, lines, ref, state, text } from "#schema";

/** A stand at a festival. */
export default defineResource({
  name: "festival-stand",
  label: ["摊位", "Stand"],
  path: "/digit-bind/festival-stand",
  title: "standNo",
  screen: "none",
  fields: {
    festivalId: ref("festival", "活动", "Festival", { required: true, createOnly: true, search: "equal" }),
    standNo: code("编号", "No.", { required: true, max: 32, unique: "tenant" }),
    attrs: lines("组合", "Combination", {
      fields: {
        attributeId: ref("product-attribute", "属性", "Attribute", { required: true }),
        valueId: ref("product-attribute-value", "值", "Value", { required: true, within: "attributeId" }),
      },
    }),
    seats: integer("座位", "Seats", { min: 0 }),
    due: date("计划", "Planned"),
    begunAt: datetime("开始", "Begun", { readonly: true }),
    readyAt: datetime("完成", "Ready", { readonly: true }),
    isLate: bool("超期", "Late", { readonly: true, computed: true }),
    helper: text("负责人", "Helper", { max: 32 }),
    note: text("说明", "Note"),
    status: state("状态", "Status", { planned: [0, "计划", "Planned"], ready: [1, "就绪", "Ready", "green"] }),
  },
  timeline: { step: "standNo", state: "status", at: "readyAt", began: "begunAt", planned: "due", overdue: "isLate", by: "helper", note: "note" },
  events: { prepare: { from: "planned", to: "ready" } },
  actions: {
    saveAll: {
      label: ["编辑全部", "Edit all"], on: "screen", send: "body", submits: "festivalId", permission: "festivalstand_edit",
      grid: { columns: ["standNo", "seats", "due"], combine: { into: "attrs", axes: "attributeIds" } },
    },
  },
});
