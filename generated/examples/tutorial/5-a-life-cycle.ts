import { code, createdAt, date, datetime, decimal, defineResource, lines, ref, remark, state, text } from "#schema";

/** Tests of finished goods by the plant's laboratory. A released test is never changed. */
export default defineResource({
  name: "lab-test",
  label: ["检验单", "Lab test"],
  path: "/digit-bind/lab-test",
  title: "code",
  editableWhen: { status: 0 },
  fields: {
    code: code("检验单号", "Test no.", { max: 32, search: "like", unique: "tenant", readonly: true }),
    factoryId: ref("factory", "工厂", "Factory", { required: true, search: "equal" }),
    name: text("检验项目", "Test", { required: true, max: 64, search: "like" }),
    testDate: date("检验日期", "Tested on", { search: "range", max: "today" }),
    results: lines("检验结果", "Results", {
      fields: {
        item: text("指标", "Item", { required: true, max: 32 }),
        measured: decimal("实测值", "Measured", { scale: 3, required: true }),
      },
    }),
    status: state("状态", "Status", {
      draft: [0, "草稿", "Draft"],
      released: [1, "已发布", "Released", "green"],
      withdrawn: [2, "已撤回", "Withdrawn", "red"],
    }, { search: "equal" }),
    releaseTime: datetime("发布时间", "Released at", { readonly: true }),
    releaserId: ref("user", "发布人", "Released by", { readonly: true }),
    reason: text("撤回原因", "Reason", { max: 128, readonly: true, list: false }),
    remark: remark(),
    createTime: createdAt(),
  },
  numbering: { field: "code", prefix: "LT" },
  actions: {
    release: {
      label: ["发布", "Release"], from: "draft", to: "released", when: { testDate: { empty: false } }, set: { releaseTime: "@now", releaserId: "@user" },
      confirm: ["发布后不能再修改，确定发布?", "A released test cannot be changed. Release it?"],
    },
    withdraw: { label: ["撤回", "Withdraw"], from: "released", to: "withdrawn", ask: ["reason"], askRequired: true },
  },
});
