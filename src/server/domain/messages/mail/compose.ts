// A mail of the outbox as it goes out: with the signature of its mailbox, its pictures inside, and its attachments as streams.
import path from "node:path";
import { Readable } from "node:stream";
import { z } from "zod";
import { cleanHtml, picturesIn } from "../../../../fields/clean-html.ts";
import { uploadOf } from "../../../../fields/upload.ts";
import type { StoredRow } from "../../../rows/stored.ts";
import type { OpenedFile, UploadedFiles } from "../../resource/uploaded-files.ts";
import { addressesIn } from "./addresses.ts";
import { enclosedIn } from "./enclosed.ts";
import { finalFailure, MailError } from "./failures.ts";
import { onOneLine, plainTextOf } from "./mail-text.ts";
import type { MailFile, OutgoingMail } from "./smtp.ts";

/** Most bytes of attachments and pictures of one mail, which grow by a third on their way. */
const maxBytes = 20 * 1024 * 1024;

type Mail = StoredRow<"email-record">;
type Mailbox = StoredRow<"email">;

/** A stable id, by which receivers recognise a mail that was handed over twice (RFC 5322 §3.6.4). */
export const messageIdOf = ({ id, tenantId }: Mail, { emailAddress }: Mailbox): string =>
  `<${id}.${tenantId}@${(emailAddress ?? "").split("@").at(-1) ?? "localhost"}>`;

const namesSchema = z.record(z.string(), z.string());

interface Named {
  readonly address: string;
  readonly filename: string;
  readonly cid?: string;
}

const missing = (filename: string) =>
  new MailError(
    finalFailure("attachment", [`附件“${filename}”不存在，请重新上传`, `The attachment “${filename}” is missing; upload it again`]),
  );

/** Opens the files one after the other; refuses what is no upload of the tenant, and what comes to too much. */
async function opened(files: UploadedFiles, tenantId: string, named: readonly Named[]): Promise<readonly MailFile[]> {
  const places: { readonly file: OpenedFile; readonly named: Named }[] = [];
  let bytes = 0;
  for (const one of named) {
    const file = uploadOf(one.address)?.tenantId === tenantId ? await files.openFile(one.address) : undefined;
    if (file === undefined) throw missing(one.filename);
    bytes += file.bytes;
    if (bytes > maxBytes)
      throw new MailError(
        finalFailure("attachment", ["附件合计超过 20 MB，邮件未发送", "The attachments come to more than 20 MB; the mail was not sent"]),
      );
    places.push({ file, named: one });
  }
  return places.map(({ file, named: { filename, cid } }) => ({
    filename,
    content: Readable.from(file.read(), { objectMode: false }),
    ...(cid === undefined ? {} : { cid }),
  }));
}

interface Composed {
  readonly mail: Mail;
  readonly mailbox: Mailbox;
  /** Those who get it with this attempt. */
  readonly receivers: readonly string[];
  readonly names: ReadonlyMap<string, string>;
  readonly now: number;
}

/** Composes a mail, with its files opened: whoever sends it closes them. */
export async function composed({ mail, mailbox, receivers, names, now }: Composed, files: UploadedFiles): Promise<OutgoingMail> {
  const signature = mailbox.signature ?? "";
  const whole = cleanHtml(`${mail.content ?? ""}${signature === "" ? "" : `<hr>${signature}`}`);
  // Pictures of our own uploads go along: nobody outside may be able to fetch them.
  const pictures = [...new Set(picturesIn(whole))].filter((address) => uploadOf(address)?.tenantId === mail.tenantId);
  const shown = pictures.map((address, index) => ({
    address,
    filename: path.posix.basename(address),
    cid: `picture${index + 1}@${mail.id}`,
  }));
  const html = shown.reduce((text, { address, cid }) => text.replaceAll(`src="${address}"`, `src="cid:${cid}"`), whole);
  const given = namesSchema.safeParse(mail.attachmentNames ?? {}).data ?? {};
  const attached = (mail.attachments ?? []).map((address) => ({
    address,
    filename: onOneLine(given[address] ?? names.get(address) ?? path.posix.basename(address)).slice(0, 200),
  }));
  const enclosed = enclosedIn(mail.enclosed).map(({ address, name }) => ({
    address,
    filename: onOneLine(name ?? path.posix.basename(address)).slice(0, 200),
  }));
  return {
    messageId: mail.messageId ?? messageIdOf(mail, mailbox),
    from: { name: onOneLine(mailbox.fromName ?? ""), address: mailbox.emailAddress ?? "" },
    to: addressesIn(mail.receivers),
    cc: addressesIn(mail.ccReceivers),
    receivers,
    subject: onOneLine(mail.subject ?? ""),
    html,
    text: plainTextOf(whole),
    files: await opened(files, mail.tenantId, [...shown, ...attached, ...enclosed]),
    date: new Date(now),
  };
}
