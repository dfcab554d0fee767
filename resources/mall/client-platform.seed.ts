import { seedRows } from "#schema";

export default seedRows("client-platform", [
  { name: "茅溪优选小程序", code: "mp-weixin", type: 1, logo: "/demo/brand-maoxi.svg", appVersion: "3.2.1", isAuditOrder: 1, orderExpireMinutes: 30, autoReceiveDays: 10, sort: 1 },
  { name: "茅溪商城H5", code: "h5", type: 2, homeUrl: "https://m.maoxi.example.cn", isAuditOrder: 0, sort: 2 },
  { name: "门店自助柜", code: "kiosk", type: 5, appVersion: "1.0.8", isAuditOrder: 0, orderExpireMinutes: 5, sort: 3 },
]);
