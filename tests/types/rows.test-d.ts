// The types that follow from a definition: what rows and submits hold. Checked by the type checker alone; nothing here runs.
import { bool, choice, code, createdAt, date, datetime, defineFields, defineResource, dict, enabled, file, images, integer, json, lines, money, person, ref, refs, region, remark, sort, state, text, treeRef, type Row, type Submit } from "#schema";

type Same<Left, Right> = (<T>() => T extends Left ? 1 : 2) extends <T>() => T extends Right ? 1 : 2 ? true : false;
/** Compiles only where the two types are the same. */
export function same<Left, Right>(_isSame: Same<Left, Right>): void {}

export const prodLine = defineResource({
  name: "prod-line",
  label: ["生产线", "Production line"],
  path: "/digit-bind/prod-line",
  permission: "prodline",
  title: "name",
  fields: {
    factoryId: ref("factory", "工厂", "Factory", { required: true, search: "equal" }),
    shopId: ref("shop", "车间", "Workshop", { within: "factoryId", required: true, search: "equal" }),
    code: code("产线编号", "Line code", { required: true, max: 32 }),
    name: text("产线名称", "Line name", { required: ["请输入生产线名称", "Please enter the line name"], max: 64, search: "like" }),
    lineType: choice("产线类型", "Line type", {
      options: [[1, "全自动采集线", "Automatic capture", "green"], [2, "半自动采集线", "Semi-automatic capture", "blue"], [3, "手工线", "Manual"]],
      default: 1, search: "equal", help: ["决定层级关联的采集方式", "Decides how package relations are captured"],
    }),
    capacity: integer("产能（瓶/时）", "Capacity (units per hour)", { min: 0, showWhen: { lineType: [1, 2] } }),
    principal: person(),
    sort: sort(),
    status: enabled(),
    remark: remark(),
    createTime: createdAt(),
  },
});

type Line = Row<typeof prodLine>;
type LineSubmit = Submit<typeof prodLine>;

same<Line["id"], string>(true);
same<Line["factoryId"], string>(true);
same<Line["name"], string>(true);
same<Line["lineType"], 1 | 2 | 3 | null>(true);
same<Line["capacity"], number | null>(true);
same<Line["status"], 1 | 2>(true);
same<Line["createTime"], string | null>(true);
same<LineSubmit["id"], string | undefined>(true);
same<LineSubmit["name"], string>(true);
same<LineSubmit["capacity"], number | null | undefined>(true);
same<"createTime" extends keyof LineSubmit ? true : false, false>(true);

export const submitted: LineSubmit = { factoryId: "1", shopId: "2", code: "L1", name: "一号线", status: 1 };
// @ts-expect-error a required field is missing
export const withoutName: LineSubmit = { factoryId: "1", shopId: "2", code: "L1", status: 1 };
// @ts-expect-error a value that is no option
export const withWrongType: LineSubmit = { factoryId: "1", shopId: "2", code: "L1", name: "一号线", status: 1, lineType: 4 };
// @ts-expect-error a read-only field is not submitted
export const withTime: LineSubmit = { factoryId: "1", shopId: "2", code: "L1", name: "一号线", status: 1, createTime: "2025-01-01 00:00:00" };

const address = defineFields({
  regionCode: region("地区", "Region", { required: true }),
  street: text("街道", "Street", { showWhen: { kind: 1 } }),
  checkedAt: datetime("核对时间", "Checked at", { readonly: true }),
});

export const factory = defineResource({
  name: "factory",
  label: ["工厂", "Factory"],
  path: "/digit-bind/factory",
  title: "street",
  fields: { kind: choice("类型", "Kind", { options: [[1, "自有", "Own"], [2, "代工", "Contract"]], required: true }), ...address },
});

same<Row<typeof factory>, { id: string; kind: 1 | 2; regionCode: string; street: string | null; checkedAt: string | null }>(true);
same<Submit<typeof factory>, { id?: string; kind: 1 | 2; regionCode: string; street?: string | null }>(true);

export const stockOut = defineResource({
  name: "stock-out-doc",
  label: ["出库单", "Stock-out document"],
  path: "/digit-bind/stock-out-doc",
  title: "docNo",
  screen: "master-detail",
  fields: {
    docNo: code("出库单号", "Document no.", { readonly: true, max: 32, search: "like", unique: "tenant" }),
    docType: choice("出库类型", "Type", { options: [[1, "销售出库", "Sale", "blue"], [2, "调拨出库", "Transfer out", "purple"], [9, "其他出库", "Other"]], required: true, default: 1, search: "equal" }),
    warehouseId: ref("warehouse", "仓库", "Warehouse", { required: true, search: "equal" }),
    channelId: ref("channel", "渠道", "Channel", { showWhen: { docType: 1 } }),
    saleRegionCodes: refs("region", "销售区域", "Sale regions", { valueField: "code" }),
    bizDate: date("业务日期", "Business date", { required: true }),
    details: lines("单据明细", "Lines", {
      fields: {
        productId: ref("attr-owner", "产品", "Product", { required: true, filter: { ownerType: 1 } }),
        specId: ref("spec", "规格", "Spec", { within: "productId" }),
        num: integer("数量", "Quantity", { required: true, min: 1 }),
      },
    }),
    finishTime: datetime("完成时间", "Finished at", { readonly: true }),
    status: state("状态", "Status", {
      draft: [0, "待出库", "Draft"], picking: [1, "出库中", "Picking", "blue"], processing: [3, "处理中", "Processing", "gold"],
      finished: [2, "已出库", "Finished", "green"], void: [9, "已作废", "Void", "red"],
    }),
    remark: remark(),
  },
  actions: {
    start: { label: ["开始", "Start"], from: "draft", to: "picking", confirm: ["确定开始该出库单?", "Start this document?"] },
    finish: { label: ["完成", "Finish"], from: "picking", to: "processing", set: { finishTime: "@now" } },
    void: { label: ["作废", "Void"], from: ["draft", "picking"], to: "void", ask: ["remark"], when: { docType: { not: 9 } } },
  },
  events: { booked: { from: "processing", to: "finished" }, failed: { from: "processing", to: "picking" }, made: { from: "new", to: "draft" } },
});

type Document = Row<typeof stockOut>;
type DocumentSubmit = Submit<typeof stockOut>;

same<Document["docNo"], string | null>(true);
same<Document["status"], 0 | 1 | 2 | 3 | 9 | null>(true);
same<Document["saleRegionCodes"], string[] | null>(true);
same<Document["docType"], 1 | 2 | 9>(true);
same<NonNullable<Document["details"]>[number], { productId: string; num: number; specId: string | null }>(true);
same<"status" extends keyof DocumentSubmit ? true : false, false>(true);
same<DocumentSubmit["docType"], 1 | 2 | 9>(true);
same<DocumentSubmit["channelId"], string | null | undefined>(true);

/** One field of each kind whose value is not what its builder's name suggests. */
export const kinds = defineResource({
  name: "factory",
  label: ["工厂", "Factory"],
  path: "/digit-bind/factory",
  title: "id",
  fields: {
    flag: bool("标志", "Flag", { required: true }),
    price: money("价格", "Price", { required: true }),
    sex: dict("sex", "性别", "Sex", { required: true }),
    grants: dict("grant", "授权", "Grants", { required: true, multiple: true }),
    days: choice("周几", "Days", { options: [[1, "周一", "Monday"], [2, "周二", "Tuesday"]], required: true, multiple: true }),
    size: choice("尺码", "Size", { options: [["S", "小", "Small"], ["L", "大", "Large"]], required: true }),
    regionCode: region("地区", "Region", { required: true }),
    pictures: images("图片", "Pictures", { required: true }),
    contract: file("合同", "Contract", { required: true }),
    papers: file("附件", "Papers", { required: true, multiple: true }),
    parentId: treeRef("factory", "上级", "Parent"),
    extra: json("附加", "Extra"),
  },
});

type Kinds = Row<typeof kinds>;
same<Kinds["flag"], 0 | 1>(true);
same<Kinds["price"], string>(true);
same<Kinds["sex"], string>(true);
same<Kinds["grants"], string[]>(true);
same<Kinds["days"], string[]>(true);
same<Kinds["size"], "S" | "L">(true);
same<Kinds["regionCode"], string>(true);
same<Kinds["pictures"], string[]>(true);
same<Kinds["contract"], string>(true);
same<Kinds["papers"], string[]>(true);
same<Kinds["parentId"], string | null>(true);
