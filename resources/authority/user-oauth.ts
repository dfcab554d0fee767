import { code, defineResource, email, image, password, ref, text } from "#schema";

/** Whom a person is on another platform. A guest without an account of ours asks for one; it waits for approval. */
export default defineResource({
  name: "user-oauth",
  label: ["第三方账号", "Third-party account"],
  path: "/blade-user/user-oauth",
  title: "nickname",
  calls: [],
  screen: "none",
  unique: [["source", "uuid"]],
  fields: {
    uuid: text("第三方用户ID", "Third-party user id", { required: true, max: 255 }),
    source: text("来源", "Source", { required: true, max: 32, help: ["平台标识（如 github），或租户的身份源 idp-<主键>", "Key of the platform, such as github, or idp-<id> of a tenant's identity provider"] }),
    userId: ref("user", "绑定用户", "Bound user"),
    username: text("账号", "Account", { max: 32 }),
    nickname: text("昵称", "Nickname", { max: 64 }),
    avatar: image("头像", "Avatar"),
    email: email("邮箱", "E-mail"),
    remark: text("备注", "Remark"),
  },
  actions: {
    registerGuest: {
      label: ["注册申请", "Register"], on: "screen", path: "/blade-user/register-guest", open: "anonymous", handler: true,
      params: {
        tenantId: code("租户编号", "Tenant id", { required: ["请先输入租户编号", "Please enter the tenant id first"], max: 12 }),
        name: text("用户昵称", "Nickname", { max: 20 }),
        account: text("账号名称", "Account", { required: ["请先输入账号名称", "Please enter the account first"], max: 45 }),
        password: password("密码", "Password", { use: "sign-in", required: ["请先输入密码", "Please enter the password first"], min: 8, max: 45 }),
        oauthId: ref("user-oauth", "第三方账号", "Third-party account", { required: true }),
      },
    },
  },
});
