import { seedRows } from "#schema";

export default seedRows("api-scope", [
  { id: "70001", menuId: "user", scopeName: "用户接口", resourceCode: "user", scopePath: "/blade-user/**", scopeType: "1" },
  { id: "70002", menuId: "code-set", scopeName: "码包下载", resourceCode: "code-set-download", scopePath: "/digit-manage/code-set/download/**", scopeType: "2" },
  { id: "70003", menuId: "code-gen-record", scopeName: "码文件下载", resourceCode: "code-gen-download", scopePath: "/digit-manage/code-gen-record/download/**", scopeType: "2" },
  { id: "70004", menuId: "consumer-scan-record", scopeName: "公众查询", resourceCode: "public-lookup", scopePath: "/anti-fake-web/**", scopeType: "2" },
]);
