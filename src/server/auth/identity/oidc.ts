// OpenID Connect: discovery, the code exchanged with PKCE, and an ID token whose signature, issuer, audience, nonce and times are checked
// (OpenID Connect Core 1.0 §3.1.3.7).
import { createHash } from "node:crypto";
import { createLocalJWKSet, compactVerify, errors as joseErrors, type JSONWebKeySet } from "jose";
import * as oauth from "oauth4webapi";
import { z } from "zod";
import { parsedJson } from "#schema/json";
import type { Text } from "#schema/text";
import { OutgoingError, type Outgoing } from "../../http/outgoing.ts";
import type { Clock } from "../../store/clock.ts";
import { callJson, outgoingProblem, placeOf, tooSlow } from "./calls.ts";
import { stepTimeoutMs, type RedirectProtocol } from "./protocol.ts";
import { IdentityError, type Identity, type IdentityProof, type OidcProvider } from "./provider.ts";

/** Signatures by a private key alone: one by a shared secret, or none, proves nothing about who made a token. */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"] as const;
/** Clocks of provider and server may differ by this. */
const clockToleranceSeconds = 60;
/** Metadata and keys are read anew after this. */
const cachedMs = 10 * 60 * 1000;
/** Providers whose metadata and keys are cached; a bound on memory. */
const maxCached = 1_000;
/** An unknown key has the keys read anew, at most this often: anybody can send a token that names one. */
const keysAtMostEveryMs = 30_000;

const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) });

interface Metadata {
  readonly server: oauth.AuthorizationServer;
  readonly readAt: number;
}

interface Keys {
  readonly keys: JSONWebKeySet;
  readonly readAt: number;
}

interface OidcOptions {
  readonly outgoing: Outgoing;
  readonly clock: Pick<Clock, "milliseconds">;
}

/** A value that the browser cannot choose: it follows from what its encrypted cookie holds (OpenID Connect Core §15.5.2). */
const nonceOf = (verifier: string): string => createHash("sha256").update(`nonce ${verifier}`).digest("base64url");

const setup = (zh: string, en: string, cause?: unknown) => new IdentityError("setup", [zh, en], cause);

/** What is wrong with an ID token or an answer, by what the library has compared. */
function reasonOf({ code, cause }: oauth.OperationProcessingError): Text {
  const compared: unknown =
    typeof cause === "object" && cause !== null ? (Reflect.get(cause, "claim") ?? Reflect.get(cause, "attribute")) : undefined;
  const name = typeof compared === "string" ? compared : "";
  if (code === oauth.JWT_CLAIM_COMPARISON && name === "nonce")
    return ["ID 令牌的 nonce 不是本次登录的", "the nonce of the ID token is not that of this sign-in"];
  if (code === oauth.JWT_CLAIM_COMPARISON && (name === "aud" || name === "azp"))
    return ["ID 令牌不是签发给本客户端的（aud）", "the ID token is for another client (aud)"];
  if (code === oauth.JWT_CLAIM_COMPARISON && name === "iss")
    return ["ID 令牌的颁发者（iss）不符", "the ID token is of another issuer (iss)"];
  if (code === oauth.JWT_TIMESTAMP_CHECK) return ["ID 令牌已过期，或双方时钟不一致", "the ID token has expired, or the clocks differ"];
  return [`应答不符合 OpenID Connect（${code ?? "?"} ${name}）`, `the answer is not that of OpenID Connect (${code ?? "?"} ${name})`];
}

/** An error of an endpoint as OAuth names it; undefined for others. */
function oauthErrorIn(error: unknown): { readonly error: string; readonly status: number } | undefined {
  if (error instanceof oauth.ResponseBodyError) return { error: error.error, status: error.status };
  if (error instanceof oauth.WWWAuthenticateChallengeError)
    return { error: error.cause[0]?.parameters.error ?? (error.status === 401 ? "invalid_client" : ""), status: error.status };
  return undefined;
}

const clientRefused = (cause: unknown) =>
  setup(
    "身份源不接受客户端ID或客户端密钥（invalid_client），请检查二者和密钥传递方式",
    "The provider refuses client id or secret (invalid_client); check both, and how the client authenticates",
    cause,
  );

/** A failure of the library, of the network, or of what was answered, in the words of the product. */
function failureOf(error: unknown, place: string, signal: AbortSignal): unknown {
  if (error instanceof IdentityError) return error;
  if (error instanceof OutgoingError) return outgoingProblem(place, error);
  if (signal.aborted) return tooSlow(place, error);
  const refused = oauthErrorIn(error);
  if (refused !== undefined) {
    if (refused.error === "invalid_client" || refused.error === "unauthorized_client") return clientRefused(error);
    if (refused.status >= 500)
      return new IdentityError(
        "unavailable",
        [`“${place}”应答 HTTP ${refused.status}`, `“${place}” answers HTTP ${refused.status}`],
        error,
      );
    return new IdentityError(
      "refused",
      [`身份源拒绝了本次登录（${refused.error}）`, `The provider refused this sign-in (${refused.error})`],
      error,
    );
  }
  if (error instanceof oauth.OperationProcessingError) {
    const status: unknown = error.cause instanceof Response ? error.cause.status : undefined;
    if (typeof status === "number" && status >= 500)
      return new IdentityError("unavailable", [`“${place}”应答 HTTP ${status}`, `“${place}” answers HTTP ${status}`], error);
    const [zh, en] = reasonOf(error);
    return new IdentityError("refused", [`身份源的应答未通过校验：${zh}`, `The answer of the provider was not accepted: ${en}`], error);
  }
  return error;
}

/** The library's fetch over the calls of this server: to permitted addresses alone, never redirected, of bounded length and time. */
const fetchOver =
  (outgoing: Outgoing) =>
  async (url: string, { method, headers, body, signal }: oauth.CustomFetchOptions<"GET" | "POST", URLSearchParams | undefined | null>) => {
    const answer = await outgoing({
      url,
      method,
      headers,
      body: body === undefined || body === null ? "" : body.toString(),
      ...(signal === undefined ? {} : { signal }),
    });
    const isEmpty = answer.status === 204 || answer.status === 304 || answer.body === "";
    return new Response(isEmpty ? null : answer.body, { status: answer.status, headers: { ...answer.headers } });
  };

const endpoint = (
  provider: OidcProvider,
  server: oauth.AuthorizationServer,
  name: "authorization_endpoint" | "token_endpoint" | "jwks_uri",
): string => {
  const address = server[name];
  if (address === undefined)
    throw setup(
      `“${placeOf(provider.issuer)}”的发现文档没有 ${name}`,
      `The discovery document of “${placeOf(provider.issuer)}” has no ${name}`,
    );
  return address;
};

interface OidcProtocol extends RedirectProtocol<OidcProvider> {
  /** Where a browser signs out of the provider as well; undefined where it has no such address. */
  endSessionAddress(provider: OidcProvider, idToken: string | undefined, returnTo: string): Promise<string | undefined>;
}

export function oidcProtocol({ outgoing, clock }: OidcOptions): OidcProtocol {
  const metadata = new Map<string, Metadata>();
  const keySets = new Map<string, Keys>();
  const fetchBounded = fetchOver(outgoing);

  const optionsOf = (signal: AbortSignal) => ({
    [oauth.customFetch]: fetchBounded,
    // The calls decide themselves which addresses may do without encryption.
    [oauth.allowInsecureRequests]: true,
    signal,
  });

  const clientOf = ({ clientId }: OidcProvider): oauth.Client => ({ client_id: clientId, [oauth.clockTolerance]: clockToleranceSeconds });
  const authenticationOf = ({ clientAuthentication, clientSecret }: OidcProvider): oauth.ClientAuth =>
    clientAuthentication === "post" ? oauth.ClientSecretPost(clientSecret) : oauth.ClientSecretBasic(clientSecret);

  const discover = async ({ issuer }: OidcProvider, signal: AbortSignal): Promise<oauth.AuthorizationServer> => {
    const expected = new URL(issuer);
    const place = placeOf(issuer);
    try {
      const response = await oauth.discoveryRequest(expected, { algorithm: "oidc", ...optionsOf(signal) });
      if (!response.ok)
        throw new IdentityError(response.status >= 500 ? "unavailable" : "setup", [
          `“${place}”没有发现文档（HTTP ${response.status}），请检查颁发者地址`,
          `There is no discovery document below “${place}” (HTTP ${response.status}); check the issuer`,
        ]);
      const text = await response.text();
      const read = z.looseObject({ issuer: z.string() }).safeParse(parsedJson(text));
      if (!read.success)
        throw setup(
          `“${place}”的发现文档不是 OpenID Connect 的，请检查颁发者地址`,
          `What is below “${place}” is no discovery document of OpenID Connect; check the issuer`,
        );
      if (!URL.canParse(read.data.issuer) || new URL(read.data.issuer).href !== expected.href)
        throw setup(
          `颁发者不一致：发现文档声明的是“${read.data.issuer}”`,
          `The issuers differ: the discovery document names “${read.data.issuer}”`,
        );
      const server = await oauth.processDiscoveryResponse(expected, Response.json(read.data));
      const offered = server.id_token_signing_alg_values_supported;
      // What the provider offers, as far as it proves anything: the library accepts nothing else.
      return {
        ...server,
        id_token_signing_alg_values_supported: offered?.filter((one) => (algorithms as readonly string[]).includes(one)) ?? ["RS256"],
      };
    } catch (error) {
      throw failureOf(error, place, signal);
    }
  };

  const serverOf = async (provider: OidcProvider, signal: AbortSignal): Promise<oauth.AuthorizationServer> => {
    const cached = metadata.get(provider.issuer);
    if (cached !== undefined && clock.milliseconds() - cached.readAt < cachedMs) return cached.server;
    const server = await discover(provider, signal);
    if (metadata.size >= maxCached) metadata.clear();
    metadata.set(provider.issuer, { server, readAt: clock.milliseconds() });
    return server;
  };

  const readKeys = async (address: string, signal: AbortSignal): Promise<Keys> => {
    const { status, body } = await callJson(outgoing, { url: address, signal });
    const read = keySetSchema.safeParse(body);
    if (status !== 200 || !read.success)
      throw setup(`“${placeOf(address)}”没有签名公钥`, `There are no signing keys at “${placeOf(address)}”`);
    const keys = { keys: { keys: read.data.keys }, readAt: clock.milliseconds() };
    if (keySets.size >= maxCached) keySets.clear();
    keySets.set(address, keys);
    return keys;
  };

  /** Checks the signature with the provider's keys, read anew where it has changed them. */
  const requireSignature = async (address: string, idToken: string, signal: AbortSignal): Promise<void> => {
    const isSignedBy = async ({ keys }: Keys): Promise<void> => {
      await compactVerify(idToken, createLocalJWKSet(keys), { algorithms: [...algorithms] });
    };
    const cached = keySets.get(address);
    const age = cached === undefined ? Number.POSITIVE_INFINITY : clock.milliseconds() - cached.readAt;
    try {
      await isSignedBy(cached === undefined || age >= cachedMs ? await readKeys(address, signal) : cached);
    } catch (error) {
      if (!(error instanceof joseErrors.JOSEError)) throw error;
      const isUnknownKey = error instanceof joseErrors.JWKSNoMatchingKey;
      if (isUnknownKey && age < cachedMs && age >= keysAtMostEveryMs) {
        await readKeys(address, signal);
        return requireSignature(address, idToken, signal);
      }
      throw new IdentityError(
        "refused",
        isUnknownKey
          ? ["ID 令牌由身份源未公布的密钥签名", "The ID token is signed with a key that the provider does not publish"]
          : ["ID 令牌的签名不正确", "The signature of the ID token is not right"],
        error,
      );
    }
  };

  /** What the user info endpoint says besides the ID token; nothing where the provider has none. */
  const userInfo = async (
    server: oauth.AuthorizationServer,
    client: oauth.Client,
    { accessToken, subject }: Pick<IdentityProof, "accessToken" | "subject">,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>>> => {
    if (server.userinfo_endpoint === undefined || accessToken === undefined) return {};
    const response = await oauth.userInfoRequest(server, client, accessToken, optionsOf(signal));
    return oauth.processUserInfoResponse(server, client, subject, response);
  };

  /** What a provider says when a session is renewed: an ID token of the new answer, if there is one, and the user info endpoint. */
  const currentClaims = async (
    provider: OidcProvider,
    server: oauth.AuthorizationServer,
    {
      proof,
      claims,
      idToken,
    }: { readonly proof: IdentityProof; readonly claims: oauth.IDToken | undefined; readonly idToken?: string | undefined },
  ): Promise<Identity["claims"] | undefined> => {
    const signal = AbortSignal.timeout(stepTimeoutMs);
    try {
      if (idToken !== undefined) await requireSignature(endpoint(provider, server, "jwks_uri"), idToken, signal);
      if (claims === undefined && server.userinfo_endpoint === undefined) return undefined;
      return { ...(await userInfo(server, clientOf(provider), proof, signal)), ...claims };
    } catch (error) {
      throw failureOf(error, placeOf(server.userinfo_endpoint ?? provider.issuer), signal);
    }
  };

  return {
    begin: async (provider, { state, verifier, redirectUri }) => {
      const server = await serverOf(provider, AbortSignal.timeout(stepTimeoutMs));
      const url = new URL(endpoint(provider, server, "authorization_endpoint"));
      const wanted = {
        response_type: "code",
        client_id: provider.clientId,
        redirect_uri: redirectUri,
        scope: provider.scope,
        state,
        nonce: nonceOf(verifier),
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      };
      for (const [name, value] of Object.entries(wanted)) url.searchParams.set(name, value);
      return url.href;
    },

    identify: async (provider, { code, state, verifier, redirectUri }): Promise<Identity> => {
      const signal = AbortSignal.timeout(stepTimeoutMs);
      const client = clientOf(provider);
      const server = await serverOf(provider, signal);
      endpoint(provider, server, "token_endpoint");
      const keys = endpoint(provider, server, "jwks_uri");
      try {
        const returned = oauth.validateAuthResponse(server, client, new URLSearchParams({ code, state }), state);
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          authenticationOf(provider),
          returned,
          redirectUri,
          verifier,
          optionsOf(signal),
        );
        const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
          expectedNonce: nonceOf(verifier),
          requireIdToken: true,
        });
        const [claims, idToken] = [oauth.getValidatedIdTokenClaims(tokens), tokens.id_token];
        if (claims === undefined || idToken === undefined)
          throw new IdentityError("refused", ["身份源没有返回 ID 令牌", "The provider sent no ID token"]);
        await requireSignature(keys, idToken, signal);
        const proof = { subject: claims.sub, accessToken: tokens.access_token, refreshToken: tokens.refresh_token, idToken };
        return { subject: claims.sub, claims: { ...(await userInfo(server, client, proof, signal)), ...claims }, proof };
      } catch (error) {
        throw failureOf(error, placeOf(server.token_endpoint ?? provider.issuer), signal);
      }
    },

    recheck: async (provider, proof) => {
      const signal = AbortSignal.timeout(stepTimeoutMs);
      const client = clientOf(provider);
      const server = await serverOf(provider, signal);
      const gone = (cause: unknown) =>
        new IdentityError("gone", ["身份源不再承认此次登录", "The provider no longer accepts this sign-in"], cause);
      try {
        if (proof.refreshToken === undefined) {
          // Without a refresh token there is only the access token, for as long as that lasts.
          if (server.userinfo_endpoint === undefined) throw gone(undefined);
          const current = await userInfo(server, client, proof, signal);
          return { proof, isPartial: true, claims: async () => current };
        }
        const response = await oauth.refreshTokenGrantRequest(
          server,
          client,
          authenticationOf(provider),
          proof.refreshToken,
          optionsOf(signal),
        );
        const tokens = await oauth.processRefreshTokenResponse(server, client, response);
        const claims = oauth.getValidatedIdTokenClaims(tokens);
        if (claims !== undefined && claims.sub !== proof.subject) throw gone(undefined);
        const next = {
          ...proof,
          accessToken: tokens.access_token,
          refreshToken: tokens.refresh_token ?? proof.refreshToken,
          idToken: tokens.id_token ?? proof.idToken,
        };
        return {
          proof: next,
          isPartial: claims === undefined,
          claims: () => currentClaims(provider, server, { proof: next, claims, idToken: tokens.id_token }),
        };
      } catch (error) {
        const refused = oauthErrorIn(error);
        const isUserInfo = proof.refreshToken === undefined && refused !== undefined && refused.status < 500;
        if (isUserInfo || refused?.error === "invalid_grant") throw gone(error);
        throw failureOf(error, placeOf(server.token_endpoint ?? provider.issuer), signal);
      }
    },

    endSessionAddress: async (provider, idToken, returnTo) => {
      const server = await serverOf(provider, AbortSignal.timeout(stepTimeoutMs));
      if (server.end_session_endpoint === undefined) return undefined;
      const url = new URL(server.end_session_endpoint);
      url.searchParams.set("client_id", provider.clientId);
      url.searchParams.set("post_logout_redirect_uri", returnTo);
      if (idToken !== undefined) url.searchParams.set("id_token_hint", idToken);
      return url.href;
    },

    test: async (provider) => {
      const signal = AbortSignal.timeout(stepTimeoutMs);
      const server = await discover(provider, signal);
      endpoint(provider, server, "authorization_endpoint");
      const address = endpoint(provider, server, "token_endpoint");
      await readKeys(endpoint(provider, server, "jwks_uri"), signal);
      try {
        // A code that nobody has issued: whoever is the right client is told that it is wrong, and nobody else.
        const probe = { code: "tracemark-test", redirect_uri: "https://tracemark.invalid/login" };
        const response = await oauth.genericTokenEndpointRequest(
          server,
          clientOf(provider),
          authenticationOf(provider),
          "authorization_code",
          probe,
          optionsOf(signal),
        );
        const read = parsedJson(await response.text());
        const error: unknown = typeof read === "object" && read !== null ? Reflect.get(read, "error") : undefined;
        if (response.status === 401 || error === "invalid_client" || error === "unauthorized_client") throw clientRefused(undefined);
        if (typeof error !== "string" && !response.ok)
          throw new IdentityError(response.status >= 500 ? "unavailable" : "setup", [
            `“${placeOf(address)}”应答 HTTP ${response.status}，不是令牌端点的应答`,
            `“${placeOf(address)}” answers HTTP ${response.status}, which is no answer of a token endpoint`,
          ]);
      } catch (error) {
        throw failureOf(error, placeOf(address), signal);
      }
    },
  };
}
