import { choice, defineResource, file, money, text } from "#schema";

/** A claim for damaged goods. */
export default defineResource({
  name: "claim",
  label: ["索赔单", "Claim"],
  path: "/digit-bind/claim",
  title: "title",
  fields: {
    title: text("标题", "Title", { required: true, max: 64, search: "like" }),
    reason: choice("原因", "Reason", { options: [[1, "破损", "Damaged"], [2, "短少", "Missing"], [9, "其他", "Other"]], required: true, default: 1 }),
    amount: money("索赔金额", "Amount", { required: true, min: 0 }),
    explanation: text("说明", "Explanation", { max: 255, requiredWhen: { reason: 9 } }),
    photo: file("照片", "Photograph", { accept: "jpg,png", requiredWhen: [{ reason: 1 }, { amount: { gt: 1000 } }], required: ["请上传照片", "Please upload a photograph"] }),
  },
});
