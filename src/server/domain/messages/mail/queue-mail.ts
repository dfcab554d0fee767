// Mails that the server writes: put into the outbox in the transaction of what they tell of, and sent by a job.
import { cleanHtml } from "../../../../fields/clean-html.ts";
import type { CommitContext } from "../../../contract.ts";
import { writeJobs } from "../../../crud/write/jobs.ts";
import { addRow, readRow } from "../../../crud/write/server-rows.ts";
import { businessError } from "../../../http/errors.ts";
import { db, first } from "../../../rows/query.ts";
import { tables } from "../../../rows/tables.ts";
import type { Transaction } from "../../../store/database.ts";
import { aboutColumns, type About } from "../about.ts";
import { enclosedText } from "./enclosed.ts";
import { addressesIn, maxReceivers, problemOfAddresses } from "./addresses.ts";
import { mailJob } from "./mail-jobs.ts";
import { mailStates } from "./mail-states.ts";
import { escapedHtml, onOneLine } from "./mail-text.ts";

interface MailAttachment {
  /** Address of a stored upload of the tenant, such as `UploadedFiles.keep` answers. */
  readonly address: string;
  /** The name that receivers see. Default: that of the attachment's row, or its own. */
  readonly name?: string;
}

/** A mail to be sent. */
interface QueuedMail {
  /** Addresses; a text may hold several, separated by commas. */
  readonly to: string | readonly string[];
  readonly cc?: string | readonly string[];
  readonly subject: string;
  /** Formatted text; cleaned like every other. */
  readonly html?: string;
  /** Plain text, where there is no formatted one. */
  readonly text?: string;
  readonly attachments?: readonly MailAttachment[];
  /**
   * Files for the receivers alone: whoever reads the outbox does not get them, nobody changes or redirects such a mail, and they are removed
   * once it is sent.
   */
  readonly enclosed?: readonly MailAttachment[];
  /** Default: the default mailbox of the tenant. */
  readonly mailboxId?: string;
  /** Where it was made from a template. */
  readonly templateId?: string;
  /** The row that it is about. */
  readonly about?: About;
}

const enabled = 1;
const maxSubjectLength = 200;

/** The mailbox that mails of the tenant go out from where nobody chooses one; undefined where it has none. */
export async function defaultMailbox(context: CommitContext, tx: Transaction): Promise<string | undefined> {
  const mailboxes = db.selectFrom(tables(context).unscoped("email", "e")).where("e.isDefault", "=", 1).where("e.status", "=", enabled);
  return (await first(tx, mailboxes.orderBy("e.id").limit(1).select("e.id")))?.id;
}

const noMailbox = () =>
  businessError("noMailbox", ["没有可用的发件邮箱，请先设置默认邮箱", "There is no mailbox to send from; set up a default mailbox first"]);

/** Refuses a mailbox that no mail can be sent from. */
export async function requireMailbox(context: CommitContext, tx: Transaction, id: string | null | undefined): Promise<string> {
  const mailbox = await readRow(context, tx, "email", id ?? null);
  if (mailbox === undefined) throw noMailbox();
  if (mailbox.status !== enabled) {
    const name = mailbox.name ?? "";
    throw businessError("mailboxDisabled", [`发件邮箱“${name}”已停用`, `The mailbox “${name}” is disabled`], {
      data: { emailId: mailbox.id },
      target: { resource: "email", id: mailbox.id, title: name },
    });
  }
  return mailbox.id;
}

const listOf = (given: string | readonly string[] | undefined): readonly string[] =>
  addressesIn(typeof given === "string" ? given : (given ?? []).join(","));

const bodyOf = ({ html, text = "" }: QueuedMail): string =>
  cleanHtml(
    html ??
      text
        .split("\n")
        .map((line) => `<p>${escapedHtml(line)}</p>`)
        .join(""),
  );

/**
 * Puts a mail into the outbox and has a job send it once the transaction is committed; answers its id. Refused where an address is wrong, or
 * there is no mailbox to send from.
 */
export async function queueMail(context: CommitContext, tx: Transaction, mail: QueuedMail): Promise<string> {
  const [to, cc] = [listOf(mail.to), listOf(mail.cc)];
  const problem = problemOfAddresses([...to, ...cc], maxReceivers);
  if (problem !== undefined) throw businessError("mailAddress", problem);
  if (to.length === 0) throw businessError("mailAddress", ["邮件没有收件人", "The mail has no receiver"]);
  const emailId = await requireMailbox(context, tx, mail.mailboxId ?? (await defaultMailbox(context, tx)));
  const subject = onOneLine(mail.subject).slice(0, maxSubjectLength);
  const attachments = mail.attachments ?? [];
  const names = Object.fromEntries(attachments.flatMap(({ address, name }) => (name === undefined ? [] : [[address, name]])));
  const { id } = await addRow(context, tx, "email-record", {
    emailId,
    receivers: to.join(","),
    ccReceivers: cc.length === 0 ? null : cc.join(","),
    subject,
    content: bodyOf(mail),
    attachments: attachments.length === 0 ? null : attachments.map(({ address }) => address),
    attachmentNames: attachments.length === 0 ? null : names,
    enclosed: mail.enclosed === undefined || mail.enclosed.length === 0 ? null : enclosedText(mail.enclosed),
    templateId: mail.templateId ?? null,
    ...aboutColumns(mail.about),
    status: mailStates.sending,
    createTime: context.now(),
  });
  await writeJobs(tx, context, [mailJob({ id, subject }, 1)]);
  return id;
}
