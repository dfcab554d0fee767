import { bool, decimal, defineResource, enabled, image, integer, richtext, text } from "#schema";

/** A rung of membership, reached by growth. Exactly one is the default: the one that needs none. */
export default defineResource({
  name: "grade",
  label: ["会员等级", "Grade"],
  path: "/qianyun/grade",
  title: "name",
  finalRemoval: true,
  fields: {
    name: text("等级名称", "Grade name", { required: true, max: 32, search: "like", unique: "tenant" }),
    gradeLevel: integer("等级序号", "Grade level", { required: true, min: 1, unique: "tenant", sortable: true, help: ["数字越大等级越高", "The higher the number, the higher the grade"] }),
    icon: image("等级图标", "Icon"),
    minGrowth: integer("所需成长值", "Growth needed", { required: true, min: 0, default: 0, sortable: true }),
    discountRate: decimal("会员折扣(%)", "Member price (%)", { required: true, min: 1, max: 100, default: 100 }),
    pointsRate: decimal("积分倍率", "Points per yuan", { required: true, min: 0, default: 1 }),
    shareRate: decimal("直接分润比例(%)", "Direct share (%)", { required: true, min: 0, max: 100, default: 0 }),
    parentShareRate: decimal("间接分润比例(%)", "Indirect share (%)", { min: 0, max: 100, default: 0 }),
    birthdayPoints: integer("生日赠送积分", "Birthday points", {
      min: 0, default: 0, list: false, help: ["仅供展示，须由人工或活动发放", "For show only: staff or a campaign gives them"],
    }),
    isDefault: bool("默认等级", "Default grade", { default: 0, help: ["新会员从默认等级开始；设为默认时，原默认等级同时停用", "New members begin with it; the former default is disabled when another takes its place"] }),
    rights: richtext("等级权益", "Rights"),
    status: enabled(),
  },
  rules: {
    defaultNeedsNothing: {
      check: { minGrowth: { le: 0 } }, when: { isDefault: 1 },
      message: ["默认等级的所需成长值必须为 0", "The default grade needs no growth"],
    },
  },
  // A default needs no growth: two of them would share the place 0, so that the database itself keeps a second one out.
  noOverlap: { default: { per: [], from: "minGrowth", to: "gradeLevel", where: { isDefault: 1 }, message: ["已有默认等级", "There is a default grade already"] } },
  effects: {
    rules: { effect: ["只有一个默认等级；等级越高所需成长值越大；规则变更后重新确定会员等级", "There is one default grade, higher ones need more growth, and members follow when the rules change"] },
  },
});
