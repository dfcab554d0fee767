import { datetime, defineResource, dict, richtext, text } from "#schema";

/** What the company tells its people. */
export default defineResource({
  name: "notice",
  label: ["通知公告", "Notice"],
  path: "/blade-desk/notice",
  title: "title",
  shapes: { calendar: "releaseTime" },
  fields: {
    title: text("通知标题", "Title", { required: true, search: "like" }),
    category: dict("notice", "通知类型", "Category", { integer: true, required: ["请输入通知类型", "Please select the category"], search: "equal" }),
    releaseTime: datetime("通知日期", "Release date", { required: ["请输入通知日期", "Please enter the release date"], search: "range", sortable: true }),
    content: richtext("通知内容", "Content", { required: true, max: 20000 }),
    createTime: datetime("创建时间", "Created", { search: "range", readonly: true, list: false }),
  },
});
