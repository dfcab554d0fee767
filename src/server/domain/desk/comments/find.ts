// Comments by what they say, for the command palette: of records that the searcher may open, each with the record's title as they see it.
import { hasComments, recordComments, readableComment } from "#schema/comments";
import { inLanguage } from "#schema/text";
import { admits } from "../../../caller/rule.ts";
import type { RequestContext, SearchGroup, Values } from "../../../contract.ts";
import { permissionOf } from "../../../crud/guards/permissions.ts";
import { anyRow } from "../../../crud/read/any-row.ts";
import { isKey } from "../../../crud/sql/keys.ts";
import { findAccessible } from "../../../crud/sql/stored-row.ts";
import { resourceNamed } from "../../../crud/write/server-rows.ts";
import { anyOf, db, read } from "../../../rows/query.ts";
import { tables } from "../../../rows/tables.ts";
import { shows, userNames } from "./comment-text.ts";
import { excerptOf } from "./notices.ts";
import { titleFor, type Subject } from "./subject.ts";

/** The newest comments of the tenant that are looked through, so that a search costs the same however many there are. */
const maxSearched = 5_000;
/** Matches of a page. */
const pageSize = 30;
/** Pages that are looked through for some that the searcher may see, so that a search ends whose records they are not. */
const maxPages = 10;
/** As many as of any resource. */
const maxAnswered = 5;

interface Searched {
  readonly text: string;
  /** The resources whose records the searcher may open at all. */
  readonly resources: readonly string[];
  /** The last one of the page before; "" for the first page. */
  readonly before: string;
}

/** The newest comments with a text, whichever of these records they are about. */
function matchesOf(context: RequestContext, { text, resources, before }: Searched) {
  const { unscoped, withRemoved } = tables(context);
  const newest = db
    .selectFrom(unscoped("record-comment", "c"))
    .orderBy("c.id", "desc")
    .limit(maxSearched)
    .select(["c.id", "c.subjectResource", "c.subjectId", "c.content", "c.mentions", "c.createUser", "c.authorName", "c.createTime"]);
  const matches = db
    .selectFrom(newest.as("n"))
    .leftJoin(withRemoved("user", "u"), "u.id", "n.createUser")
    .where("n.subjectResource", "=", anyOf(resources))
    .where(({ ref }) => shows(context, { content: ref("n.content"), mentions: ref("n.mentions") }, text))
    .orderBy("n.id", "desc")
    .limit(pageSize)
    .select(["n.id", "n.subjectResource", "n.subjectId", "n.content", "n.mentions", "n.authorName", "n.createTime", "u.realName"]);
  return before === "" ? matches : matches.where("n.id", "<", before);
}

/** The records of a page that the searcher may open, by one look-up for each resource. */
async function openedAmong(context: RequestContext, subjects: readonly Subject[]): Promise<ReadonlySet<string>> {
  const keys = new Map<string, Set<string>>();
  for (const { subjectResource, subjectId } of subjects) keys.set(subjectResource, (keys.get(subjectResource) ?? new Set()).add(subjectId));
  const opened = new Set<string>();
  for (const [name, ids] of keys) {
    const resource = resourceNamed(context, name);
    const meant = [...ids].filter((id) => isKey(resource, id));
    if (meant.length === 0) continue;
    const rows = await context.database.transaction(context.scope, (tx) => findAccessible(context, tx, resource, { keys: meant }));
    for (const row of rows) opened.add(keyOf({ subjectResource: name, subjectId: String(row[resource.key]) }));
  }
  return opened;
}

const keyOf = ({ subjectResource, subjectId }: Subject): string => `${subjectResource} ${subjectId}`;

/** The newest comments with a text of records that the searcher may open: one more than are answered, if there are. */
async function visibleMatches(context: RequestContext, text: string) {
  const resources = context.model.resources
    .filter((resource) => hasComments(resource) && admits(permissionOf(resource, "detail"), context.caller))
    .filter(({ path }) => context.mayCall?.(`${path}/detail`) !== false)
    .map(({ name }) => name);
  const found: Awaited<ReturnType<typeof pageOf>>[number][] = [];
  const pageOf = async (before: string) => {
    const [page] = await read(context, [matchesOf(context, { text, resources, before })]);
    return page.map((match) => ({
      ...match,
      subject: { subjectResource: match.subjectResource ?? "", subjectId: match.subjectId ?? "" },
    }));
  };
  let before = "";
  for (let pages = 0; pages < maxPages && found.length <= maxAnswered; pages += 1) {
    const page = await pageOf(before);
    const opened = await openedAmong(
      context,
      page.map(({ subject }) => subject),
    );
    found.push(...page.filter(({ subject }) => opened.has(keyOf(subject))));
    if (page.length < pageSize) break;
    before = page.at(-1)?.id ?? "";
  }
  return found.slice(0, maxAnswered + 1);
}

/** Comments with a text; undefined where the searcher may see none. */
export async function findComments(context: RequestContext, text: string): Promise<SearchGroup | undefined> {
  if (!context.model.resource.has(recordComments)) return undefined;
  const matches = await visibleMatches(context, text);
  const names = await userNames(
    context,
    matches.flatMap(({ mentions }) => mentions ?? []),
  );
  const rows: Values[] = [];
  for (const { id, subject, content, authorName, createTime, realName } of matches) {
    const resource = resourceNamed(context, subject.subjectResource);
    const row = await anyRow(context, resource, subject.subjectId, "accessible");
    if (row === null) continue;
    rows.push({
      id,
      text: excerptOf(readableComment(content ?? "", names)),
      person: realName ?? authorName ?? "",
      time: createTime ?? "",
      record: `${inLanguage(resource.label, context.language)} ${titleFor(resource, row)}`,
      ...subject,
      subjectArea: resource.area,
    });
  }
  if (rows.length === 0) return undefined;
  return { resource: recordComments, hasMore: rows.length > maxAnswered, rows: rows.slice(0, maxAnswered) };
}
