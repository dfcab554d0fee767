// How notices to a client are signed: over their members in the order of their names, as name=value joined by "&", without those that are
// empty (docs/payments.md).
import { createHash, createHmac, createPrivateKey, sign, type KeyObject } from "node:crypto";

const signTypes = { rsa: "RSA2", md5: "MD5", hmac: "HMAC-SHA256" } as const;

/** The keys of a client; "" where there is none. */
interface ClientKeys {
  readonly appSecret: string;
  /** PKCS#8: base64 as `tenant-client/keys` makes it, or PEM. */
  readonly privateKey: string;
}

/** The members of a notice. */
export type NoticeContent = Readonly<Record<string, string | number>>;

/** What is signed. */
export function signedText(content: NoticeContent): string {
  return Object.entries(content)
    .filter(([, value]) => value !== "")
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

function privateKeyOf(text: string): KeyObject | undefined {
  try {
    return text.includes("-----BEGIN")
      ? createPrivateKey(text)
      : createPrivateKey({ key: Buffer.from(text, "base64"), format: "der", type: "pkcs8" });
  } catch {
    return undefined; // whatever was entered is no key
  }
}

/** The signature of a notice; undefined where the client has no usable key of its kind. */
export function signNotice(content: NoticeContent, signType: string, { appSecret, privateKey }: ClientKeys): string | undefined {
  const text = signedText(content);
  if (signType === signTypes.rsa) {
    const key = privateKeyOf(privateKey);
    return key === undefined ? undefined : sign("RSA-SHA256", Buffer.from(text, "utf8"), key).toString("base64");
  }
  if (appSecret === "") return undefined;
  const hash = signType === signTypes.md5 ? createHash("md5") : createHmac("sha256", appSecret);
  return hash.update(`${text}&key=${appSecret}`, "utf8").digest("hex").toUpperCase();
}
