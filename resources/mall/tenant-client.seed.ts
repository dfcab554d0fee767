import { demonstrationDay, seedRows } from "#schema";

export default seedRows("tenant-client", [
  {
    name: "茅溪优选小程序", clientPlatformId: "mp-weixin", appId: "wx5f2c8e1a7b3d9046", signType: "RSA2",
    notifyUrl: "https://shop.example.cn/pay/notify", contact: "周芳", contactPhone: "13885200007", expireTime: "2027-12-31 23:59:59",
  },
  {
    name: "茅溪商城H5", clientPlatformId: "h5", appId: "h5-001", signType: "MD5", notifyUrl: "https://m.maoxi.example.cn/pay/notify",
    returnUrl: "https://m.maoxi.example.cn/pay/done", contact: "周芳", contactPhone: "13885200007", expireTime: "2027-12-31 23:59:59",
  },
  {
    name: "门店自助柜", clientPlatformId: "kiosk", appId: "kiosk-001", signType: "HMAC-SHA256", notifyUrl: "https://kiosk.example.cn/notify", ipWhitelist: "10.20.0.51",
    contact: "韩梅", contactPhone: "13885200011",
  },
], { today: demonstrationDay });
