import { code, defineResource, lines, ref, text } from "#schema";

/** What a set consists of. */
export default defineResource({
  name: "gift-set",
  label: ["礼盒", "Gift set"],
  path: "/digit-bind/gift-set",
  title: "name",
  screen: "master-detail",
  fields: {
    name: text("名称", "Name", { required: true, max: 64, search: "like" }),
    specId: ref("spec", "规格", "Spec", { search: "equal" }),
    specName: code("规格名称", "Spec name", { computed: true, readonly: true, labelOf: "specId" }),
    parts: lines("组成", "Parts", {
      readonly: true, computed: true, visibleIn: [], rowsOf: { resource: "gift-set-part", by: "giftSetId" },
      fields: { name: text("名称", "Name") },
    }),
  },
  details: { resource: "gift-set-part", by: "giftSetId", with: { kind: 1, setName: { field: "name" } }, read: "of-set" },
});
