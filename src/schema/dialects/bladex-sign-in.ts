// Requests for a token as the specification has them (docs/wire.md §3). Apart from the rest of the dialect: pages of people who are signed in
// need it after an hour.
import type { SignInDialect } from "./types.ts";

export const bladexSignIn: SignInDialect = {
  token: { account: "username", grantType: "grant_type", refreshToken: "refresh_token" },
  tenantHeader: ["password", "captcha", "social", "refresh_token"],
  session: {
    accessToken: ["access_token"],
    refreshToken: ["refresh_token"],
    tenantId: ["tenant_id"],
    userId: ["user_id"],
    account: ["account", "user_name"],
    name: ["real_name", "nick_name", "account"],
    roleAliases: ["role_name"],
    avatar: ["avatar"],
    deptId: ["dept_id"],
    roleId: ["role_id"],
    oauthId: ["oauth_id"],
    ext: ["detail.ext"],
    mustChangePassword: ["detail.mustChangePassword"],
    mustSetUpFactor: ["detail.mustSetUpFactor"],
    expiresIn: ["expires_in"],
  },
  refusal: ["error_description", "msg"],
  noAvatar: [],
};
