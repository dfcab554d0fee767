// Sale documents of dealers: totals from their lines, a buyer below the seller, and codes that go over to the buyer when one is confirmed.
import { sql } from "kysely";
import type { Text } from "#schema/text";
import type { CommitContext, Domain, Effect, ResourceHooks } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { forbidden } from "../../http/errors.ts";
import { anyOf, db, first, rows, run } from "../../rows/query.ts";
import type { StoredRow, Values, WritableValues } from "../../rows/stored.ts";
import { bySet, tables, update } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { codesRefused, openPackages, operatorOf, type CodeFault } from "./booked-codes.ts";
import { life, type CodeState } from "./code-states.ts";
import { maxUnits, noConversion, type UnitsOf, unitsOfLayers } from "./layer-units.ts";
import { ownChannel, type OwnChannel } from "./own-channel.ts";
import { reasons, type Reason } from "./scan-rules.ts";
import { codesOf, scannableBy, overlaps } from "./scans.ts";
import { addMoves, type NewMove } from "./stock-moves.ts";

type Sale = StoredRow<"saledoc">;

const resource = "saledoc";
const saleDocument = 3;
const types = { distribution: 1, retail: 2, return: 3 } as const;
const moveTypes = { sale: 5, return: 4 } as const;
/** A channel below a channel below …, at most. */
const maxLevels = 20;

interface SaleLine {
  readonly productId: string;
  readonly specId: string;
  readonly layer: number;
  readonly num: number;
  readonly price: string | null;
  /** As they were written, one a line. */
  readonly codes: readonly string[];
}

const text = (value: unknown): string => (value === null || value === undefined ? "" : String(value));

function linesIn(details: unknown): readonly SaleLine[] {
  if (!Array.isArray(details)) return [];
  return details.map((line: Readonly<Values>) => ({
    productId: text(line["productId"]),
    specId: text(line["specId"]),
    layer: Number(line["layer"] ?? 1),
    num: Number(line["num"] ?? 0),
    price: text(line["price"]) === "" ? null : text(line["price"]),
    codes: text(line["codes"])
      .split(/[\s,，;；]+/)
      .filter((code) => code !== ""),
  }));
}

/** Base units and money of the lines. */
async function addUp(
  tx: Transaction,
  context: CommitContext,
  values: WritableValues<typeof resource>,
  lines: readonly SaleLine[],
): Promise<void> {
  const unitsOf = await unitsOfLayers(
    tx,
    context,
    lines.map(({ specId }) => specId),
  );
  const fault = (index: number, field: "layer" | "num", code: "notAllowed" | "tooLarge", message: Text) =>
    fieldError(context, resource, ["details", index, field], { code, message });
  let units = 0;
  for (const [index, { specId, layer, num }] of lines.entries()) {
    const perLayer = unitsOf(specId, layer);
    if (perLayer === undefined) throw fault(index, "layer", "notAllowed", noConversion);
    units += num * perLayer;
    if (units > maxUnits)
      throw fault(index, "num", "tooLarge", ["数量过大，折合最小单位超出范围", "The quantity is too large in base units"]);
  }
  values.totalNum = units;
}

/** Whether a channel is somewhere below another. */
async function isBelow(tx: Transaction, context: CommitContext, channelId: string, aboveId: string): Promise<boolean> {
  const { unscoped } = tables(context);
  const found = await first(
    tx,
    db
      .withRecursive("above(id, depth)", (cte) =>
        cte
          .selectFrom(unscoped("channel", "c"))
          .where("c.id", "=", channelId)
          .select(["c.pid as id", sql<number>`1`.as("depth")])
          .unionAll(
            cte
              .selectFrom("above as a")
              .innerJoin(unscoped("channel", "c"), "c.id", "a.id")
              .where("a.depth", "<", maxLevels)
              .select(({ ref }) => ["c.pid as id", sql<number>`${ref("a.depth")} + 1`.as("depth")]),
          ),
      )
      .selectFrom("above as a")
      .where("a.id", "=", aboveId)
      .limit(1)
      .select("a.id"),
  );
  return found !== undefined;
}

async function requireBuyer(tx: Transaction, context: CommitContext, { fromChannelId, toChannelId }: Partial<Sale>): Promise<void> {
  const refuse = (code: "required" | "notAllowed", zh: string, en: string) =>
    fieldError(context, resource, "toChannelId", { code, message: [zh, en] });
  const buyer = toChannelId ?? null;
  if (buyer === null) throw refuse("required", "请选择购货渠道", "Please select the buying channel");
  if (!(await isBelow(tx, context, buyer, fromChannelId ?? "")))
    throw refuse("notAllowed", "购货渠道必须是销售渠道的下级", "The buying channel must be below the selling one");
}

const hooks: ResourceHooks<typeof resource> = {
  // Who buys is judged again when it is handed in.
  restore: {},
  submit: {
    beforeChange: async (tx, context, { values, current }) => {
      const merged = { ...current, ...values };
      // A consumer is no channel.
      if (merged.saleType === types.retail) values.toChannelId = null;
      else await requireBuyer(tx, context, merged);
      await addUp(tx, context, values, linesIn(merged.details));
    },
  },
};

/** Between whom the codes of a document go: a return takes them back from the buyer. */
function partiesOf({ saleType, fromChannelId, toChannelId }: Sale): { readonly holder: string | null; readonly taker: string | null } {
  return saleType === types.return ? { holder: toChannelId, taker: fromChannelId } : { holder: fromChannelId, taker: toChannelId };
}

interface SoldCode {
  readonly state: CodeState;
  readonly line: SaleLine;
  readonly units: number;
}

function faultOf(state: CodeState, line: SaleLine, holder: string | null): Reason {
  if (state.blockStatus !== 0) return reasons.blocked;
  if (state.isOpened || state.lifeStatus !== life.shipped || state.channelId !== (holder ?? undefined)) return reasons.wrongStatus;
  const isOther = (state.productId ?? line.productId) !== line.productId || (state.specId ?? line.specId) !== line.specId;
  return isOther ? reasons.otherProduct : reasons.none;
}

/**
 * Codes that went to a consumer and have not come back: the newest move of the code or of what it is packed in says so, as the newest stamp
 * says whose it is.
 */
async function atConsumers(tx: Transaction, context: CommitContext, states: readonly CodeState[]): Promise<ReadonlySet<string>> {
  const found = await rows(
    tx,
    db
      .selectFrom(tables(context).unscoped("stock-move-record", "m"))
      .where("m.codeId", "=", anyOf([...new Set(states.flatMap(({ path }) => path))]))
      .distinctOn("m.codeId")
      .orderBy("m.codeId")
      .orderBy("m.moveTime", "desc")
      .orderBy("m.id", "desc")
      .select(["m.id", "m.codeId", "m.moveTime", "m.moveType", "m.toChannelId"]),
  );
  const newest = new Map(found.map((move) => [move.codeId ?? "", move]));
  const isLater = (left: (typeof found)[number], right: (typeof found)[number]): boolean => {
    const [leftTime, rightTime] = [left.moveTime ?? "", right.moveTime ?? ""];
    return leftTime === rightTime ? BigInt(left.id) > BigInt(right.id) : leftTime > rightTime;
  };
  const sold = states.filter(({ path }) => {
    const [first, ...others] = path.flatMap((id) => newest.get(id) ?? []);
    if (first === undefined) return false;
    const last = others.reduce((latest, one) => (isLater(one, latest) ? one : latest), first);
    return last.moveType === moveTypes.sale && last.toChannelId === null;
  });
  return new Set(sold.map(({ id }) => id));
}

/** The codes on the lines, held until the transaction ends; refused with those that cannot be sold. */
async function soldCodes(
  tx: Transaction,
  context: CommitContext,
  { lines, holder, unitsOf }: { readonly lines: readonly SaleLine[]; readonly holder: string | null; readonly unitsOf: UnitsOf },
): Promise<readonly SoldCode[]> {
  const sent = lines.flatMap(({ codes }) => codes);
  if (sent.length === 0) return [];
  const codes = await codesOf(tx, context, sent);
  const { states, taken } = await scannableBy(tx, context, [...new Set(codes.values())]);
  const gone = await atConsumers(tx, context, [...states.values()]);
  const faults: CodeFault[] = [];
  const sold: SoldCode[] = [];
  for (const line of lines) {
    let room = line.num * (unitsOf(line.specId, line.layer) ?? 0);
    for (const code of line.codes) {
      const state = states.get(codes.get(code) ?? "");
      const units = state === undefined ? undefined : unitsOf(line.specId, state.layer);
      let reason: Reason = state === undefined ? reasons.unknown : faultOf(state, line, holder);
      if (state !== undefined && reason === reasons.none) {
        if (gone.has(state.id)) reason = reasons.wrongStatus;
        else if (sold.some((one) => overlaps(one.state, state))) reason = reasons.duplicate;
        else if (taken.some((one) => overlaps(one.state, state))) reason = reasons.otherDocument;
        else if (units === undefined) reason = reasons.wrongLayer;
        else if (units > room) reason = reasons.overQuantity;
      }
      if (state === undefined || units === undefined || reason !== reasons.none) faults.push({ code, reason });
      else {
        room -= units;
        sold.push({ state, line, units });
      }
    }
  }
  if (faults.length > 0) throw codesRefused(context, faults);
  return sold;
}

/** The codes are the taker's from now on, with the taker's regions. Their contents take the stamp over without being touched. */
async function stamp(
  tx: Transaction,
  context: CommitContext,
  sold: readonly SoldCode[],
  { taker, saleRegionCodes }: { readonly taker: string; readonly saleRegionCodes: string[] | null },
): Promise<void> {
  const given = sql<{
    id: string;
    stockInDocId: string | null;
    stockOutDocId: string | null;
  }>`unnest(${sold.map(({ state }) => state.id)}::bigint[], ${sold.map(({ state }) => state.stockInDocId ?? null)}::bigint[], ${sold.map(({ state }) => state.stockOutDocId ?? null)}::bigint[])`.as<"g">(
    sql`g(id, stock_in_doc_id, stock_out_doc_id)`,
  );
  const now = context.now();
  await run(
    tx,
    update(context, tables(context).unscoped("code-item", "i"), bySet)
      .from(given)
      .whereRef("i.id", "=", "g.id")
      .set({ lifeStatus: life.shipped, channelId: taker, saleRegionCodes, outTime: now, stampTime: now })
      .set(({ ref }) => ({ stockInDocId: ref("g.stockInDocId"), stockOutDocId: ref("g.stockOutDocId") })),
  );
}

/** A move of every code, and of what each line has besides its codes. */
async function addSaleMoves(
  tx: Transaction,
  context: CommitContext,
  document: Sale,
  {
    lines,
    sold,
    unitsOf,
    saleRegionCodes,
  }: {
    readonly lines: readonly SaleLine[];
    readonly sold: readonly SoldCode[];
    readonly unitsOf: UnitsOf;
    readonly saleRegionCodes: string[] | null;
  },
): Promise<void> {
  const { holder, taker } = partiesOf(document);
  const same: NewMove = {
    moveType: document.saleType === types.return ? moveTypes.return : moveTypes.sale,
    fromChannelId: holder,
    toChannelId: taker,
    saleRegionCodes,
    docKind: saleDocument,
    docId: document.id,
    docNo: document.docNo,
    operatorId: operatorOf(context),
    moveTime: context.now(),
  };
  const moves = [
    ...sold.map(({ state, line, units }) => ({
      code: state.code,
      codeId: state.id,
      layer: state.layer,
      productId: line.productId,
      specId: line.specId,
      batchCode: state.batchCode,
      num: units,
    })),
    ...lines.flatMap((line) => {
      const { productId, specId, layer, num } = line;
      const withCodes = sold.filter((one) => one.line === line).reduce((sum, { units }) => sum + units, 0);
      const rest = num * (unitsOf(specId, layer) ?? 0) - withCodes;
      return rest <= 0 ? [] : [{ layer, productId, specId, num: rest }];
    }),
  ];
  await addMoves(
    tx,
    context,
    moves.map((move): NewMove => ({ ...same, ...move })),
  );
}

/** Who gets the goods says so, or the brand for them. To a consumer only the dealer who sells can speak. */
function requireConfirmer(own: OwnChannel | undefined, { docNo, fromChannelId }: Sale, taker: Taker): void {
  if (own === undefined || own.id === (taker.id ?? fromChannelId)) return;
  const [zh, en] = taker.id === null ? ["销售渠道", "the selling channel"] : [`渠道“${taker.name}”`, `the channel “${taker.name}”`];
  throw forbidden(undefined, [
    `销售单“${docNo ?? ""}”只能由${zh}或品牌方确认`,
    `Sale document “${docNo ?? ""}” can be confirmed only by ${en} or the brand owner`,
  ]);
}

interface Taker {
  /** null for a consumer. */
  readonly id: string | null;
  readonly name: string;
  readonly saleRegionCodes: string[] | null;
}

async function takerOf(tx: Transaction, context: CommitContext, document: Sale): Promise<Taker> {
  const { taker } = partiesOf(document);
  if (taker === null) return { id: null, name: "", saleRegionCodes: null };
  const found = await first(
    tx,
    db.selectFrom(tables(context).withRemoved("channel", "c")).where("c.id", "=", taker).select(["c.name", "c.saleRegionCodes"]),
  );
  return { id: taker, name: found?.name ?? "", saleRegionCodes: found?.saleRegionCodes ?? null };
}

const confirm: Effect<"saledoc.confirm"> = {
  commit: async (tx, context, { rows: documents }) => {
    const own = await ownChannel(tx, context);
    for (const document of documents) {
      const taker = await takerOf(tx, context, document);
      requireConfirmer(own, document, taker);
      const lines = linesIn(document.details);
      const { holder } = partiesOf(document);
      const unitsOf = await unitsOfLayers(
        tx,
        context,
        lines.map(({ specId }) => specId),
      );
      const sold = await soldCodes(tx, context, { lines, holder, unitsOf });
      const { saleRegionCodes } = taker;
      await openPackages(
        tx,
        context,
        sold.map(({ state }) => state),
      );
      // A consumer is no channel: what was sold to one stays with the dealer who sold it.
      if (taker.id !== null && sold.length > 0) await stamp(tx, context, sold, { taker: taker.id, saleRegionCodes });
      await addSaleMoves(tx, context, document, { lines, sold, unitsOf, saleRegionCodes });
    }
    return {};
  },
};

export const saleDocumentsDomain: Domain = {
  reads: {},
  actions: { "saledoc.confirm": confirm },
  hooks: { saledoc: hooks },
  effects: ["saledoc.totals", "saledoc.buyer"],
};
