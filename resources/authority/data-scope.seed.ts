import { seedRows } from "#schema";

export default seedRows("data-scope", [
  {
    menuId: "stock-out-doc", scopeName: "出库单-本部门", resourceCode: "stock-out-doc-dept", scopeColumn: "create_dept", scopeType: "3", scopeField: "*",
    scopeClass: "stock-out-doc",
  },
  {
    menuId: "stock-in-doc", scopeName: "入库单-本部门", resourceCode: "stock-in-doc-dept", scopeColumn: "create_dept", scopeType: "3", scopeField: "*",
    scopeClass: "stock-in-doc",
  },
  {
    menuId: "consumer-scan-record", scopeName: "扫码记录-本部门及下级", resourceCode: "scan-record-branch", scopeColumn: "create_dept", scopeType: "4", scopeField: "*",
    scopeClass: "consumer-scan-record",
  },
  {
    menuId: "code-gen-record", scopeName: "码生成记录-本人", resourceCode: "code-gen-own", scopeColumn: "create_user", scopeType: "2", scopeField: "*",
    scopeClass: "code-gen-record",
  },
  { menuId: "order", scopeName: "订单-全部可见", resourceCode: "order-all", scopeType: "1", scopeField: "*", scopeClass: "order" },
]);
