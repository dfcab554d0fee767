// WeCom: the page that shows a QR code, the application's token, the member behind a code, and whether the member is still active.
import { scalarOrEmpty, stringOrEmpty } from "#schema/json";
import type { Outgoing } from "../../http/outgoing.ts";
import { callJson } from "./calls.ts";
import { below, platformProblem, requiredText, withQuery } from "./platform-calls.ts";
import { stepTimeoutMs, type RedirectProtocol } from "./protocol.ts";
import { IdentityError, type PlatformProvider } from "./provider.ts";

const publicAuthorizeUrl = "https://login.work.weixin.qq.com/wwlogin/sso/login";
const publicApiUrl = "https://qyapi.weixin.qq.com";

/** Global codes of WeCom. */
const meanings: Readonly<Record<string, "client" | "refused" | "gone" | "unavailable">> = {
  "-1": "unavailable",
  "40001": "client",
  "40013": "client",
  "40029": "refused",
  "42003": "refused",
  "46004": "gone",
  "60111": "gone",
};
/** Of a member: 1 active, 2 disabled, 4 not joined yet, 5 has left. */
const activeStatus = "1";

const notMember = () =>
  new IdentityError("refused", [
    "您不是该企业的成员，或不在应用的可见范围内",
    "You are no member of this organisation, or its application is not visible to you",
  ]);

export function wecomProtocol(outgoing: Outgoing): RedirectProtocol<PlatformProvider> {
  const get = async (url: string, signal: AbortSignal) => {
    const { status, body } = await callJson(outgoing, { url, signal });
    const code = scalarOrEmpty(body["errcode"]);
    if (status !== 200 || (code !== "" && code !== "0"))
      throw platformProblem({ url, status, code, message: stringOrEmpty(body["errmsg"]) }, (one) => meanings[one]);
    return body;
  };

  const call = async ({ apiUrl }: PlatformProvider, path: string, parameters: Readonly<Record<string, string>>, signal: AbortSignal) =>
    get(withQuery(below(apiUrl || publicApiUrl, path), parameters), signal);

  const tokenOf = async (provider: PlatformProvider, signal: AbortSignal): Promise<string> => {
    const body = await call(provider, "/cgi-bin/gettoken", { corpid: provider.clientId, corpsecret: provider.clientSecret }, signal);
    return requiredText(body, "access_token", provider.apiUrl || publicApiUrl);
  };

  const memberOf = async (provider: PlatformProvider, token: string, userId: string, signal: AbortSignal) => {
    const member = await call(provider, "/cgi-bin/user/get", { access_token: token, userid: userId }, signal);
    if (scalarOrEmpty(member["status"] ?? activeStatus) !== activeStatus)
      throw new IdentityError("gone", [
        "该成员在企业微信中未激活、已禁用或已退出",
        "This member of WeCom is not active, is disabled or has left",
      ]);
    return member;
  };

  return {
    begin: async (provider, { state, redirectUri }) =>
      withQuery(provider.authorizeUrl || publicAuthorizeUrl, {
        login_type: "CorpApp",
        appid: provider.clientId,
        agentid: provider.agentId,
        redirect_uri: redirectUri,
        state,
      }),
    identify: async (provider, { code }) => {
      const signal = AbortSignal.timeout(stepTimeoutMs);
      const token = await tokenOf(provider, signal);
      const visitor = await call(provider, "/cgi-bin/auth/getuserinfo", { access_token: token, code }, signal);
      const userId = scalarOrEmpty(visitor["userid"] ?? visitor["UserId"]);
      if (userId === "") throw notMember();
      const claims = await memberOf(provider, token, userId, signal);
      return { subject: userId, claims: { ...claims, userid: userId }, proof: { subject: userId } };
    },
    recheck: async (provider, proof) => {
      const signal = AbortSignal.timeout(stepTimeoutMs);
      const member = await memberOf(provider, await tokenOf(provider, signal), proof.subject, signal);
      return { proof, claims: async () => ({ ...member, userid: proof.subject }) };
    },
    test: async (provider) => void (await tokenOf(provider, AbortSignal.timeout(stepTimeoutMs))),
  };
}
