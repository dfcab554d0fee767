import { createdAt, defineResource, refs, text } from "#schema";

/** Attributes that are given to an owner together. A later change of the pack does not touch the owners that got it. */
export default defineResource({
  name: "attr-pack",
  label: ["属性包", "Attribute pack"],
  path: "/digit-bind/attr-pack",
  title: "name",
  finalRemoval: true,
  buttons: { view: false },
  fields: {
    name: text("属性包名称", "Attribute pack name", { required: ["请输入属性包名称", "Please enter attribute pack name"], max: 64, search: "like", unique: "tenant" }),
    attrIdList: refs("attr", "属性", "Attributes"),
    createTime: createdAt(),
  },
  reads: {
    select: { fields: ["name", "attrIdList"], open: "signed-in" },
  },
});
