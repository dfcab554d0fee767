import { choice, codeOf, createdAt, defineResource, dict, enabled, file, image, integer, ref, region, remark, sort, text } from "#schema";

/** What goods are made of: ingredients, packaging, additives. */
export default defineResource({
  name: "raw-material",
  label: ["原料", "Raw material"],
  path: "/digit-bind/raw-material",
  title: "name",
  finalRemoval: true,
  sections: {
    code: ["基本信息", "Basics"],
    origin: ["产地与供应商", "Origin and supplier"],
    shelfLifeDays: ["质量与图片", "Quality and pictures"],
    attrPackId: ["属性与状态", "Attributes and status"],
  },
  fields: {
    code: codeOf("原料编号", "Material code"),
    name: text("原料名称", "Material name", { required: true, max: 64, search: "like" }),
    materialType: choice("原料类型", "Material type", {
      options: [[1, "主料", "Main ingredient", "blue"], [2, "辅料", "Auxiliary", "cyan"], [3, "包材", "Packaging material", "orange"], [4, "添加剂", "Additive", "red"]],
      default: 1, search: "equal",
    }),
    unit: dict("material_unit", "计量单位", "Unit", { business: true, help: ["千克、吨、个、米等", "Kilogram, tonne, piece, metre …"] }),
    specModel: text("规格型号", "Model", { max: 64 }),
    origin: region("产地", "Origin", { search: "equal" }),
    supplierName: text("供应商", "Supplier", { max: 128, search: "like" }),
    supplierLicence: text("供应商许可证号", "Supplier licence no.", { max: 64, list: false }),
    shelfLifeDays: integer("保质期（天）", "Shelf life (days)", { min: 0, list: false }),
    inspectReport: file("检验报告", "Inspection report"),
    image: image("图片", "Picture", { list: false }),
    attrPackId: ref("attr-pack", "属性包", "Attribute pack", { list: false, help: ["保存时按属性包生成原料的属性关系", "Its attributes become the attributes of this material on save"] }),
    sort: sort(),
    status: enabled(),
    remark: remark(),
    createTime: createdAt(),
  },
  reads: {
    select: { fields: ["name", "code"], where: { status: 1 }, open: "signed-in" },
  },
  effects: {
    owner: { effect: ["成为属性主体，可绑定动态属性", "Becomes an owner of attributes, so that dynamic attributes can be bound"] },
  },
  grants: { production: "write" },
});
