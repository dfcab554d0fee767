// The codes of a set as a file, as they are printed: a line for each outermost unit, its codes in the order of the layers' columns. It is
// read from the table while the client takes it, never held whole.
import { sql } from "kysely";
import type { CommitContext, Domain, Effect, PrepareContext } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import { FileAnswer, type FileChunks } from "../../http/file-answer.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { db, read, rowsOfAll, run } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { codeEvents, recordEvent } from "./code-events.ts";
import { lineColumns, lineCount, separatorOf, type LineColumns } from "./set-file.ts";
import { layersOf, type SetLayer } from "./set-layers.ts";
import { resource } from "./set-state.ts";

const lineEnd = "\r\n";
/** Codes that are read at once. */
const window = 20_000;

interface Wanted {
  readonly codeSetId: string;
  readonly layer: number;
  readonly codeFuncType: number;
  /** Behind this number. */
  readonly from: number;
  readonly to: number;
}

/** Codes of a layer by their numbers, as one text. No code holds a line feed. */
const codesBetween = prepared("codes_of_set_to_download", (given: Given<Wanted>, { unscoped }) =>
  db
    .selectFrom(unscoped("code-item", "i"))
    .where("i.codeSetId", "=", given("codeSetId"))
    .where("i.layer", "=", given("layer"))
    .where("i.codeFuncType", "=", given("codeFuncType"))
    .where("i.seqNo", ">", given("from"))
    .where("i.seqNo", "<=", given("to"))
    .select(({ ref }) => [
      sql<string>`coalesce(string_agg(${ref("i.code")}, chr(10) order by ${ref("i.seqNo")}), '')`.as("text"),
      sql<number>`count(*)::int`.as("num"),
    ]),
);

interface SetFile {
  readonly setId: string;
  readonly columns: readonly LineColumns[];
  readonly lines: number;
  readonly separator: string;
}

const written = (code: string, separator: string): string =>
  code.includes(separator) || code.includes('"') ? `"${code.replaceAll('"', '""')}"` : code;

/** The lines from one number up to and without another. */
async function linesBetween(context: PrepareContext, { setId, columns, separator }: SetFile, from: number, to: number): Promise<string> {
  const wanted = columns.map(({ layer, count }) => ({
    codeSetId: setId,
    layer: layer.layer,
    codeFuncType: layer.codeFuncType,
    from: Math.min(from * count, layer.totalNum),
    to: Math.min(to * count, layer.totalNum),
  }));
  const found = await read(
    context,
    wanted.map((one) => codesBetween(context, one)),
  );
  const codes = found.map(([answer], index) => {
    const one = wanted[index];
    // A file that lacks codes must break off, not end as if it were whole.
    if (one !== undefined && answer?.num !== one.to - one.from)
      throw new Error(`code set ${setId} lacks codes between ${one.from} and ${one.to} of layer ${one.layer}`);
    return answer === undefined || answer.num === 0 ? [] : answer.text.split("\n");
  });
  let text = "";
  for (let line = 0; line < to - from; line += 1) {
    const cells = columns.flatMap(({ count }, index) =>
      Array.from({ length: count }, (_one, place) => written(codes[index]?.[line * count + place] ?? "", separator)),
    );
    text += cells.join(separator) + lineEnd;
  }
  return text;
}

/** All lines, the next ones being read while those before are sent. */
async function* textsOf(context: PrepareContext, file: SetFile): FileChunks {
  const perLine = file.columns.reduce((sum, { count }) => sum + count, 0);
  const step = Math.max(1, Math.floor(window / Math.max(1, perLine)));
  const fetch = (from: number): Promise<string> => linesBetween(context, file, from, Math.min(from + step, file.lines));
  let following: Promise<string> | undefined = file.lines > 0 ? fetch(0) : undefined;
  for (let from = 0; following !== undefined; from += step) {
    const text = await following;
    following = from + step < file.lines ? fetch(from + step) : undefined;
    // Nobody waits for it if the client is gone.
    following?.catch(() => undefined);
    yield text;
  }
}

/** Refuses a set that lacks the last code of a layer, before the file has begun. */
async function requireWhole(
  context: CommitContext,
  tx: Transaction,
  set: StoredRow<"code-set">,
  layers: readonly SetLayer[],
): Promise<void> {
  const found = await rowsOfAll(
    tx,
    layers.map(({ layer, codeFuncType, totalNum }) =>
      db
        .selectFrom(tables(context).unscoped("code-item", "i"))
        .where("i.codeSetId", "=", set.id)
        .where("i.layer", "=", layer)
        .where("i.codeFuncType", "=", codeFuncType)
        .where("i.seqNo", "=", totalNum)
        .limit(1)
        .select("i.id"),
    ),
  );
  if (layers.length > 0 && found.every((one) => one.length > 0)) return;
  throw businessError("incomplete", [
    `码包“${set.name ?? ""}”的码不完整，不能下载`,
    `Code set “${set.name ?? ""}” lacks codes; it cannot be downloaded`,
  ]);
}

const download: Effect<"code-set.download", PrepareContext> = {
  // The file is read after the transaction, in as many reads as it takes.
  prepare: (context) => Promise.resolve(context),
  commit: async (tx, context, { rows: [set], prepared: outside }) => {
    if (set === undefined) return null;
    const layers = await layersOf(context, tx, set.id);
    await requireWhole(context, tx, set, layers);
    const columns = lineColumns(set, layers);
    if (context.beginsDownload !== false) {
      await run(
        tx,
        updateDerived(tables(context).unscoped(resource, "s"))
          .set(({ ref }) => ({ downloadCount: sql<number>`coalesce(${ref("s.downloadCount")}, 0) + 1` }))
          .where("s.id", "=", set.id),
      );
      await recordEvent(context, tx, { set: set.id }, codeEvents.downloaded);
    }
    const file = { setId: set.id, columns, lines: lineCount(columns), separator: separatorOf(set) };
    return new FileAnswer({
      name: `${set.setNo ?? set.id}.txt`,
      type: "text/plain; charset=utf-8",
      read: () => textsOf(outside, file),
    });
  },
};

export const setDownloadDomain: Domain = { reads: {}, actions: { "code-set.download": download }, hooks: {} };
