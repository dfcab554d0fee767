import { code, createdAt, defineResource, image, images, integer, lines, ref, refs, richtext, sort, state, text, treeRef } from "#schema";

/** What is described once of a product: name, brand, category, pictures, basic attributes. SKUs are what is sold of it. */
export default defineResource({
  name: "product-spu",
  label: ["SPU", "SPU"],
  path: "/digit-marketing/product/spu",
  title: "name",
  permission: "spu",
  screen: "master-detail",
  sections: {
    spuCode: ["基本信息", "Basics"],
    mainImage: ["图片", "Pictures"],
    unit: ["规格与属性", "Measures and attributes"],
    description: ["详情与状态", "Details and status"],
  },
  related: [
    { resource: "commodity", by: "spuId" },
    { resource: "attr-owner", by: "spuId" },
  ],
  fields: {
    spuCode: code("SPU编码", "SPU code", { max: 32, pattern: "^[A-Za-z0-9_-]+$", search: "like", unique: "tenant", help: ["留空自动生成", "Generated when left empty"] }),
    name: text("产品名称", "Product name", { required: true, max: 128, search: "like" }),
    subtitle: text("副标题", "Subtitle", { list: false }),
    categoryId: treeRef("product-category", "产品分类", "Category", { required: true, search: "equal" }),
    brandId: ref("product-brand", "产品品牌", "Product brand", { required: true, search: "equal", filter: { status: 1 } }),
    attrOwnerId: ref("attr-owner", "关联溯源产品", "Traceable product", {
      search: "equal", readonly: true, inverseOf: "spuId",
      help: ["一物一码系统中的产品，在属性主体中关联", "The product of the code system; linked at the attribute owner"],
    }),
    mainImage: image("主图", "Main image", { required: true }),
    images: images("产品图册", "Gallery"),
    unit: text("计量单位", "Unit", { required: true, max: 16, default: ["瓶", "bottle"] }),
    shelfLife: integer("保质期(天)", "Shelf life (days)", { min: 0, list: false }),
    executiveStandard: text("执行标准号", "Product standard", { max: 64, list: false }),
    saleAttributeIds: refs("product-attribute", "销售属性", "Sale attributes", {
      list: false, filter: { type: 1 },
      help: ["决定SKU的组合，保存SKU后不可减少", "They span the SKUs; none can be taken away once SKUs exist"],
    }),
    baseAttributes: lines("基本属性", "Basic attributes", {
      fields: {
        attributeId: ref("product-attribute", "属性", "Attribute", { required: true }),
        attributeValueId: ref("product-attribute-value", "选择值", "Picked value", { within: "attributeId" }),
        attrValue: text("录入值", "Typed value"),
      },
    }),
    description: richtext("产品详情", "Description"),
    skuCount: integer("SKU数", "SKU count", { readonly: true }),
    sort: sort("排序", "Sort order"),
    status: state("状态", "Status", {
      draft: [0, "草稿", "Draft"],
      onSale: [1, "上架", "On sale", "green"],
      offSale: [2, "下架", "Off sale", "red"],
    }, { search: "equal" }),
    createTime: createdAt(),
  },
  numbering: { field: "spuCode", prefix: "SPU" },
  details: { resource: "product-sku", by: "spuId", label: ["SKU", "SKUs"] },
  actions: {
    publish: { label: ["上架", "Publish"], from: ["draft", "offSale"], to: "onSale", confirm: ["确定上架该产品?", "Publish this product?"], handler: true },
    unpublish: { label: ["下架", "Take off sale"], from: "onSale", to: "offSale", confirm: ["确定下架该产品?", "Take this product off sale?"], handler: true },
  },
});
