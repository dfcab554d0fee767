// The text of a comment: whom it mentions, by the names that they have now.
import { mentionsIn, readableComment } from "#schema/comments";
import type { RequestContext } from "../../../contract.ts";
import { isId } from "../../../crud/sql/keys.ts";
import { anyOf, db, read } from "../../../rows/query.ts";
import { tables } from "../../../rows/tables.ts";

/** The names of users of the tenant, removed ones too. */
export async function userNames(
  context: Pick<RequestContext, "database" | "scope" | "model" | "caller">,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(userIds)].filter(isId);
  if (ids.length === 0) return new Map();
  const users = db.selectFrom(tables(context).withRemoved("user", "u")).where("u.id", "=", anyOf(ids)).select(["u.id", "u.realName"]);
  const [found] = await read(context, [users]);
  return new Map(found.map(({ id, realName }) => [id, realName ?? ""]));
}

/** Turns texts into what people read. */
export async function namesOf(
  context: Pick<RequestContext, "database" | "scope" | "model" | "caller">,
  texts: readonly string[],
): Promise<(text: string) => string> {
  const names = await userNames(context, texts.flatMap(mentionsIn));
  return (text) => readableComment(text, names);
}
