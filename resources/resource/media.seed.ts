import { demonstrationDay, seedRows } from "#schema";

export default seedRows("media", [
  { name: "茅溪迎宾酒主图", mediaCategoryId: "商品图", mediaType: 1, url: "/demo/bottle.svg", attachId: "茅溪迎宾酒主图.svg", fileSize: 18211, sort: 1, createTime: "2024-04-03 10:20:00" },
  { name: "茅溪珍藏主图", mediaCategoryId: "商品图", mediaType: 1, url: "/demo/cellar.svg", attachId: "茅溪珍藏主图.svg", fileSize: 20433, sort: 2, createTime: "2024-04-04 10:25:00" },
  { name: "铁观音产品图", mediaCategoryId: "商品图", mediaType: 1, url: "/demo/tea.svg", attachId: "铁观音产品图.svg", fileSize: 17640, sort: 3, createTime: "2024-04-08 09:12:00" },
  { name: "茅溪商标", mediaCategoryId: "品牌故事", mediaType: 1, url: "/demo/brand-maoxi.svg", attachId: "茅溪商标.svg", fileSize: 9120, sort: 4, createTime: "2024-04-05 15:00:00" },
  {
    name: "节庆礼盒海报", mediaCategoryId: "门店海报", mediaType: 1, url: "/demo/gift-box.svg", attachId: "节庆礼盒.svg", fileSize: 15002, sort: 5, remark: "春节门店使用",
    createTime: "2025-01-06 11:30:00",
  },
], { today: demonstrationDay });
