import { bool, choice, code, decimal, defineResource, enabled, file, image, money, password, payTypes, refs, remark, sort, text, url } from "#schema";

/** A way to pay, with the keys of the provider that takes the money. Keys are stored encrypted and never answered. */
export default defineResource({
  name: "pay-channel",
  label: ["支付渠道", "Pay channel"],
  path: "/digit-marketing/paychannel",
  title: "name",
  sections: {
    name: ["基本信息", "Basics"],
    appId: ["商户与密钥", "Merchant and keys"],
    feeRate: ["费率与限额", "Rates and limits"],
    sort: ["状态与备注", "Status and notes"],
  },
  fields: {
    name: text("渠道名称", "Channel name", { required: true, max: 64, search: "like", unique: "tenant" }),
    code: code("渠道编码", "Channel code", { required: true, max: 32, pattern: "^[a-z][a-z0-9_]*$", search: "equal", unique: "tenant" }),
    type: choice("支付方式", "Kind", {
      options: payTypes,
      required: true, default: 1, search: "equal",
    }),
    clientPlatformIds: refs("client-platform", "适用平台", "Client platforms", { required: true }),
    logo: image("图标", "Icon"),
    appId: text("渠道应用ID", "Channel app id", { max: 64, showWhen: { type: [1, 2, 5] } }),
    gatewayUrl: url("网关地址", "Gateway URL", {
      max: 255, list: false, showWhen: { type: 6 }, requiredWhen: { type: 6 },
      help: ["网关接口的公共前缀，须为 https，例如 https://pay.example.cn/v1", "The common beginning of its addresses, by https, such as https://pay.example.cn/v1"],
    }),
    merchantNo: text("商户号", "Merchant number", { max: 64, search: "like", showWhen: { type: [1, 2, 5, 6] }, requiredWhen: { type: 6 } }),
    apiKey: password("API密钥", "API key", {
      max: 128, showWhen: { type: [1, 2, 5, 6] },
      help: ["通用网关：双方共用的签名密钥，至少 16 个字符", "HTTP gateway: the key both sides sign with, at least 16 characters"],
    }),
    privateKey: password("商户私钥", "Merchant private key", { max: 4096, showWhen: { type: [1, 2, 5] } }),
    certFile: file("证书文件", "Certificate", { showWhen: { type: [1, 5] } }),
    notifyUrl: url("回调地址", "Callback URL", {
      max: 255, list: false,
      help: [
        "随请求发给渠道；本系统的接收地址为 https://<站点>/api/digit-marketing/paynotify/<渠道ID>",
        "Sent with each request; ours is https://<site>/api/digit-marketing/paynotify/<id of the channel>",
      ],
    }),
    feeRate: decimal("费率(%)", "Fee rate (%)", { min: 0, max: 100, scale: 4, default: 0.6 }),
    minAmount: money("单笔下限", "Minimum", { min: 0.01, default: 0.01, list: false }),
    maxAmount: money("单笔上限", "Maximum", { min: 0.01, default: 50000 }),
    isRefundable: bool("支持原路退款", "Refunds back to the payer", { default: 1 }),
    isSandbox: bool("沙箱", "Sandbox", { default: 0 }),
    sort: sort("排序", "Sort order"),
    status: enabled(),
    remark: remark(),
  },
  rules: { limits: { check: { maxAmount: { ge: { field: "minAmount" } } } } },
});
