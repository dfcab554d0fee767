import { choice, createdAt, defineResource, file, image, integer, ref, remark, text } from "#schema";

/** A picture, film, recording or paper of the library, used by products, posters and the shop. */
export default defineResource({
  name: "media",
  label: ["素材", "Media"],
  plural: "Media",
  path: "/blade-resource/media",
  title: "name",
  gallery: ["coverUrl", "url"],
  defaultColumns: ["name", "mediaType", "mediaCategoryId", "fileSize", "createTime", "coverUrl", "url", "sort", "remark"],
  fields: {
    name: text("素材名称", "Name", { required: true, max: 128, search: "like" }),
    mediaCategoryId: ref("media-category", "素材分类", "Category", { required: true, search: "equal" }),
    mediaType: choice("素材类型", "Type", {
      options: [[1, "图片", "Image", "blue"], [2, "视频", "Video", "purple"], [3, "音频", "Audio", "cyan"], [4, "文档", "Document"]],
      required: true, default: 1, search: "equal",
    }),
    // Shown to everybody: in the shop, on posters and on the pages of products.
    url: file("素材文件", "File", { required: true, list: true, private: false }),
    coverUrl: image("封面", "Cover", { showWhen: { mediaType: 2 } }),
    attachId: ref("attach", "附件", "Attachment", { readonly: true, list: false }),
    fileSize: integer("大小", "Size", { unit: ["字节", "bytes"], readonly: true }),
    duration: integer("时长", "Duration", { min: 0, unit: ["秒", "s"], showWhen: { mediaType: [2, 3] }, list: false }),
    sort: integer("排序", "Sort", { default: 0, sortable: true }),
    remark: remark(),
    createTime: createdAt(),
  },
});
