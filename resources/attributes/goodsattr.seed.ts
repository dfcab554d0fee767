import { seedRows } from "#schema";

export default seedRows("goodsattr", [
  { productId: "P0001", attrId: "aroma", attrValueId: "浓香型", sort: 1 },
  { productId: "P0001", attrId: "alcoholDegree", attrValueId: "53%vol", sort: 2 },
  { productId: "P0001", specId: "SP0001", attrId: "netContent", attrValue: "500ml", sort: 3 },
  { productId: "P0001", attrId: "origin", attrValue: "贵州省遵义市仁怀市", sort: 4 },
  { productId: "P0002", attrId: "aroma", attrValueId: "酱香型", sort: 1 },
  { productId: "P0002", attrId: "alcoholDegree", attrValueId: "53%vol", sort: 2 },
  { productId: "P0002", specId: "SP0002", attrId: "netContent", attrValue: "500ml", sort: 3 },
  { productId: "P0003", attrId: "alcoholDegree", attrValueId: "42%vol", sort: 1 },
  { productId: "P0004", attrId: "origin", attrValue: "浙江省绍兴市", sort: 1 },
]);
