import { code, defineResource, ref } from "#schema";

/** A certificate that dealers get for a lot; its button saves the sheet. */
export default defineResource({
  name: "lot-certificate",
  label: ["批次证书", "Lot certificate"],
  path: "/digit-bind/lot-certificate",
  title: "certificateNo",
  fields: {
    certificateNo: code("证书编号", "Certificate no.", { required: true, max: 32, unique: "tenant", search: "like" }),
    factoryId: ref("factory", "工厂", "Factory", { required: true }),
  },
  actions: {
    sheets: { label: ["下载证书", "Download sheets"], on: "selection", download: true, handler: true },
  },
});
