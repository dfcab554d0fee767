// Tries a back-end resource by resource, in the order of the definitions.
import { movedPath } from "#schema/dialects/moved-path";
import { presenceOf, type Presence } from "#schema/dialects/presence";
import { kindData, type Model, type ResourceModel } from "#schema/model";
import { Deviation, flat, NotTried, payloadOf, rowsIn, type Row } from "./answers.ts";
import type { Client } from "./client.ts";
import { subjectOf, tryDetail, tryDictionaries, tryList, tryOtherReads, tryPaging, trySearches, type Subject, type Word } from "./reads.ts";
import { tryWrites } from "./writes.ts";

export const operations = ["list", "paging", "search", "detail", "reads", "dictionaries", "writes"] as const;
type Operation = (typeof operations)[number];

export interface Tried {
  readonly name: string;
  readonly presence: Presence;
  /** "ok", "empty" (no row to try it with), "no right", "not yet", "failed", "" (nothing to try). */
  readonly words: Readonly<Record<Operation, Word>>;
  /** A sentence for each failure: what breaks a screen. */
  readonly failures: readonly string[];
  /** A sentence for each answer that is not as specified and breaks none. */
  readonly differences: readonly string[];
}

const nothingTried: Readonly<Record<Operation, Word>> = {
  list: "",
  paging: "",
  search: "",
  detail: "",
  reads: "",
  dictionaries: "",
  writes: "",
};

interface CheckOptions {
  readonly isWriting: boolean;
}

/** The menu of whoever is signed in: entries with a code. Throws a {@link Deviation}. */
export async function checkMenu({ get, dialect }: Client): Promise<number> {
  const path = movedPath(dialect, dialect.paths.routes);
  const entries = flat(rowsIn(payloadOf(await get(path), `GET ${path}`), `GET ${path}`));
  if (entries.length === 0) throw new Deviation(`GET ${path} answers no entry: the account may use nothing`);
  const nameless = entries.filter(({ code }) => typeof code !== "string" || code === "");
  if (nameless.length > 0) throw new Deviation(`${nameless.length} entries of GET ${path} have no code`);
  return entries.length;
}

/** A key of each dictionary that fields of a resource choose from. */
async function entriesFor({ client, resource }: Subject): Promise<ReadonlyMap<string, string>> {
  const { dialect } = client;
  const keys = new Map<string, string>();
  for (const { data } of resource.fields) {
    const { dictionary, business } = kindData(data);
    if (dictionary === undefined || keys.has(dictionary)) continue;
    const path = movedPath(dialect, business === true ? dialect.paths.businessDictionary : dialect.paths.dictionary);
    const answer = await client.get(path, { code: dictionary });
    const [entry] = Array.isArray(answer.data) ? rowsIn(answer.data, path) : [];
    if (entry !== undefined) keys.set(dictionary, String(entry["dictKey"]));
  }
  return keys;
}

async function checkResource(client: Client, model: Model, resource: ResourceModel, { isWriting }: CheckOptions): Promise<Tried> {
  const presence = presenceOf(resource, client.dialect);
  if (presence === "absent") return { name: resource.name, presence, words: nothingTried, failures: [], differences: [] };
  const subject = subjectOf(client, resource);
  const words: Record<Operation, Word> = { ...nothingTried };
  const failures: string[] = [];
  const differences: string[] = [];
  const attempt = async (operation: Operation, work: () => Promise<Word>): Promise<void> => {
    try {
      words[operation] = await work();
    } catch (error) {
      if (error instanceof NotTried) words[operation] = error.message;
      else if (error instanceof Deviation) {
        words[operation] = "failed";
        failures.push(error.message);
      } else throw error;
    }
  };
  let row: Row | undefined;
  await attempt("list", async () => {
    row = await tryList(subject);
    return row === undefined ? "empty" : "ok";
  });
  // Everything else would only repeat why the list cannot be read.
  if (words.list === "ok" || words.list === "empty") {
    await attempt("paging", () => tryPaging(subject));
    await attempt("search", () => trySearches(subject, row));
    await attempt("detail", () => tryDetail(subject, row, (sentence) => void differences.push(sentence)));
    await attempt("reads", () => tryOtherReads(subject));
    await attempt("dictionaries", () => tryDictionaries(subject));
    if (isWriting) await attempt("writes", async () => tryWrites(subject, { model, entries: await entriesFor(subject) }));
  }
  return { name: resource.name, presence, words, failures, differences };
}

/** Tries every resource, one after the other: an installation in use is not to be slowed down. */
export async function checkBackEnd(
  client: Client,
  model: Model,
  options: CheckOptions & { readonly onTried?: (tried: Tried) => void },
): Promise<readonly Tried[]> {
  const results: Tried[] = [];
  for (const resource of model.resources) {
    if (resource.calls.size + resource.reads.length === 0) continue;
    const tried = await checkResource(client, model, resource, options);
    options.onTried?.(tried);
    results.push(tried);
  }
  return results;
}
