import { defineResource, ref, text } from "#schema";

/** A key, and the one cabinet that it opens. */
export default defineResource({
  name: "cabinet-key",
  label: ["钥匙", "Cabinet key"],
  path: "/digit-bind/cabinet-key",
  title: "keyNo",
  fields: {
    keyNo: text("钥匙编号", "Key number", { required: true, max: 32, search: "like", unique: "tenant" }),
    cabinetId: ref("cabinet", "所属柜子", "Cabinet", { search: "equal", unique: "tenant" }),
  },
});
