// Calls to identity providers over HTTP, under the rules of all outgoing calls, and what their failures are called.
import { isRecord, parsedJson } from "#schema/json";
import type { Text } from "#schema/text";
import { OutgoingError, type Outgoing } from "../../http/outgoing.ts";
import { IdentityError } from "./provider.ts";

const certificateTexts: Readonly<Record<string, Text>> = {
  CERT_HAS_EXPIRED: ["服务器证书已过期", "its certificate has expired"],
  CERT_NOT_YET_VALID: ["服务器证书尚未生效", "its certificate is not valid yet"],
  DEPTH_ZERO_SELF_SIGNED_CERT: ["服务器证书是自签名的，不受信任", "its certificate is self-signed and not trusted"],
  SELF_SIGNED_CERT_IN_CHAIN: ["服务器证书的签发机构不受信任", "the authority of its certificate is not trusted"],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ["服务器证书的签发机构不受信任", "the authority of its certificate is not trusted"],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ["服务器证书的签发机构不受信任", "the authority of its certificate is not trusted"],
  ERR_TLS_CERT_ALTNAME_INVALID: ["服务器证书不是签发给该主机名的", "its certificate is for another host name"],
};

const networkTexts: Readonly<Record<string, Text>> = {
  ...certificateTexts,
  ECONNREFUSED: ["连接被拒绝，请检查主机和端口", "the connection was refused; check host and port"],
  ENOTFOUND: ["找不到主机", "the host was not found"],
  EAI_AGAIN: ["主机名暂时无法解析", "the host name cannot be resolved at the moment"],
  ECONNRESET: ["连接被对方断开", "the other side closed the connection"],
  ETIMEDOUT: ["连接超时", "the connection timed out"],
  EHOSTUNREACH: ["主机不可达", "the host is unreachable"],
  ENETUNREACH: ["网络不可达", "the network is unreachable"],
};

const codeOf = (error: unknown): string => (error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "");

/** What a code of a connection that failed means; undefined for others. */
export function networkProblem(place: string, error: unknown): IdentityError | undefined {
  const code = codeOf(error);
  const text = networkTexts[code];
  if (text === undefined) return undefined;
  return new IdentityError(
    code in certificateTexts ? "setup" : "unavailable",
    [`无法连接“${place}”：${text[0]}`, `Cannot connect to “${place}”: ${text[1]}`],
    error,
  );
}

/** The failure of a call that had no answer. */
export function outgoingProblem(place: string, error: OutgoingError): IdentityError {
  if (error.kind === "refused") return new IdentityError("setup", error.text, error);
  const known = networkProblem(place, error.cause);
  return known ?? new IdentityError("unavailable", [`“${place}”：${error.text[0]}`, `“${place}”: ${error.text[1]}`], error);
}

/** Host and path of an address: its query may hold secrets. */
export const placeOf = (address: string): string => {
  if (!URL.canParse(address)) return address;
  const { host, pathname } = new URL(address);
  return pathname === "/" ? host : host + pathname;
};

interface JsonCall {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON with POST; a call without one is a GET. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

export interface JsonAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Calls an address that answers with an object of JSON, whatever its status. Throws an {@link IdentityError} where it does not. */
export async function callJson(outgoing: Outgoing, { url, headers = {}, body, signal }: JsonCall): Promise<JsonAnswer> {
  const sent =
    body === undefined
      ? { method: "GET" as const, headers: { accept: "application/json", ...headers } }
      : {
          headers: { accept: "application/json", "content-type": "application/json; charset=utf-8", ...headers },
          body: JSON.stringify(body),
        };
  try {
    const answer = await outgoing({ url, signal, ...sent });
    const read = parsedJson(answer.body);
    if (isRecord(read)) return { status: answer.status, body: read };
    throw new IdentityError(answer.status >= 500 ? "unavailable" : "setup", [
      `“${placeOf(url)}”的应答（HTTP ${answer.status}）不是 JSON 对象，请检查地址`,
      `The answer of “${placeOf(url)}” (HTTP ${answer.status}) is no JSON object; check the address`,
    ]);
  } catch (error) {
    if (error instanceof OutgoingError) throw outgoingProblem(placeOf(url), error);
    throw signal.aborted ? tooSlow(placeOf(url), error) : error;
  }
}

/** The time of a whole sign-in or test is over. */
export const tooSlow = (place: string, cause: unknown): IdentityError =>
  new IdentityError("unavailable", [`“${place}”没有及时应答`, `“${place}” did not answer in time`], cause);
