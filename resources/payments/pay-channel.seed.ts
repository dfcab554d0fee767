import { seedRows } from "#schema";

export default seedRows("pay-channel", [
  { name: "微信支付·小程序", code: "wx_mini", type: 1, clientPlatformIds: ["mp-weixin"], appId: "wx5f2c8e1a7b3d9046", merchantNo: "1600000001", feeRate: "0.6000", sort: 1 },
  { name: "支付宝·H5", code: "ali_h5", type: 2, clientPlatformIds: ["h5"], appId: "2021000100001234", merchantNo: "2088000000000001", feeRate: "0.6000", sort: 2 },
  { name: "余额支付", code: "balance", type: 3, clientPlatformIds: ["mp-weixin", "h5", "kiosk"], feeRate: "0.0000", sort: 3 },
  { name: "对公转账", code: "offline", type: 4, clientPlatformIds: ["h5", "mp-weixin"], feeRate: "0.0000", isRefundable: 0, sort: 4 },
  {
    name: "聚合支付网关", code: "gateway", type: 6, clientPlatformIds: ["mp-weixin", "h5"], gatewayUrl: "https://pay.example.cn/v1", merchantNo: "M20250001", feeRate: "0.3800",
    sort: 5, status: 2, remark: "签约后填写密钥并启用",
  },
]);
