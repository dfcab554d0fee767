// A browser that signs in through another platform, as far as the server sees it.
import type { FastifyInstance } from "fastify";
import { readProviders } from "../../../src/server/auth/social/providers.ts";
import type { OtherPlatform } from "../../support/oauth-provider.ts";
import { transformed } from "../../../src/server/auth/password-hash.ts";
import { basic, call, type Answered, type Token } from "./fixture.ts";

/** The options of a server that knows this platform as "github". */
export function knowing(
  platform: Pick<OtherPlatform, "variables">,
  more: { readonly siteUrls?: readonly string[]; readonly timeoutMs?: number; readonly variables?: Readonly<Record<string, string>> } = {},
) {
  const problems: string[] = [];
  const { siteUrls = [], timeoutMs, variables } = more;
  const providers = readProviders(["github"], { ...platform.variables("github"), ...variables }, problems);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return { social: { providers, siteUrls, ...(timeoutMs === undefined ? {} : { timeoutMs }) } };
}

interface StartedSignIn {
  /** Where the browser is sent. */
  readonly location: URL;
  /** Its cookie. */
  readonly cookie: string;
  readonly setCookie: string;
}

/** Clicks on the button of the sign-in page. */
export async function begin(app: FastifyInstance, host = "localhost:8000", source = "github"): Promise<StartedSignIn> {
  const answer = await app.inject({ method: "GET", url: `/api/blade-auth/oauth/render/${source}`, headers: { host } });
  const setCookie = String(answer.headers["set-cookie"]);
  return { location: new URL(String(answer.headers.location)), cookie: setCookie.split(";")[0] ?? "", setCookie };
}

/** Says yes at the platform; answers what stands in the address that the browser comes back to. */
export async function sayYes({ location }: StartedSignIn): Promise<URL> {
  const answer = await fetch(location, { redirect: "manual" });
  await answer.arrayBuffer();
  return new URL(answer.headers.get("location") ?? "");
}

interface Return {
  readonly code: string;
  readonly state: string;
  readonly cookie?: string;
  readonly source?: string;
  readonly tenantId?: string;
  readonly client?: string;
  readonly language?: string;
}

interface SocialAnswer {
  readonly status: number;
  readonly body: Token;
  readonly cookies: readonly string[];
}

/** Brings a code back to the token endpoint. */
export async function comeBack(
  app: FastifyInstance,
  { code, state, cookie, source = "github", tenantId = "000000", client = basic(), language = "zh-CN" }: Return,
): Promise<SocialAnswer> {
  const answer = await app.inject({
    method: "POST",
    url: "/api/blade-auth/oauth/token",
    headers: {
      authorization: client,
      "tenant-id": tenantId,
      "accept-language": language,
      "content-type": "application/x-www-form-urlencoded",
      ...(cookie === undefined ? {} : { cookie }),
    },
    payload: new URLSearchParams({ tenantId, source, code, state, grant_type: "social", scope: "all" }).toString(),
  });
  return { status: answer.statusCode, body: answer.json<Token>(), cookies: [answer.headers["set-cookie"] ?? []].flat() };
}

export const codeAndState = (back: URL): { readonly code: string; readonly state: string } => ({
  code: back.searchParams.get("code") ?? "",
  state: back.searchParams.get("state") ?? "",
});

/** The whole way, as whoever the platform says. */
export async function signInThere(app: FastifyInstance, more: Partial<Return> = {}, host?: string): Promise<SocialAnswer> {
  const started = await begin(app, host, more.source);
  return comeBack(app, { ...codeAndState(await sayYes(started)), cookie: started.cookie, ...more });
}

interface Form {
  readonly tenantId?: string;
  readonly name?: string;
  readonly account?: string;
  readonly password?: string;
  readonly oauthId?: string;
}

/** Sends the registration form of a guest. */
export function register(
  app: FastifyInstance,
  guest: Token | undefined,
  form: Form = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  const fields = {
    tenantId: "100001",
    name: "小林",
    account: "xiaolin",
    password: transformed("a good password", "md5"),
    oauthId: String(guest?.["oauth_id"] ?? ""),
    ...form,
  };
  return call(app, guest, "POST /blade-user/register-guest", {
    payload: new URLSearchParams(fields).toString(),
    headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
  });
}
