// The secrets of make rules: made by the server, stored encrypted, never sent or logged. Who has one can work out every code of its rule.
import { createHmac, hkdfSync, randomBytes, timingSafeEqual, type KeyObject } from "node:crypto";
import { decryptSecret, encryptSecret } from "../../auth/secret-storage.ts";
import { businessError } from "../../http/errors.ts";

const secretBytes = 32;

/** Makes and opens the secrets of rules, and opens what people had the server keep. */
export interface RuleSecrets {
  /** A new secret, as it is stored. */
  readonly create: () => string;
  /** The secret of a rule; undefined where the rule has none, or it was stored under another key of the installation. */
  readonly open: (stored: string | null | undefined) => Uint8Array | undefined;
  /** What is stored of a part below a scratch layer that somebody else has printed. Only this installation can compare it. */
  readonly digestPart: (sent: PrintedPart) => string;
  /** Whether a part is the stored one; undefined where it was stored under another key of the installation. */
  readonly isPart: (stored: string, sent: PrintedPart) => boolean | undefined;
  /** A password that was given with a record; undefined where it was stored under another key of the installation. */
  readonly openText: (stored: string) => string | undefined;
}

interface PrintedPart {
  readonly tenantId: string;
  readonly code: string;
  readonly part: string;
}

/** Characters that name the key of a digest. */
const keyNameLength = 6;

export function ruleSecrets(storageKey: KeyObject): RuleSecrets {
  const key = Buffer.from(hkdfSync("sha256", storageKey.export(), "", "tracemark verification part", 32));
  const hmac = (text: string) => createHmac("sha256", key).update(text, "utf8").digest("base64url");
  const keyName = hmac("").slice(0, keyNameLength);
  const digestPart = ({ tenantId, code, part }: PrintedPart) => `${keyName}${hmac(JSON.stringify([tenantId, code, part]))}`;
  return {
    digestPart,
    isPart: (stored, sent) => {
      if (!stored.startsWith(keyName)) return undefined;
      const [expected, given] = [Buffer.from(stored), Buffer.from(digestPart(sent))];
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
    create: () => encryptSecret(storageKey, randomBytes(secretBytes).toString("base64url")),
    open: (stored) => {
      const opened = decryptSecret(storageKey, stored ?? "");
      const secret = opened === undefined ? undefined : Buffer.from(opened, "base64url");
      return secret?.length === secretBytes ? secret : undefined;
    },
    openText: (stored) => decryptSecret(storageKey, stored),
  };
}

/** For samples of a rule that has no readable secret: they look like its codes, and are none. */
export const throwawaySecret = (): Uint8Array => randomBytes(secretBytes);

/** The secret of a rule that must have one. */
export function requireSecret(secrets: RuleSecrets, rule: { readonly name?: string | null; readonly secret?: string | null }): Uint8Array {
  const secret = secrets.open(rule.secret);
  if (secret !== undefined) return secret;
  const name = rule.name ?? "";
  throw businessError("ruleSecretLost", [
    `制码规则“${name}”的密钥无法读取（服务器密钥已更换），请恢复原密钥或改用新规则`,
    `The secret of the rule “${name}” cannot be read, because the server's own has changed: restore that, or use a new rule`,
  ]);
}
