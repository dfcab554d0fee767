import { datetime, defineFields, integer, message, progress, ref } from "#schema";

/** Who finished a stock document and when, and how far its booking is; the definition has a `status` whose value 3 is "processing". */
export default defineFields({
  finishTime: datetime("完成时间", "Finished at", { search: "range", readonly: true }),
  operatorId: ref("user", "操作人", "Operator", { readonly: true }),
  booking: progress("过账进度", "Booking", { showWhen: { status: 3 }, list: false, visibleIn: ["view"] }),
  progress: integer("处理进度(%)", "Progress (%)", { min: 0, max: 100, showWhen: { status: 3 }, readonly: true, list: false }),
  failReason: message("失败原因", "Failure", { list: false }),
});
