import { datetime, defineResource, file, integer, text } from "#schema";

/** A file that was uploaded: the upload adds its row. Removing the row keeps the file, because records may show it. */
export default defineResource({
  name: "attach",
  label: ["附件", "Attachment"],
  path: "/blade-resource/attach",
  title: "originalName",
  fields: {
    link: file("附件地址", "Link", { readonly: true, list: true }),
    domain: text("附件域名", "Domain", { max: 500, search: "like", readonly: true }),
    name: text("附件名称", "Stored name", { max: 500, search: "like", readonly: true }),
    originalName: text("附件原名", "Original name", { max: 500, search: "like" }),
    extension: text("附件拓展名", "Extension", { max: 12, search: "equal", readonly: true }),
    attachSize: integer("附件大小", "Size (bytes)", { readonly: true, sortable: true }),
    file: file("附件上传", "File", { required: ["请上传附件文件", "Please upload a file"], createOnly: true }),
    createTime: datetime("上传时间", "Uploaded", { search: "range", readonly: true, sortable: true }),
  },
  actions: {
    upload: { label: ["上传", "Upload"], on: "toolbar", opens: "attach" },
  },
  effects: {
    uploads: { effect: ["上传的文件自动登记为附件", "Records every upload as an attachment"] },
  },
});
