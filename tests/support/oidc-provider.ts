// An OpenID Connect provider on this machine (oauth2-mock-server), which says who somebody is as a test wants it, and lies where a test
// wants that.
import { generateKeyPairSync, sign } from "node:crypto";
import { UnsecuredJWT, decodeJwt } from "jose";
import { OAuth2Server, type MutableResponse, type MutableToken, type TokenRequestIncomingMessage } from "oauth2-mock-server";
import { isRecord } from "#schema/json";

type Claims = Readonly<Record<string, unknown>>;

export interface OidcServer {
  readonly origin: string;
  readonly port: number;
  /** Who signs in from now on. */
  become(claims: Claims & { readonly sub: string }): void;
  /** Members of the next ID token, in place of the right ones. */
  forgeClaims(claims: Claims): void;
  /** The next ID token as somebody else would make it. */
  forgeToken(how: "signed with an unknown key" | "signed wrongly" | "not signed"): void;
  /** The next ID token is left out. */
  omitIdToken(): void;
  /** Signs with another key from now on, which it publishes. */
  rotateKey(): Promise<void>;
  /** Gives no refresh tokens from now on. */
  withoutRefreshTokens(): void;
  /** The user is disabled: neither refresh nor access tokens count any more. */
  disable(): void;
  /** What the user info endpoint answers instead of the claims, from now on. */
  refuseUserInfo(status: number): void;
  /** As when it began: nobody is disabled, nothing refused, no form remembered. */
  reset(): void;
  /** Refuses the secret of the client from now on. */
  refuseClient(): void;
  /** Forms that came to the token endpoint, newest last. */
  readonly forms: readonly Readonly<Record<string, string>>[];
  close(): Promise<void>;
}

export async function startOidcServer(): Promise<OidcServer> {
  const server = new OAuth2Server();
  await server.issuer.keys.generate("RS256");
  await server.start(0, "127.0.0.1");
  const { port } = server.address();
  server.issuer.url = `http://127.0.0.1:${port}`;
  const forms: Readonly<Record<string, string>>[] = [];
  let claims: Claims & { readonly sub: string } = { sub: "sub-1" };
  let forgedClaims: Claims = {};
  let change: ((idToken: string) => string | undefined) | undefined;
  const nothing = { refresh: false, isDisabled: false, client: false, userInfo: 0 };
  const refused = { ...nothing };

  // Both tokens of an answer are made here; only the ID token has an audience.
  server.service.on("beforeTokenSigning", (token: MutableToken) => {
    Object.assign(token.payload, claims, "aud" in token.payload ? forgedClaims : {});
  });
  server.service.on("beforeUserinfo", (answer: MutableResponse) => {
    if (refused.isDisabled) Object.assign(answer, { statusCode: 401, body: { error: "invalid_token" } });
    else if (refused.userInfo !== 0) Object.assign(answer, { statusCode: refused.userInfo, body: { error: "invalid_token" } });
    else answer.body = { ...claims };
  });
  server.service.on("beforeResponse", (answer: MutableResponse, request: TokenRequestIncomingMessage) => {
    const form = Object.fromEntries(Object.entries(request.body).map(([name, value]) => [name, String(value)]));
    forms.push(form);
    if (refused.client) return void Object.assign(answer, { statusCode: 401, body: { error: "invalid_client" } });
    if (form["grant_type"] === "refresh_token" && refused.isDisabled)
      return void Object.assign(answer, { statusCode: 400, body: { error: "invalid_grant" } });
    const body: unknown = answer.body;
    if (!isRecord(body)) return;
    if (refused.refresh) delete body["refresh_token"];
    const forge = change;
    [change, forgedClaims] = [undefined, {}];
    const idToken = body["id_token"];
    if (forge !== undefined && typeof idToken === "string") body["id_token"] = forge(idToken);
  });

  /** The same content, signed by somebody who has a key of their own. */
  const resigned = (payload: string): string => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const content = `${Buffer.from(JSON.stringify({ alg: "RS256", kid: "of somebody else" })).toString("base64url")}.${payload}`;
    return `${content}.${sign("sha256", Buffer.from(content), privateKey).toString("base64url")}`;
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    forms,
    become: (next) => void (claims = next),
    forgeClaims: (next) => void (forgedClaims = next),
    omitIdToken: () => void (change = () => undefined),
    forgeToken: (how) => {
      change = (idToken) => {
        if (how === "not signed") return new UnsecuredJWT(decodeJwt(idToken)).encode();
        const [header = "", payload = "", signature = ""] = idToken.split(".");
        if (how === "signed wrongly") return [header, payload, `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`].join(".");
        return resigned(payload);
      };
    },
    rotateKey: async () => void (await server.issuer.keys.generate("RS256")),
    withoutRefreshTokens: () => void (refused.refresh = true),
    disable: () => void (refused.isDisabled = true),
    refuseUserInfo: (status) => void (refused.userInfo = status),
    reset: () => {
      Object.assign(refused, nothing);
      [claims, forgedClaims, change] = [{ sub: "sub-1" }, {}, undefined];
      forms.splice(0);
    },
    refuseClient: () => void (refused.client = true),
    close: () => server.stop(),
  };
}
