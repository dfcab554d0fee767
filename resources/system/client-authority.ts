import { choice, datetime, defineResource, enabled, ref, refs, remark, text } from "#schema";

/** Which paths a machine client may call for a tenant. */
export default defineResource({
  name: "client-authority",
  label: ["应用授权", "Client authority"],
  path: "/blade-system/client-authority",
  title: "authorityName",
  unique: [["clientId", "authorityPath"]],
  fields: {
    clientId: ref("client", "应用客户端", "Client", { required: true, search: "equal" }),
    authorityName: text("授权名称", "Name", { required: true, max: 64, search: "like" }),
    authorityType: choice("授权类型", "Type", {
      options: [[1, "接口", "API", "blue"], [2, "菜单", "Menu", "green"], [3, "数据", "Data", "orange"]],
      required: true, default: 1, search: "equal",
    }),
    authorityPath: text("授权路径", "Path pattern", { required: ["请输入授权路径", "Please enter the path"], search: "like", help: ["例如 /digit-bind/**", "for example /digit-bind/**"] }),
    apiScopeIds: refs("api-scope", "接口权限", "API scopes", { list: false }),
    expireTime: datetime("过期时间", "Expires"),
    status: enabled(),
    remark: remark(),
  },
  effects: {
    grant: { effect: ["限制客户端可以调用的接口", "Limits what a client may call"], requiredFor: ["add", "edit"] },
  },
});
