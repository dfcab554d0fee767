// The text of a comment: whom it mentions, by the names that they have now.
import { sql, type Expression, type SqlBool } from "kysely";
import { mentionsIn, readableComment } from "#schema/comments";
import type { RequestContext } from "../../../contract.ts";
import { isId } from "../../../crud/sql/keys.ts";
import { anyOf, db, read } from "../../../rows/query.ts";
import { tables } from "../../../rows/tables.ts";
import { containing } from "../../containing.ts";

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

/** What stands in a stored text for a person, and what no search contains. */
const [storedMention, noText] = ["@\\{[0-9]{1,19}\\}", "\u0001"];

interface Searched {
  readonly content: Expression<string | null>;
  readonly mentions: Expression<readonly string[] | null>;
}

/**
 * Whether a comment shows a text: what was typed between the people whom it mentions, or the name of one of them. Their ids, which nobody reads,
 * are not searched.
 */
export function shows(
  context: Pick<RequestContext, "scope" | "model" | "caller">,
  { content, mentions }: Searched,
  text: string,
): Expression<SqlBool> {
  const pattern = containing(text);
  const mentioned = db
    .selectFrom(tables(context).withRemoved("user", "m"))
    .where(({ ref }) => sql<boolean>`'@' || ${ref("m.realName")} ilike ${pattern}`)
    .where(({ ref }) => sql<boolean>`${ref("m.id")} = any(${mentions})`)
    .select("m.id");
  return sql<SqlBool>`((${content} ilike ${pattern} and regexp_replace(${content}, ${storedMention}, ${noText}, 'g') ilike ${pattern})
    or exists (${mentioned}))`;
}

/** Turns texts into what people read. */
export async function namesOf(
  context: Pick<RequestContext, "database" | "scope" | "model" | "caller">,
  texts: readonly string[],
): Promise<(text: string) => string> {
  const names = await userNames(context, texts.flatMap(mentionsIn));
  return (text) => readableComment(text, names);
}
