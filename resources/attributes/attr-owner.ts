import { gtin, choice, code, createdAt, defineResource, enabled, image, images, integer, ownerTypes, ref, remark, richtext, sort, text, treeRef } from "#schema";

/** Anything that can carry attributes: a product, a raw material, a process step. Every productId of the code side is a row of type 1. */
export default defineResource({
  name: "attr-owner",
  label: ["属性主体", "Attribute owner"],
  path: "/digit-bind/attr-owner",
  title: "name",
  finalRemoval: true,
  editableWhen: { ownerType: 1 },
  sections: {
    ownerType: ["基本信息", "Basics"],
    image: ["图片与介绍", "Pictures and text"],
    attrPackId: ["属性与状态", "Attributes and status"],
  },
  fields: {
    ownerType: choice("主体类型", "Owner type", {
      options: ownerTypes,
      required: true, default: 1, offered: [1], search: "equal",
      help: ["原料和工序的主体随原料、工艺步骤自动生成", "Those of raw materials and process steps come with these"],
    }),
    code: code("主体编号", "Owner code", { required: ["请输入编号", "Please enter the code"], max: 32, search: "like", unique: "tenant" }),
    name: text("名称", "Name", { required: true, max: 128, search: "like" }),
    refId: text("来源ID", "Source id", { max: 20, unique: "tenant", readonly: true, list: false, help: ["原料或工序的主键", "Id of the raw material or process step"] }),
    spuId: ref("product-spu", "关联SPU", "SPU", { search: "equal", showWhen: { ownerType: 1 } }),
    brandId: ref("brand", "品牌", "Brand", { search: "equal", showWhen: { ownerType: 1 } }),
    categoryId: treeRef("product-category", "品类", "Category", { search: "equal", showWhen: { ownerType: 1 }, list: false }),
    image: image("主图", "Picture"),
    detailImages: images("详情图", "Detail pictures", { showWhen: { ownerType: 1 } }),
    barcode: gtin("商品条码", "GTIN", { search: "equal", showWhen: { ownerType: 1 } }),
    approvalNo: text("执行标准/批准文号", "Standard or approval no.", { max: 64, showWhen: { ownerType: 1 }, list: false }),
    shelfLifeDays: integer("保质期（天）", "Shelf life (days)", { min: 0, showWhen: { ownerType: 1 }, list: false, help: ["0 表示不过期", "0 means no expiry"] }),
    introduction: richtext("产品介绍", "Introduction", { showWhen: { ownerType: 1 } }),
    attrPackId: ref("attr-pack", "属性包", "Attribute pack", { list: false, help: ["选择后带出包内属性，已有属性保留", "Its attributes are added to those of the owner"] }),
    sort: sort(),
    status: enabled(),
    remark: remark(),
    createTime: createdAt(),
  },
  reads: {
    select: { params: ["ownerType"], fields: ["name", "code"], where: { status: 1 }, open: "signed-in" },
    "list-ids": { path: "/list/ids", method: "POST", fields: ["name", "code", "ownerType", "image"], open: "signed-in" },
    "process-node-list": { path: "/process-node/list", open: "signed-in" },
  },
  effects: {
    pack: { effect: ["按属性包带出属性关系", "Takes the attribute relations from the attribute pack"] },
  },
});
