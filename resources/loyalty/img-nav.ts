import { choice, datetime, defineResource, enabled, image, integer, linkOnly, ref, sort, text, treeRef } from "#schema";
import showing from "./showing.fields.ts";

/** A picture that leads somewhere: banners and icons of the shop's pages. */
export default defineResource({
  name: "img-nav",
  label: ["图片导航", "Image navigation"],
  path: "/qianyun/img-nav",
  title: "title",
  sections: {
    title: ["基本信息", "Basics"],
    linkType: ["跳转", "Link"],
    startTime: ["展示与状态", "Display and status"],
  },
  shapes: { calendar: { from: "startTime", to: "endTime" } },
  fields: {
    title: text("导航标题", "Title", { required: true, max: 64, search: "like" }),
    ...showing,
    image: image("导航图片", "Image", { required: true }),
    position: choice("展示位置", "Position", {
      options: [[1, "首页轮播", "Home banner", "blue"], [2, "金刚区", "Icon grid", "cyan"], [3, "腰封广告", "Middle banner", "purple"], [4, "个人中心", "Member centre"]],
      required: true, default: 1, search: "equal",
    }),
    clientPlatformId: ref("client-platform", "投放平台", "Client platform", { required: true, search: "equal" }),
    linkType: choice("跳转类型", "Link kind", {
      options: [[0, "不跳转", "None"], [1, "小程序页面", "App page"], [2, "商品", "Commodity"], [3, "商品分类", "Category"], [4, "外部链接", "Web link"]],
      required: true, default: 0, search: "equal",
    }),
    commodityId: ref("commodity", "商品", "Commodity", { required: true, showWhen: { linkType: 2 }, list: false }),
    categoryId: treeRef("product-category", "商品分类", "Category", { required: true, showWhen: { linkType: 3 }, list: false }),
    linkUrl: text("跳转地址", "Link", { ...linkOnly, required: true, showWhen: { linkType: [1, 4] }, help: ["外部链接须以 https:// 开头", "A web link begins with https://"] }),
    startTime: datetime("开始时间", "From", { search: "range" }),
    endTime: datetime("结束时间", "To", { search: "range" }),
    clickCount: integer("点击次数", "Clicks", { default: 0, readonly: true, sortable: true }),
    sort: sort("排序", "Sort order"),
    status: enabled(),
  },
  rules: { period: { check: { endTime: { gt: { field: "startTime" } } } } },
  grants: { marketing: "all" },
});
