import { code, datetime, defineResource, ref } from "#schema";

/** A returnable bottle, which lies in a crate, which stands on a pallet. */
export default defineResource({
  name: "returnable",
  label: ["周转物", "Returnable"],
  path: "/digit-bind/returnable",
  title: "code",
  packedIn: { relation: "code-relation", item: "codeId", package: "parentId", movedAt: "stampTime" },
  fields: {
    code: code("码", "Code", { required: true, max: 128, unique: "tenant", search: "equal" }),
    channelId: ref("channel", "渠道", "Channel", { search: "equal", readonly: true }),
    stampTime: datetime("状态时间", "Stamped at", { readonly: true, list: false }),
  },
});
