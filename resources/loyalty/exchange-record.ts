import { choice, code, createdAt, datetime, defineResource, dict, integer, phone, ref, remark, state, text } from "#schema";

/** Points given for goods, from the request to the receipt. */
export default defineResource({
  name: "exchange-record",
  label: ["兑换记录", "Exchange record"],
  path: "/qianyun/exchangerecord",
  title: "exchangeNo",
  finalRemoval: true,
  highVolume: true,
  date: "createTime",
  removableWhen: { status: 3 },
  mainColumns: ["points", "memberId", "commodityId", "quantity"],
  sections: {
    exchangeNo: ["基本信息", "Basics"],
    receiveType: ["领取", "Receipt"],
    status: ["状态", "Status"],
  },
  fields: {
    exchangeNo: code("兑换单号", "Exchange number", { search: "like", unique: "tenant", readonly: true }),
    memberId: ref("member", "会员", "Member", { required: true, search: "equal", createOnly: true }),
    commodityId: ref("commodity", "兑换商品", "Commodity", { required: true, search: "equal", createOnly: true, filter: { type: 2 } }),
    commoditySkuId: ref("commodity-sku", "规格", "SKU", { required: true, within: "commodityId", createOnly: true }),
    quantity: integer("数量", "Quantity", { required: true, min: 1, default: 1, createOnly: true }),
    pointsPrice: integer("单个积分", "Points each", { readonly: true }),
    points: integer("消耗积分", "Points spent", { readonly: true, sortable: true }),
    receiveType: choice("领取方式", "Receipt", {
      options: [[1, "快递", "Delivery", "blue"], [2, "门店自提", "Pick-up at a terminal", "cyan"], [3, "虚拟发放", "Virtual", "purple"]],
      required: true, default: 1, search: "equal", createOnly: true,
    }),
    addressId: ref("address", "收货地址", "Address", { within: "memberId", required: true, showWhen: { receiveType: 1 }, createOnly: true, list: false }),
    receiverName: text("收货人", "Receiver", { search: "like", readonly: true }),
    receiverPhone: phone("收货电话", "Receiver phone", { readonly: true, list: false, sensitive: true }),
    receiverAddress: text("详细收货地址", "Address text", { readonly: true, list: false }),
    terminalId: ref("terminal", "自提终端", "Pick-up terminal", { required: true, search: "equal", showWhen: { receiveType: 2 }, createOnly: true }),
    pickupCode: code("提货码", "Pick-up code", { readonly: true, list: false }),
    deliveryCompany: dict("logistics_company", "物流公司", "Carrier", { business: true, readonly: true }),
    deliveryNo: code("物流单号", "Waybill number", { search: "like", readonly: true }),
    status: state("状态", "Status", {
      toIssue: [0, "待发放", "To be issued", "gold"],
      issued: [1, "已发放", "Issued", "cyan"],
      done: [2, "已完成", "Done", "green"],
      cancelled: [3, "已取消", "Cancelled"],
    }, { search: "equal" }),
    finishTime: datetime("完成时间", "Finished at", { search: "range", readonly: true }),
    createTime: createdAt(),
    remark: remark(),
  },
  events: { issueVirtual: { from: "toIssue", to: "done" } },
  numbering: { field: "exchangeNo", prefix: "DH" },
  actions: {
    issue: {
      label: ["发放", "Issue"], from: "toIssue", to: "issued", ask: ["deliveryCompany", "deliveryNo"], handler: true,
      effect: "A parcel needs carrier and waybill; a pick-up gets its code; virtual goods are done at once",
    },
    finish: {
      label: ["完成", "Finish"], from: "issued", to: "done", set: { finishTime: "@now" }, handler: true,
      params: { pickupCode: code("提货码", "Pick-up code", { max: 16, help: ["自提时必填", "Asked for at a pick-up"] }) },
    },
    cancel: { label: ["取消", "Cancel"], from: "toIssue", to: "cancelled", handler: true, confirm: ["确定取消该兑换?", "Cancel this exchange?"], effect: "Points and stock go back" },
  },
  effects: {
    creation: {
      effect: ["扣减会员积分和商品库存，带出收货信息；禁用的会员不能兑换", "Takes the member's points and the stock, and the receiver's address; refused for a disabled member"],
      requiredFor: ["add"],
    },
  },
});
