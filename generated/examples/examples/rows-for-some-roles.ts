import { createdAt, defineResource, refs, text, textarea } from "#schema";

/** What sales should know about prices. */
export default defineResource({
  name: "price-note",
  label: ["价格说明", "Price note"],
  path: "/digit-bind/price-note",
  title: "title",
  visibleToRoles: "roleIds",
  fields: {
    title: text("标题", "Title", { required: true, max: 64, search: "like" }),
    content: textarea("内容", "Content", { max: 2000 }),
    roleIds: refs("role", "可查看的角色", "Roles that see it"),
    createTime: createdAt(),
  },
});
