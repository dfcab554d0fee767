// What is known of codes when relations between them change: as they are in effect, what they are packed in and hold, how many of a layer
// their spec packs, and the unfinished document that holds them.
import { sql } from "kysely";
import type { CommitContext, RequestContext } from "../../contract.ts";
import type { RowOf } from "../../rows/prepared.ts";
import { anyOf, db, type Run } from "../../rows/query.ts";
import { tables, type TableSources } from "../../rows/tables.ts";
import { currentCodeOf, currentCodes, type CurrentCode } from "./current-code.ts";

/** relationType: one package in another, and several codes on one unit. */
export const packed = 1;
export const twin = 2;
/** Finished and void documents. */
const closedDocument = [2, 9];

/** Children of one layer in a package. */
interface LayerCount {
  readonly layer: number;
  readonly count: number;
}

/** A code and its place among others. */
export interface PlacedCode extends CurrentCode {
  /** What it is packed in; undefined where it stands in no package. */
  readonly parentId: string | undefined;
  /** The code that it is packed in or stands beside; "" where there is none. */
  readonly parentCode: string;
  /** The outermost code of its package: itself where it is packed in nothing. */
  readonly rootId: string;
  /** The code of the same unit that it stands beside; undefined for a unit's own code. */
  readonly twinOf: string | undefined;
  /** Whether it is a row of the relations, however alone. */
  readonly isRelated: boolean;
  /** What is packed in it, by layers. */
  readonly contents: readonly LayerCount[];
  /** How many codes stand beside it. */
  readonly twins: number;
  readonly lastPosition: number;
  /** The number of an unfinished document that it, or what it is packed in, was scanned for. */
  readonly documentNo: string | undefined;
}

export interface CodeFacts {
  /** By the text that was asked with, trimmed. Codes that nobody knows are left out. */
  readonly codes: ReadonlyMap<string, PlacedCode>;
  /** Base units in a package of a layer of a spec. */
  readonly unitsOf: (specId: string, layer: number) => number | undefined;
}

const placesOf = (ids: readonly string[], { unscoped, withRemoved }: TableSources) =>
  db
    .selectFrom(unscoped("code-relation", "r"))
    .leftJoin(withRemoved("code-item", "p"), "p.id", "r.parentId")
    .where("r.codeId", "=", anyOf(ids))
    .select(["r.codeId", "r.relationType", "r.parentId", "p.code as parentCode"]);

const contentsOf = (ids: readonly string[], { unscoped }: TableSources) =>
  db
    .selectFrom(unscoped("code-relation", "r"))
    .where("r.parentId", "=", anyOf(ids))
    .groupBy(["r.parentId", "r.relationType", "r.layer"])
    .select(({ fn, ref }) => [
      "r.parentId",
      "r.relationType",
      "r.layer",
      sql<number>`count(*)::int`.as("count"),
      fn.max(sql<number>`coalesce(${ref("r.position")}, 0)`).as("lastPosition"),
    ]);

/** Accepted scans of unfinished documents, of these codes. */
const scansOf = (ids: readonly string[], { unscoped, withRemoved }: TableSources) =>
  db
    .selectFrom(withRemoved("code-item", "i"))
    .innerJoin(unscoped("scan-record", "s"), "s.code", "i.code")
    .leftJoin(unscoped("stock-in-doc", "n"), (join) =>
      join.on("s.docKind", "=", 1).on(({ ref }) => sql<boolean>`${ref("n.id")} = ${ref("s.docId")}::bigint`),
    )
    .leftJoin(unscoped("stock-out-doc", "o"), (join) =>
      join.on("s.docKind", "=", 2).on(({ ref }) => sql<boolean>`${ref("o.id")} = ${ref("s.docId")}::bigint`),
    )
    .leftJoin(unscoped("saledoc", "a"), (join) =>
      join.on("s.docKind", "=", 3).on(({ ref }) => sql<boolean>`${ref("a.id")} = ${ref("s.docId")}::bigint`),
    )
    .where("i.id", "=", anyOf(ids))
    .where("s.accepted", "=", 1)
    .where(({ fn }) => fn.coalesce("n.status", "o.status", "a.status"), "not in", closedDocument);

const documentsOf = (ids: readonly string[], from: TableSources) =>
  scansOf(ids, from).select(({ fn }) => ["i.id", fn.coalesce("n.docNo", "o.docNo", "a.docNo", "s.docNo").as("documentNo")]);

/** Keys of the accepted scans of unfinished documents. */
export const openScansOf = (ids: readonly string[], from: TableSources) => scansOf(ids, from).select("s.id");

const layersOf = (specIds: readonly string[], { unscoped }: TableSources) =>
  db.selectFrom(unscoped("specpacklayer", "l")).where("l.specId", "=", anyOf(specIds)).select(["l.specId", "l.layer", "l.totalNum"]);

type Context = Pick<CommitContext | RequestContext, "model" | "scope" | "caller">;

function placed(
  code: CurrentCode,
  places: readonly RowOf<typeof placesOf>[],
  contents: readonly RowOf<typeof contentsOf>[],
  documents: ReadonlyMap<string, string>,
): PlacedCode {
  const place = places.find(({ relationType }) => relationType === packed);
  const beside = places.find(({ relationType }) => relationType === twin);
  const inside = contents.filter(({ relationType }) => relationType === packed);
  return {
    ...code,
    parentId: place?.parentId ?? undefined,
    parentCode: place?.parentCode ?? beside?.parentCode ?? "",
    rootId: code.path.at(-1) ?? code.id,
    twinOf: beside?.parentId ?? undefined,
    isRelated: places.length > 0,
    contents: inside.map(({ layer, count }) => ({ layer: layer ?? 0, count })),
    twins: contents.filter(({ relationType }) => relationType === twin).reduce((sum, { count }) => sum + count, 0),
    lastPosition: Math.max(0, ...inside.map(({ lastPosition }) => lastPosition)),
    documentNo: code.path.map((id) => documents.get(id)).find((number) => number !== undefined),
  };
}

/** Rows by a key that several may share. */
function grouped<T>(all: readonly T[], keyOf: (row: T) => string): (key: string) => readonly T[] {
  const groups = new Map<string, T[]>();
  for (const row of all) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return (key) => groups.get(key) ?? [];
}

/** What is known of codes, however many, in two round trips. */
export async function readCodeFacts(context: Context, run: Run, sent: readonly string[]): Promise<CodeFacts> {
  const sentCodes = [...new Set(sent.map((code) => code.trim()))];
  const from = tables(context);
  const [found] = await run([currentCodes(context, { sent: sentCodes })]);
  const codes = found.map((row) => ({ sent: row.sent, ...currentCodeOf(row) }));
  const ids = codes.map(({ id }) => id);
  const [places, contents, documents, layers] = await run([
    placesOf(ids, from),
    contentsOf(ids, from),
    documentsOf([...new Set(codes.flatMap(({ path }) => path))], from),
    layersOf([...new Set(codes.flatMap(({ specId }) => specId ?? []))], from),
  ]);
  const placesOfCode = grouped(places, ({ codeId }) => codeId ?? "");
  const contentsOfCode = grouped(contents, ({ parentId }) => parentId ?? "");
  const documentOf = new Map(documents.map(({ id, documentNo }) => [id, documentNo ?? ""]));
  const units = new Map(layers.map(({ specId, layer, totalNum }) => [`${specId} ${layer}`, totalNum ?? undefined]));
  const all = codes.map((code) => placed(code, placesOfCode(code.id), contentsOfCode(code.id), documentOf));
  return {
    // One that was sent as the content of a QR code is found by the code itself as well.
    codes: new Map([
      ...all.map((code) => [code.code, code] as const),
      ...all.map((code, index) => [codes[index]?.sent ?? "", code] as const),
    ]),
    unitsOf: (specId, layer) => units.get(`${specId} ${layer}`),
  };
}
