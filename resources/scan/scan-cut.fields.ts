import { defineFields, ref, text } from "#schema";

/** What the figures of a cut are told apart by; empty where the cut leaves it out. */
export default defineFields({
  regionCode: text("地区", "Region", { max: 6 }),
  channelId: ref("channel", "渠道", "Channel"),
  productId: ref("attr-owner", "产品", "Product", { filter: { ownerType: 1 } }),
});
