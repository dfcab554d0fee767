import { codeOf, defineResource, enabled, money, ref, sort, text } from "#schema";

/** A service that is sold with goods. */
export default defineResource({
  name: "extra-service",
  label: ["增值服务", "Extra service"],
  path: "/digit-bind/extra-service",
  title: "name",
  listRead: "priced",
  fields: {
    code: codeOf("编号", "Code"),
    name: text("名称", "Name", { required: true, max: 64, search: "like" }),
    productId: ref("attr-owner", "产品", "Product", { filter: { ownerType: 1 }, search: "equal", help: ["为空表示通用", "Empty: for all products"] }),
    price: money("价格", "Price", { min: 0 }),
    sort: sort(),
    status: enabled(),
  },
  reads: {
    select: { params: ["productId"], includeNull: ["productId"], where: { status: 1 }, fields: ["code", "name"], open: "signed-in" },
    "list-ids": { method: "POST", fields: ["name", "price"] },
    priced: { shape: "page", params: { product: "productId", name: "name" }, where: { price: { gt: 0 } } },
    of: { path: "/by-product", shape: "rows", params: ["productId"], needs: ["productId"], fields: ["name", "price"] },
    sheet: { shape: "custom", params: { id: ["服务主键", "Id of the service"] }, needs: ["id"], permission: "extraservice_print" },
  },
  actions: {
    print: { label: ["打印", "Print"], method: "none", path: "/production/extra-service?f.code={code}" },
  },
});
