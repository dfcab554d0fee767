// Takes a report to its receivers: for each a file with the figures of their own rights, enclosed in a mail that nobody else opens.
import { z } from "zod";
import type { Text } from "#schema/text";
import { admits, ruleOfRead } from "../../caller/rule.ts";
import type { CommitContext, RequestContext } from "../../contract.ts";
import { permissionOfExport } from "../../crud/guards/permissions.ts";
import { changeRow, lockRows, readRow, resourceNamed } from "../../crud/write/server-rows.ts";
import type { UserWithRights } from "../../auth/callers.ts";
import { csvOf } from "../../export/csv.ts";
import { isExportFormat, type ExportFormat } from "../../export/sheet.ts";
import { xlsxOf } from "../../export/xlsx.ts";
import { ApiError, closedPath, forbidden } from "../../http/errors.ts";
import type { EndedJob, JobHandler, JobRun } from "../../jobs/job-handler.ts";
import { db, read, rows } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { queueMail } from "../messages/mail/queue-mail.ts";
import type { UploadedFiles } from "../resource/uploaded-files.ts";
import { reportFile } from "./report-file.ts";
import { reportTitleOf, requestedReport } from "./reports.ts";

export const deliveryQueue = "report.deliver";
export const deliveryStates = { waiting: 0, mailed: 1, refused: 2, failed: 3 } as const;

/** Users with the rights that they have now; undefined for those who may not sign in. */
export type UserOf = (user: { readonly tenantId: string; readonly userId: string }) => Promise<UserWithRights | undefined>;

export interface DeliveryServices {
  readonly files: UploadedFiles;
  /** Nobody where it is not given. */
  readonly userOf: UserOf | undefined;
}

type Schedule = StoredRow<"report-schedule">;
type Delivery = Pick<StoredRow<"report-delivery">, "id" | "userId">;

const deliveryPayload = z.object({ scheduleId: z.string(), dueTime: z.string() });
type Due = z.infer<typeof deliveryPayload>;

/** A file that is ready, or why there is none. */
type Outcome =
  | { readonly address: string; readonly fileName: string; readonly reportName: string; readonly to: string }
  | { readonly status: typeof deliveryStates.refused | typeof deliveryStates.failed; readonly reason: Text };

const refused = (zh: string, en: string): Outcome => ({ status: deliveryStates.refused, reason: [zh, en] });

/** What the reader is refused; everything else below 500 is a report that cannot be had by anybody. */
const refusals: ReadonlySet<string> = new Set(["forbidden", "closedPath", "rowNotFound", "invalid"]);

function outcomeOf({ code, status, text, details: { issues = [] } }: ApiError): Outcome {
  const messages = issues.flatMap(({ message }) => message ?? []);
  const sentence = (language: 0 | 1): string =>
    [text[language], ...messages.filter((_one, index) => index % 2 === language)].join(language === 0 ? "：" : ": ");
  const isRefused = status === 403 || refusals.has(code);
  return { status: isRefused ? deliveryStates.refused : deliveryStates.failed, reason: [sentence(0), sentence(1)] };
}

/** Everything that opening the report, and taking it away, asks of a caller. */
function requireReader({ context, mayCall }: { readonly context: RequestContext; readonly mayCall: UserWithRights["mayCall"] }): void {
  const report = resourceNamed(context, "report");
  const run = report.reads.find(({ name }) => name === "run");
  if (run === undefined) throw new Error("reports cannot be run");
  if (!admits(ruleOfRead(report, run), context.caller))
    throw forbidden(undefined, ["没有查看报表的权限", "There is no right to open reports"]);
  if (!admits(permissionOfExport(report), context.caller))
    throw forbidden(undefined, ["没有导出报表的权限", "There is no right to export reports"]);
  if (!mayCall(`${run.path}/export`)) throw closedPath();
}

const languageOf = ({ language }: Schedule): "zh" | "en" => (language === "en" ? "en" : "zh");

/** The report as its receiver sees it, stored as a file. */
async function fileFor(job: JobRun, { files, userOf }: DeliveryServices, schedule: Schedule, { userId }: Delivery): Promise<Outcome> {
  const { context, database, tenantId } = job;
  const receiver = userId === null ? undefined : await userOf?.({ tenantId, userId });
  if (receiver === undefined) return refused("账号已停用或不存在", "The account is disabled or gone");
  const users = db.selectFrom(tables(context).unscoped("user", "u")).where("u.id", "=", receiver.caller.userId).select("u.email");
  const [[user]] = await read({ database, scope: context.scope }, [users]);
  const to = user?.email ?? "";
  if (to === "") return refused("该用户没有电子邮箱", "This user has no mail address");
  const requested: RequestContext = {
    ...context,
    caller: receiver.caller,
    scope: { tenantId, userId: receiver.caller.userId },
    language: languageOf(schedule),
    database,
  };
  try {
    requireReader({ context: requested, mayCall: receiver.mayCall });
    const { definition, ...names } = await requestedReport(requested, { id: schedule.reportId ?? "" });
    const reportName = reportTitleOf(names, requested.language);
    const table = reportFile(requested, { name: reportName, definition, isPivot: true });
    const { columns, rows: lines } = await table.read();
    const format: ExportFormat = schedule.format !== null && isExportFormat(schedule.format) ? schedule.format : "xlsx";
    const fileName = `${reportName} ${context.now().slice(0, 10)}.${format}`;
    const written: Buffer[] = [];
    const chunks = format === "csv" ? csvOf(columns, lines) : xlsxOf({ name: reportName, columns }, lines);
    for await (const chunk of chunks) written.push(Buffer.from(chunk));
    return { address: await files.keep(tenantId, `report.${format}`, written), fileName, reportName, to };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return outcomeOf(error);
  }
}

const bodies = {
  zh: (report: string, file: string, now: string) =>
    `附件“${file}”是报表“${report}”，数据按您本人的权限计算，截至 ${now}。\n此邮件由系统定时发送。`,
  en: (report: string, file: string, now: string) =>
    `The report “${report}” is attached as “${file}”: the figures of your own rights, as of ${now}.\nThis mail was sent on a schedule.`,
} as const;

const titleOf = ({ id, name }: Schedule) => ({ resource: "report-schedule", id, title: name ?? "" });

/** Puts what came of a receiver on record, with the mail in the outbox. */
async function handOver(
  job: JobRun,
  tx: Transaction,
  { id, schedule, outcome }: { readonly id: string; readonly schedule: Schedule; readonly outcome: Outcome },
): Promise<boolean> {
  const { context } = job;
  const [delivery] = await lockRows(context, tx, "report-delivery", [id]);
  // Somebody else was faster.
  if (delivery === undefined || delivery.status !== deliveryStates.waiting) return false;
  const endTime = context.now();
  if ("status" in outcome) {
    await changeRow(context, tx, "report-delivery", { id, values: { status: outcome.status, reason: [...outcome.reason], endTime } });
    return true;
  }
  const { to, fileName, address, reportName } = outcome;
  const mailId = await queueMail(context, tx, {
    to,
    subject: `${schedule.name ?? reportName} ${endTime.slice(0, 10)}`,
    text: bodies[languageOf(schedule)](reportName, fileName, endTime),
    enclosed: [{ address, name: fileName }],
    about: titleOf(schedule),
  });
  await changeRow(context, tx, "report-delivery", { id, values: { status: deliveryStates.mailed, fileName, mailId, endTime } });
  return true;
}

/** As it was written. */
const reasonSchema = z.tuple([z.string(), z.string()]);

/** The deliveries of one time. */
const deliveriesOf = (context: CommitContext, { scheduleId, dueTime }: Due) =>
  db
    .selectFrom(tables(context).unscoped("report-delivery", "d"))
    .where("d.scheduleId", "=", scheduleId)
    .where("d.dueTime", "=", dueTime)
    .orderBy("d.id");

/** What came of all of them: on the schedule, and in a mail to who made it where somebody got nothing. */
async function conclude(context: CommitContext, tx: Transaction, due: Due): Promise<void> {
  const [schedule] = await lockRows(context, tx, "report-schedule", [due.scheduleId]);
  if (schedule === undefined) return;
  const all = await rows(
    tx,
    deliveriesOf(context, due)
      .leftJoin(tables(context).withRemoved("user", "u"), "u.id", "d.userId")
      .select(["d.status", "d.reason", "u.realName"]),
  );
  const without = all.filter(({ status }) => status === deliveryStates.refused || status === deliveryStates.failed);
  const sent = all.filter(({ status }) => status === deliveryStates.mailed).length;
  const names = without.slice(0, 5).map(({ realName }) => realName ?? "?");
  const lastResult: Text =
    without.length === 0
      ? [`已交发 ${sent} 封邮件`, `${sent} handed to mail`]
      : [
          `已交发 ${sent} 封邮件；${without.length} 人未收到：${names.join("、")}${without.length > names.length ? "等" : ""}`,
          `${sent} handed to mail; ${without.length} got nothing: ${names.join(", ")}${without.length > names.length ? " …" : ""}`,
        ];
  await changeRow(context, tx, "report-schedule", { id: schedule.id, values: { lastTime: context.now(), lastResult: [...lastResult] } });
  if (without.length === 0 || schedule.createUser === null) return;
  const owners = await rows(
    tx,
    db.selectFrom(tables(context).unscoped("user", "u")).where("u.id", "=", schedule.createUser).select("u.email"),
  );
  const to = owners[0]?.email ?? "";
  if (to === "") return;
  const isEnglish = languageOf(schedule) === "en";
  const lines = without.map(
    ({ realName, reason }) =>
      `${realName ?? "?"}${isEnglish ? ": " : "："}${reasonSchema.safeParse(reason).data?.[isEnglish ? 1 : 0] ?? ""}`,
  );
  const subject = isEnglish
    ? `${schedule.name ?? ""}: ${without.length} recipients got nothing`
    : `${schedule.name ?? ""}：${without.length} 位收件人未收到报表`;
  try {
    await queueMail(context, tx, { to, subject, text: lines.join("\n"), about: titleOf(schedule) });
  } catch (error) {
    // Without a mailbox the screen is all there is to tell it.
    if (!(error instanceof ApiError)) throw error;
  }
}

/** The job is over: who still waited gets nothing. */
async function ended(tx: Transaction, { context, payload, reason }: EndedJob): Promise<void> {
  const due = deliveryPayload.parse(payload);
  const waiting = await rows(tx, deliveriesOf(context, due).where("d.status", "=", deliveryStates.waiting).select("d.id"));
  for (const { id } of await lockRows(
    context,
    tx,
    "report-delivery",
    waiting.map((one) => one.id),
  ))
    await changeRow(context, tx, "report-delivery", {
      id,
      values: { status: deliveryStates.failed, reason: [...reason], endTime: context.now() },
    });
  await conclude(context, tx, due);
}

export const deliver = (services: DeliveryServices): JobHandler => ({
  concurrency: 1,
  async run(job) {
    if (job.checkpoint !== undefined) return;
    const { context, database } = job;
    const due = deliveryPayload.parse(job.payload);
    const waiting = deliveriesOf(context, due).where("d.status", "=", deliveryStates.waiting).select(["d.id", "d.userId"]);
    const [found] = await read({ database, scope: context.scope }, [waiting]);
    const schedule = await job.step((tx) => readRow(context, tx, "report-schedule", due.scheduleId), {});
    if (schedule === undefined) return;
    for (const [index, delivery] of found.entries()) {
      const outcome = await fileFor(job, services, schedule, delivery);
      const progress = {
        done: index + 1,
        total: found.length,
        note: ["按收件人的权限生成报表", "Making the report for its receivers"] as const,
      };
      try {
        const isOurs = await job.step((tx) => handOver(job, tx, { id: delivery.id, schedule, outcome }), { progress });
        if (!isOurs && "address" in outcome) await services.files.discard(outcome.address);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500) throw error;
        if ("address" in outcome) await services.files.discard(outcome.address);
        const failed = { status: deliveryStates.failed, reason: error.text };
        await job.step((tx) => handOver(job, tx, { id: delivery.id, schedule, outcome: failed }), { progress });
      }
    }
    await job.step((tx) => conclude(context, tx, due), { checkpoint: "told" });
  },
  ended,
});
