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
  { ownerType: 2, code: "RM001", name: "红缨子糯高粱", refId: "41001", attrPackId: "原料检验属性包", sort: 11 },
  { ownerType: 2, code: "RM002", name: "软质小麦", refId: "41002", attrPackId: "原料检验属性包", sort: 12 },
  { ownerType: 2, code: "RM003", name: "赤水河水", refId: "41003", sort: 13 },
  { ownerType: 2, code: "RM004", name: "绍兴糯米", refId: "41004", sort: 14 },
  { ownerType: 2, code: "RM101", name: "乳白玻璃瓶 500ml", refId: "41005", sort: 15 },
  { ownerType: 2, code: "RM102", name: "防伪瓶盖", refId: "41006", sort: 16 },
  { ownerType: 2, code: "RM103", name: "六支装纸箱", refId: "41007", sort: 17 },
  { ownerType: 3, code: "PS11", name: "高温制曲", refId: "42001", sort: 21 },
  { ownerType: 3, code: "PS12", name: "储曲", refId: "42002", sort: 22 },
  { ownerType: 3, code: "PS21", name: "七次取酒", refId: "42003", sort: 23 },
  { ownerType: 3, code: "PS22", name: "分级入库", refId: "42004", sort: 24 },
  { ownerType: 3, code: "PS31", name: "基酒盘勾", refId: "42005", sort: 25 },
  { ownerType: 3, code: "PS32", name: "陈酿", refId: "42006", sort: 26 },
  { ownerType: 3, code: "PS41", name: "在线称重检验", refId: "42007", attrPackId: "灌装工序属性包", sort: 27 },
  { ownerType: 3, code: "PS42", name: "灯检", refId: "42008", attrPackId: "灌装工序属性包", sort: 28 },
  { ownerType: 3, code: "PS51", name: "装箱赋码", refId: "42009", sort: 29 },
]);
