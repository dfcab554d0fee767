import { bool, choice, createdAt, datetime, defineResource, image, integer, phone, ref, region, remark, text } from "#schema";

/** Somebody who scanned a code in WeChat. Staff change only nickname, phone, risk and remark. */
export default defineResource({
  name: "wxuser",
  label: ["微信用户", "WeChat user"],
  path: "/digit-apply/wxuser",
  title: "nickname",
  highVolume: true,
  unique: [["appId", "openId"]],
  mainColumns: ["riskLevel", "scanCount", "regionCode"],
  sections: {
    openId: ["微信身份", "WeChat identity"],
    nickname: ["个人资料", "Profile"],
    subscribed: ["关注与扫码", "Following and scans"],
    remark: ["备注", "Notes"],
  },
  fields: {
    openId: text("OpenID", "OpenID", { max: 64, search: "equal", readonly: true, sensitive: true }),
    unionId: text("UnionID", "UnionID", { max: 64, search: "equal", readonly: true, list: false, sensitive: true }),
    appId: text("公众号/小程序", "App id", { max: 32, search: "equal", readonly: true }),
    nickname: text("昵称", "Nickname", { max: 64, search: "like" }),
    avatar: image("头像", "Avatar", { fallbackInitial: "nickname" }),
    sex: choice("性别", "Sex", { options: [[0, "未知", "Unknown"], [1, "男", "Male", "blue"], [2, "女", "Female", "magenta"]], default: 0 }),
    phone: phone("手机号", "Phone", { search: "equal", sensitive: true }),
    regionCode: region("常用地区", "Usual region", { search: "equal", readonly: true }),
    subscribed: bool("是否关注", "Subscribed", { default: 0, search: "equal", readonly: true }),
    memberId: ref("member", "关联会员", "Member", { readonly: true, search: "equal", inverseOf: "wxuserId" }),
    scanCount: integer("扫码次数", "Scans", { default: 0, readonly: true }),
    firstScanTime: datetime("首次扫码", "First scan", { readonly: true }),
    lastScanTime: datetime("最近扫码", "Last scan", { search: "range", readonly: true }),
    riskLevel: choice("风险等级", "Risk", {
      options: [[0, "正常", "Normal", "green"], [1, "可疑", "Suspicious", "orange"], [2, "黑名单", "Blocked", "red"]],
      default: 0, search: "equal",
    }),
    remark: remark(),
    createTime: createdAt(),
  },
});
