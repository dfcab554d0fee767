// WeCom, DingTalk and Feishu on this machine: an HTTP server that answers the calls of signing in as their documentation has them, with the
// member that a test wants.
import { createServer, type IncomingMessage } from "node:http";
import { isRecord } from "#schema/json";

type PlatformType = "wecom" | "dingtalk" | "feishu";

export interface PlatformServer {
  readonly origin: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** A code that is good for its visitor. */
  readonly code: string;
  /** The visitor is no member: they have the platform's application, and consent. */
  leave(): void;
  /** The member is disabled, or has left. */
  disable(): void;
  /** Paths that were called, newest last. */
  readonly calls: string[];
  close(): Promise<void>;
}

interface Received {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: IncomingMessage["headers"];
}

interface State {
  isMember: boolean;
  isActive: boolean;
}

type Answer = readonly [status: number, body: object];

const credentials = { clientId: "app-1", clientSecret: "secret-1", code: "code-1" } as const;
const { clientId, clientSecret, code } = credentials;
const member = { name: "王芳", mobile: "13900139000", email: "wang@example.com" } as const;

/** https://developer.work.weixin.qq.com/document: gettoken, auth/getuserinfo, user/get. */
const wecom = ({ path, query }: Received, { isMember, isActive }: State): Answer => {
  const ok = (body: object): Answer => [200, { errcode: 0, errmsg: "ok", ...body }];
  const wrong = (errcode: number, errmsg: string): Answer => [200, { errcode, errmsg }];
  if (path === "/cgi-bin/gettoken")
    return query.get("corpid") === clientId && query.get("corpsecret") === clientSecret
      ? ok({ access_token: "app-token", expires_in: 7200 })
      : wrong(40001, "invalid credential");
  if (query.get("access_token") !== "app-token") return wrong(40014, "invalid access_token");
  if (path === "/cgi-bin/auth/getuserinfo")
    return query.get("code") !== code ? wrong(40029, "invalid code") : ok(isMember ? { userid: "WangFang" } : { openid: "o-1" });
  if (path === "/cgi-bin/user/get")
    return query.get("userid") === "WangFang" && isMember
      ? ok({ userid: "WangFang", ...member, department: [7, 8], status: isActive ? 1 : 2 })
      : wrong(60111, "userid not found");
  return [404, {}];
};

/** https://open.dingtalk.com/document: oauth2/accessToken, oauth2/userAccessToken, contact/users/me, user/getbyunionid, v2/user/get. */
const dingtalk = ({ path, query, body, headers }: Received, { isMember, isActive }: State): Answer => {
  const isClient = (id: string, secret: string) => body[id] === clientId && body[secret] === clientSecret;
  if (path === "/v1.0/oauth2/accessToken")
    return isClient("appKey", "appSecret")
      ? [200, { accessToken: "app-token", expireIn: 7200 }]
      : [400, { code: "invalidClientIdOrSecret", message: "无效的clientId或者clientSecret" }];
  if (path === "/v1.0/oauth2/userAccessToken")
    return isClient("clientId", "clientSecret") && body["code"] === code && body["grantType"] === "authorization_code"
      ? [200, { accessToken: "user-token", refreshToken: "r", expireIn: 7200 }]
      : [400, { code: "invalidParameter.authCode.notFound", message: "不存在的临时授权码" }];
  if (path === "/v1.0/contact/users/me")
    return headers["x-acs-dingtalk-access-token"] === "user-token"
      ? [200, { nick: "芳", unionId: "union-1", openId: "open-1" }]
      : [401, { code: "InvalidAuthentication", message: "" }];
  if (query.get("access_token") !== "app-token") return [200, { errcode: 40014, errmsg: "不合法的access_token" }];
  if (path === "/topapi/user/getbyunionid")
    return body["unionid"] === "union-1" && isMember
      ? [200, { errcode: 0, errmsg: "ok", result: { contact_type: 0, userid: "wangfang" } }]
      : [200, { errcode: 60121, errmsg: "找不到该用户" }];
  if (path === "/topapi/v2/user/get" && body["userid"] === "wangfang")
    return [
      200,
      { errcode: 0, errmsg: "ok", result: { userid: "wangfang", unionid: "union-1", ...member, active: isActive, dept_id_list: [7] } },
    ];
  return [404, {}];
};

/** https://open.feishu.cn/document: tenant_access_token/internal, authen/v2/oauth/token, authen/v1/user_info, contact/v3/users. */
const feishu = ({ path, body, headers }: Received, { isMember, isActive }: State): Answer => {
  if (path === "/open-apis/auth/v3/tenant_access_token/internal")
    return body["app_id"] === clientId && body["app_secret"] === clientSecret
      ? [200, { code: 0, msg: "ok", tenant_access_token: "app-token", expire: 7200 }]
      : [200, { code: 10014, msg: "app secret invalid" }];
  if (path === "/open-apis/authen/v2/oauth/token")
    return body["client_id"] === clientId && body["client_secret"] === clientSecret && body["code"] === code
      ? [200, { code: 0, access_token: "user-token", expires_in: 7200, token_type: "Bearer" }]
      : [400, { code: 20003, error: "invalid_grant", error_description: "The authorization code is not found." }];
  if (path === "/open-apis/authen/v1/user_info" && headers.authorization === "Bearer user-token")
    return [200, { code: 0, msg: "success", data: { open_id: "ou_1", union_id: "on_1", user_id: "wf", ...member } }];
  if (path === "/open-apis/contact/v3/users/ou_1" && headers.authorization === "Bearer app-token")
    return isMember
      ? [
          200,
          {
            code: 0,
            msg: "success",
            data: {
              user: { open_id: "ou_1", department_ids: ["7"], status: { is_frozen: false, is_resigned: !isActive, is_activated: true } },
            },
          },
        ]
      : [400, { code: 41050, msg: "no user authority error" }];
  return [404, {}];
};

const apis = { wecom, dingtalk, feishu } as const;

export async function startPlatformApi(type: PlatformType): Promise<PlatformServer> {
  const state: State = { isMember: true, isActive: true };
  const calls: string[] = [];
  const server = createServer((request, response) => {
    const read = async () => {
      let text = "";
      for await (const part of request) text += String(part);
      const url = new URL(request.url ?? "/", "http://localhost");
      const parsed: unknown = text === "" ? {} : JSON.parse(text);
      calls.push(url.pathname);
      const received = { path: url.pathname, query: url.searchParams, body: isRecord(parsed) ? parsed : {}, headers: request.headers };
      const [status, body] = apis[type](received, state);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    read().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  return {
    ...credentials,
    origin: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
    calls,
    leave: () => void (state.isMember = false),
    disable: () => void (state.isActive = false),
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}
