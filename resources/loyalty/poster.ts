import { choice, datetime, defineResource, enabled, image, integer, linkOnly, ref, remark, sort, text } from "#schema";
import showing from "./showing.fields.ts";

/** A picture that members share or the shop shows. One for referrals carries the member's invitation code. */
export default defineResource({
  name: "poster",
  label: ["海报", "Poster"],
  path: "/qianyun/poster",
  title: "title",
  sections: {
    title: ["基本信息", "Basics"],
    qrX: ["二维码位置", "Place of the QR code"],
    startTime: ["投放与状态", "Period and status"],
  },
  shapes: { calendar: { from: "startTime", to: "endTime" } },
  fields: {
    title: text("海报标题", "Title", { required: true, max: 64, search: "like" }),
    type: choice("海报类型", "Kind", {
      options: [[1, "推广海报", "Referral poster", "purple"], [2, "活动海报", "Campaign", "blue"], [3, "开屏海报", "Splash screen", "cyan"]],
      required: true, default: 1, search: "equal",
    }),
    ...showing,
    image: image("海报图片", "Image", { required: true }),
    clientPlatformId: ref("client-platform", "投放平台", "Client platform", { required: true, search: "equal" }),
    linkUrl: text("跳转地址", "Link", { ...linkOnly, showWhen: { type: { not: 1 } }, width: 220 }),
    qrX: integer("二维码横坐标", "QR x (px)", { min: 0, default: 0, showWhen: { type: 1 }, list: false }),
    qrY: integer("二维码纵坐标", "QR y (px)", { min: 0, default: 0, showWhen: { type: 1 }, list: false }),
    qrSize: integer("二维码边长", "QR size (px)", { min: 40, default: 160, showWhen: { type: 1 }, list: false }),
    startTime: datetime("开始时间", "From", { search: "range" }),
    endTime: datetime("结束时间", "To", { search: "range" }),
    shareCount: integer("分享次数", "Shared", { default: 0, readonly: true, sortable: true }),
    sort: sort("排序", "Sort order"),
    status: enabled(),
    remark: remark(),
  },
  rules: { period: { check: { endTime: { gt: { field: "startTime" } } } } },
  grants: { marketing: "all" },
});
