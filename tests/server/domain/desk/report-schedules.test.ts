// Reports by mail over a real SMTP conversation: everybody gets the figures of their own rights, once, whoever was away meanwhile.
import { readXlsx } from "hucre/xlsx";
import { describe, expect, it } from "vitest";
import type { ReportDefinition } from "#schema/report";
import { limitsOf } from "../../../../src/server/access/data-scopes.ts";
import type { Caller } from "../../../../src/server/caller/caller.ts";
import { reportSchedulesDomain } from "../../../../src/server/domain/desk/report-schedules.ts";
import { messagesDomain } from "../../../../src/server/domain/messages/index.ts";
import { createSchedules } from "../../../../src/server/jobs/schedules.ts";
import { createWorker } from "../../../../src/server/jobs/worker.ts";
import { clockOf, localTime, millisecondsOf } from "../../../../src/server/store/clock.ts";
import { objectIn, recordsIn, type Body } from "../../../support/samples.ts";
import { messages, people, tenants, uploads } from "../../../support/server.ts";
import { startDemonstration } from "../demonstration.ts";
import { mailingOf, paths } from "../messages/mailing.ts";
import { startSmtpHost } from "../messages/smtp-host.ts";

let moment = millisecondsOf("2025-03-12 12:00:00");
const demonstration = await startDemonstration({ milliseconds: () => moment });
const { server, zhangwei, userId, add, row, put } = demonstration;
const { model, database } = server;
const host = await startSmtpHost("ssl");
const { mailbox, mails } = mailingOf(demonstration, [host]);
const schedulesPath = "/blade-report/report-schedule";
const deliveriesPath = "/blade-report/report-delivery";

await mailbox(host, { isDefault: 1 });
const idOf = async (account: string): Promise<string> =>
  String(recordsIn(await zhangwei.get("/blade-user/page", { account_equal: account }))[0]?.["id"]);
const lina = await idOf("lina");
const liumin = await idOf("liumin");
const withoutMail = await idOf("wangjianguo");

/** Who may sign in, with their rights as they are now. */
const rights = new Map<string, Partial<Caller>>();
const readers = new Set(["report", "report_view", "report_export", "stock-out-doc", "channel"]);
rights.set(userId, {});
rights.set(lina, {});

const domain = reportSchedulesDomain({
  files: uploads,
  userOf: ({ userId: id, tenantId }) => {
    const given = rights.get(id);
    const caller = { ...people.nobody, userId: id, tenantId, permissions: readers, ...given };
    return Promise.resolve(given === undefined ? undefined : { caller, mayCall: () => true });
  },
});

/** A process: what checks the clock, and what does the work. */
function processOf() {
  const clock = clockOf(() => moment);
  const schedules = createSchedules({ database, clock, schedules: domain.schedules ?? {} });
  const faults: unknown[] = [];
  const worker = createWorker({
    model,
    database,
    clock,
    identifiers: server.services.identifiers,
    handlers: { ...domain.jobs, ...messagesDomain({ ...messages, mails }).jobs },
    onFault: (error) => faults.push(error),
    random: () => 0,
  });
  return {
    prepare: () => schedules.prepare(),
    poll: () => schedules.poll(),
    work: async () => {
      await worker.idle();
      if (faults.length > 0) throw new AggregateError(faults, `${String(faults[0])}`);
    },
  };
}
const [first, second] = [processOf(), processOf()];
await first.prepare();

const byStatus: ReportDefinition = { resource: "stock-out-doc", rows: [{ field: "status" }], totals: [{ of: "count" }] };
const reportId = await add("/blade-report/report/rest", { name: "出库单", definition: byStatus });

const scheduled = (more: Body = {}): Promise<string> =>
  add(schedulesPath, {
    name: "出库日报",
    reportId,
    format: "xlsx",
    language: "zh",
    frequency: "daily",
    hour: 8,
    userIds: [userId, lina].join(","),
    status: 1,
    ...more,
  });
const deliveriesOf = async (scheduleId: string) =>
  recordsIn(await zhangwei.get(`${deliveriesPath}/list`, { scheduleId_equal: scheduleId, size: "50", ascs: "id" }));
const disable = (id: string) => put("update report_schedule set status = 2, next_time = null where id = $1", [id]);

/** Everything that is due at a moment, by both processes at once. */
async function at(time: string): Promise<readonly (typeof host.taken)[number][]> {
  moment = millisecondsOf(time);
  const before = host.taken.length;
  await Promise.all([first.poll(), second.poll()]);
  await Promise.all([first.work(), second.work()]);
  return host.taken.slice(before);
}

async function figureIn(mail: (typeof host.taken)[number] | undefined): Promise<unknown> {
  const [file] = mail?.parsed.attachments ?? [];
  const { sheets } = await readXlsx(file?.content ?? Buffer.alloc(0));
  return sheets[0]?.rows.at(-1)?.at(-1);
}

describe("a scheduled report", () => {
  it("is mailed to everybody with the figures of their own rights, once, by whichever of two processes", async () => {
    const scope = { id: "1", scopeClass: "stock-out-doc", scopeColumn: "create_user", scopeType: "2", scopeValue: "", scopeField: "*" };
    const { rows: rowLimits } = limitsOf(model, [scope], { userId: lina, tenantId: tenants.one, deptIds: [], branchIds: [] });
    rights.set(lina, { rowLimits });
    await put(
      "update stock_out_doc set create_user = $1 where id in (select id from stock_out_doc where tenant_id = '100001' order by id limit 2)",
      [lina],
    );
    const id = await scheduled();
    expect(await row(schedulesPath, id)).toMatchObject({ nextTime: "2025-03-13 08:00:00" });
    expect(await at("2025-03-12 23:00:00")).toEqual([]);
    const taken = await at("2025-03-13 08:00:10");
    expect(taken.map(({ receivers }) => receivers.join()).sort()).toEqual(["lina@example.cn", "zhangwei@example.cn"]);
    const mailOf = (address: string) => taken.find(({ receivers }) => receivers[0] === address);
    const count = async (own: string) => {
      const [answer] = await database.owner.read([
        { sql: `select count(*)::int as n from stock_out_doc where tenant_id = '100001' and is_deleted = 0 ${own}`, parameters: [] },
      ]);
      return answer?.rows[0]?.["n"];
    };
    expect(await figureIn(mailOf("zhangwei@example.cn"))).toBe(await count(""));
    const own = await count(`and create_user = ${lina}`);
    expect(own).toBe(2);
    expect(await figureIn(mailOf("lina@example.cn"))).toBe(own);
    const { parsed } = mailOf("zhangwei@example.cn") ?? {};
    expect(parsed?.subject).toBe("出库日报 2025-03-13");
    expect(parsed?.text).toContain("数据按您本人的权限计算");
    expect(parsed?.attachments.map(({ filename }) => filename)).toEqual(["出库单 2025-03-13.xlsx"]);
    expect(await at("2025-03-13 08:30:00")).toEqual([]);
    expect(await row(schedulesPath, id)).toMatchObject({
      nextTime: "2025-03-14 08:00:00",
      lastTime: "2025-03-13 08:00:10",
      lastResult: "已交发 2 封邮件",
    });
    expect(await deliveriesOf(id)).toMatchObject([
      { userId, status: 1, dueTime: "2025-03-13 08:00:00", fileName: "出库单 2025-03-13.xlsx" },
      { userId: lina, status: 1 },
    ]);
    await disable(id);
    rights.set(lina, {});
  });

  it("that was due several times while no server ran is delivered once", async () => {
    const id = await scheduled({ userIds: userId, format: "csv", language: "en" });
    const taken = await at("2025-03-20 09:15:00");
    expect(taken).toHaveLength(1);
    expect(taken[0]?.parsed.attachments[0]?.filename).toBe("出库单 2025-03-20.csv");
    expect(taken[0]?.parsed.attachments[0]?.content.toString("utf8")).toMatch(/^\uFEFFStatus,Count\r\n/);
    expect(await row(schedulesPath, id)).toMatchObject({ nextTime: "2025-03-21 08:00:00" });
    expect(await deliveriesOf(id)).toHaveLength(1);
    await disable(id);
  });

  it("goes to nobody who may not open or export it any more, and its maker is told", async () => {
    const id = await scheduled({ userIds: [lina, liumin].join(",") });
    rights.set(lina, { permissions: new Set(["report", "report_view", "stock-out-doc"]) });
    rights.delete(liumin);
    const taken = await at(
      localTime(moment + 24 * 3_600_000)
        .slice(0, 10)
        .concat(" 08:00:00"),
    );
    expect(taken.map(({ receivers, parsed }) => [receivers, parsed.subject])).toEqual([
      [["zhangwei@example.cn"], "出库日报：2 位收件人未收到报表"],
    ]);
    expect(taken[0]?.parsed.text).toContain("李娜：没有导出报表的权限");
    expect(taken[0]?.parsed.text).toContain("刘敏：账号已停用或不存在");
    expect(await deliveriesOf(id)).toMatchObject([{ status: 2, mailId: -1, reason: "没有导出报表的权限" }, { status: 2 }]);
    expect((await row(schedulesPath, id))["lastResult"]).toEqual(expect.stringContaining("2 人未收到：李娜、刘敏"));
    rights.set(lina, {});
    await disable(id);
  });

  it("is refused to a receiver from whom a field of it is hidden", async () => {
    const id = await scheduled({ userIds: lina });
    rights.set(lina, { fieldLimits: new Map([["stock-out-doc", new Set(["status"])]]) });
    expect(await zhangwei.post(`${schedulesPath}/send-now/${id}`)).toMatchObject({ code: 200 });
    await first.work();
    expect(await deliveriesOf(id)).toMatchObject([{ status: 2, reason: expect.stringContaining("“状态”") }]);
    rights.set(lina, {});
    await disable(id);
  });

  it("is sent at once on request; its next time stays", async () => {
    const id = await scheduled({ userIds: userId });
    const { nextTime } = await row(schedulesPath, id);
    const before = host.taken.length;
    expect(await zhangwei.post(`${schedulesPath}/send-now/${id}`)).toMatchObject({ code: 200 });
    expect(await zhangwei.post(`${schedulesPath}/send-now/${id}`)).toMatchObject({ status: 400, data: { error: "underWay" } });
    await first.work();
    expect(host.taken).toHaveLength(before + 1);
    expect(await row(schedulesPath, id)).toMatchObject({ nextTime });
    await disable(id);
  });

  it("without a mailbox is on record as failed, with the reason", async () => {
    await put("update email set status = 2 where tenant_id = '100001'", []);
    const id = await scheduled({ userIds: userId });
    expect(await zhangwei.post(`${schedulesPath}/send-now/${id}`)).toMatchObject({ code: 200 });
    await first.work();
    expect(await deliveriesOf(id)).toMatchObject([{ status: 3, reason: "没有可用的发件邮箱，请先设置默认邮箱" }]);
    await put("update email set status = 1 where tenant_id = '100001'", []);
    await disable(id);
  });
});

describe("the file in a mail", () => {
  it("is for its receiver alone: who reads the outbox finds none, and nobody redirects the mail", async () => {
    host.answers.set("zhangwei@example.cn", [550, "no such user"]);
    const id = await scheduled({ userIds: userId });
    await zhangwei.post(`${schedulesPath}/send-now/${id}`);
    await first.work();
    const [delivery = {}] = await deliveriesOf(id);
    const mailId = String(delivery["mailId"]);
    const mail = await row(paths.mails, mailId);
    expect(mail).toMatchObject({ status: 3, receivers: "zhangwei@example.cn" });
    expect(JSON.stringify(mail)).not.toContain("/upload/");
    const redirected = await zhangwei.post(`${paths.mails}/submit`, { ...mail, receivers: "thief@elsewhere.example.cn" });
    expect(redirected).toMatchObject({ status: 400, data: { error: "enclosedMail" } });
    // It still goes out when it is sent again, and is removed then.
    const [stored] = await database.owner.read([{ sql: "select enclosed from email_record where id = $1", parameters: [mailId] }]);
    const [file] = JSON.parse(String(stored?.rows[0]?.["enclosed"])) as readonly { readonly address: string }[]; // as enclosed.ts writes it
    expect((await uploads.openFile(file?.address ?? ""))?.isPrivate).toBe(true);
    host.answers.clear();
    expect(await zhangwei.post(`${paths.mails}/send-mail/${mailId}`)).toMatchObject({ code: 200 });
    await first.work();
    expect(host.taken.at(-1)?.parsed.attachments).toHaveLength(1);
    expect(await uploads.openFile(file?.address ?? "")).toBeUndefined();
    await disable(id);
  });
});

describe("a schedule is refused", () => {
  it("with a recipient who has no mail address, by name", async () => {
    const body = { name: "x", reportId, format: "csv", language: "zh", frequency: "daily", hour: 8, status: 1 };
    const answer = await zhangwei.post(`${schedulesPath}/submit`, { ...body, userIds: withoutMail });
    expect(answer).toMatchObject({ status: 400, data: { issues: [{ path: ["userIds"] }] } });
    expect(answer.msg).toContain("王建国");
  });

  it.each([
    [{ hour: 24 }, "hour"],
    [{ frequency: "hourly" }, "frequency"],
    [{ frequency: "monthly", monthDay: 32 }, "monthDay"],
    [{ userIds: "" }, "userIds"],
  ])("with %o", async (wrong, field) => {
    const body = { name: "x", reportId, format: "csv", language: "zh", frequency: "daily", hour: 8, status: 1, userIds: userId };
    const answer = await zhangwei.post(`${schedulesPath}/submit`, { ...body, ...wrong });
    expect(answer).toMatchObject({ status: 400, data: { issues: [{ path: [field] }] } });
  });

  it("over a report that its maker may not open", async () => {
    const role = recordsIn(await zhangwei.get("/blade-user/page", { account_equal: "lina" }))[0]?.["roleId"];
    const hidden = await add("/blade-report/report/rest", { name: "仅仓库", definition: byStatus, roleIds: String(role) });
    const stranger = server.as("nobody", {
      userId: liumin,
      permissions: new Set(["report-schedule", "reportschedule_add", "report", "report_view", "user"]),
    });
    const body = { name: "x", reportId: hidden, format: "csv", language: "zh", frequency: "daily", hour: 8, status: 1, userIds: userId };
    const answer = await stranger.post(`${schedulesPath}/submit`, body);
    expect(answer).toMatchObject({ status: 400 });
    expect(objectIn({ ...answer, data: answer.data })["issues"]).toMatchObject([{ path: ["reportId"] }]);
  });
});
