// Views of lists (docs/wire.md §4.6): everybody has their own; sharing them, and what is done with shared ones, takes a key.
import { sql } from "kysely";
import { isRecord } from "#schema/json";
import { fieldsOfConditions, readConditions } from "#schema/list-conditions";
import {
  conditionsAddress,
  fieldsOfQuery,
  maxContentLength,
  listViews,
  type AnsweredView,
  type AudienceOfView,
  type VisibleViews,
} from "#schema/list-view";
import type { ResourceModel } from "#schema/model";
import type { RowAccess } from "../../caller/row-access.ts";
import type { Caller } from "../../caller/caller.ts";
import { mayDo, mayRead } from "../../caller/rule.ts";
import type { CommitContext, Domain, Effect, ReadHandler, RequestContext } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { fieldAt, isReportable } from "../../crud/report/fields.ts";
import { conditionFields } from "../../crud/report/offered.ts";
import { isMasked, isReadable, readableFieldsOf } from "../../crud/sql/readable-fields.ts";
import { addRow, changeRow, changeRows, removeOwnedRows, resourceNamed } from "../../crud/write/server-rows.ts";
import { ApiError, businessError, forbidden, rowNotFound } from "../../http/errors.ts";
import { db, lockName, read, rows as rowsOf } from "../../rows/query.ts";
import { rowCondition } from "../../rows/row-conditions.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

type ViewRow = StoredRow<"list-view">;

const shareKey = "list_view_share";

/** Views of one person, on all lists. */
const maxOwn = 100;
/** Shared views of a tenant. */
const maxShared = 300;

/** Whether the caller manages shared views. */
const mayShare = (context: CommitContext): boolean => mayDo(context.caller, resourceNamed(context, "list-view"), shareKey);

const sharedWithAll: AudienceOfView = "everyone";
const sharedWithRoles: AudienceOfView = "roles";
const ownAlone: AudienceOfView = "private";

/** One's own, those for all, and those for a role that one has; whoever manages shared ones sees all of these. Private ones are their author's alone. */
const access: RowAccess = {
  filter: (caller, rows) => {
    const seesAll = caller.isAdministrator || caller.permissions.has(shareKey);
    return rowCondition(
      "list-view",
      rows,
      (ref) =>
        sql<boolean>`(${ref("createUser")} = nullif(${caller.userId}::text, '')::bigint or ${ref("audience")} = ${sharedWithAll}::text or (${ref("audience")} = ${sharedWithRoles}::text and (${seesAll}::boolean or ${ref("roleIds")} && ${caller.roleIds}::bigint[])))`,
    );
  },
};

const isOwn = ({ userId }: Caller, row: Pick<ViewRow, "createUser">): boolean => row.createUser === userId;

const notTheirs = () =>
  businessError("sharedView", [
    "共享视图只能由有共享权限的用户修改或删除",
    "Shared views are changed and removed by those who may share views",
  ]);

/** Refuses whoever may not change a view: it is their own as long as nobody else has it. */
function requireRight(context: CommitContext, row: ViewRow): void {
  if (row.audience === ownAlone ? isOwn(context.caller, row) : mayShare(context)) return;
  throw notTheirs();
}

/** Refuses a view that somebody has changed since it was read. */
function requireVersion(row: ViewRow, version: number | null | undefined): void {
  if (version === undefined || version === null || version === row.version) return;
  throw new ApiError(409, "staleView", [
    "该视图已被他人修改，请核对后再保存",
    "Somebody else has changed this view; compare before you save",
  ]);
}

/** Refuses views of lists that the caller does not read. */
function requireList(context: CommitContext, listName: string | null): void {
  const list = context.model.resource.get(listName ?? "");
  if (list === undefined) throw businessError("listIsGone", ["该视图所属的列表不存在", "The list of this view does not exist"]);
  if (!mayRead(context.caller, list)) throw forbidden(list.name);
}

const isDefaultFor = (row: Pick<ViewRow, "audience" | "roleIds">, { roleIds }: Pick<Caller, "roleIds">): boolean =>
  row.audience !== sharedWithRoles || (row.roleIds ?? []).some((id) => roleIds.includes(id));

const queryOf = (content: unknown): string => (isRecord(content) && typeof content["query"] === "string" ? content["query"] : "");

/** The conditions of a view; "" where it has none. */
const conditionsOf = (content: unknown): string => new URLSearchParams(queryOf(content)).get(conditionsAddress) ?? "";

/** The fields that a view names and the caller does not see, or may not search. */
function hiddenIn(context: RequestContext, list: ResourceModel, content: unknown): readonly string[] {
  const { columns } = isRecord(content) ? content : {};
  const shown = isRecord(columns) && isRecord(columns["shown"]) ? Object.keys(columns["shown"]) : [];
  const readable = readableFieldsOf(context, list);
  const searched = new Set(fieldsOfQuery(queryOf(content)));
  const compared = new Set(fieldsOfConditions(conditionsOf(content)));
  return [...new Set([...searched, ...shown])].filter((name) => {
    const field = list.field.get(name);
    if (field !== undefined) return !isReadable(readable, name) || (searched.has(name) && isMasked(readable, field));
    // A field of a row that is referred to, or one that the definition has no longer.
    return name.includes(".") ? "fault" in fieldAt(context, list, name) : compared.has(name);
  });
}

/** The views that the caller sees of lists that they read, by name; undefined where there is no resource of views. */
export async function readVisibleViews(context: RequestContext): Promise<VisibleViews | undefined> {
  const { caller, model } = context;
  if (!model.resource.has(listViews)) return undefined;
  const views = db
    .selectFrom(tables(context).accessible("list-view", "v"))
    .leftJoin(tables(context).withRemoved("user", "u"), "u.id", "v.createUser")
    .where("v.removedTime", "is", null)
    // One's own are there, however many are shared.
    .orderBy((eb) => eb("v.createUser", "=", caller.userId), "desc")
    .orderBy("v.name")
    .orderBy("v.id")
    .limit(maxOwn + maxShared)
    .select([
      ...(["v.id", "v.listName", "v.name", "v.content", "v.audience", "v.roleIds", "v.isDefault"] as const),
      ...(["v.version", "v.updateTime", "v.createUser", "u.realName as personName"] as const),
    ]);
  const [found] = await read(context, [views]);
  const readable = found.flatMap((row) => {
    const list = model.resource.get(row.listName ?? "");
    return list !== undefined && mayRead(caller, list) ? [{ row, list }] : [];
  });
  return {
    mayShare: mayShare(context),
    views: readable.map(({ row, list }): AnsweredView => ({
      id: row.id,
      listName: row.listName ?? "",
      name: row.name ?? "",
      content: row.content ?? {},
      audience: audienceOf(row.audience),
      roleIds: row.roleIds ?? [],
      isDefault: row.isDefault === 1,
      isDefaultHere: row.isDefault === 1 && isDefaultFor(row, caller),
      isOwn: isOwn(caller, row),
      mayChange: row.audience === ownAlone || mayShare(context),
      person: row.personName ?? "",
      updateTime: row.updateTime ?? "",
      version: row.version ?? 0,
      hidden: hiddenIn(context, list, row.content),
    })),
  };
}

const visible: ReadHandler = readVisibleViews;

/** What conditions of a list may be about, for whoever reads it. */
const fields: ReadHandler = (context, { list: name = "" }) => {
  const list = context.model.resource.get(name);
  if (list === undefined || !isReportable(context, list)) throw rowNotFound();
  return Promise.resolve({ fields: conditionFields(context, list) });
};

const audienceOf = (stored: string | null): AudienceOfView => (stored === sharedWithAll || stored === sharedWithRoles ? stored : ownAlone);

function requireSize(context: CommitContext, content: unknown): void {
  if (JSON.stringify(content).length <= maxContentLength) return;
  throw fieldError(context, "list-view", "content", { code: "tooLong", message: ["视图内容过长", "The view holds too much"] });
}

/** Refuses conditions that no list could be asked with: the view would show all rows. */
function requireConditions(context: CommitContext, content: unknown): void {
  const text = conditionsOf(content);
  const group = text === "" ? undefined : readConditions(text);
  if (group !== undefined && "fault" in group) throw fieldError(context, "list-view", "content", { code: "pattern", message: group.fault });
}

/** Where one view of a list is opened by default, others of the same people are no longer. */
async function clearOtherDefaults(
  tx: Transaction,
  context: CommitContext,
  row: Pick<ViewRow, "id" | "listName" | "audience">,
): Promise<void> {
  if (row.audience === sharedWithRoles) return;
  const others = db
    .selectFrom(tables(context).unscoped("list-view", "v"))
    .where("v.listName", "=", row.listName)
    .where("v.audience", "=", row.audience)
    .where("v.isDefault", "=", 1)
    .where("v.id", "<>", row.id)
    .orderBy("v.id")
    .forUpdate()
    .select("v.id");
  const found = await rowsOf(tx, row.audience === ownAlone ? others.where("v.createUser", "=", context.caller.userId) : others);
  await changeRows(
    context,
    tx,
    "list-view",
    found.map(({ id }) => ({ id, values: { isDefault: 0 } })),
  );
}

/** Those who write views of one list at once would each leave the other's default. */
const lockDefaults = (tx: Transaction, { scope }: CommitContext, listName: string | null): Promise<void> =>
  lockName(tx, `list views ${scope.tenantId} ${listName ?? ""}`);

const tooMany = () =>
  businessError("tooManyViews", [`每人最多保存 ${maxOwn} 个视图`, `A person has at most ${maxOwn} views`], { data: { largest: maxOwn } });

const addView: Effect<"list-view.addView"> = {
  commit: async (tx, context, { values: { listName, name, content, isDefault } }) => {
    requireList(context, listName);
    requireSize(context, content);
    requireConditions(context, content);
    const { userId } = context.caller;
    await lockName(tx, `list views of ${userId}`);
    await lockDefaults(tx, context, listName);
    const own = await rowsOf(
      tx,
      db
        .selectFrom(tables(context).unscoped("list-view", "v"))
        .where("v.createUser", "=", userId)
        .orderBy("v.id")
        .forUpdate()
        .selectAll("v"),
    );
    // What could be taken back until now is gone.
    await removeOwnedRows(
      context,
      tx,
      "list-view",
      own.filter(({ removedTime }) => removedTime !== null),
    );
    if (own.filter(({ removedTime }) => removedTime === null).length >= maxOwn) throw tooMany();
    const { id } = await addRow(context, tx, "list-view", {
      listName,
      name,
      content,
      audience: ownAlone,
      roleIds: [],
      isDefault: isDefault ?? 0,
    });
    if (isDefault === 1) await clearOtherDefaults(tx, context, { id, listName, audience: ownAlone });
    return { id };
  },
};

/** The row of a call, which the frame has locked. */
function rowOf(rows: readonly ViewRow[]): ViewRow {
  const [row] = rows;
  if (row === undefined) throw rowNotFound();
  return row;
}

const saveView: Effect<"list-view.saveView"> = {
  commit: async (tx, context, { rows, values: { content, version } }) => {
    const row = rowOf(rows);
    requireList(context, row.listName);
    requireRight(context, row);
    requireVersion(row, version);
    requireSize(context, content);
    requireConditions(context, content);
    await changeRow(context, tx, "list-view", { id: row.id, values: { content } });
    return { id: row.id };
  },
};

const renameView: Effect<"list-view.renameView"> = {
  commit: async (tx, context, { rows }) => {
    const row = rowOf(rows);
    requireList(context, row.listName);
    requireRight(context, row);
    await settleDefault(tx, context, row);
    return { id: row.id };
  },
};

/** A shared view among no more than everybody can be answered; one's own is none of them. */
async function requireRoomForShared(tx: Transaction, context: CommitContext, row: ViewRow): Promise<void> {
  if (row.audience === ownAlone) return;
  await lockName(tx, `shared list views ${context.scope.tenantId}`);
  const others = await rowsOf(
    tx,
    db
      .selectFrom(tables(context).unscoped("list-view", "v"))
      .where("v.audience", "<>", ownAlone)
      .where("v.removedTime", "is", null)
      .where("v.id", "<>", row.id)
      .limit(maxShared)
      .select("v.id"),
  );
  if (others.length < maxShared) return;
  throw businessError("tooManySharedViews", [`最多共享 ${maxShared} 个视图`, `At most ${maxShared} views are shared`], {
    data: { largest: maxShared },
  });
}

async function settleDefault(tx: Transaction, context: CommitContext, row: ViewRow): Promise<void> {
  if (row.isDefault !== 1) return;
  await lockDefaults(tx, context, row.listName);
  await clearOtherDefaults(tx, context, row);
}

const shareView: Effect<"list-view.shareView"> = {
  commit: async (tx, context, { rows }) => {
    const row = rowOf(rows);
    requireList(context, row.listName);
    await requireRoomForShared(tx, context, row);
    if (row.audience === ownAlone && !isOwn(context.caller, row)) {
      // A view that was shared becomes its author's again, and nobody else's default.
      await changeRow(context, tx, "list-view", { id: row.id, values: { isDefault: 0 } });
      return { id: row.id };
    }
    await settleDefault(tx, context, row);
    return { id: row.id };
  },
};

const setRemoved =
  (isRemoved: boolean): Effect<"list-view.removeView">["commit"] =>
  async (tx, context, { rows }) => {
    const row = rowOf(rows);
    requireRight(context, row);
    if (!isRemoved) await requireRoomForShared(tx, context, row);
    await changeRow(context, tx, "list-view", { id: row.id, values: { removedTime: isRemoved ? context.now() : null } });
    return { id: row.id };
  };

export const listViewsDomain: Domain = {
  reads: { "list-view.visible": visible, "list-view.fields": fields },
  actions: {
    "list-view.addView": addView,
    "list-view.saveView": saveView,
    "list-view.renameView": renameView,
    "list-view.shareView": shareView,
    "list-view.removeView": { commit: setRemoved(true) },
    "list-view.restoreView": { commit: setRemoved(false) },
  },
  hooks: { "list-view": { access } },
};
