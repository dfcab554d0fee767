import { seedRows } from "#schema";

export default seedRows("product-sku", [
  {
    spuId: "MX-ZC53", skuCode: "MX-ZC53-500-1", skuName: "茅溪珍藏 53度 500ml 单瓶", barcode: "6901234567908",
    attrs: [{ attributeId: "volume", attributeValueId: "500ml" }, { attributeId: "pack", attributeValueId: "单瓶" }], image: "/demo/bottle.svg", price: "899.00",
    marketPrice: "1099.00", costPrice: "210.00", stock: 1200, warnStock: 100, weight: "1.150", sort: 1,
  },
  {
    spuId: "MX-ZC53", skuCode: "MX-ZC53-500-6", skuName: "茅溪珍藏 53度 500ml 整箱6瓶",
    attrs: [{ attributeId: "volume", attributeValueId: "500ml" }, { attributeId: "pack", attributeValueId: "整箱6瓶" }], image: "/demo/gift-box.svg", price: "5280.00",
    marketPrice: "6594.00", costPrice: "1260.00", stock: 150, warnStock: 20, weight: "7.200", sort: 2,
  },
  {
    spuId: "MX-ZC53", skuCode: "MX-ZC53-100-2", skuName: "茅溪珍藏 53度 100ml 礼盒",
    attrs: [{ attributeId: "volume", attributeValueId: "100ml" }, { attributeId: "pack", attributeValueId: "礼盒" }], image: "/demo/gift-box.svg", price: "399.00", costPrice: "96.00",
    stock: 800, warnStock: 50, weight: "0.620", sort: 3,
  },
  {
    spuId: "MX-YB52", skuCode: "MX-YB52-500-1", skuName: "茅溪迎宾酒 500ml 单瓶", barcode: "6901234567892",
    attrs: [{ attributeId: "volume", attributeValueId: "500ml" }, { attributeId: "pack", attributeValueId: "单瓶" }], image: "/demo/bottle.svg", price: "98.00", costPrice: "26.00",
    stock: 6400, warnStock: 500, sort: 4,
  },
  {
    spuId: "SYCS-TGY", skuCode: "SYCS-TGY-250", skuName: "山野茶事·清香铁观音 250g", barcode: "6901234567939", attrs: [{ attributeId: "netWeight", attributeValueId: "250g" }],
    image: "/demo/tea-leaf.svg", price: "168.00", costPrice: "58.00", stock: 960, warnStock: 80, sort: 5,
  },
]);
