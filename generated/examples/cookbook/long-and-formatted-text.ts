import { defineResource, richtext, text, textarea } from "#schema";

/** Information for consumers about a subject. */
export default defineResource({
  name: "article",
  label: ["文章", "Article"],
  path: "/digit-bind/article",
  title: "title",
  dialogWidth: 1000,
  maskClosable: false,
  fields: {
    title: text("标题", "Title", { required: true, max: 128, search: "like" }),
    summary: textarea("摘要", "Summary", { max: 500, list: true, width: 320 }),
    body: richtext("正文", "Body", { required: true, max: 50000 }),
  },
});
