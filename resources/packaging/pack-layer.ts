import { bool, color, createdAt, defineResource, enabled, integer, remark, sort, text } from "#schema";

/** A layer of packing, from the bottle outwards; 1 is the smallest unit that is sold. */
export default defineResource({
  name: "pack-layer",
  label: ["包装层级", "Pack layer"],
  path: "/digit-bind/pack-layer",
  title: "name",
  fields: {
    layer: integer("层级", "Layer", {
      required: true, min: 1, max: 9, search: "equal", unique: "tenant",
      help: ["1 为最小销售单位，数字越大包装越外层", "1 is the smallest sales unit; larger is further out"],
    }),
    name: text("层级名称", "Layer name", { required: true, max: 32, search: "like", unique: "tenant", help: ["瓶 / 盒 / 箱 / 托", "Bottle / carton / case / pallet"] }),
    code: text("层级编号", "Layer code", {
      required: true, max: 16, pattern: "^[A-Z0-9]+$", capitals: true, unique: "tenant",
      help: ["用于码规则中的层级位", "The layer mark a code rule may put into the code"],
    }),
    unit: text("单位", "Unit", { required: true, max: 8 }),
    isCoded: bool("是否赋码", "Carries a code", { default: 1, search: "equal", help: ["关闭时该层只计数不赋码", "When off the layer counts but has no code of its own"] }),
    isTray: bool("是否托盘层", "Pallet layer", { default: 0, help: ["托盘层的码可取自托盘编号", "The code of this layer may be a tray code"] }),
    color: color("标签颜色", "Tag colour", { list: false }),
    sort: sort(),
    status: enabled(),
    remark: remark(),
    createTime: createdAt(),
  },
  reads: {
    select: { fields: ["name", "layer", "unit"], where: { status: 1 }, open: "signed-in" },
  },
  effects: {
    inUse: { effect: ["被规格使用的层级不能改变层号", "The number of a layer that specs use cannot change"] },
  },
});
