import { choice, codeOf, createdAt, defineResource, enabled, person, phone, ref, remark, sort, text } from "#schema";

/** Second step of factory → workshop → production line → team. The wire calls a workshop "shop"; it sells nothing. */
export default defineResource({
  name: "shop",
  label: ["车间", "Workshop"],
  path: "/digit-bind/shop",
  title: "name",
  unique: [["factoryId", "name"]],
  fields: {
    factoryId: ref("factory", "工厂", "Factory", { required: ["请选择工厂", "Please select a factory"], search: "equal" }),
    code: codeOf("车间编号", "Workshop code"),
    name: text("车间名称", "Workshop name", { required: true, max: 64, search: "like" }),
    shopType: choice("车间类型", "Workshop type", {
      options: [[1, "酿造车间", "Brewing", "gold"], [2, "勾调车间", "Blending", "cyan"], [3, "灌装车间", "Filling", "blue"], [4, "包装车间", "Packing", "purple"], [9, "其他", "Other"]],
      default: 4, search: "equal",
    }),
    principal: person("车间主任", "Workshop head"),
    phone: phone("联系电话", "Phone", { sensitive: true, list: false }),
    location: text("位置", "Location", { max: 128, list: false, help: ["如 二号楼一层", "For example building 2 floor 1"] }),
    sort: sort(),
    status: enabled(),
    remark: remark(),
    createTime: createdAt(),
  },
  reads: { select: { params: ["factoryId"], where: { status: 1 }, open: "signed-in" } },
  grants: { production: "all" },
});
