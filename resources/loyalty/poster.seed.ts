import { demonstrationDay, seedRows } from "#schema";

export default seedRows("poster", [
  { title: "邀请好友得积分", type: 1, image: "/demo/gift-box.svg", clientPlatformId: "mp-weixin", qrX: 220, qrY: 980, qrSize: 180, shareCount: 326, sort: 1 },
  {
    title: "五一开瓶有礼", type: 2, image: "/demo/bottle.svg", clientPlatformId: "mp-weixin", linkUrl: "/pages/activity/may-day", startTime: "2024-05-01 00:00:00",
    endTime: "2024-05-07 23:59:59", shareCount: 118, sort: 2, status: 2,
  },
  {
    title: "茅溪珍藏新装上市", type: 3, image: "/demo/cellar.svg", clientPlatformId: "mp-weixin", linkUrl: "/pages/commodity/detail?no=SP202404100001",
    startTime: "2025-03-01 00:00:00", endTime: "2035-12-31 23:59:59", shareCount: 42, sort: 3,
  },
], { today: demonstrationDay });
