// What messages need besides their rows: secrets, ways to other systems, files, and the addresses of providers.
import type { KeyObject } from "node:crypto";
import { decryptSecret } from "../../auth/secret-storage.ts";
import { createConnect, createOutgoing, type Outgoing } from "../../http/outgoing.ts";
import type { DecryptSecret } from "../payments/channels.ts";
import type { UploadedFiles } from "../resource/uploaded-files.ts";
import { smtpTransport, type MailTransport } from "./mail/smtp.ts";

export interface MessageServices {
  readonly decryptSecret: DecryptSecret;
  readonly outgoing: Outgoing;
  readonly mails: MailTransport;
  readonly files: UploadedFiles;
  /** Base addresses of the providers of texts, where they are others than the documented ones. */
  readonly textAddresses?: TextAddresses;
}

interface TextAddresses {
  readonly aliyun?: string;
  readonly tencent?: string;
}

/** The services of an installation: secrets under its key, and calls to public addresses and the internal hosts that it names. */
export const messageServices = (storageKey: KeyObject, files: UploadedFiles, internalHosts: readonly string[] = []): MessageServices => ({
  decryptSecret: (stored) => decryptSecret(storageKey, stored),
  outgoing: createOutgoing({ internalHosts }),
  mails: smtpTransport({ connect: createConnect({ internalHosts }) }),
  files,
});
