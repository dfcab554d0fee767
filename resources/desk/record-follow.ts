import { bool, defineResource, ref } from "#schema";
import commentedRecord from "./commented-record.fields.ts";

/** Who is told of comments on a record and of its states: a row for each person and record. Whoever has stopped keeps the row, which says so. */
export default defineResource({
  name: "record-follow",
  label: ["关注", "Follow"],
  path: "/blade-desk/record-follow",
  title: "subjectId",
  permission: "record_follow",
  unbounded: true,
  unique: [["subjectResource", "subjectId", "userId"]],
  indexes: [["userId"]],
  calls: [],
  finalRemoval: true,
  screen: "none",
  fields: {
    ...commentedRecord,
    userId: ref("user", "关注人", "Follower", { required: true }),
    isOn: bool("关注中", "Follows", { default: 1 }),
  },
  actions: {
    follow: {
      label: ["关注数据", "Follow a record"], on: "screen", path: "/follow", open: "signed-in", send: "body", handler: true,
      params: { ...commentedRecord },
    },
    unfollow: {
      label: ["取消关注", "Stop following a record"], on: "screen", path: "/unfollow", open: "signed-in", send: "body", handler: true,
      params: { ...commentedRecord },
    },
  },
});
