import { demonstrationDay, seedRows } from "#schema";

export default seedRows("commodity", [
  {
    commodityNo: "SP202404100001", name: "茅溪珍藏 53度 500ml", subtitle: "坤沙酱香，窖藏五年", spuId: "MX-ZC53", categoryId: "酱香型·53度", brandId: "茅溪", clientPlatformIds: ["mp-weixin", "h5"],
    type: 1, mainImage: "/demo/cellar.svg", price: "899.00", marketPrice: "1099.00", unit: "瓶", stock: 340, sales: 1268, isHot: 1, sort: 1, status: 1, shelfTime: "2024-04-18 10:00:00",
  },
  {
    commodityNo: "SP202404100002", name: "茅溪品鉴装礼盒", subtitle: "100ml × 2，送礼体面", spuId: "MX-ZC53", categoryId: "节庆礼盒", brandId: "茅溪", clientPlatformIds: ["mp-weixin", "h5", "kiosk"],
    type: 1, mainImage: "/demo/gift-box.svg", price: "399.00", unit: "盒", stock: 499, sales: 846, isHot: 1, isNew: 1, sort: 2, status: 1, shelfTime: "2024-04-20 09:30:00",
  },
  {
    commodityNo: "SP202404220001", name: "定制酒杯一对", categoryId: "酒杯", brandId: "茅溪", clientPlatformIds: ["mp-weixin"], type: 2, mainImage: "/demo/cup.svg", price: "0.00",
    exchangePoints: 2000, unit: "对", stock: 300, sales: 92, sort: 3, status: 1, shelfTime: "2024-05-01 00:00:00",
  },
  {
    commodityNo: "SP202406180001", name: "清香铁观音 250g", spuId: "SYCS-TGY", categoryId: "铁观音·清香", brandId: "山野茶事", clientPlatformIds: ["h5"], type: 1, mainImage: "/demo/tea-leaf.svg",
    price: "168.00", unit: "罐", stock: 0, sales: 37, sort: 4, status: 2, shelfTime: "2024-06-20 08:00:00",
  },
  {
    commodityNo: "SP202501060001", name: "花雕十年坛装", categoryId: "花雕·十年陈", brandId: "稻香源", clientPlatformIds: ["mp-weixin"], type: 1, mainImage: "/demo/jar.svg", unit: "坛", sort: 5,
    status: 0,
  },
], { today: demonstrationDay });
