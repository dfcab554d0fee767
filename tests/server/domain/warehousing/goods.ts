// Warehouses, documents and codes for tests of what documents book: each test has a warehouse of its own, so none counts another's goods.
import { objectIn, recordsIn, type Body } from "../../../support/samples.ts";
import type { Answer } from "../../../support/server.ts";
import type { Demonstration } from "../demonstration.ts";

export const ins = "/digit-bind/stock-in-doc";
export const outs = "/digit-bind/stock-out-doc";
export const detailLines = "/digit-bind/doc-detail";
const stocks = "/digit-bind/goods-stock";
export const bills = "/digit-bind/goods-bill";
export const moves = "/digit-bind/stock-move-record";
export const currents = "/digit-bind/warehousegoodscurrent";
export const records = "/digit-bind/scan-record";

type Direction = "in" | "out";
/** Product and spec of the demonstration: 1 case = 6 cartons = 36 bottles. */
type Product = "P0001" | "P0002" | "P0003";

interface Line {
  readonly product?: Product;
  readonly layer?: number;
  readonly num: number;
  readonly batch?: string;
}

/** Codes by their layer: a case, its cartons, and the bottles of the first carton. */
export interface CodedCase {
  readonly code: string;
  readonly cartons: readonly string[];
  readonly bottles: readonly string[];
}

export function goodsOf({ server, zhangwei, add, find, act, put, row }: Demonstration) {
  let made = 0;
  const rows = async (path: string, query: Readonly<Record<string, string>>): Promise<readonly Body[]> =>
    recordsIn(await zhangwei.get(`${path}/list`, { size: "100", ...query }));

  const productOf = async (product: Product) => ({
    productId: String((await find("/digit-bind/attr-owner", { code_equal: product }))["id"]),
    specId: String((await find("/digit-bind/spec", { specCode_equal: product.replace("P", "SP") }))["id"]),
  });

  const warehouse = async (more: Body = {}): Promise<string> => {
    made += 1;
    return add("/digit-bind/warehouse", { code: `WT${made}`, name: `测试库 ${made}`, warehouseType: 1, ...more });
  };

  const channel = async (code = "QD001"): Promise<string> => String((await find("/digit-bind/channel", { code_equal: code }))["id"]);

  /** A document with lines; answers its id and those of its lines. */
  const document = async (direction: Direction, warehouseId: string, lines: readonly Line[], more: Body = {}) => {
    const path = direction === "in" ? ins : outs;
    const id = await add(path, { docType: 9, warehouseId, bizDate: "2025-03-12", ...more });
    const lineIds: string[] = [];
    for (const { product = "P0001", layer = 3, num, batch } of lines) {
      const docKind = direction === "in" ? 1 : 2;
      const lineId = await add(detailLines, { docId: id, docKind, ...(await productOf(product)), layer, num, realNum: 0 });
      // The batch comes from a binding of attributes.
      if (batch !== undefined) await put("update doc_detail set batch_code = $2 where id = $1::bigint", [lineId, batch]);
      lineIds.push(lineId);
    }
    return { id, lineIds };
  };

  /** Goods in a warehouse, taken in without scanning. */
  const stocked = async (warehouseId: string, lines: readonly Line[]): Promise<void> => {
    const { id } = await document("in", warehouseId, lines);
    const answer = await act(ins, "finish/non-scan", id);
    if (answer.code !== 200) throw new Error(JSON.stringify(answer));
  };

  const stockOf = async (warehouseId: string): Promise<readonly unknown[]> =>
    (await rows(stocks, { warehouseId_equal: warehouseId }))
      .map(({ batchCode, num, lockNum, availableNum }) => [batchCode, num, lockNum, availableNum])
      .sort((left, right) => String(left[0]).localeCompare(String(right[0])));

  const billsOf = async (docId: string): Promise<readonly unknown[]> =>
    (await rows(bills, { docId_equal: docId, ascs: "id" })).map(({ billType, batchCode, changeNum, beforeNum, afterNum }) => [
      billType,
      batchCode,
      changeNum,
      beforeNum,
      afterNum,
    ]);

  const currentOf = async (warehouseId: string): Promise<readonly unknown[]> =>
    (await rows(currents, { warehouseId_equal: warehouseId }))
      .map(({ code, num, opened }) => [code, num, opened])
      .sort((left, right) => String(left[0]).localeCompare(String(right[0])));

  let codeNumber = 0;
  const insertCode = async (code: string, layer: number, more: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const id = await server.services.identifiers.next();
    const columns = { life_status: 1, block_status: 0, code_func_type: 1, digit_source_mark: "SELF", ...more };
    const names = Object.keys(columns);
    await put(
      `insert into code_item (id, tenant_id, code, layer, ${names.join(", ")}) values ($1, '100001', $2, $3, ${names.map((_name, index) => `$${index + 4}`).join(", ")})`,
      [id, code, layer, ...Object.values(columns)],
    );
    return id;
  };
  const relate = (
    codeId: string,
    layer: number,
    { parentId, rootId, position }: { readonly parentId: string | null; readonly rootId: string; readonly position: number },
  ) =>
    server.services.identifiers
      .next()
      .then((id) =>
        put(
          "insert into code_relation (id, tenant_id, code_id, parent_id, root_id, layer, relation_type, position, opened) values ($1, '100001', $2, $3, $4, $5, 1, $6, 0)",
          [id, codeId, parentId, rootId, layer, position],
        ),
      );

  /** A case of activated codes with six cartons, and six bottles in the first of them. */
  const codedCase = async (product: Product = "P0001", more: Readonly<Record<string, unknown>> = {}): Promise<CodedCase> => {
    codeNumber += 1;
    const { productId, specId } = await productOf(product);
    const goods = { product_id: productId, spec_id: specId, ...more };
    const code = `TC${codeNumber}`;
    const rootId = await insertCode(code, 3, goods);
    await relate(rootId, 3, { parentId: null, rootId, position: 0 });
    const cartons: string[] = [];
    const bottles: string[] = [];
    for (let carton = 1; carton <= 6; carton += 1) {
      const cartonId = await insertCode(`${code}-${carton}`, 2);
      cartons.push(`${code}-${carton}`);
      await relate(cartonId, 2, { parentId: rootId, rootId, position: carton });
      for (let bottle = 1; carton === 1 && bottle <= 6; bottle += 1) {
        await relate(await insertCode(`${code}-${carton}-${bottle}`, 1), 1, { parentId: cartonId, rootId, position: bottle });
        bottles.push(`${code}-${carton}-${bottle}`);
      }
    }
    return { code, cartons, bottles };
  };

  let second = 0;
  /** Scans codes one second apart. */
  const scan = async (direction: Direction, docId: string, codes: readonly string[], more: Body = {}): Promise<Answer> => {
    const body = codes.map((code) => {
      second += 1;
      const scanTime = `2025-03-12 ${String(10 + Math.floor(second / 3600)).padStart(2, "0")}:${String(Math.floor(second / 60) % 60).padStart(2, "0")}:${String(second % 60).padStart(2, "0")}`;
      return { docKind: direction === "in" ? 1 : 2, docId, code, scanTime, ...more };
    });
    return zhangwei.post(`${records}/submit`, body);
  };

  const verdicts = (answer: Answer): readonly unknown[] => {
    if (!Array.isArray(answer.data)) throw new Error(JSON.stringify(answer));
    return answer.data.map((one: Body) => [one["accepted"], one["rejectReason"], one["scannedNum"]]);
  };

  const codeOf = async (code: string): Promise<Body> => {
    const [found] =
      (await server.database.owner.read([{ sql: "select * from code_item where code = $1", parameters: [code] }]))[0]?.rows ?? [];
    if (found === undefined) throw new Error(`no code ${code}`);
    return found;
  };

  const taken = async (warehouseId: string, codes: readonly string[], line: Partial<Line> = {}): Promise<string> => {
    const { id } = await document("in", warehouseId, [{ num: codes.length, ...line }]);
    await act(ins, "start", id);
    await scan("in", id, codes);
    const answer = await act(ins, "finish", id);
    if (answer.code !== 200) throw new Error(JSON.stringify(answer));
    return id;
  };

  return {
    rows,
    productOf,
    warehouse,
    channel,
    document,
    stocked,
    stockOf,
    billsOf,
    currentOf,
    insertCode,
    codedCase,
    scan,
    verdicts,
    codeOf,
    taken,
    detail: row,
  };
}

export const idIn = (answer: Answer): string => String(objectIn(answer)["id"]);
