// Comments by what they say, for the command palette: of records that the searcher may open, each with the record's title as they see it.
import { recordComments, readableComment } from "#schema/comments";
import { inLanguage } from "#schema/text";
import { admits } from "../../../caller/rule.ts";
import type { RequestContext, SearchGroup, Values } from "../../../contract.ts";
import { permissionOf } from "../../../crud/guards/permissions.ts";
import { anyRow } from "../../../crud/read/any-row.ts";
import { isKey } from "../../../crud/sql/keys.ts";
import { db, read } from "../../../rows/query.ts";
import { tables } from "../../../rows/tables.ts";
import { containing } from "../../containing.ts";
import { userNames } from "./comment-text.ts";
import { excerptOf } from "./notices.ts";
import { titleFor } from "./subject.ts";

/** The newest comments of the tenant that are looked through, so that a search costs the same however many there are. */
const maxSearched = 5_000;
/** Those that match and are looked at, whether the searcher may see their records. */
const maxMatches = 30;
/** As many as of any resource. */
const maxAnswered = 5;

/** The newest comments with a text, whatever their records are. */
function matchesOf(context: RequestContext, text: string) {
  const { unscoped, withRemoved } = tables(context);
  const newest = db
    .selectFrom(unscoped("record-comment", "c"))
    .orderBy("c.id", "desc")
    .limit(maxSearched)
    .select(["c.id", "c.subjectResource", "c.subjectId", "c.content", "c.mentions", "c.createUser", "c.authorName", "c.createTime"]);
  return db
    .selectFrom(newest.as("n"))
    .leftJoin(withRemoved("user", "u"), "u.id", "n.createUser")
    .where("n.content", "ilike", containing(text))
    .orderBy("n.id", "desc")
    .limit(maxMatches)
    .select(["n.id", "n.subjectResource", "n.subjectId", "n.content", "n.mentions", "n.authorName", "n.createTime", "u.realName"]);
}

/** Comments with a text; undefined where the searcher may see none. */
export async function findComments(context: RequestContext, text: string): Promise<SearchGroup | undefined> {
  if (!context.model.resource.has(recordComments)) return undefined;
  const [matches] = await read(context, [matchesOf(context, text)]);
  const rows: Values[] = [];
  const titles = new Map<string, string | undefined>();
  const titleOf = async (name: string, id: string): Promise<string | undefined> => {
    const resource = context.model.resource.get(name);
    if (resource === undefined || !isKey(resource, id) || !admits(permissionOf(resource, "detail"), context.caller)) return undefined;
    if (context.mayCall?.(`${resource.path}/detail`) === false) return undefined;
    const row = await anyRow(context, resource, id, "accessible");
    return row === null ? undefined : `${inLanguage(resource.label, context.language)} ${titleFor(resource, row)}`;
  };
  const names = await userNames(
    context,
    matches.flatMap(({ mentions }) => mentions ?? []),
  );
  for (const { id, subjectResource, subjectId, content, authorName, createTime, realName } of matches) {
    if (rows.length > maxAnswered) break;
    const [name, rowId] = [subjectResource ?? "", subjectId ?? ""];
    const key = `${name} ${rowId}`;
    if (!titles.has(key)) titles.set(key, await titleOf(name, rowId));
    const title = titles.get(key);
    if (title === undefined) continue;
    rows.push({
      id,
      text: excerptOf(readableComment(content ?? "", names)),
      person: realName ?? authorName ?? "",
      time: createTime ?? "",
      record: title,
      subjectResource: name,
      subjectArea: context.model.resource.get(name)?.area ?? "",
      subjectId: rowId,
    });
  }
  if (rows.length === 0) return undefined;
  return { resource: recordComments, hasMore: rows.length > maxAnswered, rows: rows.slice(0, maxAnswered) };
}
