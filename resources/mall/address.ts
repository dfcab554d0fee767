import { bool, choice, decimal, defineResource, phone, ref, region, text } from "#schema";

/** Where a member's parcels go. Orders keep a copy, so that no later change touches them. */
export default defineResource({
  name: "address",
  label: ["收货地址", "Shipping address"],
  path: "/digit-marketing/address",
  title: "detailAddress",
  highVolume: true,
  unique: [{ fields: ["memberId"], where: { isDefault: 1 } }],
  fields: {
    memberId: ref("member", "会员", "Member", { required: true, search: "equal", createOnly: true }),
    receiverName: text("收货人", "Receiver", { required: true, max: 32, search: "like" }),
    receiverPhone: phone("手机号", "Phone", { required: true, search: "like", sensitive: true }),
    regionCode: region("所在地区", "Region", { required: true, search: "equal" }),
    detailAddress: text("详细地址", "Street address", { required: true, search: "like" }),
    postCode: text("邮政编码", "Post code", { max: 6, pattern: "^\\d{6}$", list: false }),
    tag: choice("地址标签", "Tag", {
      options: [[1, "家", "Home", "blue"], [2, "公司", "Office", "cyan"], [3, "门店", "Store", "purple"], [4, "其他", "Other"]],
      default: 1, search: "equal",
    }),
    isDefault: bool("默认地址", "Default", { default: 0, search: "equal" }),
    longitude: decimal("经度", "Longitude", { min: -180, max: 180, scale: 6, list: false }),
    latitude: decimal("纬度", "Latitude", { min: -90, max: 90, scale: 6, list: false }),
  },
  effects: {
    oneDefault: { effect: ["每个会员只有一个默认地址", "A member has one default address"] },
  },
});
