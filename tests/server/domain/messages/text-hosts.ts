// Providers of texts on this machine: they verify signatures as documented, by code of their own, and answer as a test wants.
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterAll } from "vitest";
import { isRecord } from "#schema/json";

export const accessKey = "an access key of tests";
export const secretKey = "a secret key of tests";

export interface TextHost {
  readonly url: string;
  /** Requests with a right signature. */
  readonly taken: Readonly<Record<string, unknown>>[];
  /** How many had a wrong one. */
  strangers: number;
  /** The next answers; accepted when there is none. `cut`: the connection ends without an answer. */
  readonly answers: ({ readonly status?: number; readonly body: unknown } | "cut")[];
}

/** The code in the last text. */
export function codeTaken({ taken }: Pick<TextHost, "taken">): string {
  const params = taken.at(-1)?.["params"];
  if (!isRecord(params)) throw new Error("no text has come");
  return String(params["code"]);
}

type Verified = Readonly<Record<string, unknown>> | undefined;

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
const headerOf = (request: IncomingMessage, name: string): string => String(request.headers[name] ?? "");
const isSame = (left: string, right: string): boolean =>
  left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));

/** The parts of `Credential=…,SignedHeaders=…,Signature=…`. */
function authorizationIn(request: IncomingMessage): {
  readonly credential: string;
  readonly names: readonly string[];
  readonly signature: string;
} {
  const text = headerOf(request, "authorization");
  const part = (name: string): string => new RegExp(`${name}=([^,\\s]*)`).exec(text)?.[1] ?? "";
  // Keys of these tests hold blanks.
  const credential = /Credential=([^,]*)/.exec(text)?.[1] ?? "";
  return { credential, names: part("SignedHeaders").split(";"), signature: part("Signature") };
}

interface Signed {
  readonly query: string;
  readonly names: readonly string[];
  readonly bodyHash: string;
  readonly lower: boolean;
}

const canonical = (request: IncomingMessage, { query, names, bodyHash, lower }: Signed): string =>
  [
    "POST",
    "/",
    query,
    names.map((name) => `${name}:${lower ? headerOf(request, name).toLowerCase() : headerOf(request, name)}\n`).join(""),
    names.join(";"),
    bodyHash,
  ].join("\n");

/** https://help.aliyun.com/zh/sdk/product-overview/v3-request-structure-and-signature */
export function verifyAliyun(request: IncomingMessage, body: string): Verified {
  const { credential, names, signature } = authorizationIn(request);
  const url = new URL(request.url ?? "", "http://localhost");
  if (credential !== accessKey || headerOf(request, "x-acs-content-sha256") !== sha256(body)) return undefined;
  const must = ["host", "x-acs-action", "x-acs-content-sha256", "x-acs-date", "x-acs-signature-nonce", "x-acs-version"];
  if (must.some((name) => !names.includes(name))) return undefined;
  const text = canonical(request, { query: url.search.slice(1), names, bodyHash: sha256(body), lower: false });
  const expected = hmac(secretKey, `ACS3-HMAC-SHA256\n${sha256(text)}`).toString("hex");
  if (!isSame(expected, signature)) return undefined;
  return {
    ...Object.fromEntries(url.searchParams),
    action: headerOf(request, "x-acs-action"),
    version: headerOf(request, "x-acs-version"),
  };
}

/** https://cloud.tencent.com/document/api/382/52072 */
export function verifyTencent(request: IncomingMessage, body: string): Verified {
  const { credential, names, signature } = authorizationIn(request);
  const timestamp = headerOf(request, "x-tc-timestamp");
  const day = new Date(Number(timestamp) * 1000).toISOString().slice(0, 10);
  const scope = `${day}/sms/tc3_request`;
  if (credential !== `${accessKey}/${scope}` || !names.includes("host") || !names.includes("content-type")) return undefined;
  const text = canonical(request, { query: "", names, bodyHash: sha256(body), lower: true });
  const key = hmac(hmac(hmac(`TC3${secretKey}`, day), "sms"), "tc3_request");
  const expected = hmac(key, `TC3-HMAC-SHA256\n${timestamp}\n${scope}\n${sha256(text)}`).toString("hex");
  if (!isSame(expected, signature)) return undefined;
  return { ...(JSON.parse(body) as object), action: headerOf(request, "x-tc-action"), region: headerOf(request, "x-tc-region") };
}

/** docs/messages.md */
export function verifyGateway(request: IncomingMessage, body: string): Verified {
  const [timestamp, nonce] = [headerOf(request, "x-timestamp"), headerOf(request, "x-nonce")];
  const expected = createHmac("sha256", secretKey).update(`${timestamp}\n${nonce}\n${body}`).digest("hex");
  if (headerOf(request, "x-merchant") !== accessKey || !isSame(expected, headerOf(request, "x-signature"))) return undefined;
  return JSON.parse(body) as Readonly<Record<string, unknown>>;
}

/** Starts a provider; `accepted` is what it answers when nothing else is asked of it, `stranger` to a wrong signature. */
export async function startTextHost(
  verify: (request: IncomingMessage, body: string) => Verified,
  { accepted, stranger }: { readonly accepted: unknown; readonly stranger: unknown },
): Promise<TextHost> {
  const host: TextHost = { url: "", taken: [], strangers: 0, answers: [] };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part as Uint8Array));
    const found = verify(request, Buffer.concat(parts).toString("utf8"));
    if (found === undefined) {
      host.strangers += 1;
      return void response.writeHead(400).end(JSON.stringify(stranger));
    }
    host.taken.push(found);
    const next = host.answers.shift() ?? { body: accepted };
    if (next === "cut") return void request.socket.destroy();
    response.writeHead(next.status ?? 200, { "content-type": "application/json" }).end(JSON.stringify(next.body));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  return Object.assign(host, { url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}` });
}
