import { bool, defineResource, phone, text } from "#schema";

/** A person of a supplier. */
export default defineResource({
  name: "supplier-contact",
  label: ["供应商联系人", "Supplier contact"],
  path: "/digit-bind/supplier-contact",
  title: "contactName",
  unique: [["supplierCode", "contactName"], { fields: ["supplierCode"], where: { isMain: 1 } }],
  fields: {
    supplierCode: text("供应商编码", "Supplier code", { required: true, max: 32, search: "equal" }),
    contactName: text("姓名", "Name", { required: true, max: 32, search: "like" }),
    contactPhone: phone("电话", "Phone"),
    isMain: bool("主要联系人", "Main contact", { default: 0, search: "equal" }),
  },
});
