// DingTalk: the consent page, the visitor behind a code, and the member of the organisation with the same union id: whoever is none does not
// enter, although everybody with DingTalk can consent.
import { scalarOrEmpty, stringOrEmpty } from "#schema/json";
import type { Outgoing } from "../../http/outgoing.ts";
import { callJson } from "./calls.ts";
import { below, memberOf, platformProblem, requiredText, withQuery } from "./platform-calls.ts";
import { stepTimeoutMs, type RedirectProtocol } from "./protocol.ts";
import { IdentityError, type PlatformProvider } from "./provider.ts";

const publicAuthorizeUrl = "https://login.dingtalk.com/oauth2/auth";
const publicApiUrl = "https://api.dingtalk.com";
/** Calls about members have a host of their own in the public service. */
const publicMemberUrl = "https://oapi.dingtalk.com";

const meanings: Readonly<Record<string, "client" | "refused" | "gone" | "unavailable">> = {
  "-1": "unavailable",
  "33012": "gone",
  "60121": "gone",
  invalidClientIdOrSecret: "client",
  invalidClientSecret: "client",
  "invalidParameter.authCode.notFound": "refused",
  "invalidParameter.authCode.invalid": "refused",
  invalidAuthCode: "refused",
};

export function dingtalkProtocol(outgoing: Outgoing): RedirectProtocol<PlatformProvider> {
  interface Call {
    readonly url: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: Readonly<Record<string, unknown>>;
  }

  /** The newer calls report errors by status and `code`, the older ones by `errcode`. */
  const call = async ({ url, headers = {}, body: sent }: Call, signal: AbortSignal) => {
    const { status, body } = await callJson(outgoing, { url, headers, signal, ...(sent === undefined ? {} : { body: sent }) });
    const old = scalarOrEmpty(body["errcode"]);
    const code = old === "" && status !== 200 ? scalarOrEmpty(body["code"]) : old;
    if (status !== 200 || (code !== "" && code !== "0"))
      throw platformProblem({ url, status, code, message: stringOrEmpty(body["errmsg"] ?? body["message"]) }, (one) => meanings[one]);
    return body;
  };

  const tokenOf = async ({ apiUrl, clientId, clientSecret }: PlatformProvider, signal: AbortSignal): Promise<string> => {
    const url = below(apiUrl || publicApiUrl, "/v1.0/oauth2/accessToken");
    return requiredText(await call({ url, body: { appKey: clientId, appSecret: clientSecret } }, signal), "accessToken", url);
  };

  /** The member with this union id. */
  const member = async (provider: PlatformProvider, unionId: string, signal: AbortSignal) => {
    const token = await tokenOf(provider, signal);
    const base = provider.apiUrl || publicMemberUrl;
    const byUnion = withQuery(below(base, "/topapi/user/getbyunionid"), { access_token: token });
    const userId = requiredText(memberOf(await call({ url: byUnion, body: { unionid: unionId } }, signal), "result"), "userid", byUnion);
    const url = withQuery(below(base, "/topapi/v2/user/get"), { access_token: token });
    const found = memberOf(await call({ url, body: { userid: userId } }, signal), "result");
    if (found["active"] === false)
      throw new IdentityError("gone", ["该成员在钉钉中未激活或已停用", "This member of DingTalk is not active or is disabled"]);
    return { ...found, userid: userId };
  };

  return {
    begin: async (provider, { state, redirectUri }) =>
      withQuery(provider.authorizeUrl || publicAuthorizeUrl, {
        response_type: "code",
        client_id: provider.clientId,
        redirect_uri: redirectUri,
        scope: "openid",
        state,
        prompt: "consent",
      }),
    identify: async (provider, { code }) => {
      const signal = AbortSignal.timeout(stepTimeoutMs);
      const base = provider.apiUrl || publicApiUrl;
      const tokenUrl = below(base, "/v1.0/oauth2/userAccessToken");
      const body = { clientId: provider.clientId, clientSecret: provider.clientSecret, code, grantType: "authorization_code" };
      const token = requiredText(await call({ url: tokenUrl, body }, signal), "accessToken", tokenUrl);
      const url = below(base, "/v1.0/contact/users/me");
      const visitor = await call({ url, headers: { "x-acs-dingtalk-access-token": token } }, signal);
      const unionId = requiredText(visitor, "unionId", url);
      return { subject: unionId, claims: { ...visitor, ...(await member(provider, unionId, signal)) }, proof: { subject: unionId } };
    },
    recheck: async (provider, proof) => {
      const found = await member(provider, proof.subject, AbortSignal.timeout(stepTimeoutMs));
      return { proof, isPartial: true, claims: async () => ({ ...found, unionId: proof.subject }) };
    },
    test: async (provider) => void (await tokenOf(provider, AbortSignal.timeout(stepTimeoutMs))),
  };
}
