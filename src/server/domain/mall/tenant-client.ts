// Applications of a tenant: what their keys and addresses must be, and a fresh pair of keys, which the form fills in and nothing keeps
// before it is submitted.
import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import type { Text } from "#schema/text";
import type { CommitContext, Domain, ReadHandler, SubmitEffect } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { ApiError } from "../../http/errors.ts";
import { wrongNetwork } from "../../http/networks.ts";

interface SecretOpener {
  /** Opens a stored secret; undefined where there is none that this installation can open. */
  readonly decryptSecret: (stored: string) => string | undefined;
}

const generate = promisify(generateKeyPair);

const makePair = () =>
  generate("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "der" },
    privateKeyEncoding: { type: "pkcs8", format: "der" },
  });

/** Most that wait for their pair. */
const maxWaiting = 5;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

const tooMany = () =>
  new ApiError(429, "tooManyKeys", ["正在生成的密钥过多，请稍后再试", "Too many keys are being made; try again in a moment"]);

/**
 * Pairs are made one after the other: each keeps one of the process's four threads busy for up to a second, and signing in needs these
 * threads, too.
 */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting > maxWaiting) throw tooMany();
  waiting += 1;
  const own = last.then(work);
  last = own.catch(() => undefined);
  try {
    return await own;
  } finally {
    waiting -= 1;
  }
}

const keys: ReadHandler = async () => {
  const { publicKey, privateKey } = await inTurn(makePair);
  return { publicKey: publicKey.toString("base64"), privateKey: privateKey.toString("base64") };
};

/** The key of a pair, base64 as `keys` answers it or PEM; undefined where the text is none. */
function keyOf(text: string, half: "public" | "private"): KeyObject | undefined {
  const der = {
    key: text.includes("-----BEGIN") ? text : Buffer.from(text, "base64"),
    format: text.includes("-----BEGIN") ? "pem" : "der",
  } as const;
  try {
    const key = half === "public" ? createPublicKey({ ...der, type: "spki" }) : createPrivateKey({ ...der, type: "pkcs8" });
    return key.asymmetricKeyType === "rsa" ? key : undefined;
  } catch {
    return undefined; // whatever was entered is no key
  }
}

const fingerprint = (key: KeyObject): string =>
  createPublicKey(key.type === "private" ? key.export({ type: "pkcs8", format: "pem" }) : key.export({ type: "spki", format: "pem" }))
    .export({ type: "spki", format: "der" })
    .toString("base64");

/** Refuses keys that are none, and halves of two pairs. */
function refuseKeys(context: CommitContext, given: { readonly publicKey: string; readonly privateKey: string }): void {
  const wrong = (field: keyof typeof given, code: "pattern" | "notAllowed", message: Text) =>
    fieldError(context, "tenant-client", field, { code, message });
  const [publicKey, privateKey] = [keyOf(given.publicKey, "public"), keyOf(given.privateKey, "private")];
  if (given.publicKey !== "" && publicKey === undefined)
    throw wrong("publicKey", "pattern", ["公钥不是有效的 RSA 公钥", "This is not an RSA public key"]);
  if (given.privateKey !== "" && privateKey === undefined)
    throw wrong("privateKey", "pattern", ["私钥不是有效的 RSA 私钥（PKCS#8）", "This is not an RSA private key (PKCS#8)"]);
  if (publicKey === undefined || privateKey === undefined || fingerprint(publicKey) === fingerprint(privateKey)) return;
  throw wrong("privateKey", "notAllowed", ["私钥与公钥不是同一对密钥", "The private key does not belong to the public key"]);
}

const submit = (services: SecretOpener): SubmitEffect<"tenant-client"> => ({
  beforeChange: async (_tx, context, { values, current }) => {
    const { publicKey, privateKey } = { ...current, ...values };
    const isChanged = (publicKey ?? "") !== (current?.publicKey ?? "") || (privateKey ?? "") !== (current?.privateKey ?? "");
    if (isChanged) refuseKeys(context, { publicKey: publicKey ?? "", privateKey: services.decryptSecret(privateKey ?? "") ?? "" });
    const wrong = wrongNetwork(values.ipWhitelist ?? "");
    if (wrong === undefined) return;
    const message: Text = [`“${wrong}”不是有效的 IP 地址或网段`, `“${wrong}” is neither an address nor a network`];
    throw fieldError(context, "tenant-client", "ipWhitelist", { code: "pattern", message });
  },
});

export const tenantClientDomain = (services: SecretOpener): Domain => ({
  reads: { "tenant-client.keys": keys },
  actions: {},
  hooks: { "tenant-client": { submit: submit(services), restore: {} } },
});
