import { code, date, defineResource, ref, text } from "#schema";

/** A certificate of a plant; each plant has one of a kind at a time. */
export default defineResource({
  name: "certificate",
  label: ["证书", "Certificate"],
  path: "/digit-bind/certificate",
  title: "name",
  unique: [["factoryId", "name"]],
  fields: {
    certificateNo: code("证书编号", "Certificate no.", { required: true, max: 64, unique: "tenant" }),
    factoryId: ref("factory", "工厂", "Factory", { required: true, search: "equal" }),
    name: text("证书名称", "Name", { required: true, max: 64 }),
    expires: date("有效期至", "Expires", { required: true, min: "today" }),
  },
});
