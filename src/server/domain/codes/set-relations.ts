// Relations of a pre-related set: written by the numbers of its codes, set by set and layer by layer, without asking what was packed where
// before. Nothing was: the codes are new to packages.
import type { CommitContext } from "../../contract.ts";
import { insertBulk, type NewRow } from "../../rows/insert.ts";
import { anyOf, db, first, rows, run } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { packed } from "./relation-facts.ts";
import type { origins } from "./relations.ts";
import { placingOf, relationOf, type Related, type SetLayer } from "./set-layers.ts";

/** The codes of a layer with these numbers, with the outermost package of each. */
function codesAt(
  context: CommitContext,
  tx: Transaction,
  { codeSetId, layer, seqNos }: { readonly codeSetId: string; readonly layer: SetLayer; readonly seqNos: readonly number[] },
) {
  const { unscoped } = tables(context);
  return rows(
    tx,
    db
      .selectFrom(unscoped("code-item", "i"))
      // Looked up code by code: for a tenant that has just begun, a plan for few rows would read all of its relations for each of its codes.
      .leftJoinLateral(
        ({ selectFrom }) =>
          selectFrom(unscoped("code-relation", "n"))
            .whereRef("n.codeId", "=", "i.id")
            .where("n.relationType", "=", packed)
            .limit(1)
            .select("n.rootId")
            .as("r"),
        (join) => join.onTrue(),
      )
      .where("i.codeSetId", "=", codeSetId)
      .where("i.layer", "=", layer.layer)
      .where("i.codeFuncType", "=", layer.codeFuncType)
      .where("i.seqNo", "=", anyOf(seqNos))
      .select(["i.id", "i.seqNo", "r.rootId"]),
  );
}

interface Relating {
  readonly set: StoredRow<"code-set">;
  readonly layers: readonly SetLayer[];
  readonly own: SetLayer;
  readonly digitSourceMark: string | null;
  readonly origin: (typeof origins)[keyof typeof origins];
}

/** A code by its number in its layer. */
export interface NumberedCode {
  readonly id: string;
  readonly seqNo: number | null;
}

/** Relates codes of a layer to their packages and units. Those that carry units come first: the others are related to them. */
export async function relate(
  context: CommitContext,
  tx: Transaction,
  { set, layers, own, digitSourceMark, origin }: Relating,
  codes: readonly NumberedCode[],
): Promise<void> {
  const placing = placingOf(layers, own);
  const related = codes.map(({ id, seqNo }) => ({ id, ...relationOf(own, placing, seqNo ?? 1) }));
  const write = async (some: readonly (Related & { readonly id: string })[]): Promise<void> => {
    if (some.length === 0) return;
    const above = some[0]?.above;
    const wanted = [...new Set(some.flatMap((one) => one.above?.seqNo ?? []))];
    const found = above === undefined ? [] : await codesAt(context, tx, { codeSetId: set.id, layer: above.in, seqNos: wanted });
    const bySeq = new Map(found.map((one) => [one.seqNo, one]));
    const ids = await context.identifiers.take(some.length);
    const added = some.map((one, index): NewRow<"code-relation"> => {
      const parent = one.above === undefined ? undefined : bySeq.get(one.above.seqNo);
      if (one.above !== undefined && parent === undefined)
        throw new Error(`code set ${set.id} has no code ${one.above.seqNo} in layer ${one.above.in.layer}`);
      return {
        id: ids[index] ?? "",
        codeId: one.id,
        parentId: parent?.id ?? null,
        rootId: parent === undefined ? one.id : (parent.rootId ?? parent.id),
        layer: own.layer,
        relationType: one.type,
        codeFuncType: own.codeFuncType,
        digitSourceMark,
        childNum: one.childNum,
        position: one.position,
        opened: 0,
        origin,
        codeSetId: set.id,
        bindTime: context.now(),
      };
    });
    await run(tx, insertBulk(context, "code-relation", added));
  };
  await write(related.filter(({ type }) => type === packed));
  await write(related.filter(({ type }) => type !== packed));
}

/** The mark of a digit source. */
export async function markOf(context: CommitContext, tx: Transaction, digitSourceId: string | null): Promise<string | null> {
  if (digitSourceId === null) return null;
  const source = await first(
    tx,
    db.selectFrom(tables(context).withRemoved("digit-source", "s")).where("s.id", "=", digitSourceId).select("s.mark"),
  );
  return source?.mark ?? null;
}
