// What webhooks need besides their rows: the key that seals their secrets, and calls to the outside.
import type { KeyObject } from "node:crypto";
import { decryptSecret, encryptSecret } from "../../../auth/secret-storage.ts";
import { createOutgoing, type Outgoing } from "../../../http/outgoing.ts";

export interface WebhookServices {
  /** Opens a stored secret; undefined where it was stored under another key of the installation. */
  readonly decryptSecret: (stored: string) => string | undefined;
  readonly encryptSecret: (secret: string) => string;
  readonly outgoing: Outgoing;
  /** Hosts that may be called although they are internal. */
  readonly internalHosts: readonly string[];
}

/** The services of an installation: its own key, and the internal hosts that its operator names. */
export const webhookServices = (storageKey: KeyObject, internalHosts: readonly string[] = []): WebhookServices => ({
  decryptSecret: (stored) => decryptSecret(storageKey, stored),
  encryptSecret: (secret) => encryptSecret(storageKey, secret),
  outgoing: createOutgoing({ internalHosts }),
  internalHosts,
});
