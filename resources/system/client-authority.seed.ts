import { demonstrationDay, seedRows } from "#schema";

export default seedRows("client-authority", [
  { clientId: "sword", authorityName: "ERP 对接", authorityType: 1, authorityPath: "/digit-bind/stock-out-doc/**", expireTime: "2027-12-31 23:59:59", remark: "ERP 推送出库单" },
  { clientId: "sword", authorityName: "ERP 查询库存", authorityType: 1, authorityPath: "/digit-bind/goods-stock/**", expireTime: "2027-12-31 23:59:59" },
  { clientId: "h5", authorityName: "扫码小程序", authorityType: 1, authorityPath: "/anti-fake-web/**", apiScopeIds: ["公众查询"] },
  { clientId: "h5", authorityName: "商城下单", authorityType: 1, authorityPath: "/digit-marketing/order/**" },
  { clientId: "sword", authorityName: "采集机上报", authorityType: 1, authorityPath: "/digit-bind/scan-record/**", status: 2, remark: "改由设备自行登录" },
], { today: demonstrationDay });
