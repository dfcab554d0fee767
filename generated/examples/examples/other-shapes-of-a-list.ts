import { date, defineResource, image, region, state, text } from "#schema";

/** A job of the workshop. */
export default defineResource({
  name: "workshop-task",
  label: ["车间任务", "Workshop task"],
  path: "/digit-bind/workshop-task",
  title: "name",
  fields: {
    name: text("任务", "Task", { required: true, max: 64 }),
    start: date("开始日期", "Starts on", { required: true, search: "range" }),
    end: date("结束日期", "Ends on", { search: "range" }),
    sketch: image("草图", "Sketch"),
    siteCode: region("施工地", "Site", { search: "equal" }),
    originCode: region("来料地", "Origin", { search: "equal" }),
    status: state("状态", "Status", {
      planned: [0, "已计划", "Planned"], queued: [1, "排队中", "Queued"], cutting: [2, "切割", "Cutting"], welding: [3, "焊接", "Welding"],
      painting: [4, "喷漆", "Painting"], drying: [5, "晾干", "Drying"], checking: [6, "检验", "Checking"], packed: [7, "已装箱", "Packed"],
      done: [8, "已完成", "Done", "green"],
    }),
  },
  shapes: { board: true, calendar: { from: "start", to: "end" }, map: "siteCode", gallery: false },
  actions: {
    queue: { label: ["排队", "Queue"], from: "planned", to: "queued" },
    cut: { label: ["切割", "Cut"], from: "queued", to: "cutting" },
    weld: { label: ["焊接", "Weld"], from: "cutting", to: "welding" },
    paint: { label: ["喷漆", "Paint"], from: "welding", to: "painting" },
    dry: { label: ["晾干", "Dry"], from: "painting", to: "drying" },
    check: { label: ["检验", "Check"], from: "drying", to: "checking" },
    pack: { label: ["装箱", "Pack"], from: "checking", to: "packed" },
    finish: { label: ["完成", "Finish"], from: "packed", to: "done" },
  },
});
