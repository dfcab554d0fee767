import { defineFields, text } from "#schema";

/** The record that somebody comments on, or follows. */
export default defineFields({
  subjectResource: text("所属资源", "Resource of the record", { max: 64, required: true }),
  subjectId: text("所属数据编号", "Id of the record", { max: 64, required: true }),
});
