// What a document says to a code that is scanned for it. Nothing here reads: all facts are brought along.
import { life, type CodeState } from "./code-states.ts";
import type { DocumentLine, StockDocKind } from "./document-lines.ts";
import type { UnitsOf } from "./layer-units.ts";
import { stockIn } from "./planned.ts";

/** rejectReason of a scan. */
export const reasons = {
  none: 0,
  unknown: 1,
  duplicate: 2,
  otherProduct: 3,
  wrongStatus: 4,
  blocked: 5,
  overQuantity: 6,
  otherWarehouse: 7,
  undone: 8,
  wrongLayer: 9,
  otherDocument: 10,
} as const;
export type Reason = (typeof reasons)[keyof typeof reasons];

/** docType of stock-in documents that take back what had left. */
export const inTypes = { transfer: 3, return: 4 } as const;

/** What of a document decides over codes. */
export interface ScannedDocument {
  readonly kind: StockDocKind;
  readonly docType: number | null;
  readonly warehouseId: string | null;
  /** Of a return: the channel that it comes back from. */
  readonly fromChannelId: string | null;
  /** Of goods that come in by a transfer: the document that they left with. */
  readonly stockOutDocId: string | null;
}

export interface ScanSettings {
  /** Codes that were never taken in may go out. */
  readonly allowsUnstocked: boolean;
  readonly allowsOverScan: boolean;
}

function inFault({ docType, fromChannelId, stockOutDocId }: ScannedDocument, code: CodeState): Reason {
  if (docType === inTypes.return)
    return code.lifeStatus === life.shipped && fromChannelId !== null && code.channelId === fromChannelId
      ? reasons.none
      : reasons.wrongStatus;
  if (docType === inTypes.transfer)
    return code.lifeStatus === life.shipped && stockOutDocId !== null && code.stockOutDocId === stockOutDocId
      ? reasons.none
      : reasons.wrongStatus;
  return code.lifeStatus === life.activated ? reasons.none : reasons.wrongStatus;
}

/** What speaks against a code by itself, whatever the lines of the document are. */
export function codeFault(document: ScannedDocument, code: CodeState, { allowsUnstocked }: Pick<ScanSettings, "allowsUnstocked">): Reason {
  if (code.blockStatus !== 0) return reasons.blocked;
  // What was taken out of a package is no longer in it.
  if (code.isOpened) return reasons.wrongStatus;
  if (document.kind === stockIn) return inFault(document, code);
  if (code.lifeStatus === life.inStock) return code.warehouseId === document.warehouseId ? reasons.none : reasons.otherWarehouse;
  return code.lifeStatus === life.activated && allowsUnstocked ? reasons.none : reasons.wrongStatus;
}

/** A line as it stands while scans are taken. */
export type CountedLine = DocumentLine & { scanned: number };

interface LineVerdict {
  readonly reason: Reason;
  readonly line?: CountedLine;
  /** Base units that the code stands for, and how many units of the line's layer they are. */
  readonly units?: number;
  readonly counted?: number;
}

/** Lines for the goods that a code is on. One that nobody has put a product to fits where all lines are for the same. */
function linesForGoods(code: CodeState, lines: readonly CountedLine[]): readonly CountedLine[] {
  const [first] = lines;
  if (code.productId === undefined)
    return first !== undefined && lines.every(({ productId, specId }) => productId === first.productId && specId === first.specId)
      ? lines
      : [];
  return lines.filter(
    (line) =>
      line.productId === code.productId &&
      (code.specId === undefined || line.specId === code.specId) &&
      (code.batchCode === "" || line.batchCode === "" || line.batchCode === code.batchCode),
  );
}

/**
 * The line that a code counts for: of its goods, of its own layer or the nearest one inside, and one that is not full before one that is.
 * A case counts forty bottles for a line of bottles; a bottle counts nothing for a line of cases.
 */
export function lineFor(
  code: CodeState,
  lines: readonly CountedLine[],
  { unitsOf, isLimited }: { readonly unitsOf: UnitsOf; readonly isLimited: boolean },
): LineVerdict {
  const goods = linesForGoods(code, lines);
  if (goods.length === 0) return { reason: reasons.otherProduct };
  const candidates = goods.flatMap((line) => {
    const units = unitsOf(line.specId, code.layer);
    return units === undefined || line.layer > code.layer || units % line.perLayer !== 0
      ? []
      : [{ line, units, counted: units / line.perLayer }];
  });
  if (candidates.length === 0) return { reason: reasons.wrongLayer };
  const isFull = ({ line, counted }: (typeof candidates)[number]) => line.scanned + counted > line.num;
  const rank = (one: (typeof candidates)[number]) =>
    (isFull(one) ? 100 : 0) + (one.line.batchCode !== "" && one.line.batchCode === code.batchCode ? 0 : 10) + (code.layer - one.line.layer);
  const [best] = [...candidates].sort((left, right) => rank(left) - rank(right));
  if (best === undefined) return { reason: reasons.wrongLayer };
  return isLimited && isFull(best) ? { reason: reasons.overQuantity, ...best } : { reason: reasons.none, ...best };
}
