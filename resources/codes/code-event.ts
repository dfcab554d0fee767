import { choice, datetime, defineResource, text } from "#schema";

/**
 * What was done with all codes of a generation record or of a set at once: when, and, as its creator, by whom. The life of each of their codes tells it, so
 * it stays when the logs are cleared.
 */
export default defineResource({
  name: "code-event",
  label: ["码事件", "Code event"],
  path: "/digit-bind/code-event",
  title: "event",
  unbounded: true,
  indexes: [["subjectId", "eventTime"]],
  calls: [],
  screen: "none",
  fields: {
    subjectKind: choice("对象", "Subject", { options: [[1, "生成记录", "Generation record"], [2, "码包", "Code set"]] }),
    subjectId: text("对象ID", "Subject id", { required: true, max: 20 }),
    event: choice("事件", "Event", {
      options: [
        [1, "下载", "Downloaded"], [2, "格式化", "Formatted"], [3, "导入", "Imported"], [4, "封存", "Sealed"], [5, "解封", "Unsealed"], [6, "停用", "Disabled"],
        [7, "生成", "Generated"],
      ],
    }),
    eventTime: datetime("时间", "Time"),
  },
});
