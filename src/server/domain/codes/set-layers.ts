// The layers of a code set as its jobs go through them: from the outermost inwards, each with where its codes stand in the packages.
import type { CommitContext } from "../../contract.ts";
import { db, rows } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { packed, twin } from "./relation-facts.ts";

/** A layer of a set, with one function of codes. */
export interface SetLayer {
  readonly id: string;
  readonly layer: number;
  readonly layerName: string;
  readonly codeFuncType: number;
  /** The line of a generation record that its codes are taken from. */
  readonly codeGenRecordDetailId: string | null;
  /** Units of the next inner layer that one unit holds. */
  readonly num: number;
  /** Codes on one unit. */
  readonly twinNum: number;
  readonly totalNum: number;
  readonly columnIndex: number | null;
  /** Codes of the layer that are reserved for the set; 0 where none are. */
  readonly reserved: number;
  readonly importedNum: number;
}

/**
 * The layers of a set, those of one unit together: the first function of each carries the packages, the others are its twins. The layers of
 * a set that was removed are answered too: codes are reserved by them until they are released.
 */
export async function layersOf(context: CommitContext, tx: Transaction, codeSetId: string): Promise<readonly SetLayer[]> {
  const { withRemoved } = tables(context);
  const found = await rows(
    tx,
    db
      .selectFrom(withRemoved("code-set-layer", "l"))
      .innerJoin(withRemoved("code-set", "c"), "c.id", "l.codeSetId")
      .where(({ eb, or, and }) => or([eb("l.isDeleted", "=", 0), and([eb("c.isDeleted", "=", 1), eb("l.endSeq", "is not", null)])]))
      .where("l.codeSetId", "=", codeSetId)
      .orderBy("l.layer", "desc")
      .orderBy("l.columnIndex")
      .orderBy("l.id")
      .select([
        "l.id",
        "l.layer",
        "l.layerName",
        "l.codeFuncType",
        "l.codeGenRecordDetailId",
        "l.num",
        "l.twinNum",
        "l.totalNum",
        "l.columnIndex",
        "l.endSeq",
        "l.importedNum",
      ]),
  );
  return found.map((row) => ({
    ...row,
    layer: row.layer ?? 1,
    layerName: row.layerName ?? "",
    codeFuncType: row.codeFuncType ?? 1,
    num: row.num ?? 1,
    twinNum: row.twinNum ?? 1,
    totalNum: row.totalNum ?? 0,
    reserved: row.endSeq ?? 0,
    importedNum: row.importedNum ?? 0,
  }));
}

/** Where the codes of a layer stand in the packages of a pre-related set. */
interface Placing {
  /** The layer whose codes these are related to: of the package around them, or of their own unit where they are its further codes. */
  readonly above: SetLayer | undefined;
  /** They are further codes of units that others carry. */
  readonly isTwin: boolean;
  /** How many codes stand on the unit before those of this layer. */
  readonly before: number;
  /** Units that each holds. */
  readonly childNum: number;
}

/** How the codes of a layer are related. */
export function placingOf(layers: readonly SetLayer[], own: SetLayer): Placing {
  const sameUnit = layers.filter(({ layer }) => layer === own.layer);
  const carrier = sameUnit[0] ?? own;
  const outer = layers.filter(({ layer }) => layer > own.layer);
  const nextOuter = outer.find(({ layer }) => layer === outer.at(-1)?.layer);
  const isTwin = carrier.id !== own.id;
  return {
    above: isTwin ? carrier : nextOuter,
    isTwin,
    before: sameUnit.slice(0, sameUnit.indexOf(own)).reduce((sum, { twinNum }) => sum + twinNum, 0),
    childNum: isTwin || !layers.some(({ layer }) => layer < own.layer) ? 0 : own.num,
  };
}

/** The unit of a code by its number in the layer, and which of the unit's codes it is; both from 1. */
function unitOf({ twinNum }: Pick<SetLayer, "twinNum">, seqNo: number): { readonly unit: number; readonly which: number } {
  const unit = Math.ceil(seqNo / twinNum);
  return { unit, which: seqNo - (unit - 1) * twinNum };
}

/** The number of the code that carries a unit. */
const carrierOf = ({ twinNum }: Pick<SetLayer, "twinNum">, unit: number): number => (unit - 1) * twinNum + 1;

/** What a code of a layer is related to: the number of another code, and how. */
export interface Related {
  readonly type: number;
  /** Number of the code above, in the layer `in`; undefined for an outermost package. */
  readonly above: { readonly in: SetLayer; readonly seqNo: number } | undefined;
  readonly position: number;
  readonly childNum: number;
}

/** How the code with a number is related: child i of a layer belongs to package ⌈i / units of a package⌉. */
export function relationOf(own: SetLayer, { above, isTwin, before, childNum }: Placing, seqNo: number): Related {
  const { unit, which } = unitOf(own, seqNo);
  if (isTwin && above !== undefined)
    return { type: twin, above: { in: above, seqNo: carrierOf(above, unit) }, position: before + which - 1, childNum: 0 };
  if (which > 1) return { type: twin, above: { in: own, seqNo: carrierOf(own, unit) }, position: which - 1, childNum: 0 };
  if (above === undefined) return { type: packed, above: undefined, position: unit, childNum };
  return {
    type: packed,
    above: { in: above, seqNo: carrierOf(above, Math.ceil(unit / above.num)) },
    position: ((unit - 1) % above.num) + 1,
    childNum,
  };
}
