import { seedRows } from "#schema";

export default seedRows("attr-owner", [
  {
    ownerType: 1, code: "P0001", name: "茅溪迎宾酒", spuId: "MX-YB52", brandId: "茅溪", categoryId: "浓香型·52度", image: "/demo/bottle.svg", barcode: "6901234567892", approvalNo: "GB/T 10781.1",
    shelfLifeDays: 0, attrPackId: "酱酒产品属性包", sort: 1,
  },
  {
    ownerType: 1, code: "P0002", name: "茅溪珍藏 53度", spuId: "MX-ZC53", brandId: "茅溪", categoryId: "酱香型·53度", image: "/demo/cellar.svg", barcode: "6901234567908", approvalNo: "GB/T 26760",
    shelfLifeDays: 0, attrPackId: "酱酒产品属性包", sort: 2,
  },
  {
    ownerType: 1, code: "P0003", name: "茅溪小酒 100ml", brandId: "茅溪", categoryId: "酱香型·42度", image: "/demo/bottle.svg", barcode: "6901234567915", approvalNo: "GB/T 26760",
    shelfLifeDays: 0, sort: 3,
  },
  {
    ownerType: 1, code: "P0004", name: "稻香源花雕十年", spuId: "DXY-HD10", brandId: "稻香源", categoryId: "花雕·十年陈", image: "/demo/jar.svg", barcode: "6901234567922", approvalNo: "GB/T 13662",
    shelfLifeDays: 1825, sort: 4,
  },
  {
    ownerType: 1, code: "P0005", name: "清香铁观音 250g", spuId: "SYCS-TGY", brandId: "山野茶事", categoryId: "铁观音·清香", image: "/demo/tea-leaf.svg", barcode: "6901234567939",
    approvalNo: "GB/T 19598", shelfLifeDays: 540, sort: 5,
  },
  { ownerType: 2, code: "RM001", name: "红缨子糯高粱", attrPackId: "原料检验属性包", sort: 11 },
  { ownerType: 2, code: "RM002", name: "软质小麦", attrPackId: "原料检验属性包", sort: 12 },
  { ownerType: 3, code: "PS11", name: "高温制曲", sort: 21 },
  { ownerType: 3, code: "PS21", name: "七次取酒", sort: 22 },
  { ownerType: 3, code: "PS41", name: "在线称重检验", attrPackId: "灌装工序属性包", sort: 23 },
  { ownerType: 3, code: "PS51", name: "装箱赋码", sort: 24 },
]);
