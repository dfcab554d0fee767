import { defineResource, enabled, image, lines, ref, remark, sort, text } from "#schema";

/** What the SKUs of a commodity differ in, with its values; without a commodity it is a template for any. */
export default defineResource({
  name: "commodity-spec",
  label: ["商品规格", "Commodity spec"],
  path: "/digit-marketing/commodity-spec",
  title: "name",
  unique: [["commodityId", "name"]],
  fields: {
    commodityId: ref("commodity", "所属商品", "Commodity", { search: "equal", help: ["不选则为通用规格模板", "Empty = a template any commodity may use"] }),
    name: text("规格名称", "Spec name", { required: true, max: 32, search: "like" }),
    specValues: lines("规格值", "Values", {
      required: ["请添加规格值", "Please add values"],
      list: true,
      fields: {
        value: text("规格值", "Value", { required: true, max: 32 }),
        image: image("图片", "Image"),
      },
      distinct: [["value"]],
    }),
    sort: sort("排序", "Sort order"),
    status: enabled(),
    remark: remark(),
  },
  reads: {
    select: { params: ["commodityId"], includeNull: ["commodityId"], fields: ["commodityId", "name", "specValues"], where: { status: 1 }, open: "signed-in" },
  },
});
