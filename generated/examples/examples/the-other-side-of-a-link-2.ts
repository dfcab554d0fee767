import { defineResource, ref, text } from "#schema";

/** A cabinet with locked goods. */
export default defineResource({
  name: "cabinet",
  label: ["柜子", "Cabinet"],
  path: "/digit-bind/cabinet",
  title: "cabinetNo",
  fields: {
    cabinetNo: text("柜子编号", "Cabinet number", { required: true, max: 32, search: "like", unique: "tenant" }),
    keyId: ref("cabinet-key", "钥匙", "Key", { readonly: true, search: "equal", inverseOf: "cabinetId" }),
  },
});
