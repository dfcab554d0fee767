import { bool, choice, defineResource, ownerTypes, ref, remark, sort } from "#schema";

/** Which attributes an owner has, given one by one or with a pack. Removing one keeps the values that were entered. */
export default defineResource({
  name: "attrrelation",
  label: ["属性关系", "Attribute relation"],
  path: "/digit-bind/attrrelation",
  title: "id",
  unique: [["attrOwnerId", "attrId"]],
  fields: {
    ownerType: choice("主体类型", "Owner type", { options: ownerTypes, search: "equal" }),
    attrOwnerId: ref("attr-owner", "属性主体", "Attribute owner", { required: true, search: "equal", within: "ownerType" }),
    attrId: ref("attr", "属性", "Attribute", { required: true, search: "equal" }),
    attrPackId: ref("attr-pack", "来源属性包", "From pack", { readonly: true }),
    isRequired: choice("是否必填", "Required", {
      options: [[-1, "按属性定义", "As defined"], [0, "否", "No"], [1, "是", "Yes", "red"]],
      default: -1, help: ["覆盖属性定义", "Overrides the attribute's own"],
    }),
    showOnTrace: bool("追溯页展示", "Show on trace page", { default: 1 }),
    sort: sort(),
    remark: remark(),
  },
});
