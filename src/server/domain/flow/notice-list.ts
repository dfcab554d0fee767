// The notices of the caller, of processes and of records: their list in the caller's language, how many are unread, and the calls that mark
// them as read.
import { sql } from "kysely";
import type { Language, Text } from "#schema/text";
import { inLanguage } from "#schema/text";
import { isRecord, stringOrEmpty } from "#schema/json";
import { openedForComments } from "#schema/comments";
import { choicesOf } from "#schema/kinds";
import type { ResourceModel } from "#schema/model";
import type { CommitContext, Domain, Effect, ReadHandler, RequestContext } from "../../contract.ts";
import { anyOf, db, run } from "../../rows/query.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { bySet, tables, updateWithoutVersion } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import type { HomeFigure } from "../desk/home-figures.ts";
import type { NoticeKind } from "./notices.ts";
import { routeFor } from "./routes.ts";
import { taskProgress } from "./states.ts";
import { listed } from "./work-lists.ts";

/** A number beyond what the header shows. */
const maxCounted = 100;
/** Whoever is nobody is told nothing. */
const self = ({ caller }: CommitContext): string => (caller.userId === "" ? "0" : caller.userId);

/** `{of}`: what the process is about, or the record; `{step}`, `{from}`, `{due}`. */
const sentences: Readonly<Record<NoticeKind, Text>> = {
  assigned: ["“{of}”等待您办理：{step}", "“{of}” waits for you: {step}"],
  claimable: ["“{of}”可由您签收：{step}", "“{of}” may be claimed by you: {step}"],
  consulted: ["{from}就“{of}”征询您的意见", "{from} asks for your opinion on “{of}”"],
  delegated: ["{from}委托您办理“{of}”：{step}", "{from} delegated “{of}” to you: {step}"],
  transferred: ["{from}将“{of}”转办给您：{step}", "{from} transferred “{of}” to you: {step}"],
  returned: ["{from}已办理您委托的“{of}”，请您决定", "{from} has answered “{of}”, which you delegated: please decide"],
  opinion: ["{from}已就“{of}”答复意见", "{from} has given an opinion on “{of}”"],
  reminded: ["{from}催办“{of}”：{step}", "{from} reminds you of “{of}”: {step}"],
  sentBack: ["{from}退回了“{of}”，请重新办理：{step}", "{from} sent “{of}” back to you: {step}"],
  overdue: ["“{of}”已逾期（截止 {due}）：{step}", "“{of}” is overdue (due {due}): {step}"],
  told: ["“{of}”：{step}", "“{of}”: {step}"],
  approved: ["您的申请“{of}”已通过", "Your request “{of}” was approved"],
  rejected: ["您的申请“{of}”未通过", "Your request “{of}” was refused"],
  ended: ["您的申请“{of}”已被终止", "Your request “{of}” was ended"],
  failed: ["您的申请“{of}”因流程出错而结束", "Your request “{of}” ended because its process failed"],
  mentioned: ["{from}在“{of}”的评论中提到了您", "{from} mentioned you in a comment on “{of}”"],
  commented: ["{from}评论了“{of}”", "{from} commented on “{of}”"],
  stateChanged: ["{from}将“{of}”变更为“{step}”", "{from} moved “{of}” to “{step}”"],
};

const isKind = (text: unknown): text is NoticeKind => typeof text === "string" && text in sentences;

/** The record of a notice, and its resource; undefined of processes. */
function recordOfNotice({ model }: RequestContext, row: Readonly<Record<string, unknown>>): ResourceModel | undefined {
  return stringOrEmpty(row["subjectId"]) === "" ? undefined : model.resource.get(stringOrEmpty(row["subjectResource"]));
}

/** The name of a state as it is stored. */
function stateName({ stateField }: ResourceModel, value: string, language: Language): string {
  const option = stateField === undefined ? undefined : choicesOf(stateField)?.find(([one]) => String(one) === value);
  return option === undefined ? value : inLanguage([option[1], option[2]], language);
}

function sentenceOf(row: Readonly<Record<string, unknown>>, { language, ...context }: RequestContext): string {
  const { kind } = row;
  const sentence = isKind(kind) ? sentences[kind] : undefined;
  if (sentence === undefined) return "";
  const record = recordOfNotice({ ...context, language }, row);
  const [title, step] = [stringOrEmpty(row["title"]), stringOrEmpty(row["taskName"])];
  const from = stringOrEmpty(row["fromName"]);
  const system: Text = ["系统", "The system"];
  const parts: Readonly<Record<string, string>> = {
    of: record === undefined ? title || stringOrEmpty(row["processDefinitionName"]) : `${inLanguage(record.label, language)} ${title}`,
    step: record === undefined ? step : stateName(record, step, language),
    from: from === "" ? inLanguage(system, language) : from,
    due: stringOrEmpty(row["dueTime"]),
  };
  return inLanguage(sentence, language).replace(/\{(\w+)\}/gu, (_whole, name: string) => parts[name] ?? "");
}

/** What a record is opened for, where a comment is why. */
const forComments = `?${new URLSearchParams({ act: openedForComments })}`;

/**
 * Where the person goes on: the page that handles the task, as long as it waits for them, or the one that shows the process; or the address of
 * the record.
 */
function pathOf(context: RequestContext, row: Readonly<Record<string, unknown>>): string {
  const record = recordOfNotice(context, row);
  // The address that every record has, whatever menus lead to its list.
  if (record !== undefined)
    return `/${record.area}/${record.name}/${encodeURIComponent(stringOrEmpty(row["subjectId"]))}${row["kind"] === "stateChanged" ? "" : forComments}`;
  const action = row["isMine"] === "1" ? "handle" : "detail";
  const path = context.model.resource.get("work-notice")?.data.actions?.[action]?.path ?? "";
  return path.replace(/\{(\w+)\}/gu, (_whole, name: string) => encodeURIComponent(stringOrEmpty(row[name])));
}

/** Notices with what they are about as it stands now. */
const localizedNotices = (context: RequestContext) => {
  const { unscoped } = tables(context);
  return db
    .selectFrom(unscoped("flow-notice", "n"))
    .leftJoin(unscoped("flow-instance", "i"), "i.processInstanceId", "n.processInstanceId")
    .leftJoin(unscoped("flow-task", "t"), "t.taskId", "n.taskId")
    .where("n.recipient", "=", self(context))
    .where(({ or, eb }) => or([eb("i.processInstanceId", "is not", null), eb("n.subjectId", "is not", null)]))
    .select(({ ref, fn }) => [
      "n.id",
      sql<string>`${ref("n.id")}::text`.as("noticeId"),
      "n.kind",
      "n.taskId",
      "n.taskName",
      "n.fromName",
      "n.comment",
      "n.dueTime",
      "n.isRead",
      "n.createTime as noticeTime",
      sql<string | null>`null::text`.as("sentence"),
      sql<string | null>`null::text`.as("path"),
      "n.subjectResource",
      "n.subjectId",
      "n.subjectTitle",
      fn.coalesce("n.subjectTitle", "i.title").as("title"),
      "i.processDefinitionName",
      "n.processInstanceId",
      "i.businessId",
      routeFor(tables(context), ref("i.category")).as("route"),
      sql<string>`case when ${ref("t.progress")} = ${taskProgress.waiting} and ${ref("t.assignee")} = ${self(context)} then '1' else '0' end`.as(
        "isMine",
      ),
    ]);
};

const page = listed({ name: "work-notice", rows: localizedNotices, order: "t.notice_time desc, t.id desc" });

const noticeList: ReadHandler = async (context, parameters, body) => {
  const found = await page(context, parameters, body);
  if (!isRecord(found) || !Array.isArray(found["records"])) return found;
  const records = found["records"]
    .filter(isRecord)
    .map((row) => ({ ...row, sentence: sentenceOf(row, context), path: pathOf(context, row) }));
  return { ...found, records };
};

async function markRead(context: CommitContext, tx: Transaction, ids?: readonly string[]): Promise<void> {
  let change = updateWithoutVersion(tables(context).unscoped("flow-notice", "n"), bySet)
    .set({ isRead: "1" })
    .where("n.recipient", "=", self(context))
    .where("n.isRead", "=", "0");
  if (ids !== undefined) change = change.where("n.id", "=", anyOf(ids));
  await run(tx, change);
}

/** Those of others stay as they are. */
const readSome: Effect<"work-notice.read"> = {
  commit: async (tx, context, { ids }) => {
    await markRead(context, tx, ids);
    return null;
  },
};

const readAll: Effect<"work-notice.readAll"> = {
  commit: async (tx, context) => {
    await markRead(context, tx);
    return null;
  },
};

const unread = prepared("home_unread", (given: Given<{ readonly userId: string }>, { unscoped }) =>
  db
    .selectFrom(
      db
        .selectFrom(unscoped("flow-notice", "n"))
        .where("n.recipient", "=", given("userId"))
        .where("n.isRead", "=", "0")
        .limit(maxCounted)
        .select("n.id")
        .as("u"),
    )
    .select(sql<number>`count(*)::int`.as("num")),
);

/** Everybody has notices of their own. */
export const noticeFigure: HomeFigure = {
  resource: "work-notice",
  name: "messages",
  newsOf: [],
  isOwn: true,
  query: (context) => unread(context, { userId: self(context) }),
  answer: ([row]) => ({ num: Number(row?.["num"] ?? 0) }),
};

export const noticesDomain: Domain = {
  reads: { "work-notice.notice-list": noticeList },
  actions: { "work-notice.read": readSome, "work-notice.readAll": readAll },
  hooks: {},
};
