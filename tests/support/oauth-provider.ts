// Another platform whose accounts people sign in with: a real OAuth 2 server on this machine, which says who somebody is as a test wants
// it.
import { OAuth2Server, type MutableRedirectUri, type MutableResponse, type TokenRequestIncomingMessage } from "oauth2-mock-server";

/** What a person is on the platform; the names of members are those of {@link OtherPlatform.variables}. */
interface Profile {
  readonly id: string | number;
  readonly login?: string;
  readonly name?: string;
  readonly avatar_url?: string;
  readonly email?: string;
}

interface TokenCall {
  readonly form: Readonly<Record<string, string>>;
  readonly authorization: string | undefined;
}

export interface OtherPlatform {
  readonly origin: string;
  /** The variables that make an installation know it under this key. */
  variables(source: string): Readonly<Record<string, string>>;
  /** Who signs in from now on. */
  become(profile: Profile): void;
  /** The next token is refused. */
  refuseToken(status: number, body: object): void;
  /** What is said about a person the next time. */
  tell(status: number, body: object): void;
  /** The next person says no. */
  sayNo(): void;
  /** What was sent for tokens, newest last. */
  readonly tokenCalls: readonly TokenCall[];
  close(): Promise<void>;
}

/** Its secret for the installation under test. */
export const platformSecret = "a secret of the other platform";

export async function startOtherPlatform(): Promise<OtherPlatform> {
  const server = new OAuth2Server();
  await server.issuer.keys.generate("RS256");
  await server.start(0, "127.0.0.1");
  const origin = `http://127.0.0.1:${server.address().port}`;
  let profile: Profile = { id: 1, login: "octocat" };
  const tokenCalls: TokenCall[] = [];
  server.service.on("beforeUserinfo", (reported: MutableResponse) => {
    reported.body = { ...profile };
  });
  server.service.on("beforeResponse", (_answer: MutableResponse, request: TokenRequestIncomingMessage) => {
    tokenCalls.push({
      form: Object.fromEntries(Object.entries(request.body).map(([name, value]) => [name, String(value)])),
      authorization: request.headers.authorization,
    });
  });
  return {
    origin,
    tokenCalls,
    variables: (source) => {
      const prefix = `OAUTH_${source.toUpperCase()}_`;
      return {
        OAUTH_PROVIDERS: source,
        [`${prefix}AUTHORIZE_URL`]: `${origin}/authorize`,
        [`${prefix}TOKEN_URL`]: `${origin}/token`,
        [`${prefix}USER_INFO_URL`]: `${origin}/userinfo`,
        [`${prefix}CLIENT_ID`]: "tracemark",
        [`${prefix}CLIENT_SECRET`]: platformSecret,
        [`${prefix}SCOPE`]: "read:user",
        [`${prefix}FIELDS`]: "id=id,account=login,name=name,avatar=avatar_url,email=email",
      };
    },
    become: (next) => void (profile = next),
    refuseToken: (statusCode, body) =>
      void server.service.once("beforeResponse", (answer: MutableResponse) => void Object.assign(answer, { statusCode, body })),
    tell: (statusCode, body) =>
      void server.service.once("beforeUserinfo", (answer: MutableResponse) => void Object.assign(answer, { statusCode, body })),
    sayNo: () =>
      void server.service.once("beforeAuthorizeRedirect", ({ url }: MutableRedirectUri) => {
        url.searchParams.delete("code");
        url.searchParams.set("error", "access_denied");
      }),
    close: () => server.stop(),
  };
}
