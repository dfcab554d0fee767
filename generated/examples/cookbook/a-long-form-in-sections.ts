import { codeOf, date, defineResource, email, money, phone, region, text, url } from "#schema";

/** Who delivers to us. */
export default defineResource({
  name: "supplier",
  label: ["供应商", "Supplier"],
  path: "/digit-bind/supplier",
  title: "name",
  sections: {
    code: ["基本信息", "Basics"],
    contact: ["联系方式", "Contact"],
    bank: ["付款", "Payment"],
  },
  fields: {
    code: codeOf("编号", "Code"),
    name: text("名称", "Name", { required: true, max: 64, search: "like" }),
    shortName: text("简称", "Short name", { max: 32 }),
    since: date("合作开始", "Since", { max: "today" }),
    contact: text("联系人", "Contact", { required: true, max: 32, list: false }),
    phone: phone("电话", "Phone", { list: false }),
    email: email("邮箱", "E-mail", { max: 64, list: false }),
    website: url("网站", "Website", { list: false }),
    regionCode: region("地区", "Region", { search: "equal" }),
    address: text("地址", "Address", { max: 128, list: false }),
    bank: text("开户行", "Bank", { max: 64, list: false }),
    account: text("账号", "Account", { max: 32, sensitive: true, list: false }),
    limit: money("信用额度", "Credit limit", { min: 0, list: false }),
  },
});
