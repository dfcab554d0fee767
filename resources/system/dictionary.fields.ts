import { code, defineFields, text } from "#schema";

/** The code and the name of a dictionary; its entries carry the same code. */
export default defineFields({
  code: code("字典编号", "Dictionary code", { required: ["请输入字典编号", "Please enter dictionary code"], max: 255, search: "like" }),
  dictValue: text("字典名称", "Dictionary name", { required: ["请输入字典名称", "Please enter dictionary name"], search: "like" }),
});
