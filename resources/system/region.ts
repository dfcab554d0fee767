import { code, defineResource, dict, integer, remark, text } from "#schema";

/** References call a division a region of theirs: 扫码地区, 收货地区. */
const replaces = ["地区", "region"] as const;

/** An administrative division, known by its code; the whole country, from provinces downwards. */
export default defineResource({
  name: "region",
  label: ["行政区划", "Region"],
  path: "/blade-system/region",
  title: "name",
  scope: "platform",
  writeAccess: "administrator",
  key: "code",
  screen: "lazy-tree",
  tree: { parent: "parentCode", root: "00", level: "level", ancestors: "ancestors" },
  sections: {
    parentCode: ["基本信息", "Basics"],
    ancestors: ["各级区划", "Levels"],
  },
  fields: {
    parentCode: code("父区划编号", "Parent code", { required: true, max: 12, default: "00", search: "equal", createOnly: true }),
    parentName: text("父区划名称", "Parent name", { readonly: true, list: false }),
    code: code("区划编号", "Code", {
      required: ["请输入区划编号", "Please enter the region code"], max: 12, pattern: "^[0-9]{2,12}$", search: "like", unique: "global", createOnly: true,
      help: ["以父区划编号开头，如 52、5203、520382", "Begins with the parent's code: 52, 5203, 520382"],
      joinedAs: { label: ["地区编号", "region code"], replaces },
    }),
    name: text("区划名称", "Name", { required: ["请输入区划名称", "Please enter the region name"], max: 32, search: "like", joinedAs: { label: ["地区名称", "region name"], replaces } }),
    level: dict("region", "区划等级", "Level", { integer: true, required: true, search: "equal", joinedAs: { label: ["地区等级", "region level"], replaces } }),
    sort: integer("区划排序", "Sort", { required: ["请输入区划排序", "Please enter the sort order"], min: 0, default: 1, sortable: true }),
    ancestors: text("祖区划编号", "Ancestors", { readonly: true, list: false }),
    provinceCode: code("省级编号", "Province code", { max: 12, readonly: true, list: false, joinedAs: { label: ["省份编号", "province code"], replaces } }),
    provinceName: text("省级名称", "Province", { max: 32, readonly: true, list: false, joinedAs: { label: ["省份", "province"], replaces } }),
    cityCode: code("市级编号", "City code", { max: 12, readonly: true, list: false, joinedAs: { label: ["城市编号", "city code"], replaces } }),
    cityName: text("市级名称", "City", { max: 32, readonly: true, list: false, joinedAs: { label: ["城市", "city"], replaces } }),
    districtCode: code("区级编号", "District code", { max: 12, readonly: true, list: false, joinedAs: { label: ["区县编号", "district code"], replaces } }),
    districtName: text("区级名称", "District", { max: 32, readonly: true, list: false, joinedAs: { label: ["区县", "district"], replaces } }),
    townCode: code("镇级编号", "Town code", { max: 12, readonly: true, list: false, joinedAs: { label: ["乡镇编号", "town code"], replaces } }),
    townName: text("镇级名称", "Town", { max: 32, readonly: true, list: false, joinedAs: { label: ["乡镇", "town"], replaces } }),
    villageCode: code("村级编号", "Village code", { max: 12, readonly: true, list: false, joinedAs: { label: ["村编号", "village code"], replaces } }),
    villageName: text("村级名称", "Village", { max: 32, readonly: true, list: false, joinedAs: { label: ["村", "village"], replaces } }),
    remark: remark("区划备注", "Remark"),
  },
  reads: {
    "lazy-list": { params: ["parentCode", "code", "name"], open: "signed-in" },
    "lazy-tree": { params: ["parentCode", "code", "name"], open: "signed-in" },
    select: { shape: "custom", params: { code: ["上级区划编号，缺省为省级", "Code of the parent region; the provinces by default"] }, open: "signed-in" },
  },
  actions: {
    addChild: { label: ["新增下级", "Add child"], permission: "region_add", opens: "child" },
  },
});
