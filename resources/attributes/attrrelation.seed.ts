import { seedRows } from "#schema";

export default seedRows("attrrelation", [
  { ownerType: 1, attrOwnerId: "P0001", attrId: "produceDate", isRequired: 1, sort: 1 },
  { ownerType: 1, attrOwnerId: "P0001", attrId: "cellarNo", isRequired: -1, sort: 2 },
  { ownerType: 1, attrOwnerId: "P0001", attrId: "aroma", attrPackId: "酱酒产品属性包", sort: 3 },
  { ownerType: 1, attrOwnerId: "P0001", attrId: "alcoholDegree", attrPackId: "酱酒产品属性包", sort: 4 },
  { ownerType: 1, attrOwnerId: "P0001", attrId: "netContent", attrPackId: "酱酒产品属性包", sort: 5 },
  { ownerType: 1, attrOwnerId: "P0002", attrId: "produceDate", attrPackId: "酱酒产品属性包", isRequired: 1, sort: 1 },
  { ownerType: 1, attrOwnerId: "P0002", attrId: "aroma", attrPackId: "酱酒产品属性包", sort: 2 },
  { ownerType: 2, attrOwnerId: "RM001", attrId: "inspectDate", sort: 1 },
  { ownerType: 2, attrOwnerId: "RM001", attrId: "moisture", sort: 2 },
  { ownerType: 3, attrOwnerId: "PS11", attrId: "qcResult", isRequired: 1, sort: 1 },
  { ownerType: 3, attrOwnerId: "PS41", attrId: "fillTemperature", attrPackId: "灌装工序属性包", sort: 1 },
]);
