// Codes of a file whose lines name their packages: written layer by layer from the outermost, each code numbered behind the package that it is
// in, so that code i of a layer is in package ⌈i / codes of a package⌉ as in every pre-related set.
import { sql } from "kysely";
import type { CommitContext } from "../../contract.ts";
import { insertBulk, type NewRow } from "../../rows/insert.ts";
import { anyOf, db, rows, run } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { packed } from "./relation-facts.ts";
import { origins } from "./relations.ts";
import type { ImportFile } from "./set-examine.ts";
import type { FileCode } from "./set-file.ts";
import { placingOf, relationOf } from "./set-layers.ts";

/** A code with its number in its layer, and what it is packed in. */
interface PlacedLine {
  readonly id: string;
  readonly code: FileCode;
  readonly seqNo: number;
  readonly parentId: string | null;
  readonly rootId: string;
}

/** The outermost packages of some lines that are not written yet, in their order; those without a line are named by their contents. */
async function newOutermost(
  context: CommitContext,
  tx: Transaction,
  { set, layers }: ImportFile,
  codes: readonly FileCode[],
): Promise<readonly FileCode[]> {
  const [outermost, next] = layers;
  if (outermost === undefined) return [];
  const byCode = new Map<string, FileCode>();
  for (const one of codes) {
    if (one.layer === outermost) byCode.set(one.code, one);
    else if (one.layer === next && one.parent !== undefined && !byCode.has(one.parent))
      byCode.set(one.parent, { layer: outermost, code: one.parent });
  }
  const written = await rows(
    tx,
    db
      .selectFrom(tables(context).unscoped("code-item", "i"))
      .where("i.code", "=", anyOf([...byCode.keys()]))
      .where("i.codeSetId", "=", set.id)
      .select("i.code"),
  );
  for (const { code } of written) byCode.delete(code ?? "");
  return [...byCode.values()];
}

/** The packages of these codes, each with how far the numbers of what is in it go. */
function packagesOf(
  context: CommitContext,
  tx: Transaction,
  { set, layers }: ImportFile,
  { at, codes }: { readonly at: number; readonly codes: readonly FileCode[] },
) {
  const { unscoped } = tables(context);
  const [own, above] = [layers[at], layers[at - 1]];
  const num = above?.num ?? 1;
  return rows(
    tx,
    db
      .selectFrom(unscoped("code-item", "p"))
      .innerJoin(unscoped("code-relation", "r"), (join) => join.onRef("r.codeId", "=", "p.id").on("r.relationType", "=", packed))
      .where("p.code", "=", anyOf([...new Set(codes.flatMap(({ parent }) => parent ?? []))]))
      .where("p.codeSetId", "=", set.id)
      .where("p.layer", "=", above?.layer ?? 0)
      .select(({ ref, selectFrom }) => [
        "p.id",
        "p.code",
        "p.seqNo",
        "r.rootId",
        selectFrom(unscoped("code-item", "c"))
          .where("c.codeSetId", "=", set.id)
          .where("c.layer", "=", own?.layer ?? 0)
          .where("c.seqNo", ">", sql<number>`(${ref("p.seqNo")} - 1) * ${num}::int`)
          .where("c.seqNo", "<=", sql<number>`${ref("p.seqNo")} * ${num}::int`)
          .select(({ fn }) => fn.max("c.seqNo").as("last"))
          .as("last"),
      ]),
  );
}

/** Places the codes of one layer among some lines: `at` is the layer, `last` the last number of an outermost package. */
export async function placeLines(
  context: CommitContext,
  tx: Transaction,
  file: ImportFile,
  { at, last, codes }: { readonly at: number; readonly last: number; readonly codes: readonly FileCode[] },
): Promise<readonly PlacedLine[]> {
  if (at === 0) {
    const fresh = await newOutermost(context, tx, file, codes);
    const ids = await context.identifiers.take(fresh.length);
    return fresh.map((code, index) => {
      const id = ids[index] ?? "";
      return { id, code, seqNo: last + index + 1, parentId: null, rootId: id };
    });
  }
  const own = codes.filter(({ layer }) => layer === file.layers[at]);
  if (own.length === 0) return [];
  const num = file.layers[at - 1]?.num ?? 1;
  const packages = new Map((await packagesOf(context, tx, file, { at, codes: own })).map((row) => [row.code ?? "", { ...row }]));
  const ids = await context.identifiers.take(own.length);
  return own.map((code, index): PlacedLine => {
    const around = packages.get(code.parent ?? "");
    // The dry run has seen that it is there and not too full.
    if (around === undefined) throw new Error(`code set ${file.set.id} has no package ${code.parent ?? ""}`);
    const before = ((around.seqNo ?? 1) - 1) * num;
    const seqNo = code.position === undefined ? Math.max(before, around.last ?? 0) + 1 : before + code.position;
    around.last = Math.max(around.last ?? 0, seqNo);
    return { id: ids[index] ?? "", code, seqNo, parentId: around.id, rootId: around.rootId ?? around.id };
  });
}

/** Relates codes to the packages that their lines name. */
export async function relateLines(
  context: CommitContext,
  tx: Transaction,
  { set, layers, source }: ImportFile,
  placed: readonly PlacedLine[],
): Promise<void> {
  const [first] = placed;
  if (first === undefined) return;
  const own = first.code.layer;
  const placing = placingOf(layers, own);
  const ids = await context.identifiers.take(placed.length);
  const related = placed.map(({ id, code, seqNo, parentId, rootId }, index): NewRow<"code-relation"> => {
    const { type, childNum, position } = relationOf(own, placing, seqNo);
    return {
      id: ids[index] ?? "",
      codeId: id,
      parentId,
      rootId,
      layer: own.layer,
      relationType: type,
      codeFuncType: own.codeFuncType,
      digitSourceMark: source?.mark ?? null,
      childNum,
      position,
      opened: 0,
      origin: origins.file,
      codeSetId: set.id,
      bindTime: code.bindTime ?? context.now(),
    };
  });
  await run(tx, insertBulk(context, "code-relation", related));
}
