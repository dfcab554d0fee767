import { choice, datetime, defineResource, enabled, password, phone, ref, remark, signTypes, text, textarea, url } from "#schema";

/** An application of the tenant: what opens pay orders and is told how they end. */
export default defineResource({
  name: "tenant-client",
  label: ["租户客户端", "Tenant client"],
  path: "/digit-marketing/tenant-client",
  title: "name",
  sections: {
    name: ["基本信息", "Basics"],
    appId: ["密钥", "Keys"],
    notifyUrl: ["地址", "Addresses"],
    contact: ["联系人与状态", "Contact and status"],
  },
  fields: {
    name: text("客户端名称", "Client name", { required: true, max: 64, search: "like", unique: "tenant" }),
    clientPlatformId: ref("client-platform", "客户端平台", "Client platform", { required: true, search: "equal" }),
    appId: text("应用ID", "App id", { required: true, max: 64, search: "equal", unique: "tenant" }),
    appSecret: password("应用密钥", "App secret", { max: 128 }),
    signType: choice("签名方式", "Signature", { options: signTypes, required: true, default: "RSA2" }),
    publicKey: textarea("客户端公钥", "Client public key", { max: 2048, showWhen: { signType: "RSA2" } }),
    privateKey: password("客户端私钥", "Client private key", { max: 4096, showWhen: { signType: "RSA2" } }),
    notifyUrl: url("异步通知地址", "Notify URL", { max: 255, help: ["支付、退款结果通知到此地址，见通知日志", "Payment and refund results are posted here, see the notify log"] }),
    returnUrl: url("同步跳转地址", "Return URL", { max: 255, list: false }),
    ipWhitelist: textarea("IP白名单", "IP white list", {
      max: 500,
      help: ["只能从这些地址或网段发起支付，每行一个，如 10.20.0.0/16；留空不限", "Pay orders are opened from these addresses and networks only, one per line, such as 10.20.0.0/16; empty = any"],
    }),
    contact: text("联系人", "Contact", { max: 32, search: "like" }),
    contactPhone: phone("联系电话", "Contact phone"),
    expireTime: datetime("到期时间", "Expires at", { search: "range" }),
    status: enabled(),
    remark: remark(),
  },
  reads: {
    keys: { shape: "custom" },
  },
});
