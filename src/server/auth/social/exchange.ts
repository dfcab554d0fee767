// The talk with another platform: where people are sent, and who they are by the code they come back with (RFC 6749 §4.1, RFC 7636).
import * as oauth from "oauth4webapi";
import { parsedJson } from "#schema/json";
import { isLoopback } from "../../loopback.ts";
import type { RedirectStart } from "../identity/protocol.ts";
import { readPerson, type ThirdPerson } from "./person.ts";
import type { Provider } from "./providers.ts";

/** For both calls together; browsers give up after ten seconds (docs/specification.md §9). */
const defaultTimeoutMs = 8_000;
/** Longer answers are not from a working platform. */
const maxAnswerBytes = 262_144;

/** The start of a sign-in: the proof to keep, and the address of the platform's consent page. */
export async function beginAt(provider: Provider, { state, verifier, redirectUri }: RedirectStart): Promise<string> {
  const url = new URL(provider.authorizeUrl);
  const wanted = {
    response_type: "code",
    client_id: provider.clientId,
    redirect_uri: redirectUri,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...(provider.scope === "" ? {} : { scope: provider.scope }),
  };
  for (const [name, value] of Object.entries(wanted)) url.searchParams.set(name, value);
  return url.href;
}

/** A new proof (PKCE): the code can be exchanged only by the browser that began. */
export const newVerifier = (): string => oauth.generateRandomCodeVerifier();

async function readBounded(response: Response): Promise<ArrayBuffer | null> {
  if (response.body === null) return null;
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body) {
    length += part.length;
    // Leaving the loop ends the connection.
    if (length > maxAnswerBytes) throw new RangeError(`the answer is longer than ${maxAnswerBytes} bytes`);
    parts.push(part);
  }
  return length === 0 ? null : new Uint8Array(Buffer.concat(parts)).buffer;
}

/**
 * Like fetch, for forms and for reading, with a complete answer of bounded length. Redirects are not followed: secrets are meant for this
 * address only.
 */
async function fetchBounded(
  url: string,
  { method, headers: sent, body, signal }: oauth.CustomFetchOptions<string, unknown>,
): Promise<Response> {
  const response = await fetch(url, {
    method,
    headers: sent,
    body: body instanceof URLSearchParams ? body : null,
    redirect: "manual",
    ...(signal === undefined ? {} : { signal }),
  });
  const { status, headers } = response;
  return new Response(await readBounded(response), { status, headers });
}

/** The id token of OpenID Connect is ignored: the user is read from the platform's own endpoint. */
async function withoutIdToken(response: Response): Promise<Response> {
  const { status, headers } = response;
  const text = await response.text();
  const body = parsedJson(text);
  if (typeof body !== "object" || body === null || !("id_token" in body))
    return new Response(text === "" ? null : text, { status, headers });
  const { id_token: _passedOver, ...rest } = body;
  return Response.json(rest, { status });
}

/** The error and its cause, for the log. */
function reasonsOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [];
  return [`${error.name} ${error.message}`, ...reasonsOf(error.cause)];
}

/** Why a code was not exchanged: `refused` for an invalid code, else a problem of the platform or the network. */
export class ExchangeError extends Error {
  override readonly name = "ExchangeError";

  constructor(
    readonly kind: "refused" | "failed",
    source: string,
    override readonly cause: unknown,
  ) {
    super([source, ...reasonsOf(cause)].join(": "));
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof oauth.ResponseBodyError && (error.error === "invalid_grant" || error.error === "access_denied");

/** The callback's parameters, and the state of the start. */
interface Redeemed {
  readonly code: string;
  readonly state: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

async function personOf(provider: Provider, { code, state, verifier, redirectUri }: Redeemed, timeoutMs: number): Promise<ThirdPerson> {
  const server: oauth.AuthorizationServer = {
    issuer: new URL(provider.authorizeUrl).origin,
    token_endpoint: provider.tokenUrl,
    userinfo_endpoint: provider.userInfoUrl,
  };
  const client: oauth.Client = { client_id: provider.clientId };
  const authentication =
    provider.clientAuthentication === "basic"
      ? oauth.ClientSecretBasic(provider.clientSecret)
      : oauth.ClientSecretPost(provider.clientSecret);
  const signal = AbortSignal.timeout(timeoutMs);
  const optionsFor = (url: string) => ({
    [oauth.customFetch]: fetchBounded,
    [oauth.allowInsecureRequests]: isLoopback(new URL(url).hostname),
    signal,
  });
  const returned = oauth.validateAuthResponse(server, client, new URLSearchParams({ code, state }), state);
  const answered = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    returned,
    redirectUri,
    verifier,
    optionsFor(provider.tokenUrl),
  );
  const { access_token: token } = await oauth.processAuthorizationCodeResponse(server, client, await withoutIdToken(answered));
  const answer = await oauth.protectedResourceRequest(
    token,
    "GET",
    new URL(provider.userInfoUrl),
    new Headers({ accept: "application/json" }),
    null,
    optionsFor(provider.userInfoUrl),
  );
  if (!answer.ok) throw new Error(`the answer about the person has status ${answer.status}`);
  return readPerson(provider, parsedJson(await answer.text()));
}

/** Exchanges a code for the person behind it. Throws an {@link ExchangeError}. */
export async function exchangeCode(provider: Provider, redeemed: Redeemed, timeoutMs = defaultTimeoutMs): Promise<ThirdPerson> {
  try {
    return await personOf(provider, redeemed, timeoutMs);
  } catch (error) {
    throw new ExchangeError(isRefusal(error) ? "refused" : "failed", provider.source, error);
  }
}
