// A single code as it is in effect, by its text: of its own row where it is packed in nothing.
import { prepared, type Given, type RowOf } from "../../rows/prepared.ts";
import { db, rows, rowsOfAll } from "../../rows/query.ts";
import type { Transaction } from "../../store/database.ts";
import { blockOfSet, currentCodeOf, currentCodeOfId, type CurrentCode } from "./current-code.ts";

/** The row of a code by its text, as it is sent by whoever scans it. */
export const codeRow = prepared("code_by_text", (given: Given<{ readonly code: string }>, { unscoped }) =>
  db
    .selectFrom(unscoped("code-item", "i"))
    .where("i.code", "=", given("code"))
    .select([
      "i.id",
      "i.code",
      "i.layer",
      "i.codeFuncType",
      "i.digitSourceMark",
      "i.codeGenRecordDetailId",
      "i.lifeStatus",
      "i.blockStatus",
      "i.productId",
      "i.specId",
      "i.batchCode",
      "i.codeSetId",
      "i.verifyDigest",
      "i.stockInDocId",
      "i.stockOutDocId",
      "i.channelId",
      "i.saleRegionCodes",
      "i.stampTime",
      "i.scanCount",
      "i.firstScanTime",
    ]),
);

/** What a code is packed in, if it is. */
const packageOf = prepared("package_of_code", (given: Given<{ readonly id: string }>, { unscoped }) =>
  db
    .selectFrom(unscoped("code-relation", "r"))
    .where("r.codeId", "=", given("id"))
    .where("r.parentId", "is not", null)
    .limit(1)
    .select("r.parentId"),
);

const layerNamed = prepared("name_of_layer", (given: Given<{ readonly layer: number | null }>, { unscoped }) =>
  db.selectFrom(unscoped("pack-layer", "l")).where("l.layer", "=", given("layer")).limit(1).select("l.name"),
);

const setOf = prepared("set_of_code", (given: Given<{ readonly id: string }>, { withRemoved }) =>
  db.selectFrom(withRemoved("code-set", "s")).where("s.id", "=", given("id")).select("s.status"),
);

const ruleOf = prepared("make_rule_of_code", (given: Given<{ readonly detailId: string }>, { withRemoved }) =>
  db
    .selectFrom(withRemoved("code-gen-record-detail", "d"))
    .leftJoin(withRemoved("code-make-rule", "m"), "m.id", "d.codeMakeRuleId")
    .where("d.id", "=", given("detailId"))
    .select(["d.codeMakeRuleId", "m.verifyMode"]),
);

export type CodeRow = RowOf<typeof codeRow>;

type Context = Parameters<typeof codeRow>[0];

/** What a code's own row does not say of it. */
interface CodeFacts {
  readonly isPacked: boolean;
  readonly layerName: string;
  readonly setStatus: number | null;
  readonly rule: RowOf<typeof ruleOf> | undefined;
}

/** Reads what a code's own row does not say, in one round trip. */
async function factsOf(context: Context, tx: Transaction, row: CodeRow): Promise<CodeFacts> {
  const [[packages, layers], sets, rules] = await Promise.all([
    rowsOfAll(tx, [packageOf(context, { id: row.id }), layerNamed(context, { layer: row.layer })]),
    row.codeSetId === null ? [] : rows(tx, setOf(context, { id: row.codeSetId })),
    row.codeGenRecordDetailId === null ? [] : rows(tx, ruleOf(context, { detailId: row.codeGenRecordDetailId })),
  ]);
  return { isPacked: packages.length > 0, layerName: layers[0]?.name ?? "", setStatus: sets[0]?.status ?? null, rule: rules[0] };
}

const blocks: Readonly<Record<number, number>> = blockOfSet;

/** A code that is packed in nothing, as it is in effect. */
function codeAlone(row: CodeRow, { layerName, setStatus, rule }: CodeFacts): CurrentCode {
  const isStamped = row.stampTime !== null;
  return currentCodeOf({
    ...row,
    sent: row.code ?? "",
    layerName,
    blockStatus: Math.max(row.blockStatus ?? 0, blocks[setStatus ?? 0] ?? 0),
    path: [row.id],
    stockInDocIds: row.stockInDocId === null ? [] : [row.stockInDocId],
    stampedId: isStamped ? row.id : null,
    ...(isStamped ? {} : { stockInDocId: null, stockOutDocId: null, channelId: null, saleRegionCodes: null }),
    codeMakeRuleId: rule?.codeMakeRuleId ?? null,
    verifyMode: rule?.verifyMode ?? null,
  });
}

/**
 * A code as it is in effect, of its row. What joins tables is asked for codes that are packed alone: a distributed database plans such a statement
 * anew each time.
 */
export async function codeOfRow(context: Context, tx: Transaction, row: CodeRow): Promise<CurrentCode> {
  const facts = await factsOf(context, tx, row);
  if (!facts.isPacked) return codeAlone(row, facts);
  const [current] = await rows(tx, currentCodeOfId(context, { id: row.id }));
  return current === undefined ? codeAlone(row, facts) : currentCodeOf(current);
}
