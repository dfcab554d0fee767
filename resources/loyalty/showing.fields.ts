import { choice, defineFields } from "#schema";

/** Whether a picture of the application is on show now, worked out from its period and its status. */
export default defineFields({
  showing: choice("投放状态", "On show", {
    options: [[0, "未开始", "Not yet", "gold"], [1, "投放中", "Now", "green"], [2, "已结束", "No longer"], [3, "停用", "Disabled", "red"]],
    computed: true, readonly: true,
  }),
});
