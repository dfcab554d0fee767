import { datetime, defineResource, refs, text, textarea } from "#schema";
import commentedRecord from "./commented-record.fields.ts";

/** What people say about a record: a row for each comment, of records of all kinds. Whoever may open the record reads and writes them. */
export default defineResource({
  name: "record-comment",
  label: ["评论", "Comment"],
  path: "/blade-desk/record-comment",
  title: "content",
  permission: "record_comment",
  unbounded: true,
  indexes: [["subjectResource", "subjectId", "createTime"]],
  calls: [],
  finalRemoval: true,
  screen: "none",
  fields: {
    ...commentedRecord,
    // A person in it is @{id}, which is shown with the name that they have now.
    content: textarea("内容", "Text", { max: 2000, required: true }),
    mentions: refs("user", "提到的人", "People it mentions"),
    notified: refs("user", "已通知的人", "Those of them who were notified"),
    authorName: text("评论人", "Author", { max: 45 }),
    editTime: datetime("修改时间", "Edited"),
    createTime: datetime("评论时间", "Written"),
  },
  reads: {
    "of-record": {
      shape: "custom",
      params: {
        resource: ["数据的资源名", "Resource of the record"], id: ["数据主键", "Id of the record"],
        text: ["只列出包含此内容的评论", "Only comments that contain this text"],
        before: ["上一页答复的 next", "`next` of the page before"],
        tenantId: ["租户编号，仅平台管理员", "Tenant, for the platform's administrator only"],
      },
      needs: ["resource", "id"], open: "signed-in",
    },
    people: {
      shape: "custom",
      params: {
        resource: ["数据的资源名", "Resource of the record"], id: ["数据主键", "Id of the record"],
        name: ["姓名或账号的一部分", "A part of the name or account"],
        tenantId: ["租户编号，仅平台管理员", "Tenant, for the platform's administrator only"],
      },
      needs: ["resource", "id"], open: "signed-in",
    },
  },
  actions: {
    addComment: {
      label: ["发表评论", "Comment"], on: "screen", path: "/add-comment", open: "signed-in", send: "body", handler: true,
      params: {
        ...commentedRecord,
        content: textarea("内容", "Text", { required: ["请输入评论内容", "Please write a comment"], max: 2000 }),
      },
    },
    editComment: {
      label: ["修改评论", "Edit a comment"], on: "screen", path: "/edit-comment", open: "signed-in", send: "body", handler: true,
      params: {
        commentId: text("评论编号", "Comment", { required: true, max: 20 }),
        content: textarea("内容", "Text", { required: ["请输入评论内容", "Please write a comment"], max: 2000 }),
      },
    },
    removeComment: {
      label: ["删除评论", "Remove a comment"], on: "screen", path: "/remove-comment", open: "signed-in", send: "body", handler: true,
      params: { commentId: text("评论编号", "Comment", { required: true, max: 20 }) },
    },
  },
});
