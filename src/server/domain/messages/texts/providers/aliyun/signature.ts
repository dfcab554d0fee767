// Signature version 3 of Alibaba Cloud, ACS3-HMAC-SHA256: over method, path, query, the signed headers and the hash of the body.
import { createHash, createHmac } from "node:crypto";

const algorithm = "ACS3-HMAC-SHA256";

const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

/** Percent-encoding of RFC 3986: nothing but letters, digits, `-`, `_`, `.` and `~` stays as it is. */
export const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** Parameters as the query that is signed and sent: in the order of their names. */
export const queryOf = (parameters: Readonly<Record<string, string>>): string =>
  Object.keys(parameters)
    .sort()
    .map((name) => `${encoded(name)}=${encoded(parameters[name] ?? "")}`)
    .join("&");

interface AliyunCall {
  readonly host: string;
  readonly action: string;
  readonly version: string;
  readonly query: string;
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly nonce: string;
}

interface AliyunKeys {
  readonly accessKey: string;
  readonly secretKey: string;
}

/** The headers of a call of the API of remote procedures: path `/`, parameters in the query. */
export function signedHeaders(call: AliyunCall, { accessKey, secretKey }: AliyunKeys): Readonly<Record<string, string>> {
  const { host, action, version, query, body, now, nonce } = call;
  const bodyHash = sha256(body);
  const headers: Readonly<Record<string, string>> = {
    host,
    "x-acs-action": action,
    "x-acs-content-sha256": bodyHash,
    "x-acs-date": new Date(now).toISOString().replace(/\.\d+Z$/, "Z"),
    "x-acs-signature-nonce": nonce,
    "x-acs-version": version,
  };
  const names = Object.keys(headers).sort();
  const canonical = ["POST", "/", query, names.map((name) => `${name}:${headers[name] ?? ""}\n`).join(""), names.join(";"), bodyHash].join(
    "\n",
  );
  const signature = createHmac("sha256", secretKey)
    .update(`${algorithm}\n${sha256(canonical)}`, "utf8")
    .digest("hex");
  return { ...headers, authorization: `${algorithm} Credential=${accessKey},SignedHeaders=${names.join(";")},Signature=${signature}` };
}
