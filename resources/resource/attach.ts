import { bool, datetime, defineResource, file, integer, record, refs, text } from "#schema";

/**
 * A file that was uploaded: the upload adds its row, which goes with the file where nobody keeps it. Removing the row keeps the file as long
 * as a record shows it.
 */
export default defineResource({
  name: "attach",
  label: ["附件", "Attachment"],
  path: "/blade-resource/attach",
  title: "originalName",
  finalRemoval: true,
  mainColumns: ["extension", "attachSize", "createTime"],
  fields: {
    link: file("附件地址", "Link", { readonly: true, list: true }),
    domain: text("附件域名", "Domain", { max: 500, search: "like", readonly: true, width: 180 }),
    name: text("附件名称", "Stored name", { max: 500, search: "like", readonly: true }),
    originalName: text("附件原名", "Original name", { max: 500, search: "like" }),
    extension: text("附件扩展名", "Extension", { max: 12, search: "equal", readonly: true }),
    attachSize: integer("附件大小", "Size (bytes)", { readonly: true, sortable: true }),
    file: file("附件上传", "File", { required: ["请上传附件文件", "Please upload a file"], createOnly: true }),
    subjectTitle: record("所属数据", "Attached to", { resourceField: "subjectResource", idField: "subjectId" }),
    subjectResource: text("所属资源", "Resource of what it is attached to", { max: 64, readonly: true, list: false, visibleIn: [] }),
    subjectId: text("所属数据编号", "Id of what it is attached to", { max: 64, readonly: true, list: false, visibleIn: [] }),
    isLoose: bool("尚未保存", "Not kept yet", { readonly: true, list: false, visibleIn: [] }),
    createTime: datetime("上传时间", "Uploaded", { search: "range", readonly: true, sortable: true }),
  },
  reads: {
    // Whoever may open a record sees its files, without a right for attachments.
    "of-record": { shape: "custom", params: { resource: ["所属数据的资源名", "Resource of the row"], id: ["所属数据主键", "Id of the row"], tenantId: ["租户编号，仅平台管理员", "Tenant, for the platform's administrator only"] }, needs: ["resource", "id"], open: "signed-in" },
  },
  actions: {
    upload: { label: ["上传", "Upload"], on: "toolbar", opens: "attach" },
    attachToRecord: {
      label: ["添加到数据", "Attach to a record"], on: "screen", path: "/attach-to-record", open: "signed-in", send: "body", handler: true,
      params: {
        subjectResource: text("资源", "Resource", { required: true, max: 64 }),
        subjectId: text("数据编号", "Record", { required: true, max: 64 }),
        attachIds: refs("attach", "附件", "Attachments", { required: true }),
      },
    },
    removeFromRecord: {
      label: ["从数据移除", "Remove from a record"], on: "screen", path: "/remove-from-record", open: "signed-in", send: "body", handler: true,
      params: { attachIds: refs("attach", "附件", "Attachments", { required: true }) },
    },
  },
  indexes: [["subjectResource", "subjectId"]],
  effects: {
    uploads: { effect: ["上传的文件自动登记为附件", "Records every upload as an attachment"] },
  },
});
