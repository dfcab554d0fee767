// Texts that the server sends: put into the outbox in the transaction of what they tell of, and sent by a job.
import type { CommitContext } from "../../../contract.ts";
import { writeJobs } from "../../../crud/write/jobs.ts";
import { addRow } from "../../../crud/write/server-rows.ts";
import { mobilePattern } from "../../../../fields/contact-patterns.ts";
import { businessError } from "../../../http/errors.ts";
import type { NewJob } from "../../../jobs/new-job.ts";
import { db, first, lockName } from "../../../rows/query.ts";
import type { StoredRow } from "../../../rows/stored.ts";
import { tables } from "../../../rows/tables.ts";
import type { Transaction } from "../../../store/database.ts";
import { aboutColumns, type About } from "../about.ts";
import { readParams } from "./params.ts";
import { paramNamesOf, smsStatus } from "./settings.ts";
import { textStates } from "./text-states.ts";

/** A text to be sent. */
export interface QueuedText {
  /** A mobile number of mainland China. */
  readonly phone: string;
  /** Variables of the template of the configuration. */
  readonly params?: Readonly<Record<string, string | number>>;
  /** The number of the configuration (`smsCode`). Default: the one that the tenant has enabled. */
  readonly smsCode?: string;
  /** Its contents are secret, such as a one-time code: no list shows them, and they are erased once it was sent. */
  readonly isRedacted?: boolean;
  /** Local time "yyyy-MM-dd HH:mm:ss" after which it is not sent any more. */
  readonly validUntil?: string;
  /** The row that it is about. */
  readonly about?: About;
}

const mobile = new RegExp(mobilePattern, "u");
/** What stands for the contents of a redacted text. */
const redacted = "***";

export const textJob = ({ id, phone }: { readonly id: string; readonly phone: string | null }, attempt: number, again = ""): NewJob => ({
  queue: "text.send",
  key: `${id}:${attempt}:${again}`,
  payload: { id, attempt },
  subject: { resource: "sms-record", id, title: maskedPhone(phone ?? "") },
});

/** As lists of jobs show it, whoever reads them. */
const maskedPhone = (phone: string): string => phone.replace(/^(\d{3})\d+(\d{4})$/, "$1****$2");

const configurations = (context: CommitContext) => db.selectFrom(tables(context).unscoped("sms", "s")).orderBy("s.id").limit(1);

/** The configuration that texts of the tenant are sent by; undefined where it has enabled none. */
export const enabledConfiguration = (context: CommitContext, tx: Transaction): Promise<StoredRow<"sms"> | undefined> =>
  first(tx, configurations(context).where("s.status", "=", smsStatus.enabled).selectAll());

async function configurationFor(context: CommitContext, tx: Transaction, smsCode: string | undefined): Promise<StoredRow<"sms">> {
  const found =
    smsCode === undefined
      ? await enabledConfiguration(context, tx)
      : await first(tx, configurations(context).where("s.smsCode", "=", smsCode).selectAll());
  if (found === undefined)
    throw businessError("smsNotEnabled", ["没有启用的短信配置，短信未发送", "No SMS configuration is enabled; the text was not sent"]);
  return found;
}

/** Refuses a text beyond the limit of its number and day. */
async function requireRoom(context: CommitContext, tx: Transaction, phone: string, max: number): Promise<void> {
  if (max === 0) return;
  // Two at the same instant count each other.
  await lockName(tx, `texts to ${phone} in ${context.scope.tenantId}`);
  const texts = db
    .selectFrom(tables(context).unscoped("sms-record", "r"))
    .where("r.phone", "=", phone)
    .where("r.createTime", ">=", `${context.now().slice(0, 10)} 00:00:00`)
    .where("r.status", "<>", textStates.failed);
  const sent = await first(
    tx,
    texts.select(({ fn }) => fn.countAll<string>().as("count")),
  );
  if (Number(sent?.count ?? 0) < max) return;
  throw businessError(
    "phoneLimit",
    [`号码 ${maskedPhone(phone)} 今日已达 ${max} 条上限`, `The number ${maskedPhone(phone)} has already received its ${max} texts today`],
    { data: { most: max } },
  );
}

/**
 * Puts a text into the outbox and has a job send it once the transaction is committed; answers its id. Refused where the number or the
 * variables are wrong, where the number has had its texts of the day, and where no configuration is enabled.
 */
export async function queueText(context: CommitContext, tx: Transaction, text: QueuedText): Promise<string> {
  const { phone, isRedacted = false, validUntil } = text;
  if (!mobile.test(phone))
    throw businessError("phoneNumber", [`“${phone.slice(0, 20)}”不是有效的手机号码`, `“${phone.slice(0, 20)}” is not a mobile number`]);
  const configuration = await configurationFor(context, tx, text.smsCode);
  const read = readParams(text.params, paramNamesOf(configuration));
  if ("problem" in read) throw businessError("textParams", read.problem);
  await requireRoom(context, tx, phone, configuration.phoneLimit ?? 0);
  const shown = isRedacted ? Object.fromEntries(Object.keys(read.params).map((name) => [name, redacted])) : read.params;
  const { id } = await addRow(context, tx, "sms-record", {
    smsId: configuration.id,
    phone,
    signName: configuration.signName,
    templateId: configuration.templateId,
    params: shown,
    isRedacted: isRedacted ? 1 : 0,
    content: JSON.stringify(Object.entries(read.params)),
    ...aboutColumns(text.about),
    validUntil: validUntil ?? null,
    status: textStates.queued,
    createTime: context.now(),
  });
  await writeJobs(tx, context, [textJob({ id, phone }, 1)]);
  return id;
}
