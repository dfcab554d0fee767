import { seedRows } from "#schema";

export default seedRows("pack-layer", [
  { layer: 1, name: "瓶", code: "BTL", unit: "瓶", isCoded: 1, isTray: 0, color: "#8c8c8c", sort: 1 },
  { layer: 2, name: "盒", code: "CTN", unit: "盒", isCoded: 1, isTray: 0, color: "#13a8a8", sort: 2 },
  { layer: 3, name: "箱", code: "CSE", unit: "箱", isCoded: 1, isTray: 0, color: "#1677ff", sort: 3 },
  { layer: 4, name: "托", code: "PLT", unit: "托", isCoded: 1, isTray: 1, color: "#722ed1", sort: 4 },
]);
