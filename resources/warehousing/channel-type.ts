import { bool, codeOf, createdAt, defineResource, enabled, integer, remark, sort, text, treeRef } from "#schema";

/** What kind of dealer a channel is; at most four levels deep. */
export default defineResource({
  name: "channel-type",
  label: ["渠道类型", "Channel type"],
  path: "/digit-bind/channel-type",
  title: "name",
  calls: ["list", "page", "detail", "submit", "remove"],
  listShape: "forest",
  screen: "tree",
  fields: {
    pid: treeRef("channel-type", "上级类型", "Parent type", { search: "equal", list: false }),
    code: codeOf("类型编号", "Type code"),
    name: text("类型名称", "Type name", { required: true, max: 64, search: "like" }),
    level: integer("层级", "Level", { min: 1, readonly: true }),
    isTerminal: bool("是否终端", "Terminal", { default: 0, help: ["终端不可再有下级渠道", "A terminal channel has no sub-channels"] }),
    canStock: bool("可建仓", "May hold stock", { default: 1 }),
    sort: sort(),
    status: enabled(),
    remark: remark(),
    createTime: createdAt(),
  },
  reads: {
    select: { params: ["pid"], fields: ["name", "pid"], where: { status: 1 }, open: "signed-in" },
  },
});
