// Signature version 3 of Tencent Cloud, TC3-HMAC-SHA256: over the request, with a key that is good for one day and one service.
import { createHash, createHmac } from "node:crypto";

const algorithm = "TC3-HMAC-SHA256";
export const contentType = "application/json; charset=utf-8";

const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text, "utf8").digest();

interface TencentCall {
  readonly host: string;
  readonly service: string;
  readonly action: string;
  readonly body: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
}

/** The header `Authorization` of a call. */
export function authorizationOf(
  { host, service, action, body, timestamp }: TencentCall,
  { accessKey, secretKey }: { readonly accessKey: string; readonly secretKey: string },
): string {
  const names = "content-type;host;x-tc-action";
  const headers = `content-type:${contentType}\nhost:${host}\nx-tc-action:${action.toLowerCase()}\n`;
  const canonical = ["POST", "/", "", headers, names, sha256(body)].join("\n");
  const day = new Date(timestamp * 1000).toISOString().slice(0, 10);
  const scope = `${day}/${service}/tc3_request`;
  const toSign = [algorithm, String(timestamp), scope, sha256(canonical)].join("\n");
  const key = hmac(hmac(hmac(`TC3${secretKey}`, day), service), "tc3_request");
  return `${algorithm} Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${hmac(key, toSign).toString("hex")}`;
}
