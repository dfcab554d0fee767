import { datetime, defineResource, ref, remark, text, textarea } from "#schema";

/** A tenant's own value of a setting. Removing the row restores the default. */
export default defineResource({
  name: "config-tenant",
  label: ["租户绑定配置", "Tenant binding setting"],
  path: "/digit-bind/config-tenant",
  title: "configKey",
  fields: {
    configId: ref("config", "配置项", "Item", { required: true, search: "equal", unique: "tenant", filter: { tenantEditable: 1 } }),
    configKey: text("配置键", "Key", { max: 64, search: "like", unique: "tenant", readonly: true }),
    configGroup: text("配置分组", "Group", { max: 32, search: "equal", readonly: true }),
    defaultValue: text("默认值", "Default", { max: 4000, readonly: true }),
    configValue: textarea("配置值", "Value", { required: true, max: 4000, list: true }),
    effectTime: datetime("生效时间", "Effective from", { help: ["为空立即生效", "Empty means at once"] }),
    remark: remark(),
  },
  reads: {
    all: { open: "signed-in" },
    single: { params: { configKey: ["配置键", "Key of the setting"] }, needs: ["configKey"], open: "signed-in" },
  },
  effects: {
    typedValues: { effect: ["按值类型检查配置值", "Checks the value by its type"] },
  },
});
