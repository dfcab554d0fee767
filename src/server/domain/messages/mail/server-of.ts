// The server of a mailbox as the transport takes it.
import type { StoredRow } from "../../../rows/stored.ts";
import type { DecryptSecret } from "../../payments/channels.ts";
import { finalFailure, MailError } from "./failures.ts";
import type { MailServer } from "./smtp.ts";

const encryptions = ["none", "ssl", "starttls"] as const;

/** Throws where the password cannot be opened: it was stored under another key of the installation, or never. */
export function serverOf(mailbox: StoredRow<"email">, decryptSecret: DecryptSecret): MailServer {
  const password = decryptSecret(mailbox.password ?? "");
  if (password === undefined)
    throw new MailError(
      finalFailure("setup", [
        `发件邮箱“${mailbox.name ?? ""}”的授权码无法读取，请重新填写`,
        `The password of the mailbox “${mailbox.name ?? ""}” cannot be read; enter it again`,
      ]),
    );
  return {
    host: mailbox.smtpHost ?? "",
    port: mailbox.smtpPort ?? 465,
    encryption: encryptions.find((one) => one === mailbox.encryption) ?? "ssl",
    username: mailbox.username ?? "",
    password,
  };
}
