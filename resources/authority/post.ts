import { code, defineResource, dict, integer, ownerTenant, remark, text } from "#schema";

/** What people are employed as; one person may hold several. */
export default defineResource({
  name: "post",
  label: ["岗位", "Post"],
  path: "/blade-system/post",
  title: "postName",
  fields: {
    tenantId: ownerTenant(),
    category: dict("post_category", "岗位类型", "Category", { integer: true, required: true, search: "equal" }),
    postCode: code("岗位编号", "Code", { required: true, max: 12, search: "like", unique: "tenant" }),
    postName: text("岗位名称", "Name", { required: true, max: 64, search: "like" }),
    sort: integer("岗位排序", "Sort", { required: ["请输入岗位排序", "Please enter the sort order"], min: 0, sortable: true }),
    remark: remark("岗位描述", "Description"),
  },
  reads: {
    select: { params: ["tenantId"], fields: ["postName", "postCode", "category"], open: "signed-in" },
  },
});
