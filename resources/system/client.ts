import { choice, code, defineResource, dict, integer, password, text, textarea, url } from "#schema";

/**
 * A program that may call the platform: its id and secret stand in the Authorization header of every request, its lifetimes rule the
 * tokens.
 */
export default defineResource({
  name: "client",
  label: ["应用客户端", "OAuth client"],
  path: "/blade-system/client",
  title: "clientId",
  scope: "platform",
  writeAccess: "administrator",
  fields: {
    clientId: code("应用ID", "Client id", { required: ["请输入客户端id", "Please enter the client id"], max: 48, search: "like", unique: "global" }),
    clientSecret: password("应用密钥", "Client secret", { required: ["请输入客户端密钥", "Please enter the client secret"], max: 256 }),
    authorizedGrantTypes: dict("client_grant", "授权类型", "Grant types", { required: ["请输入授权类型", "Please enter the grant types"], multiple: true, default: "refresh_token,password,captcha,social", width: 160 }),
    scope: text("授权范围", "Scope", { required: true, max: 256, default: "all" }),
    accessTokenValidity: integer("令牌秒数", "Access token seconds", { required: ["请输入令牌过期秒数", "Please enter the access token lifetime"], min: 60, max: 31536000, default: 3600 }),
    refreshTokenValidity: integer("刷新秒数", "Refresh token seconds", { required: ["请输入刷新令牌过期秒数", "Please enter the refresh token lifetime"], min: 60, max: 31536000, default: 604800 }),
    webServerRedirectUri: url("回调地址", "Redirect URI", { max: 256, list: false }),
    resourceIds: text("资源集合", "Resource ids", { max: 256, list: false }),
    authorities: text("权限", "Authorities", { max: 256, list: false }),
    autoapprove: text("自动授权", "Auto approve", { max: 256, list: false }),
    additionalInformation: textarea("附加说明", "Additional information", { max: 4096 }),
    status: choice("状态", "Status", { options: [[1, "启用", "Enabled", "green"], [0, "停用", "Disabled", "red"]], default: 1, search: "equal" }),
  },
});
