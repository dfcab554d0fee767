import { seedRows } from "#schema";

export default seedRows("attr-pack", [
  { name: "酱酒产品属性包", attrIdList: ["aroma", "alcoholDegree", "netContent", "produceDate", "cellarNo"] },
  { name: "原料检验属性包", attrIdList: ["origin", "moisture", "inspectDate", "qcResult"] },
  { name: "灌装工序属性包", attrIdList: ["fillTemperature", "operator", "shift"] },
]);
