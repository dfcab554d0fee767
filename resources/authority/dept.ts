import { defineResource, dict, integer, ownerTenant, ref, remark, text, treeRef } from "#schema";

/** The departments of a tenant. One never moves to another tenant. */
export default defineResource({
  name: "dept",
  label: ["部门", "Department"],
  path: "/blade-system/dept",
  title: "deptName",
  listShape: "forest",
  screen: "lazy-tree",
  fields: {
    deptName: text("部门名称", "Name", { required: ["请输入部门名称", "Please enter the department name"], max: 45, search: "like" }),
    tenantId: ownerTenant(),
    fullName: text("部门全称", "Full name", { required: true, max: 45, search: "like" }),
    parentId: treeRef("dept", "上级部门", "Parent", { within: "tenantId", list: false }),
    deptCategory: dict("org_category", "部门类型", "Category", { integer: true, required: ["请输入部门类型", "Please select the category"], default: "2", search: "equal" }),
    headId: ref("user", "部门负责人", "Head", { list: false, help: ["流程可以指定由发起人部门的负责人办理", "Processes may ask the head of the starter's department"] }),
    sort: integer("排序", "Sort", { required: ["请输入排序", "Please enter the sort order"], min: 0, sortable: true }),
    ancestors: text("祖级列表", "Ancestors", { max: 2000, readonly: true, list: false }),
    remark: remark(),
  },
  reads: {
    "lazy-list": { params: ["parentId", "deptName", "fullName", "tenantId"] },
    tree: { params: ["tenantId"], open: "signed-in" },
    "lazy-tree": { params: ["parentId"], open: "signed-in" },
    select: { shape: "custom", params: { userId: ["用户主键，缺省为本人", "Id of a user; the caller by default"] }, open: "signed-in" },
  },
  actions: {
    addChild: { label: ["新增子项", "Add child"], permission: "dept_add", opens: "child" },
  },
});
