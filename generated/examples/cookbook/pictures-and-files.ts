import { defineResource, file, image, images, text } from "#schema";

/** A material for advertising. */
export default defineResource({
  name: "display-item",
  label: ["陈列物料", "Display item"],
  path: "/digit-bind/display-item",
  title: "name",
  fields: {
    picture: image("主图", "Picture", { required: true, accept: "jpg,png", maxKb: 500, limits: ["方形，jpg 或 png，不超过 500 KB", "Square, jpg or png, up to 500 KB"] }),
    name: text("名称", "Name", { required: true, max: 64, search: "like" }),
    pictures: images("更多图片", "More pictures", { maxKb: 2048 }),
    manual: file("安装说明", "Manual", { accept: "pdf", maxKb: 10240, private: false }),
    drawings: file("图纸", "Drawings", { accept: "pdf,dwg", multiple: true }),
  },
});
