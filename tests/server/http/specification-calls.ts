// The calls of docs/specification.md §7, as it lists them: below each root, the resources of the common pattern, then everything else.

/** Resources with list, detail, submit and remove. */
const common: Readonly<Record<string, string>> = {
  "/digit-marketing":
    "client-platform brand product/category product/spu/sku/attr/map product/sku product/brand product/spu commodity commodity-spec commodity-sku orderdetail order tenant-client useraccount costitem costitemdetail paychannel address cartitem payorder",
  "/digit_marketing": "payrefundorder paylogdata",
  "/digit-bind":
    "attr-owner-bill pack-layer specpacklayer warehousegoodscurrent team prod-line factory shop goodsattr traygoods tray warehouse attr data-map channel-type attrrelation attrownerrelation digit-source attr-pack attr-value spec config device raw-material stock-out-doc stock-in-doc",
  "/digit_bind": "saledoc",
  "/digit-manage": "code-gen-record-detail codemakerecord code-set-layer code-make-rule code-set",
  "/business-manage": "partner email email-record order order-node",
  "/qianyun":
    "pointsrecord grade exchangerecord merchant activaterecord poster img-nav member membership sharebenefit incomerecord category terminal terminal-device waterbill activatereward",
  "/blade-system": "tenant-package param role menu dept topmenu post dict dict-biz data-scope api-scope tenant client datasource",
  "/blade-desk": "notice",
  "/blade-resource": "sms oss media media-category attach",
};

const further: Readonly<Record<string, string>> = {
  "/blade-auth/oauth": "POST token, GET captcha, GET logout, POST logout, GET user-info, GET clear-cache",
  "/digit-marketing": `GET brand/select, GET product/category/lazy-list, GET product/category/tree, GET product/attribute/page, GET product/attribute/selectVO,
    POST product/sku/batch-submit, GET commodity-spec/select, POST order/audit/success/{id}, POST order/audit/fail/{id}, POST commodity-sku/submit-list, GET tenant-client/keys`,
  "/digit-bind": `GET channel-type/page, GET channel-type/select, GET digit-source/select, GET shop/select, GET prod-line/select, GET team/select, GET factory/select,
    GET attr-owner/select, GET spec/select, GET channel/select, GET channel/select-all, GET channel/lazy-list, GET costitem/select, GET doc-detail/select,
    GET attr/select-attrValue, GET attr/select-dynamic, GET attr/select/all, POST data-map/copy, POST code-replace/save, POST code-replace/submit,
    GET stock-out-doc/list-simple, POST stock-out-doc/start/{id}, POST stock-out-doc/finish/{id}, POST stock-in-doc/start/{id}, POST stock-in-doc/finish/{id},
    POST stock-in-doc/finish/non-scan/{id}, POST stock-in-doc/finish/seq, GET stock-in-doc/code-detail/{id}, POST attr-owner/list/ids, POST spec/list/ids,
    POST order/list/ids, GET attr-owner/process-node/list, POST attribute-owner-doc/submit, GET attribute-owner-doc/detail, GET dynamic-attrs,
    GET code-relation/tree, GET scan-record/doc/{id}, GET scan-record/doc-detail/{id}, GET logistics/out-doc, GET warehouse-out-bill-detail/list,
    POST device/reset/{id}, POST transfer/txt, GET config/all, GET config-tenant/all, GET config-tenant/single`,
  "/digit-manage": `PUT code-make-rule/status/{id}/1, PUT code-make-rule/status/{id}/2, POST code-gen-record/gen/{id}, GET code-gen-record/download/{id}, GET code-gen-record/select,
    POST code-set/format/{id}, POST code-set/import/{id}, POST code-set/status/{id}/4, POST code-set/status/{id}/5, POST code-set/status/{id}/6, GET code-set/download/{id}`,
  "/business-manage": "POST email-record/send-mail/{id}",
  "/qianyun": "GET terminal-pack/page",
  "/digit-apply": `GET consumer-scan-record/code-detail, GET consumer-scan-record/single-code, GET consumer-scan-record/non-channel, GET consumer-scan-record/repeat,
    GET consumer-scan-record/summary, GET consumer-scan-record/cross-region-sale/summary, GET wxuser/list`,
  "/anti-fake-web": "GET product-info",
  "/blade-system": `GET menu/buttons, POST role/grant, GET role/tree, GET role/tree-by-id, GET role/select, GET dept/select, GET menu/lazy-list, GET menu/lazy-menu-list, GET menu/menu-list,
    GET menu/tree, GET menu/top-menu, GET menu/routes, GET menu/grant-tree, GET menu/role-tree-keys, GET menu/grant-top-tree, GET menu/top-tree-keys, GET dept/lazy-list,
    GET dept/tree, GET dept/lazy-tree, GET region/list, GET region/lazy-tree, GET region/detail, POST region/remove, POST region/submit, POST topmenu/grant, GET post/select,
    GET dict/parent-list, GET dict/child-list, GET dict/tree, GET dict/dictionary, GET dict-biz/parent-list, GET dict-biz/child-list, GET dict-biz/tree,
    GET dict-biz/dictionary, POST tenant/setting, POST tenant/datasource, GET tenant/info, GET tenant/package-detail, POST tenant/package-setting, GET tenant/select`,
  "/blade-user": `GET page, POST remove, POST submit, POST update, POST update-platform, GET detail, GET platform-detail, GET info, POST reset-password, POST update-password,
    POST update-info, POST grant, POST unlock, POST register-guest`,
  "/blade-desk": "POST process/leave/start-process, GET process/leave/detail",
  "/blade-resource":
    "POST sms/enable, POST sms/endpoint/send-message, POST oss/enable, GET media-category/select, POST oss/endpoint/put-file, POST oss/endpoint/put-file-attach",
  "/blade-log": "GET usual/list, GET usual/detail, GET api/list, GET api/detail, GET error/list, GET error/detail",
  "/blade-report": "GET report/rest/list, POST report/rest/remove",
  "/blade-develop": "GET code/list, POST code/gen-code, POST code/remove, POST code/submit, POST code/copy, GET code/detail",
  "/blade-flow": `GET model/list, POST model/remove, POST model/deploy, POST model/submit, GET model/detail, GET manager/list, POST manager/change-state, POST manager/deploy-upload,
    POST manager/delete-deployment, GET follow/list, POST follow/delete-process-instance, GET process/model-view, GET process/history-flow-list, GET work/start-list,
    GET work/claim-list, GET work/todo-list, GET work/send-list, GET work/done-list, POST work/claim-task, POST work/complete-task`,
};

interface SpecifiedCall {
  readonly method: "GET" | "POST" | "PUT";
  /** With the parameters of the path in braces, below /api. */
  readonly path: string;
}

const pattern = ["GET list", "GET detail", "POST submit", "POST remove"];

/** Every call of the specification, each once. */
export const specifiedCalls: readonly SpecifiedCall[] = [
  ...new Set([
    ...Object.entries(common).flatMap(([root, names]) =>
      names.split(" ").flatMap((name) => pattern.map((call) => call.replace(" ", ` /api${root}/${name}/`))),
    ),
    ...Object.entries(further).flatMap(([root, calls]) => calls.split(",").map((call) => call.trim().replace(" ", ` /api${root}/`))),
  ]),
].map((call) => {
  const [method = "", path = ""] = call.split(" ");
  if (method !== "GET" && method !== "POST" && method !== "PUT") throw new Error(`"${call}" is no call`);
  return { method, path };
});

/** What §7 says that reads are sent. */
export const specifiedParameters: readonly string[] = [
  "/api/digit-apply/consumer-scan-record/code-detail?code=1",
  "/api/digit-apply/consumer-scan-record/single-code?code=1",
  "/api/blade-system/role/tree?tenantId=100001&roleType=1",
  "/api/blade-system/role/tree-by-id?roleId=1",
  "/api/blade-system/role/select?userId=1",
  "/api/blade-system/dept/select?userId=1",
  "/api/blade-system/menu/lazy-menu-list?parentId=0",
  "/api/blade-system/menu/tree?tenantId=100001",
  "/api/blade-system/menu/role-tree-keys?roleIds=1",
  "/api/blade-system/menu/top-tree-keys?topMenuIds=1",
  "/api/blade-system/dept/tree?tenantId=100001",
  "/api/blade-system/dept/lazy-tree?parentId=0",
  "/api/blade-system/region/lazy-tree?parentCode=00",
  "/api/blade-system/region/detail?code=11",
  "/api/blade-system/post/select?tenantId=100001",
  ...["dict", "dict-biz"].flatMap((name) => [
    `/api/blade-system/${name}/child-list?parentId=1`,
    `/api/blade-system/${name}/tree?code=DICT`,
    `/api/blade-system/${name}/dictionary?code=sex`,
  ]),
  "/api/blade-system/tenant/info?domain=http://localhost",
  "/api/blade-system/tenant/package-detail?tenantId=100001",
  "/api/blade-user/page?deptId=1&current=1&size=10",
  "/api/blade-desk/process/leave/detail?businessId=1",
  "/api/blade-resource/media-category/select?mediaCategoryName=1",
  ...["usual", "api", "error"].flatMap((name) => [`/api/blade-log/${name}/list?current=1&size=10`, `/api/blade-log/${name}/detail?id=1`]),
  "/api/blade-flow/process/model-view?processInstanceId=1",
  "/api/blade-flow/process/model-view?processDefinitionId=1",
  "/api/blade-flow/process/history-flow-list?processInstanceId=1",
];

/** The parameters that the catalogue names for reads, beside those of §7; `current` and `size` stand for a page. */
const cataloguedReads = `
  digit-bind/attr/select-attrValue: attrId
  digit-bind/attr/select/all: attrType
  digit-bind/attr-owner/select: ownerType
  digit-bind/spec/select: productId
  digit-bind/attribute-owner-doc/detail: id
  digit-bind/dynamic-attrs: productId
  blade-user/page: deptId account realName userType current size
  blade-user/detail: id
  blade-user/platform-detail: id
  blade-user/user-list: realName deptId
  blade-system/role/list: roleName tenantId roleAlias current size
  blade-system/dept/list: deptName fullName tenantId current size
  blade-system/dept/lazy-list: parentId deptName fullName tenantId
  blade-system/dept/lazy-tree: parentId
  blade-system/dept/detail: id
  blade-system/menu/list: code name alias
  blade-system/menu/lazy-list: parentId code name alias
  blade-system/menu/lazy-menu-list: parentId code name alias
  blade-system/menu/menu-list: code name
  blade-system/menu/routes: topMenuId
  blade-system/tenant/select: tenantName
  digit-bind/config-tenant/single: configKey
  digit-manage/code-make-rule/select: codeFuncType
  digit-manage/code-gen-record/select: tenantId
  digit-bind/code-relation/tree: code codeFuncType digitSourceMark
  digit-bind/data-map/select: mapType
  blade-flow/model/list: modelKey name current size
  blade-flow/model/detail: id
  blade-flow/manager/list: key name category mode current size
  blade-flow/follow/list: processInstanceId processDefinitionKey current size
  blade-flow/work/start-list: category mode current size
  blade-flow/work/claim-list: category processDefinitionName beginDate endDate current size
  blade-flow/work/todo-list: category processDefinitionName beginDate endDate current size
  blade-flow/work/send-list: category processDefinitionName beginDate endDate current size
  blade-flow/work/done-list: category processDefinitionName beginDate endDate current size
  qianyun/category/lazy-list: label parentId
  qianyun/category/tree: type
  qianyun/terminal-pack/page: name status current size
  blade-log/usual/list: current size
  blade-log/usual/detail: id
  blade-log/api/list: current size
  blade-log/api/detail: id
  blade-log/error/list: current size
  blade-log/error/detail: id
  digit-marketing/product/category/lazy-list: label parentId
  digit-marketing/product/attribute/page: name categoryId groupId type status current size
  digit-marketing/product/attribute/selectVO: categoryId type
  digit-marketing/commodity-spec/select: commodityId
  digit-marketing/commodity-sku/list: commodityId status
  digit-marketing/costitemdetail/detail: recordTime spuId
  digit-bind/shop/select: factoryId
  digit-bind/prod-line/select: factoryId shopId
  digit-bind/team/select: prodLineId
  digit-bind/process-step/select: processNodeId
  digit-apply/consumer-scan-record/non-channel: scanTime_dategt scanTime_datelt productId code current size
  digit-apply/consumer-scan-record/repeat: lastScanTime_dategt lastScanTime_datelt productId code current size
  digit-apply/consumer-scan-record/summary: startDate endDate productId
  digit-apply/consumer-scan-record/cross-region-sale/summary: startDate endDate channelId productId
  anti-fake-web/product-info: code tenantId verifyCode longitude latitude
  blade-system/param/list: paramKey_equal current size
  blade-system/dict/parent-list: code dictValue isSealed current size
  blade-system/dict/child-list: parentId code dictValue current size
  blade-system/dict/dictionary: code
  blade-system/dict-biz/parent-list: code dictValue isSealed current size
  blade-system/dict-biz/child-list: parentId current size
  blade-system/dict-biz/dictionary: code
  blade-system/region/lazy-tree: parentCode code name
  blade-system/region/select: code
  blade-develop/code/list: codeName tableName serviceName datasourceId current size
  blade-develop/code/detail: id
  digit-bind/tray/select: warehouseId
  digit-bind/channel-type/page: pid current size
  digit-bind/channel-type/select: pid
  digit-bind/channel/lazy-list: parentId name
  digit-bind/stock-in-doc/code-detail/1: current size
  digit-bind/stock-out-doc/list-simple: docNo status warehouseId current size
  digit-bind/doc-detail/list: docId current size
  digit-bind/doc-detail/select: billId
  digit-bind/warehouse-out-bill-detail/list: billId
  digit-bind/logistics/out-doc: docNo waybillNo status current size
`;

const sampleOf = (name: string): string => {
  if (name === "domain") return "http://localhost";
  if (name === "tenantId") return "100001";
  return /date|time/i.test(name) ? "2025-01-01" : "1";
};

/** What §7 and the catalogue say that reads are sent, a value for each. */
export const cataloguedParameters: readonly string[] = cataloguedReads
  .split("\n")
  .filter((line) => line.includes(": "))
  .map((line) => {
    const [path = "", names = ""] = line.trim().split(": ");
    return `/api/${path}?${names
      .split(" ")
      .map((name) => `${name}=${encodeURIComponent(sampleOf(name))}`)
      .join("&")}`;
  });
