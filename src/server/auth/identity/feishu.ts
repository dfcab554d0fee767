// Feishu: the consent page, the user behind a code, and whether that user is still an active member.
import { scalarOrEmpty, stringOrEmpty } from "#schema/json";
import type { Outgoing } from "../../http/outgoing.ts";
import { callJson } from "./calls.ts";
import { below, memberOf, platformProblem, requiredText, withQuery } from "./platform-calls.ts";
import { stepTimeoutMs, type RedirectProtocol } from "./protocol.ts";
import { IdentityError, type PlatformProvider } from "./provider.ts";

const publicAuthorizeUrl = "https://accounts.feishu.cn/open-apis/authen/v1/authorize";
const publicApiUrl = "https://open.feishu.cn";

const meanings: Readonly<Record<string, "client" | "refused" | "gone" | "unavailable">> = {
  "10003": "client",
  "10014": "client",
  "20002": "client",
  "20048": "client",
  "20003": "refused",
  "20004": "refused",
  "20024": "refused",
  "41012": "gone",
  "41050": "gone",
};
/** Any of these in the status of a user: nobody who works there now. */
const inactive = ["is_frozen", "is_resigned", "is_exited", "is_unjoin"] as const;

export function feishuProtocol(outgoing: Outgoing): RedirectProtocol<PlatformProvider> {
  interface Call {
    readonly path: string;
    readonly token?: string;
    readonly body?: Readonly<Record<string, unknown>>;
  }

  const call = async ({ apiUrl }: PlatformProvider, { path, token, body: sent }: Call, signal: AbortSignal) => {
    const url = below(apiUrl || publicApiUrl, path);
    const headers: Readonly<Record<string, string>> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const { status, body } = await callJson(outgoing, { url, headers, signal, ...(sent === undefined ? {} : { body: sent }) });
    const code = scalarOrEmpty(body["code"]);
    if (status !== 200 || (code !== "" && code !== "0"))
      throw platformProblem(
        { url, status, code, message: stringOrEmpty(body["msg"] ?? body["error_description"]) },
        (one) => meanings[one],
      );
    return body;
  };

  const tokenOf = async (provider: PlatformProvider, signal: AbortSignal): Promise<string> => {
    const path = "/open-apis/auth/v3/tenant_access_token/internal";
    const body = await call(provider, { path, body: { app_id: provider.clientId, app_secret: provider.clientSecret } }, signal);
    return requiredText(body, "tenant_access_token", below(provider.apiUrl || publicApiUrl, path));
  };

  const memberData = async (provider: PlatformProvider, openId: string, signal: AbortSignal) => {
    const path = `/open-apis/contact/v3/users/${encodeURIComponent(openId)}?user_id_type=open_id`;
    const answer = await call(provider, { path, token: await tokenOf(provider, signal) }, signal);
    const user = memberOf(memberOf(answer, "data"), "user");
    const status = memberOf(user, "status");
    if (inactive.some((name) => status[name] === true))
      throw new IdentityError("gone", [
        "该用户在飞书中已冻结、已离职或尚未加入",
        "This user of Feishu is frozen, has left or has not joined",
      ]);
    return user;
  };

  return {
    begin: async (provider, { state, redirectUri }) =>
      withQuery(provider.authorizeUrl || publicAuthorizeUrl, {
        client_id: provider.clientId,
        response_type: "code",
        redirect_uri: redirectUri,
        state,
      }),
    identify: async (provider, { code, redirectUri }) => {
      const signal = AbortSignal.timeout(stepTimeoutMs);
      const { clientId, clientSecret } = provider;
      const body = { grant_type: "authorization_code", client_id: clientId, client_secret: clientSecret, code, redirect_uri: redirectUri };
      const path = "/open-apis/authen/v2/oauth/token";
      const place = below(provider.apiUrl || publicApiUrl, path);
      const token = requiredText(await call(provider, { path, body }, signal), "access_token", place);
      const visitor = memberOf(await call(provider, { path: "/open-apis/authen/v1/user_info", token }, signal), "data");
      const openId = requiredText(visitor, "open_id", place);
      return { subject: openId, claims: { ...(await memberData(provider, openId, signal)), ...visitor }, proof: { subject: openId } };
    },
    recheck: async (provider, proof) => {
      const member = await memberData(provider, proof.subject, AbortSignal.timeout(stepTimeoutMs));
      return { proof, isPartial: true, claims: async () => ({ ...member, open_id: proof.subject }) };
    },
    test: async (provider) => void (await tokenOf(provider, AbortSignal.timeout(stepTimeoutMs))),
  };
}
