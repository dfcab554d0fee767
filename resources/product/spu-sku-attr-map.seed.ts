import { seedRows } from "#schema";

export default seedRows("spu-sku-attr-map", [
  { spuId: "MX-ZC53", attributeId: "aroma", attributeValueId: "酱香", attrValue: "酱香", type: 2, sort: 1 },
  { spuId: "MX-ZC53", attributeId: "alcohol", attrValue: "53", type: 2, sort: 2 },
  { spuId: "MX-ZC53", skuId: "MX-ZC53-500-1", attributeId: "volume", attributeValueId: "500ml", attrValue: "500ml", type: 1, sort: 1 },
  { spuId: "MX-ZC53", skuId: "MX-ZC53-500-1", attributeId: "pack", attributeValueId: "单瓶", attrValue: "单瓶", type: 1, sort: 2 },
  { spuId: "MX-ZC53", skuId: "MX-ZC53-500-6", attributeId: "volume", attributeValueId: "500ml", attrValue: "500ml", type: 1, sort: 1 },
  { spuId: "MX-ZC53", skuId: "MX-ZC53-500-6", attributeId: "pack", attributeValueId: "整箱6瓶", attrValue: "整箱6瓶", type: 1, sort: 2 },
  { spuId: "MX-ZC53", skuId: "MX-ZC53-100-2", attributeId: "volume", attributeValueId: "100ml", attrValue: "100ml", type: 1, sort: 1 },
  { spuId: "MX-ZC53", skuId: "MX-ZC53-100-2", attributeId: "pack", attributeValueId: "礼盒", attrValue: "礼盒", type: 1, sort: 2 },
  { spuId: "MX-YB52", attributeId: "alcohol", attrValue: "52", type: 2, sort: 2 },
  { spuId: "MX-YB52", skuId: "MX-YB52-500-1", attributeId: "pack", attributeValueId: "单瓶", attrValue: "单瓶", type: 1, sort: 2 },
  { spuId: "MX-YB52", attributeId: "aroma", attributeValueId: "浓香", attrValue: "浓香", type: 2, sort: 1 },
  { spuId: "MX-YB52", skuId: "MX-YB52-500-1", attributeId: "volume", attributeValueId: "500ml", attrValue: "500ml", type: 1, sort: 1 },
  { spuId: "SYCS-TGY", attributeId: "harvest", attributeValueId: "春茶", attrValue: "春茶", type: 2, sort: 1 },
  { spuId: "SYCS-TGY", skuId: "SYCS-TGY-250", attributeId: "netWeight", attributeValueId: "250g", attrValue: "250g", type: 1, sort: 1 },
]);
