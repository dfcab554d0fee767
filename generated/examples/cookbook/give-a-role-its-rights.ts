import { createdAt, defineResource, state, text } from "#schema";

/** A shift report: production writes it, auditors read it. */
export default defineResource({
  name: "shift-report",
  label: ["班次报告", "Shift report"],
  path: "/digit-bind/shift-report",
  title: "subject",
  grants: { production: "write", warehouse: ["view", "sign"], auditor: "read" },
  fields: {
    subject: text("主题", "Subject", { required: true, max: 64, search: "like" }),
    status: state("状态", "Status", { open: [0, "待签", "Open"], signed: [1, "已签", "Signed", "green"] }, { search: "equal" }),
    createTime: createdAt(),
  },
  actions: { sign: { label: ["签字", "Sign"], from: "open", to: "signed" } },
});
