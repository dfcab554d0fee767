// Attachments of records of all kinds: whoever may open a record sees its files; whoever may edit it adds and removes them.
import { scalarOrEmpty } from "#schema/json";
import { hasAttachments } from "#schema/attachments";
import type { ResourceModel } from "#schema/model";
import { uploadOf } from "../../../fields/upload.ts";
import { requireAccess } from "../../access/guard.ts";
import { auditLogOf } from "../../audit/audit-log.ts";
import { admits } from "../../caller/rule.ts";
import type { CommitContext, Domain, Effect, ReadHandler } from "../../contract.ts";
import { permissionOf } from "../../crud/guards/permissions.ts";
import { anyRow } from "../../crud/read/any-row.ts";
import { isKey } from "../../crud/sql/keys.ts";
import { findAccessible, titleOf } from "../../crud/sql/stored-row.ts";
import { changeRows, lockRows, removeOwnedRows } from "../../crud/write/server-rows.ts";
import { businessError, rowNotFound } from "../../http/errors.ts";
import { anyOf, db, first, lockName, read, rows } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import { takeFiles } from "../../storage/records.ts";
import { signedLinksOf } from "../../storage/signed-links.ts";
import { millisecondsOf } from "../../store/clock.ts";
import type { Transaction } from "../../store/database.ts";

/** Most files of one record. */
const maxFiles = 100;
/** Longest title of a record that its files keep. */
const maxTitleLength = 100;

/** The resource of a record that has attachments. */
function attachable(context: CommitContext, name: unknown): ResourceModel {
  const resource = typeof name === "string" ? context.model.resource.get(name) : undefined;
  if (resource === undefined || !hasAttachments(resource)) throw rowNotFound();
  return resource;
}

/** The name of a file of ours by its address. */
function uploadName(address: string): string | undefined {
  const upload = uploadOf(address);
  return upload === undefined ? undefined : `${upload.tenantId}/${upload.name}`;
}

/** The record that a call is about, which the caller may edit. It stays as it is until the transaction ends. */
async function editedRecord(
  tx: Transaction,
  context: CommitContext,
  { subjectResource, subjectId }: { readonly subjectResource: unknown; readonly subjectId: unknown },
): Promise<{ readonly resource: ResourceModel; readonly id: string; readonly title: string }> {
  const resource = attachable(context, subjectResource);
  requireAccess(permissionOf(resource, "edit"), context.caller);
  const id = scalarOrEmpty(subjectId);
  const [row] = isKey(resource, id) ? await findAccessible(context, tx, resource, { keys: [id], lock: "key share" }) : [];
  if (row === undefined) throw rowNotFound();
  // The log is searched for the record, which has no column that says which files it has.
  auditLogOf(tx)?.name(resource, "touch", row);
  return { resource, id, title: titleOf(resource, row) };
}

/** GET of-record: `files` of a record, the latest first, and whether the caller may change them. */
const ofRecord: ReadHandler = async (context, { resource: name, id = "" }) => {
  const resource = attachable(context, name);
  requireAccess(permissionOf(resource, "detail"), context.caller);
  if (!isKey(resource, id) || (await anyRow(context, resource, id, "accessible")) === null) throw rowNotFound();
  const { unscoped, withRemoved } = tables(context);
  const [files] = await read(context, [
    db
      .selectFrom(unscoped("attach", "a"))
      .leftJoin(withRemoved("user", "u"), "u.id", "a.createUser")
      .where("a.subjectResource", "=", resource.name)
      .where("a.subjectId", "=", id)
      .orderBy("a.id", "desc")
      .limit(maxFiles)
      .select(["a.id", "a.file", "a.originalName", "a.extension", "a.attachSize", "a.createTime", "u.realName as createUserName"]),
  ]);
  const links = signedLinksOf(context.model);
  return {
    mayChange: admits(permissionOf(resource, "edit"), context.caller),
    files: files.map((file) => ({
      id: file.id,
      link: links?.sign(file.file ?? "") ?? file.file ?? "",
      originalName: file.originalName ?? "",
      extension: file.extension ?? "",
      attachSize: file.attachSize ?? -1,
      createTime: file.createTime ?? "",
      createUserName: file.createUserName ?? "",
    })),
  };
};

const tooMany = () =>
  businessError("tooManyAttachments", [`一条数据最多 ${maxFiles} 个附件`, `A record has at most ${maxFiles} attachments`], {
    data: { largest: maxFiles },
  });

const fileGone = () => businessError("fileGone", ["文件已被清理，请重新上传", "The file is gone: upload it again"]);

/** Uploads of the caller's own, which belong to nothing yet, become files of a record. */
const attachToRecord: Effect<"attach.attachToRecord"> = {
  commit: async (tx, context, { values }) => {
    const { resource, id, title } = await editedRecord(tx, context, values);
    // Two people who attach at once would each count without the other.
    await lockName(tx, `attachments ${resource.name} ${id}`);
    const ids = [...new Set(values.attachIds ?? [])];
    const { unscoped } = tables(context);
    const own = await rows(
      tx,
      db
        .selectFrom(unscoped("attach", "a"))
        .where("a.id", "=", anyOf(ids))
        .where("a.createUser", "=", context.caller.userId)
        .where("a.subjectResource", "is", null)
        .orderBy("a.id")
        .forUpdate()
        .select(["a.id", "a.file"]),
    );
    if (own.length < ids.length) throw rowNotFound();
    const names = own.flatMap(({ file }) => uploadName(file ?? "") ?? []);
    if ((await takeFiles(tx, names, true, millisecondsOf(context.now()))).length > 0) throw fileGone();
    const there = await first(
      tx,
      db
        .selectFrom(unscoped("attach", "a"))
        .where("a.subjectResource", "=", resource.name)
        .where("a.subjectId", "=", id)
        .select(({ fn }) => fn.countAll<number>().as("count")),
    );
    if (Number(there?.count ?? 0) + ids.length > maxFiles) throw tooMany();
    const subject = { subjectResource: resource.name, subjectId: id, subjectTitle: title.slice(0, maxTitleLength), isLoose: 0 };
    await changeRows(
      context,
      tx,
      "attach",
      ids.map((attachId) => ({ id: attachId, values: subject })),
    );
    return { count: ids.length };
  },
};

/** The files go with their rows, as soon as nothing else uses them. */
const removeFromRecord: Effect<"attach.removeFromRecord"> = {
  commit: async (tx, context, { values }) => {
    const ids = values.attachIds ?? [];
    const files = await lockRows(context, tx, "attach", ids);
    if (files.length < ids.length) throw rowNotFound();
    for (const file of files) await editedRecord(tx, context, file);
    await removeOwnedRows(context, tx, "attach", files);
    return { count: files.length };
  },
};

export const recordAttachmentsDomain: Domain = {
  reads: { "attach.of-record": ofRecord },
  actions: { "attach.attachToRecord": attachToRecord, "attach.removeFromRecord": removeFromRecord },
  hooks: {},
};
