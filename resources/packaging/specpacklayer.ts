import { choice, createdAt, decimal, defineResource, gtin, integer, ref, remark, text } from "#schema";

/** How many units of the next lower layer a layer of a spec holds. */
export default defineResource({
  name: "specpacklayer",
  label: ["规格包装层级", "Spec pack layer"],
  path: "/digit-bind/specpacklayer",
  title: "layerName",
  mainColumns: ["packLayerId", "num", "totalNum"],
  finalRemoval: true,
  unique: [["specId", "packLayerId"]],
  sections: {
    productId: ["基本信息", "Basics"],
    num: ["数量与条码", "Quantity and barcode"],
    length: ["尺寸与重量", "Measures"],
    relationMode: ["关联与备注", "Relation and notes"],
  },
  fields: {
    productId: ref("attr-owner", "产品", "Product", { search: "equal", filter: { ownerType: 1 } }),
    specId: ref("spec", "规格", "Spec", { required: true, search: "equal", within: "productId", createOnly: true }),
    packLayerId: ref("pack-layer", "包装层级", "Pack layer", { required: true, search: "equal", createOnly: true }),
    layer: integer("层级", "Layer", { readonly: true, help: ["取自包装层级", "Copied from the pack layer by the server"] }),
    layerName: text("层级名称", "Layer name", { max: 32, readonly: true, list: false }),
    num: integer("内含下一层数量", "Units of the next lower layer", {
      required: ["请输入数量", "Please enter the quantity"], max: 100000, min: 1,
      help: ["如 1 箱含 6 盒填 6；最小层填 1", "6 when one case holds 6 cartons; 1 for the base layer"],
    }),
    totalNum: integer("折合最小单位数", "Base units", { min: 1, readonly: true }),
    barcode: gtin("该层商品条码", "GTIN of this layer", { search: "equal" }),
    length: decimal("长(cm)", "Length (cm)", { min: 0, scale: 1, list: false }),
    breadth: decimal("宽(cm)", "Width (cm)", { min: 0, scale: 1, list: false }),
    height: decimal("高(cm)", "Height (cm)", { min: 0, scale: 1, list: false }),
    grossWeight: decimal("毛重(kg)", "Gross weight (kg)", { min: 0, scale: 3, list: false }),
    relationMode: choice("与下层关联方式", "How children are related", {
      options: [[0, "不关联", "None"], [1, "产线采集", "Captured on line", "blue"], [2, "预关联套标", "Pre-related", "green"]],
      default: 1,
    }),
    remark: remark(),
    createTime: createdAt(),
  },
  effects: {
    derivation: {
      effect: ["计算层级、层级名称和最小单位总数，保持层级连续唯一，并更新规格的包装比例", "Calculates layer, layer name and base units, keeps the layers contiguous and unique, and updates the spec's pack ratio"],
    },
  },
});
