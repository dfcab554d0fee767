import { seedRows } from "#schema";

export default seedRows("spec", [
  {
    productId: "P0001", specCode: "SP0001", specName: "500ml 6瓶/盒 6盒/箱", netContent: "500ml", unit: "瓶", barcode: "6901234567892", layerNum: 4, packRatio: "1:6:36", price: "80.00", sort: 1,
    below: [
      { productId: "P0001", packLayerId: "瓶", layer: 1, layerName: "瓶", num: 1, totalNum: 1 },
      { productId: "P0001", packLayerId: "盒", layer: 2, layerName: "盒", num: 6, totalNum: 6 },
      { productId: "P0001", packLayerId: "箱", layer: 3, layerName: "箱", num: 6, totalNum: 36 },
      { productId: "P0001", packLayerId: "托", layer: 4, layerName: "托", num: 40, totalNum: 1440 },
    ],
  },
  {
    productId: "P0002", specCode: "SP0002", specName: "500ml 1瓶/盒 6盒/箱", netContent: "500ml", unit: "瓶", barcode: "6901234567908", skuId: "MX-ZC53-500-1", layerNum: 3,
    packRatio: "1:1:6", price: "899.00", sort: 2,
    below: [
      { productId: "P0002", packLayerId: "瓶", layer: 1, layerName: "瓶", num: 1, totalNum: 1 },
      { productId: "P0002", packLayerId: "盒", layer: 2, layerName: "盒", num: 1, totalNum: 1 },
      { productId: "P0002", packLayerId: "箱", layer: 3, layerName: "箱", num: 6, totalNum: 6 },
    ],
  },
  {
    productId: "P0003", specCode: "SP0003", specName: "100ml 6瓶/盒 4盒/箱", netContent: "100ml", unit: "瓶", barcode: "6901234567915", layerNum: 3, packRatio: "1:6:24", price: "39.00", sort: 3,
    below: [
      { productId: "P0003", packLayerId: "瓶", layer: 1, layerName: "瓶", num: 1, totalNum: 1 },
      { productId: "P0003", packLayerId: "盒", layer: 2, layerName: "盒", num: 6, totalNum: 6 },
      { productId: "P0003", packLayerId: "箱", layer: 3, layerName: "箱", num: 4, totalNum: 24 },
    ],
  },
  {
    productId: "P0004", specCode: "SP0004", specName: "500ml 1坛/盒 4盒/箱", netContent: "500ml", unit: "坛", barcode: "6901234567922", layerNum: 3, packRatio: "1:1:4", price: "128.00", sort: 4,
    below: [
      { productId: "P0004", packLayerId: "瓶", layer: 1, layerName: "瓶", num: 1, totalNum: 1 },
      { productId: "P0004", packLayerId: "盒", layer: 2, layerName: "盒", num: 1, totalNum: 1 },
      { productId: "P0004", packLayerId: "箱", layer: 3, layerName: "箱", num: 4, totalNum: 4 },
    ],
  },
  {
    productId: "P0005", specCode: "SP0005", specName: "250g 2罐/盒 10盒/箱", netContent: "250g", unit: "罐", barcode: "6901234567939", skuId: "SYCS-TGY-250", layerNum: 3,
    packRatio: "1:2:20", price: "168.00", sort: 5,
    below: [
      { productId: "P0005", packLayerId: "瓶", layer: 1, layerName: "瓶", num: 1, totalNum: 1 },
      { productId: "P0005", packLayerId: "盒", layer: 2, layerName: "盒", num: 2, totalNum: 2 },
      { productId: "P0005", packLayerId: "箱", layer: 3, layerName: "箱", num: 10, totalNum: 20 },
    ],
  },
]);
