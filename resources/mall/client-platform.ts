import { bool, choice, code, defineResource, enabled, image, integer, remark, sort, text, url } from "#schema";

/** Where consumers shop: a mini program, a site, a machine. */
export default defineResource({
  name: "client-platform",
  label: ["客户端平台", "Client platform"],
  path: "/digit-marketing/client-platform",
  title: "name",
  sections: {
    name: ["基本信息", "Basics"],
    isAuditOrder: ["订单规则", "Order rules"],
    sort: ["状态与备注", "Status and notes"],
  },
  fields: {
    name: text("平台名称", "Platform name", { required: true, max: 64, search: "like", unique: "tenant" }),
    code: code("平台编码", "Platform code", { required: true, max: 32, pattern: "^[a-z][a-z0-9_-]*$", search: "equal", unique: "tenant" }),
    type: choice("平台类型", "Kind", {
      options: [
        [1, "微信小程序", "WeChat mini program", "green"], [2, "公众号H5", "WeChat H5", "cyan"], [3, "APP", "App", "blue"],
        [4, "PC网站", "Web site", "geekblue"], [5, "终端设备", "Terminal device", "purple"], [6, "支付宝小程序", "Alipay mini program", "gold"],
      ],
      required: true, default: 1, search: "equal",
    }),
    logo: image("平台图标", "Icon"),
    homeUrl: url("首页地址", "Home URL", { max: 255 }),
    appVersion: text("当前版本", "Current version", { max: 32 }),
    downloadUrl: url("下载地址", "Download URL", { max: 255, showWhen: { type: 3 }, list: false }),
    isAuditOrder: bool("订单需审核", "Orders need audit", { default: 1, help: ["否则付款后直接进入待发货", "Otherwise a paid order goes straight to the shipping queue"] }),
    orderExpireMinutes: integer("未付款关闭(分钟)", "Close unpaid after (minutes)", { min: 1, default: 30, list: false }),
    autoReceiveDays: integer("自动收货(天)", "Automatic receipt after (days)", { min: 1, default: 10, list: false }),
    sort: sort("排序", "Sort order"),
    status: enabled(),
    remark: remark(),
  },
});
