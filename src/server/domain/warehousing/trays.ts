// What lies on trays: loaded cases and state of a tray follow from its goods, and a tray never holds more than it can.
import { sql } from "kysely";
import type { CommitContext, Domain, ResourceHooks } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { stateName } from "../../crud/guards/state-sentence.ts";
import { lockRows, resourceNamed } from "../../crud/write/server-rows.ts";
import { allOf, anyOf, db, first, rows, run } from "../../rows/query.ts";
import type { StoredRow, WritableValues } from "../../rows/stored.ts";
import { bySet, remove, tables, update, updateWithoutVersion } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { codeStateOf, codeStates, life, type CodeState } from "./code-states.ts";
import { noConversion, type UnitsOf, unitsOfLayers } from "./layer-units.ts";
import { stockOut } from "./planned.ts";
import { codesOf } from "./scans.ts";

type Tray = StoredRow<"tray">;

const states = { idle: 0, loading: 1, full: 2, shipped: 3, disabled: 9 } as const;
const loadable: ReadonlySet<number> = new Set([states.idle, states.loading, states.full]);
/** The layer that trays are counted in. */
const caseLayer = 3;
const palletLayer = 4;

/** Cases that goods take the room of; a part of one takes that of a whole one. A spec without cases is counted in the units of its line. */
function casesOf(unitsOf: UnitsOf, { specId, layer, num }: Pick<StoredRow<"traygoods">, "specId" | "layer" | "num">): number {
  const [ofLine, ofCase] = [unitsOf(specId ?? "", layer ?? 1), unitsOf(specId ?? "", caseLayer)];
  return ofLine === undefined || ofCase === undefined ? (num ?? 0) : Math.ceil(((num ?? 0) * ofLine) / ofCase);
}

function stateOf({ status, capacity }: Pick<Tray, "status" | "capacity">, loaded: number): number {
  if (status === states.disabled) return states.disabled;
  if (loaded === 0) return states.idle;
  if (status === states.shipped) return states.shipped;
  return capacity !== null && loaded >= capacity ? states.full : states.loading;
}

/** Works out what trays hold, without the goods that are leaving. Refused where it is more than one can hold. */
async function follow(tx: Transaction, context: CommitContext, trayIds: readonly string[], leaving: readonly string[] = []): Promise<void> {
  const trays = await lockRows(context, tx, "tray", trayIds);
  const { unscoped } = tables(context);
  const goods = await rows(
    tx,
    db
      .selectFrom(unscoped("traygoods", "g"))
      .where("g.trayId", "=", anyOf(trayIds))
      .where("g.id", "<>", allOf(leaving))
      .select(["g.trayId", "g.specId", "g.layer", "g.num"]),
  );
  const unitsOf = await unitsOfLayers(
    tx,
    context,
    goods.map(({ specId }) => specId ?? ""),
  );
  const loaded = trays.map(({ id }) => goods.filter(({ trayId }) => trayId === id).reduce((sum, one) => sum + casesOf(unitsOf, one), 0));
  const overfull = trays.findIndex(({ capacity, loadedNum }, index) => {
    const now = loaded[index] ?? 0;
    // One that was made smaller since may always be unloaded.
    return capacity !== null && now > capacity && now > (loadedNum ?? 0);
  });
  const tray = trays[overfull];
  if (tray !== undefined) {
    const [code, capacity, now] = [tray.trayCode ?? "", tray.capacity ?? 0, loaded[overfull] ?? 0];
    throw fieldError(context, "traygoods", "num", {
      code: "tooLarge",
      message: [
        `托盘“${code}”容量 ${capacity} 箱，码放后将有 ${now} 箱`,
        `Tray “${code}” holds ${capacity} cases; with these goods it would have ${now}`,
      ],
    });
  }
  const given = sql<{
    id: string;
    loaded: number;
    status: number;
  }>`unnest(${trays.map(({ id }) => id)}::bigint[], ${loaded}::int[], ${trays.map((one, index) => stateOf(one, loaded[index] ?? 0))}::int[])`.as<"g">(
    sql`g(id, loaded, status)`,
  );
  await run(
    tx,
    updateWithoutVersion(unscoped("tray", "t"))
      .from(given)
      .whereRef("t.id", "=", "g.id")
      .set(({ ref }) => ({ loadedNum: ref("g.loaded"), status: ref("g.status") })),
  );
}

/** Holds the trays of goods that move, in one order, and refuses those that are not there to be loaded. */
async function requireLoadable(tx: Transaction, context: CommitContext, trayId: string, from: string | null): Promise<Tray | undefined> {
  const trays = await lockRows(context, tx, "tray", [...new Set([trayId, ...(from === null ? [] : [from])])]);
  const tray = trays.find(({ id }) => id === trayId);
  if (tray === undefined || loadable.has(tray.status)) return tray;
  const [zh, en] = stateName(resourceNamed(context, "tray"), { ...tray }) ?? ["", ""];
  throw fieldError(context, "traygoods", "trayId", {
    code: "notAllowed",
    message: [
      `托盘“${tray.trayCode ?? ""}”当前状态为“${zh}”，不能码放`,
      `Tray “${tray.trayCode ?? ""}” is “${en}”, so nothing can be put on it`,
    ],
  });
}

const codeFault = (context: CommitContext, zh: string, en: string) =>
  fieldError(context, "traygoods", "code", { code: "notAllowed", message: [zh, en] });

async function stateOfCode(tx: Transaction, context: CommitContext, sent: string): Promise<CodeState> {
  const resolved = (await codesOf(tx, context, [sent])).get(sent);
  const [row] = resolved === undefined ? [] : await rows(tx, codeStates(context, { codes: [resolved] }));
  if (row === undefined) throw codeFault(context, `码“${sent}”不存在`, `There is no code “${sent}”`);
  return codeStateOf(row);
}

/** The code of a pallet with this label whose packages are known; undefined where the tray is none or nobody has said what is on it. */
async function palletOf(tx: Transaction, context: CommitContext, trayCode: string): Promise<string | undefined> {
  const { unscoped } = tables(context);
  const found = await first(
    tx,
    db
      .selectFrom(unscoped("code-item", "i"))
      .innerJoin(unscoped("code-relation", "r"), "r.parentId", "i.id")
      .where("i.code", "=", trayCode)
      .where("i.layer", "=", palletLayer)
      .limit(1)
      .select("i.id"),
  );
  return found?.id;
}

/** A scanned package: one of its layer, of the goods that are on it, and where the tray is. */
async function requireCode(
  tx: Transaction,
  context: CommitContext,
  {
    tray,
    sent,
    row,
    values,
  }: {
    readonly tray: Tray | undefined;
    readonly sent: string;
    readonly row: Readonly<Partial<StoredRow<"traygoods">>>;
    readonly values: WritableValues<"traygoods">;
  },
): Promise<void> {
  const state = await stateOfCode(tx, context, sent);
  if (state.blockStatus !== 0) throw codeFault(context, "该码已封存、作废或被替换", "The code is sealed, void or replaced");
  if (state.isOpened) throw codeFault(context, "该包装已拆开", "The package was opened");
  if (state.lifeStatus === life.shipped) throw codeFault(context, "该码已出库", "The code was shipped");
  if (state.warehouseId !== undefined && state.warehouseId !== tray?.warehouseId)
    throw codeFault(context, "该码不在托盘所在的仓库", "The code is not in the warehouse of the tray");
  const pallet = await palletOf(tx, context, tray?.trayCode ?? "");
  if (pallet !== undefined && !state.path.includes(pallet))
    throw codeFault(context, "该码与托码没有关联，不在此托上", "The code is not related to the pallet's, so it does not lie on it");
  if ((state.productId ?? row.productId) !== row.productId || (state.specId ?? row.specId) !== row.specId)
    throw codeFault(context, "该码的产品或规格与所选不一致", "The code is of another product or spec");
  if (row.layer !== state.layer)
    throw fieldError(context, "traygoods", "layer", {
      code: "different",
      message: ["层级与货品码不一致", "The layer differs from that of the code"],
    });
  if (row.num !== 1)
    throw fieldError(context, "traygoods", "num", {
      code: "different",
      message: ["有码货品的数量为 1", "The quantity of goods with a code is 1"],
    });
  values.code = state.code;
  if ((row.batchCode ?? "") === "") values.batchCode = state.batchCode;
}

/** Current goods say on which tray a package lies. */
function place(tx: Transaction, context: CommitContext, code: string | null | undefined, trayId: string | null): Promise<void> {
  if ((code ?? "") === "") return Promise.resolve();
  return run(
    tx,
    updateWithoutVersion(tables(context).unscoped("warehousegoodscurrent", "w"))
      .set({ trayId })
      .where("w.code", "=", code ?? ""),
  );
}

const goodsHooks: ResourceHooks<"traygoods"> = {
  submit: {
    beforeChange: async (tx, context, { values, current }) => {
      const row = { ...current, ...values };
      const tray =
        row.trayId === undefined || row.trayId === null
          ? undefined
          : await requireLoadable(tx, context, row.trayId, current?.trayId ?? null);
      const unitsOf = await unitsOfLayers(tx, context, [row.specId ?? ""]);
      if (unitsOf(row.specId ?? "", row.layer ?? 0) === undefined)
        throw fieldError(context, "traygoods", "layer", { code: "notAllowed", message: noConversion });
      if ((row.code ?? "") !== "") await requireCode(tx, context, { tray, sent: row.code ?? "", row, values });
      if (current === undefined) Object.assign(values, { loadTime: context.now(), loadUserId: context.caller.userId });
    },
    afterChange: async (tx, context, { values, current }) => {
      const trayId = values.trayId ?? current?.trayId ?? null;
      const trays = [trayId, current?.trayId ?? null].flatMap((one) => one ?? []);
      await follow(tx, context, [...new Set(trays)]);
      const code = values.code === undefined ? current?.code : values.code;
      if (current?.code !== code) await place(tx, context, current?.code, null);
      await place(tx, context, code, trayId);
    },
  },
  remove: {
    beforeRemove: async (tx, context, { rows: leaving }) => {
      const trays = [...new Set(leaving.flatMap(({ trayId }) => trayId ?? []))];
      await follow(
        tx,
        context,
        trays,
        leaving.map(({ id }) => id),
      );
      await run(
        tx,
        updateWithoutVersion(tables(context).unscoped("warehousegoodscurrent", "w"))
          .set({ trayId: null })
          .where("w.code", "=", anyOf(leaving.flatMap(({ code }) => code ?? []))),
      );
    },
  },
};

const trayHooks: ResourceHooks<"tray"> = {
  // Only empty trays are removed.
  restore: {},
  submit: {
    beforeChange: async (_tx, context, { values, current }) => {
      const loaded = current?.loadedNum ?? 0;
      if (current === undefined || loaded === 0) return;
      const capacity = values.capacity === undefined ? current.capacity : values.capacity;
      if (capacity !== null && capacity < loaded && capacity !== current.capacity)
        throw fieldError(context, "tray", "capacity", {
          code: "tooSmall",
          message: [`托盘上已有 ${loaded} 箱，容量不能更小`, `The tray has ${loaded} cases on it; it cannot hold fewer`],
        });
      if (values.warehouseId !== undefined && values.warehouseId !== current.warehouseId)
        throw fieldError(context, "tray", "warehouseId", {
          code: "notAllowed",
          message: ["托盘上有货品，不能更换仓库", "The tray has goods on it, so it cannot change its warehouse"],
        });
      values.status = stateOf({ status: current.status, capacity }, loaded);
      await Promise.resolve();
    },
  },
};

/** Trays that left with a document; what left by itself is on no tray any more. */
export async function shipTrays(tx: Transaction, context: CommitContext, docId: string): Promise<void> {
  const { unscoped } = tables(context);
  const left = db
    .selectFrom(unscoped("scan-record", "s"))
    .where("s.docId", "=", docId)
    .where("s.docKind", "=", stockOut)
    .where("s.accepted", "=", 1)
    .where("s.code", "is not", null)
    .select("s.code");
  await run(
    tx,
    update(context, unscoped("tray", "t"))
      .set({ status: states.shipped })
      .where("t.trayCode", "in", left)
      .where("t.status", "in", [states.loading, states.full]),
  );
  const taken = await rows(
    tx,
    db
      .selectFrom(unscoped("traygoods", "g"))
      .innerJoin(unscoped("tray", "t"), "t.id", "g.trayId")
      .where("g.code", "in", left)
      .where("t.trayCode", "not in", left)
      .orderBy("g.id")
      .select(["g.id", "g.trayId"]),
  );
  if (taken.length === 0) return;
  await run(tx, remove(unscoped("traygoods", "g"), bySet).where("g.id", "=", anyOf(taken.map(({ id }) => id))));
  await follow(tx, context, [...new Set(taken.flatMap(({ trayId }) => trayId ?? []))]);
}

export const traysDomain: Domain = {
  reads: {},
  actions: {},
  hooks: { traygoods: goodsHooks, tray: trayHooks },
  effects: ["traygoods.loading"],
};
