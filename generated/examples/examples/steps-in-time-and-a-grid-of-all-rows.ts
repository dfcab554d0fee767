import { choice, defineResource, refs, text } from "#schema";

/** A festival. */
export default defineResource({
  name: "festival",
  label: ["节庆活动", "Festival"],
  path: "/digit-bind/festival",
  title: "name",
  screen: "master-detail",
  fields: {
    name: text("名称", "Name", { required: true, max: 64, search: "like" }),
    place: text("地点", "Place", { list: false, changeableWhen: { phase: 0 } }),
    phase: choice("阶段", "Phase", { options: [[0, "筹备", "Being prepared"], [1, "进行中", "Under way"], [2, "结束", "Over"]], default: 0 }),
    attributeIds: refs("product-attribute", "摊位属性", "What stands differ in"),
  },
  details: { resource: "festival-stand", by: "festivalId", writableWhen: { phase: [0, 1] }, addableWhen: { phase: 0 }, enteredWhen: { phase: 0 }, shows: ["place"] },
});
