import { choice, createdAt, datetime, defineResource, image, money, phone, ref, remark, state, text } from "#schema";

/** How the goods of a stock-out document travel. A document may have several waybills. */
export default defineResource({
  name: "logistics-out-doc",
  label: ["物流出库单", "Shipment"],
  path: "/digit-bind/logistics/out-doc",
  title: "waybillNo",
  date: "createTime",
  highVolume: true,
  quickFind: { by: ["waybillNo", "docNo"], shows: ["carrier"] },
  calls: ["detail", "submit", "remove"],
  listRead: "list",
  mainColumns: ["channelId", "freight", "signTime"],
  sections: {
    stockOutDocId: ["基本信息", "Basics"],
    carrier: ["承运", "Carrier"],
    shipTime: ["发运与签收", "Dispatch and receipt"],
    status: ["状态与备注", "Status and notes"],
  },
  fields: {
    stockOutDocId: ref("stock-out-doc", "出库单", "Stock-out document", { required: true, search: "equal" }),
    docNo: text("出库单号", "Document no.", { max: 32, search: "like", readonly: true, list: false }),
    channelId: ref("channel", "渠道", "Channel", { search: "equal", readonly: true }),
    shipMode: choice("运输方式", "Ship mode", {
      options: [[1, "整车运输", "Full truck", "blue"], [2, "零担", "Part load", "cyan"], [3, "快递", "Express", "orange"], [4, "自提", "Pick-up"]],
      default: 1, search: "equal",
    }),
    carrier: text("承运商", "Carrier", { required: true, max: 64, search: "like" }),
    waybillNo: text("运单号", "Waybill no.", { max: 64, search: "like" }),
    plateNo: text("车牌号", "Plate no.", { max: 16, capitals: true }),
    driver: text("司机", "Driver", { max: 32 }),
    driverPhone: phone("司机电话", "Driver phone", { list: false, sensitive: true }),
    freight: money("运费", "Freight", { min: 0 }),
    shipTime: datetime("发运时间", "Shipped at", { search: "range" }),
    expectTime: datetime("预计到达", "Expected at", { list: false }),
    signTime: datetime("签收时间", "Signed at"),
    signer: text("签收人", "Signed by", { max: 32, list: false }),
    signImage: image("签收单", "Proof of delivery", { list: false }),
    status: state("状态", "Status", {
      toShip: [0, "待发运", "To ship"],
      inTransit: [1, "运输中", "In transit", "blue"],
      signed: [2, "已签收", "Signed", "green"],
      exception: [3, "异常", "Exception", "red"],
    }, { search: "equal" }),
    remark: remark(),
    createTime: createdAt(),
  },
  reads: {
    list: {
      path: "/digit-bind/logistics/out-doc", shape: "page",
      params: ["stockOutDocId", "docNo", "channelId", "shipMode", "carrier", "waybillNo", "shipTime", "status"],
      fields: ["stockOutDocId", "channelId", "shipMode", "carrier", "waybillNo", "plateNo", "driver", "freight", "shipTime", "signTime", "status", "createTime"],
    },
  },
  events: {
    shipped: { from: "toShip", to: "inTransit", when: "its time of dispatch is entered in the form" },
    received: { from: ["inTransit", "exception"], to: "signed", when: "its time of receipt is entered in the form" },
  },
  actions: {
    ship: { label: ["发运", "Ship"], from: "toShip", to: "inTransit", permission: "logisticsoutdoc_status", ask: ["shipTime"], askRequired: true },
    sign: { label: ["签收", "Sign"], from: ["inTransit", "exception"], to: "signed", permission: "logisticsoutdoc_status", ask: ["signTime", "signer", "signImage"] },
    exception: { label: ["登记异常", "Report a problem"], from: "inTransit", to: "exception", permission: "logisticsoutdoc_status", ask: ["remark"], askRequired: true },
  },
  effects: {
    channel: { effect: ["从出库单带出单号和渠道", "Takes number and channel from the stock-out document"] },
  },
});
