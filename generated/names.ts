// Written by `npm run generate`; do not edit.
export interface Names {
  "tenant": "id" | "tenantId" | "tenantName" | "createTime";
  "factory": "id" | "code" | "name" | "shortName" | "factoryType" | "licenceNo" | "creditCode" | "gln" | "regionCode" | "address" | "principal" | "phone" | "images" | "sort" | "status" | "remark" | "createTime";
  "shop": "id" | "factoryId" | "code" | "name" | "shopType" | "principal" | "phone" | "location" | "sort" | "status" | "remark" | "createTime";
  "param": "id" | "paramName" | "paramKey" | "paramValue" | "remark" | "createTime";
}
