import { code, createdAt, defineResource, text } from "#schema";

/** A customer of the platform. */
export default defineResource({
  name: "tenant",
  label: ["租户", "Tenant"],
  path: "/blade-system/tenant",
  title: "tenantName",
  scope: "platform",
  fields: { tenantId: code("租户编号", "Tenant id", { readonly: true, unique: "global" }), tenantName: text("租户名称", "Tenant name", { required: true }), createTime: createdAt() },
});
