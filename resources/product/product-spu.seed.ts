import { seedRows } from "#schema";

export default seedRows("product-spu", [
  {
    spuCode: "MX-ZC53", name: "茅溪珍藏 53度", subtitle: "坤沙酱香，窖藏五年", categoryId: "酱香型·53度", brandId: "茅溪·珍藏", mainImage: "/demo/cellar.svg", unit: "瓶", executiveStandard: "GB/T 26760",
    saleAttributeIds: ["volume", "pack"], skuCount: 3, baseAttributes: [{ attributeId: "aroma", attributeValueId: "酱香" }, { attributeId: "alcohol", attrValue: "53" }], sort: 1, status: 1,
  },
  {
    spuCode: "MX-YB52", name: "茅溪迎宾酒", subtitle: "浓香待客", categoryId: "浓香型·52度", brandId: "茅溪·迎宾", mainImage: "/demo/bottle.svg", unit: "瓶", executiveStandard: "GB/T 10781.1",
    saleAttributeIds: ["volume", "pack"], skuCount: 1, baseAttributes: [{ attributeId: "aroma", attributeValueId: "浓香" }, { attributeId: "alcohol", attrValue: "52" }], sort: 2, status: 1,
  },
  {
    spuCode: "DXY-HD10", name: "稻香源·花雕十年", categoryId: "花雕·十年陈", brandId: "稻香源·花雕", mainImage: "/demo/jar.svg", unit: "坛", shelfLife: 1825, executiveStandard: "GB/T 13662", skuCount: 0,
    sort: 3, status: 0,
  },
  {
    spuCode: "SYCS-TGY", name: "山野茶事·清香铁观音", categoryId: "铁观音·清香", brandId: "山野茶事·铁观音", mainImage: "/demo/tea-leaf.svg", unit: "罐", shelfLife: 540, executiveStandard: "GB/T 19598",
    saleAttributeIds: ["netWeight"], skuCount: 1, baseAttributes: [{ attributeId: "harvest", attributeValueId: "春茶" }], sort: 4, status: 1,
  },
]);
