// The two ways in which Blade back-ends name their calls and shape their answers, as values (docs/wire.md §3, §3.2, §5). Screens know
// neither.
import { isRecord, partsOf, textOf } from "./record.ts";
import type { Session } from "./session.ts";

export type DialectName = "bladex" | "blade";

export interface Captcha {
  readonly key: string;
  /** A whole data address of a picture. */
  readonly image: string;
}

/** The department and role that the user acts as from now on (docs/wire.md §3, switch mode). */
export interface Chosen {
  readonly deptId: string;
  readonly roleId: string;
}

export type Grant =
  | { readonly type: "password"; readonly tenantId: string; readonly account: string; readonly password: string }
  | {
      readonly type: "captcha";
      readonly tenantId: string;
      readonly account: string;
      readonly password: string;
      readonly key: string;
      readonly characters: string;
    }
  | { readonly type: "social"; readonly tenantId: string; readonly source: string; readonly code: string; readonly state: string }
  | { readonly type: "refresh"; readonly tenantId: string; readonly refreshToken: string; readonly chosen?: Chosen };

/** A user of another platform without an account here (docs/wire.md §3): the token only allows requesting one. */
export interface Guest {
  readonly accessToken: string;
  readonly oauthId: string;
}

export interface TokenCall {
  /** Sent as a form, so that no password is part of a URL, which logs and proxies would record (docs/wire.md §3 accepts both). */
  readonly parameters: Record<string, string>;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Dialect {
  readonly name: DialectName;
  readonly paths: {
    readonly token: string;
    readonly captcha: string;
    /** Begins a sign-in at another platform; the platform's key is appended. */
    readonly render: string;
    readonly logout: string;
    readonly clearCache: string;
    readonly userInfo: string;
    readonly routes: string;
    readonly buttons: string;
    /** Menu, keys and entries of the header in one small answer, where the back-end has it (settings.ts). */
    readonly workspace: string;
    /** The entries of the header. */
    readonly topMenus: string;
    readonly dictionary: string;
    readonly businessDictionary: string;
  };
  /** The path of a call as this back-end has it. */
  readonly pathOf: (path: string) => string;
  readonly tokenCall: (grant: Grant) => TokenCall;
  /** The session in an answer to a sign-in or refresh; undefined when it holds none. */
  readonly readSession: (body: unknown) => Session | undefined;
  /** The guest in such an answer, which holds no session then. */
  readonly readGuest: (body: unknown) => Guest | undefined;
  /** The sentence of a refused sign-in; "" when the answer has none. */
  readonly readRefusal: (body: unknown) => string;
  readonly readCaptcha: (body: unknown) => Captcha;
  readonly filters: {
    /** Suffix that makes a filter an equality where no suffix does not (docs/wire.md §5). */
    readonly equal: (isText: boolean) => "" | "_equal";
    /** There is a filter for one of several values. */
    readonly several: boolean;
  };
}

/** The payload of an envelope, or the body itself where a back-end answers without one (docs/wire.md §2). */
function payload(body: unknown): Record<string, unknown> {
  if (!isRecord(body)) return {};
  return isRecord(body["data"]) ? body["data"] : body;
}

/** A user without an id is a guest; with the id of their record they may register (docs/specification.md §2). */
function guestOf(session: Session | undefined, oauthId: unknown): Guest | undefined {
  const isGuest = session !== undefined && ["", "-1"].includes(session.user.userId) && textOf(oauthId) !== "";
  return isGuest ? { accessToken: session.accessToken, oauthId: textOf(oauthId) } : undefined;
}

/** The headers that answer a picture (docs/wire.md §3). */
export const captchaHeaders = (key: string, characters: string): Readonly<Record<string, string>> => ({
  "Captcha-Key": key,
  "Captcha-Code": characters,
});

function captchaOf(body: unknown): Captcha {
  const bare = isRecord(body) ? body : {};
  const source = "key" in bare ? bare : payload(body);
  return { key: textOf(source["key"]), image: textOf(source["image"]) };
}

function chosenHeaders(chosen: Chosen | undefined): Readonly<Record<string, string>> {
  return chosen === undefined ? {} : { "Dept-Id": chosen.deptId, "Role-Id": chosen.roleId };
}

const bladex: Dialect = {
  name: "bladex",
  paths: {
    token: "/blade-auth/oauth/token",
    captcha: "/blade-auth/oauth/captcha",
    render: "/blade-auth/oauth/render",
    logout: "/blade-auth/oauth/logout",
    clearCache: "/blade-auth/oauth/clear-cache",
    userInfo: "/blade-auth/oauth/user-info",
    routes: "/blade-system/menu/routes",
    buttons: "/blade-system/menu/buttons",
    workspace: "/blade-system/menu/workspace",
    topMenus: "/blade-system/menu/top-menu",
    dictionary: "/blade-system/dict/dictionary",
    businessDictionary: "/blade-system/dict-biz/dictionary",
  },
  pathOf: (path) => path,
  tokenCall(grant): TokenCall {
    const common = { tenantId: grant.tenantId, scope: "all" };
    const tenant = { "Tenant-Id": grant.tenantId };
    if (grant.type === "refresh")
      return {
        parameters: { ...common, refresh_token: grant.refreshToken, grant_type: "refresh_token" },
        headers: { ...tenant, ...chosenHeaders(grant.chosen) },
      };
    if (grant.type === "social")
      return {
        parameters: { ...common, source: grant.source, code: grant.code, state: grant.state, grant_type: "social" },
        headers: tenant,
      };
    const parameters = { ...common, username: grant.account, password: grant.password, grant_type: grant.type, type: "account" };
    return { parameters, headers: grant.type === "captcha" ? { ...tenant, ...captchaHeaders(grant.key, grant.characters) } : tenant };
  },
  readSession(body) {
    const answer = isRecord(body) && "access_token" in body ? body : payload(body);
    const accessToken = textOf(answer["access_token"]);
    if (accessToken === "") return undefined;
    const detail = isRecord(answer["detail"]) ? answer["detail"] : {};
    return {
      accessToken,
      refreshToken: textOf(answer["refresh_token"]),
      tenantId: textOf(answer["tenant_id"]),
      user: {
        userId: textOf(answer["user_id"]),
        account: textOf(answer["account"]) || textOf(answer["user_name"]),
        name: textOf(answer["real_name"]) || textOf(answer["nick_name"]) || textOf(answer["account"]),
        roleAliases: partsOf(answer["role_name"]),
        avatar: textOf(answer["avatar"]),
        deptId: textOf(answer["dept_id"]),
        roleId: textOf(answer["role_id"]),
        ext: textOf(detail["ext"]),
        ...(detail["mustChangePassword"] === true ? { mustChangePassword: true } : {}),
      },
    };
  },
  readGuest(body) {
    return guestOf(bladex.readSession(body), (isRecord(body) && "access_token" in body ? body : payload(body))["oauth_id"]);
  },
  readRefusal(body) {
    const answer = isRecord(body) ? body : {};
    return textOf(answer["error_description"]) || textOf(answer["msg"]);
  },
  readCaptcha: captchaOf,
  filters: { equal: (isText) => (isText ? "_equal" : ""), several: true },
};

const blade: Dialect = {
  name: "blade",
  paths: {
    token: "/blade-auth/token",
    captcha: "/blade-auth/captcha",
    render: "/blade-auth/oauth/render",
    logout: "/blade-auth/logout",
    clearCache: "/blade-auth/clear-cache",
    userInfo: "/blade-auth/user-info",
    routes: "/blade-system/menu/routes",
    buttons: "/blade-system/menu/buttons",
    workspace: "/blade-system/menu/workspace",
    topMenus: "/blade-system/menu/top-menu",
    dictionary: "/blade-system/dict/dictionary",
    // There is one set of dictionaries only (docs/wire.md §3.2).
    businessDictionary: "/blade-system/dict/dictionary",
  },
  pathOf: (path) =>
    path
      .replace(/^\/blade-user(?=\/|$)/, "/blade-system/user")
      .replace(/^(\/blade-system\/user)\/page$/, "$1/list")
      .replace(/^\/blade-system\/datasource(?=\/|$)/, "/blade-develop/datasource"),
  tokenCall(grant): TokenCall {
    if (grant.type === "refresh")
      return {
        parameters: { tenantId: grant.tenantId, refreshToken: grant.refreshToken, grantType: "refresh_token", scope: "all" },
        headers: chosenHeaders(grant.chosen),
      };
    if (grant.type === "social")
      return {
        parameters: {
          tenantId: grant.tenantId,
          source: grant.source,
          code: grant.code,
          state: grant.state,
          grantType: "social",
          scope: "all",
        },
        headers: { "Tenant-Id": grant.tenantId },
      };
    const parameters = {
      tenantId: grant.tenantId,
      account: grant.account,
      password: grant.password,
      grantType: grant.type,
      scope: "all",
      type: "account",
    };
    return { parameters, headers: grant.type === "captcha" ? captchaHeaders(grant.key, grant.characters) : {} };
  },
  readSession(body) {
    const answer = payload(body);
    const accessToken = textOf(answer["accessToken"]);
    if (accessToken === "") return undefined;
    return {
      accessToken,
      refreshToken: textOf(answer["refreshToken"]),
      tenantId: textOf(answer["tenantId"]),
      user: {
        userId: textOf(answer["userId"]),
        account: textOf(answer["account"]),
        // The real name goes by this name here (docs/wire.md §10.7).
        name: textOf(answer["userName"]) || textOf(answer["account"]),
        roleAliases: partsOf(answer["authority"]),
        avatar: textOf(answer["avatar"]),
        deptId: textOf(answer["deptId"]),
        roleId: textOf(answer["roleId"]),
        ext: "",
      },
    };
  },
  readGuest(body) {
    return guestOf(blade.readSession(body), payload(body)["oauthId"]);
  },
  readRefusal(body) {
    const answer = isRecord(body) ? body : {};
    return textOf(answer["msg"]) || textOf(answer["error_description"]);
  },
  readCaptcha: captchaOf,
  // Without a suffix "1" finds 10 and 11 as well (docs/wire.md §10.9).
  filters: { equal: () => "_equal", several: false },
};

const dialects: Readonly<Record<DialectName, Dialect>> = { bladex, blade };

export function dialectOf(name: DialectName): Dialect {
  return dialects[name];
}
