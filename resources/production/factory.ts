import { choice, createdAt, defineResource, enabled, images, person, phone, region, remark, sort, text } from "#schema";

/** First step of factory → workshop → production line → team. Disabling one does not touch what hangs below. */
export default defineResource({
  name: "factory",
  label: ["工厂", "Factory"],
  path: "/digit-bind/factory",
  title: "name",
  sections: {
    code: ["基本信息", "Basics"],
    licenceNo: ["资质", "Licences"],
    regionCode: ["地址与联系方式", "Address and contact"],
    images: ["图片与状态", "Pictures and status"],
  },
  fields: {
    code: text("工厂编号", "Factory code", { required: true, max: 32, pattern: "^[A-Za-z0-9_-]+$", search: "like", unique: "tenant", width: 140 }),
    name: text("工厂名称", "Factory name", { required: true, max: 64, search: "like", unique: "tenant" }),
    shortName: text("工厂简称", "Short name", { max: 32, list: false, help: ["防伪查询页展示的名称，为空时用工厂名称", "Shown on the public verification page; the full name is used when empty"] }),
    factoryType: choice("工厂类型", "Factory type", {
      options: [[1, "自有工厂", "Own plant", "blue"], [2, "代工厂", "Contract manufacturer", "orange"], [3, "分装厂", "Packing plant", "cyan"]],
      default: 1, search: "equal",
    }),
    licenceNo: text("生产许可证号", "Production licence no.", { max: 64, list: false, help: ["如 SC11551000000000", "For example SC11551000000000"] }),
    creditCode: text("统一社会信用代码", "Unified social credit code", { max: 18, pattern: "^[0-9A-Z]{18}$", capitals: true, list: false }),
    gln: text("全球位置码", "GLN", { max: 13, pattern: "^[0-9]{13}$", list: false }),
    regionCode: region("所在地区", "Region", { search: "equal" }),
    address: text("详细地址", "Address", { max: 200, list: false }),
    principal: person(),
    phone: phone("联系电话", "Phone", { sensitive: true }),
    images: images("工厂图片", "Pictures"),
    sort: sort(),
    status: enabled(),
    remark: remark(),
    createTime: createdAt(),
  },
  reads: { select: { where: { status: 1 }, open: "signed-in" } },
});
