import { demonstrationDay, seedRows } from "#schema";

export default seedRows("img-nav", [
  { title: "茅溪珍藏上市", image: "/demo/cellar.svg", position: 1, clientPlatformId: "mp-weixin", linkType: 2, commodityId: "SP202404100001", clickCount: 2210, sort: 1 },
  { title: "品鉴装礼盒", image: "/demo/gift-box.svg", position: 1, clientPlatformId: "mp-weixin", linkType: 2, commodityId: "SP202404100002", clickCount: 1436, sort: 2 },
  { title: "积分商城", image: "/demo/cup.svg", position: 2, clientPlatformId: "mp-weixin", linkType: 1, linkUrl: "/pages/points/index", clickCount: 861, sort: 1 },
  { title: "扫码验真", image: "/demo/bottle.svg", position: 2, clientPlatformId: "mp-weixin", linkType: 1, linkUrl: "/pages/scan/index", clickCount: 5120, sort: 2 },
  { title: "茶叶专区", image: "/demo/tea.svg", position: 3, clientPlatformId: "h5", linkType: 3, categoryId: "茶叶", clickCount: 92, sort: 1 },
  { title: "邀请好友", image: "/demo/gift-box.svg", position: 4, clientPlatformId: "mp-weixin", linkType: 1, linkUrl: "/pages/invite/index", clickCount: 327, sort: 1 },
], { today: demonstrationDay });
