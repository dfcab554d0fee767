// What `defineResource` takes is what everything derived reads as plain data. `Definition` says so of every definition; here it is compared,
// once for all, member by member. Checked by the type checker alone; nothing here runs.
import { choice, date, integer, lines, money, ref, refs, state, text } from "#schema";
import type { Resource } from "#schema/resource";
import type { ResourceData } from "#schema/resource-data";

const fields = {
  name: text("名称", "Name", { required: true }),
  kind: choice("类型", "Kind", { options: [[1, "一", "One"], [2, "二", "Two"]] }),
  factoryId: ref("factory", "工厂", "Factory"),
  shopIds: refs("shop", "车间", "Workshops"),
  day: date("日期", "Day", { readonly: true }),
  price: money("价格", "Price", { showWhen: { kind: 1 } }),
  status: state("状态", "State", { open: [1, "未完成", "Open"], done: [2, "已完成", "Done"] }),
  details: lines("明细", "Lines", { fields: { num: integer("数量", "Number", { required: true }) } }),
};

declare const written: Resource<typeof fields> & { readonly fields: typeof fields };
export const read: ResourceData = written;
