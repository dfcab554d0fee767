import { createdAt, datetime, defineResource, integer, password, remark, rowEvents, state, text, url } from "#schema";

/** Another system that is told of events: each is posted to its address, signed, and again until it is taken. */
export default defineResource({
  name: "webhook",
  label: ["事件推送", "Webhook"],
  path: "/blade-system/webhook",
  title: "name",
  related: [
    { resource: "webhook-delivery", by: "webhookId" },
  ],
  fields: {
    name: text("名称", "Name", { required: true, max: 64, search: "like", unique: "tenant" }),
    url: url("接收地址", "Address", { required: true, max: 500, help: ["以 https:// 开头的公网地址；内部主机须由运维在 INTERNAL_HOSTS 中登记", "A public address that begins with https://; the operator permits internal hosts with INTERNAL_HOSTS"], width: 230 }),
    events: rowEvents("推送的事件", "Events", { multiple: true, required: true, list: false, help: ["只能选择您可以查看全部数据和字段的资源", "Of resources of which you see all rows and fields"] }),
    secret: password("签名密钥", "Signing secret", { max: 128, help: ["whsec_ 开头，后接 24 至 64 字节的 Base64；新建时留空由系统生成，用“更换密钥”取得，只显示一次", "whsec_ and 24 to 64 bytes in base64; if empty at first, the system makes one: “New secret” shows it once"] }),
    formerSecret: password("旧密钥", "Former secret", { max: 128, readonly: true, visibleIn: [] }),
    formerUntil: datetime("旧密钥有效至", "Former secret signs until", { readonly: true, list: false }),
    status: state("状态", "Status", {
      active: [1, "启用", "Enabled", "green"],
      stopped: [2, "停用", "Disabled"],
      broken: [3, "失败停用", "Disabled after failures", "red"],
    }, { search: "equal" }),
    failures: integer("连续失败", "Failures in a row", { readonly: true, default: 0, help: ["推送最终失败的次数，成功后清零；达到 5 次自动停用", "Deliveries that failed for good; none after a success, and at five it is disabled"] }),
    lastTime: datetime("最近推送", "Last delivery", { readonly: true }),
    lastStatus: integer("最近应答", "Last answer", { readonly: true, help: ["HTTP 状态；0 表示没有应答", "HTTP status; 0 if there was none"] }),
    remark: remark(),
    createTime: createdAt(),
  },
  events: { giveUp: { from: "active", to: "broken", when: "five deliveries in a row have failed for good, or the receiver answers 410" } },
  actions: {
    enable: { label: ["启用", "Enable"], on: "selection", inRows: true, from: ["stopped", "broken"], to: "active", handler: true },
    disable: { label: ["停用", "Disable"], on: "selection", inRows: true, from: "active", to: "stopped", confirm: ["停用后不再推送，等待中的推送也不会发出。确定停用?", "Nothing more is sent, not even waiting deliveries. Disable?"] },
    test: { label: ["发送测试", "Send a test"], from: "active", handler: true, effect: ["向接收地址推送一条测试事件，结果见推送记录", "Posts a test event to the address; the deliveries show the result"] },
    rotate: {
      label: ["更换密钥", "New secret"], handler: true,
      confirm: ["生成新密钥并只显示一次；24 小时内同时用新旧密钥签名。确定更换?", "A new secret is made and shown once; for 24 hours both sign. Make it?"],
      effect: ["生成新的签名密钥，旧密钥 24 小时内仍参与签名", "Makes a new signing secret; the former one also signs for 24 hours"],
    },
  },
});
