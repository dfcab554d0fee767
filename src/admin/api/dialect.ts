// Requests for a token and the shapes of their answers, in the back-end's dialect (src/schema/dialects, docs/wire.md §3). Whatever differs
// between back-ends is a value there; nothing here asks which back-end it is.
import type { Dialect, GrantType, SessionNames, SignInDialect } from "../../schema/dialects/types.ts";
import { bladexSignIn } from "../../schema/dialects/bladex-sign-in.ts";
import { isRecord, partsOf, textOf } from "./wire-data.ts";
import { requirementsFrom, secondsOf, type Session } from "./session.ts";

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
  | {
      readonly type: "password";
      readonly tenantId: string;
      readonly account: string;
      readonly password: string;
      /** The directory of the tenant whose account and password these are; absent: they are this system's. */
      readonly source?: string;
    }
  | {
      readonly type: "captcha";
      readonly tenantId: string;
      readonly account: string;
      readonly password: string;
      readonly source?: string;
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

interface TokenCall {
  /** Sent as a form, so that no password is part of a URL, which logs and proxies would record (docs/wire.md §3 accepts both). */
  readonly parameters: Record<string, string>;
  readonly headers: Readonly<Record<string, string>>;
}

const signInOf = ({ signIn = bladexSignIn }: Dialect): SignInDialect => signIn;

/** The headers that answer a picture (docs/wire.md §3). */
export const captchaHeaders = (key: string, characters: string): Readonly<Record<string, string>> => ({
  "Captcha-Key": key,
  "Captcha-Code": characters,
});

function chosenHeaders(chosen: Chosen | undefined): Readonly<Record<string, string>> {
  return chosen === undefined ? {} : { "Dept-Id": chosen.deptId, "Role-Id": chosen.roleId };
}

/** The request for a token. */
export function tokenCall(dialect: Dialect, grant: Grant): TokenCall {
  const { token, tenantHeader } = signInOf(dialect);
  const type: GrantType = grant.type === "refresh" ? "refresh_token" : grant.type;
  const common = { tenantId: grant.tenantId, scope: "all", [token.grantType]: type };
  const tenant: Readonly<Record<string, string>> = tenantHeader.includes(type) ? { "Tenant-Id": grant.tenantId } : {};
  switch (grant.type) {
    case "refresh":
      return {
        parameters: { ...common, [token.refreshToken]: grant.refreshToken },
        headers: { ...tenant, ...chosenHeaders(grant.chosen) },
      };
    case "social":
      return { parameters: { ...common, source: grant.source, code: grant.code, state: grant.state }, headers: tenant };
    default:
      return {
        parameters: {
          ...common,
          [token.account]: grant.account,
          password: grant.password,
          type: "account",
          ...(grant.source === undefined ? {} : { source: grant.source }),
        },
        headers: grant.type === "captcha" ? { ...tenant, ...captchaHeaders(grant.key, grant.characters) } : tenant,
      };
  }
}

/** The payload of an envelope, or the body itself where a back-end answers without one (docs/wire.md §2). */
function payload(body: unknown): Record<string, unknown> {
  if (!isRecord(body)) return {};
  return isRecord(body["data"]) ? body["data"] : body;
}

/** A member of an answer by its path. */
const memberAt = (answer: unknown, path: string): unknown =>
  path.split(".").reduce((value: unknown, name) => (isRecord(value) ? value[name] : undefined), answer);

/** Reads members of an answer to a request for a token, which some back-ends put into an envelope. */
function readerOf(dialect: Dialect, body: unknown): (name: keyof SessionNames) => unknown {
  const { session } = signInOf(dialect);
  const isBare = isRecord(body) && session.accessToken.some((name) => name in body);
  const answer = isBare ? body : payload(body);
  return (name) =>
    session[name].map((path) => memberAt(answer, path)).find((value) => value !== undefined && value !== null && value !== "");
}

/** The session in an answer to a sign-in or refresh; undefined when it holds none. */
export function readSession(dialect: Dialect, body: unknown): Session | undefined {
  const read = readerOf(dialect, body);
  const text = (name: keyof SessionNames) => textOf(read(name));
  const { noAvatar } = signInOf(dialect);
  const accessToken = text("accessToken");
  if (accessToken === "") return undefined;
  return {
    accessToken,
    refreshToken: text("refreshToken"),
    tenantId: text("tenantId"),
    expiresIn: secondsOf(read("expiresIn")),
    user: {
      userId: text("userId"),
      account: text("account"),
      name: text("name"),
      roleAliases: partsOf(read("roleAliases")),
      avatar: noAvatar.includes(text("avatar")) ? "" : text("avatar"),
      deptId: text("deptId"),
      roleId: text("roleId"),
      ext: text("ext"),
      ...requirementsFrom(read),
    },
  };
}

/** The guest in such an answer: a user without an id. With the id of their record they may register (docs/specification.md §2). */
export function readGuest(dialect: Dialect, body: unknown): Guest | undefined {
  const session = readSession(dialect, body);
  const oauthId = textOf(readerOf(dialect, body)("oauthId"));
  const isGuest = session !== undefined && ["", "-1"].includes(session.user.userId) && oauthId !== "";
  return isGuest ? { accessToken: session.accessToken, oauthId } : undefined;
}

/** The sentence of a refused sign-in; "" when the answer has none. */
export function readRefusal(dialect: Dialect, body: unknown): string {
  const answer = isRecord(body) ? body : {};
  return (
    signInOf(dialect)
      .refusal.map((name) => textOf(answer[name]))
      .find((sentence) => sentence !== "") ?? ""
  );
}

export function readCaptcha(body: unknown): Captcha {
  const source = isRecord(body) && "key" in body ? body : payload(body);
  return { key: textOf(source["key"]), image: textOf(source["image"]) };
}
