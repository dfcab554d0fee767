import { choice, defineResource, ref, text } from "#schema";

/** A part of a gift set. */
export default defineResource({
  name: "gift-set-part",
  label: ["礼盒组成", "Part of a gift set"],
  path: "/digit-bind/gift-set-part",
  title: "name",
  screen: "none",
  fields: {
    giftSetId: ref("gift-set", "礼盒", "Gift set", { required: true, createOnly: true, search: "equal", visibleIn: [] }),
    kind: choice("类型", "Kind", { options: [[1, "随礼盒", "In the set"], [2, "另购", "Apart"]], createOnly: true, visibleIn: [] }),
    setName: text("礼盒名称", "Set", { max: 64, createOnly: true, visibleIn: [], list: false }),
    name: text("名称", "Name", { required: true, max: 64 }),
  },
  reads: { "of-set": { shape: "page", params: ["giftSetId", "kind"] } },
});
