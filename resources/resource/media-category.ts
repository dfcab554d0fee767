import { defineResource, text } from "#schema";

/** Groups the pictures and films of the media library. One that holds media cannot be removed. */
export default defineResource({
  name: "media-category",
  label: ["素材分类", "Media category"],
  path: "/blade-resource/media-category",
  title: "name",
  fields: {
    name: text("分类名称", "Name", { required: ["请输入分类名称", "Please enter the category name"], max: 64, search: "like", unique: "tenant" }),
  },
  reads: {
    select: { params: { mediaCategoryName: "name" }, open: "signed-in" },
  },
});
