// A document on a back-end that does not save its lines with it (docs/wire.md §4.3): its head first, then line by line. What was saved and what
// was not is said. Loaded for such back-ends only.
import i18next from "i18next";
import type { Screen } from "../../../schema/screen.ts";
import { ApiFailure, failureOf, isUncertain, savedInPart } from "../../api/failure.ts";
import { request } from "../../api/request.ts";
import { session } from "../../api/session.ts";
import { isRecord, rowsOf, textOf, type Row } from "../../api/wire-data.ts";
import { loadList } from "../screen-models/load.ts";
import { listCall, writePath } from "../screen-models/paths.ts";
import { sortQuery } from "./query-parameters.ts";
import { isAlike } from "./spelled-alike.ts";

export interface SentDocument {
  readonly head: Readonly<Record<string, unknown>>;
  /** As they go over the wire; those that are there have an id. */
  readonly lines: readonly Readonly<Record<string, unknown>>[];
  /** Ids of those that go. */
  readonly removed: readonly string[];
}

/** Rows of the list in which a head is looked for that was just added. */
const newest = 20;

/**
 * The id of a head that was added, among the newest rows of the list: the one that was not there before, is this person's, and holds all that was
 * sent; "" where there is none or more than one. Such back-ends answer a submit with nothing but its success.
 */
function idOfAdded(screen: Screen, head: SentDocument["head"], before: ReadonlySet<string>, rows: readonly Row[]): string {
  const masked = new Set(screen.fields.flatMap(({ name, sensitive }) => (sensitive === true ? [name] : [])));
  const sent = Object.entries(head).filter(([name, value]) => textOf(value) !== "" && typeof value !== "object" && !masked.has(name));
  const me = session()?.user.userId ?? "";
  const isAdded = (row: Row): boolean =>
    !before.has(textOf(row[screen.key])) &&
    ["", "-1", me].includes(textOf(row["createUser"])) &&
    sent.every(([name, value]) => row[name] === undefined || isAlike(value, row[name]));
  const [added, ...others] = rows.filter(isAdded);
  // Of two that are alike nobody knows which one is meant.
  return others.length > 0 ? "" : textOf(added?.[screen.key]);
}

/** The newest rows of the list, which come in another order unless they are asked for: their ids grow with time. */
async function newestRows(screen: Screen): Promise<readonly Row[]> {
  const { path, method, query, isPage } = listCall(screen);
  const page = isPage ? { current: 1, size: newest, ...sortQuery([{ field: screen.key, order: "desc" }]) } : {};
  return rowsOf(await request(method, path, { query: { ...query, ...page } }));
}

/** The rows that were there before a head was sent whose answer never came, and that could not be looked for then. */
let unanswered: { readonly screen: string; readonly before: ReadonlySet<string> } | undefined;

/** Submits a head; gives what finds its id, "" where it cannot be told. */
async function saveHead(screen: Screen, head: SentDocument["head"]): Promise<() => Promise<string>> {
  const given = textOf(head[screen.key]);
  if (given !== "") {
    await request("POST", writePath(screen, "update"), { body: head });
    return () => Promise.resolve(given);
  }
  const rows = await newestRows(screen);
  const earlier = unanswered?.screen === screen.name ? idOfAdded(screen, head, unanswered.before, rows) : "";
  unanswered = undefined;
  if (earlier !== "") return () => Promise.resolve(earlier);
  const before = new Set(rows.map((row) => textOf(row[screen.key])));
  const find = async () => idOfAdded(screen, head, before, await newestRows(screen));
  try {
    const answer = await request("POST", writePath(screen, "create"), { body: head });
    const answered = isRecord(answer) ? textOf(answer[screen.key]) : "";
    return answered === "" ? find : () => Promise.resolve(answered);
  } catch (error) {
    // It may be there although its answer is not, and must not be added once more.
    if (!isUncertain(failureOf(error))) throw error;
    const found = await find().catch(() => "");
    if (found === "") {
      unanswered = { screen: screen.name, before };
      throw error;
    }
    return () => Promise.resolve(found);
  }
}

/** What each new line holds of its document. */
function ofDocument({ details }: Screen, head: SentDocument["head"], id: string): Record<string, unknown> {
  const copied = Object.entries(details?.with ?? {}).map(([name, value]) => [name, typeof value === "object" ? head[value.field] : value]);
  return { ...Object.fromEntries(copied), [details?.by ?? ""]: id };
}

function partly(id: string, saved: number, { removed }: SentDocument, cause: unknown): ApiFailure {
  const { status, code, message } = failureOf(cause);
  return new ApiFailure({ status, code, error: savedInPart, message, data: { id, saved: Math.max(0, saved - removed.length) } });
}

/** Saves a document step by step; answers its id. Throws `savedInPart` where the head was saved and not all of its lines. */
export async function saveInSteps(screen: Screen, document: SentDocument): Promise<unknown> {
  const { head, lines, removed } = document;
  const find = await saveHead(screen, head);
  let [id, saved] = ["", 0];
  try {
    id = await find();
    const target = await loadList(screen.details?.resource ?? "");
    if (id === "" || target === undefined)
      throw new ApiFailure({ status: 404, code: 404, error: "rowNotFound", message: i18next.t("list.rowGone") });
    for (const one of removed) {
      await request("POST", `${target.path}/remove`, { query: target.key === "id" ? { ids: one } : { id: one } });
      saved += 1;
    }
    for (const line of lines) {
      const isNew = textOf(line["id"]) === "";
      const body = isNew ? { ...line, ...ofDocument(screen, head, id) } : line;
      await request("POST", writePath(target, isNew ? "create" : "update"), { body });
      saved += 1;
    }
  } catch (error) {
    throw partly(id, saved, document, error);
  }
  return { [screen.key]: id };
}
