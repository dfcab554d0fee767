// The record that comments are about: whoever may open it, by the rights, tenant and data scopes of its detail, reads them and writes some.
import { hasComments } from "#schema/comments";
import type { ResourceModel } from "#schema/model";
import { requireAccess } from "../../../access/guard.ts";
import { admits } from "../../../caller/rule.ts";
import type { CommitContext, RequestContext, Values } from "../../../contract.ts";
import { permissionOf } from "../../../crud/guards/permissions.ts";
import { anyRow } from "../../../crud/read/any-row.ts";
import { isKey } from "../../../crud/sql/keys.ts";
import { isReadable, readableFieldsOf } from "../../../crud/sql/readable-fields.ts";
import { findAccessible } from "../../../crud/sql/stored-row.ts";
import { closedPath, rowNotFound } from "../../../http/errors.ts";
import type { Transaction } from "../../../store/database.ts";
import type { UserOf } from "../report-delivery.ts";

/** A record by the name of its resource and its id. */
export interface Subject {
  readonly subjectResource: string;
  readonly subjectId: string;
}

/** The resource of a record that has comments. */
function commented(context: CommitContext, { subjectResource }: Subject): ResourceModel {
  const resource = context.model.resource.get(subjectResource);
  if (resource === undefined || !hasComments(resource)) throw rowNotFound();
  return resource;
}

/** As for its detail: the key of the resource, and the path of the call. */
function requireDetail(context: RequestContext, resource: ResourceModel): void {
  requireAccess(permissionOf(resource, "detail"), context.caller);
  if (context.mayCall?.(`${resource.path}/detail`) === false) throw closedPath();
}

/** The record of a call as its caller sees it. Refused where they may not open it, which says nothing of whether it exists. */
export async function openedSubject(context: RequestContext, subject: Subject): Promise<Values> {
  const resource = commented(context, subject);
  requireDetail(context, resource);
  const row = isKey(resource, subject.subjectId) ? await anyRow(context, resource, subject.subjectId, "accessible") : null;
  if (row === null) throw rowNotFound();
  return row;
}

/** The same inside a transaction, until whose end the record stays as it is. */
export async function lockedSubject(tx: Transaction, context: CommitContext, subject: Subject): Promise<Values> {
  const resource = commented(context, subject);
  requireAccess(permissionOf(resource, "detail"), context.caller);
  const { subjectId } = subject;
  const [row] = isKey(resource, subjectId) ? await findAccessible(context, tx, resource, { keys: [subjectId], lock: "key share" }) : [];
  if (row === undefined) throw rowNotFound();
  return row;
}

/** The name of a record as its reader sees it: where it has no title that they see, there is its id. */
export function titleFor(resource: ResourceModel, row: Readonly<Values>): string {
  const label = resource.field.get(resource.title)?.labelKey;
  const title = (label === undefined ? undefined : row[label]) ?? row[resource.title];
  return typeof title === "string" && title !== "" ? title : String(row[resource.key] ?? "");
}

/** A user who may open a record now, with the record's title as they see it. */
export interface Witness {
  readonly userId: string;
  readonly title: string;
  /** Whether they see a field of it. */
  readonly isReadable: (name: string) => boolean;
}

interface Looking {
  readonly context: RequestContext;
  readonly userOf: UserOf | undefined;
}

/** Looks up which users may open a record, by their own rights and data scopes as they are now. Each user is looked up once. */
export function witnesses({ context, userOf }: Looking): (userId: string, subject: Subject) => Promise<Witness | undefined> {
  const { tenantId } = context.scope;
  const users = new Map<string, ReturnType<UserOf>>();
  const userWith = (userId: string): ReturnType<UserOf> => {
    const user = users.get(userId) ?? userOf?.({ tenantId, userId }) ?? Promise.resolve(undefined);
    users.set(userId, user);
    return user;
  };
  return async (userId, subject) => {
    const resource = context.model.resource.get(subject.subjectResource);
    const user = await userWith(userId);
    if (resource === undefined || user === undefined || !isKey(resource, subject.subjectId)) return undefined;
    const { caller, mayCall } = user;
    if (!admits(permissionOf(resource, "detail"), caller) || !mayCall(`${resource.path}/detail`)) return undefined;
    const own = { ...context, caller, scope: { tenantId, userId } };
    const row = await anyRow(own, resource, subject.subjectId, "accessible");
    const readable = readableFieldsOf(own, resource);
    return row === null ? undefined : { userId, title: titleFor(resource, row), isReadable: (name) => isReadable(readable, name) };
  };
}
