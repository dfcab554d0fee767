// What the demonstration's finished documents moved, in the order of time. Stock, ledger, moves and current goods are worked out from it,
// as the server works them out when a document is finished, so that every figure can be traced to a document.

type Goods = readonly [product: string, batch: string, units: number, layer: number];

interface Booking {
  readonly time: string;
  readonly docKind: 1 | 2 | 9;
  readonly docId?: string;
  readonly docNo?: string;
  readonly billType: number;
  readonly moveType?: number;
  readonly warehouse: string;
  /** Of a transfer: the warehouse at its other end. */
  readonly other?: string;
  readonly channel?: string;
  readonly operator: string;
  /** Why, of a change by hand. */
  readonly reason?: string;
  readonly goods: readonly Goods[];
}

const bookings: readonly Booking[] = [
  { time: "2024-09-05 15:30:00", docKind: 1, docId: "30011", docNo: "RK202409050001", billType: 1, moveType: 1, warehouse: "WH01", operator: "zhaolei", goods: [["P0001", "MXYB240901", 5040, 3], ["P0002", "MXZC240830", 120, 3]] },
  { time: "2024-09-12 16:40:00", docKind: 2, docId: "31011", docNo: "CK202409120001", billType: 2, moveType: 2, warehouse: "WH01", channel: "QD001", operator: "zhaolei", goods: [["P0001", "MXYB240901", 2880, 3], ["P0002", "MXZC240830", 120, 3]] },
  { time: "2024-09-18 16:40:00", docKind: 2, docId: "31012", docNo: "CK202409180001", billType: 2, moveType: 2, warehouse: "WH01", channel: "QD002", operator: "zhaolei", goods: [["P0001", "MXYB240901", 2160, 3]] },
  { time: "2024-10-05 15:30:00", docKind: 1, docId: "30012", docNo: "RK202410050001", billType: 1, moveType: 1, warehouse: "WH04", operator: "lina", goods: [["P0003", "MXXJ241001", 3552, 3]] },
  { time: "2024-10-08 15:30:00", docKind: 1, docId: "30013", docNo: "RK202410080001", billType: 1, moveType: 1, warehouse: "WH01", operator: "zhaolei", goods: [["P0001", "MXYB241005", 8640, 3], ["P0003", "MXXJ241001", 24, 3]] },
  { time: "2024-10-09 16:40:00", docKind: 2, docId: "31013", docNo: "CK202410090001", billType: 2, moveType: 2, warehouse: "WH04", channel: "QD003", operator: "lina", goods: [["P0003", "MXXJ241001", 3552, 3]] },
  { time: "2024-10-16 16:40:00", docKind: 2, docId: "31002", docNo: "CK202410160001", billType: 4, moveType: 3, warehouse: "WH01", other: "WH02", operator: "zhaolei", goods: [["P0001", "MXYB241005", 8640, 4]] },
  { time: "2024-10-17 11:30:00", docKind: 1, docId: "30004", docNo: "RK202410170001", billType: 3, moveType: 3, warehouse: "WH02", other: "WH01", operator: "sunli", goods: [["P0001", "MXYB241005", 8640, 4]] },
  { time: "2024-10-21 15:30:00", docKind: 1, docId: "30014", docNo: "RK202410210001", billType: 1, moveType: 1, warehouse: "WH01", operator: "zhaolei", goods: [["P0002", "MXZC241020", 12, 3]] },
  { time: "2024-11-02 15:30:00", docKind: 1, docId: "30015", docNo: "RK202411020001", billType: 1, moveType: 1, warehouse: "WH04", operator: "lina", goods: [["P0004", "DXHD241101", 160, 3]] },
  { time: "2024-11-04 16:40:00", docKind: 2, docId: "31014", docNo: "CK202411040001", billType: 2, moveType: 2, warehouse: "WH02", channel: "QD001", operator: "sunli", goods: [["P0001", "MXYB241005", 3600, 3]] },
  { time: "2024-11-11 16:40:00", docKind: 2, docId: "31015", docNo: "CK202411110001", billType: 2, moveType: 2, warehouse: "WH01", channel: "QD900", operator: "zhaolei", goods: [["P0002", "MXZC241020", 12, 2]] },
  { time: "2024-11-20 16:40:00", docKind: 2, docId: "31016", docNo: "CK202411200001", billType: 2, moveType: 2, warehouse: "WH01", channel: "QD00401", operator: "zhaolei", goods: [["P0003", "MXXJ241001", 24, 1]] },
  { time: "2024-12-03 16:40:00", docKind: 2, docId: "31017", docNo: "CK202412030001", billType: 2, moveType: 2, warehouse: "WH04", channel: "QD004", operator: "lina", goods: [["P0004", "DXHD241101", 160, 3]] },
  { time: "2024-12-10 15:30:00", docKind: 1, docId: "30016", docNo: "RK202412100001", billType: 7, moveType: 4, warehouse: "WH05", channel: "QD001", operator: "zhaolei", goods: [["P0001", "MXYB240901", 18, 1]] },
  { time: "2024-12-18 16:40:00", docKind: 2, docId: "31018", docNo: "CK202412180001", billType: 6, moveType: 7, warehouse: "WH05", operator: "zhaolei", goods: [["P0001", "MXYB240901", 18, 1]] },
  { time: "2024-12-26 15:30:00", docKind: 1, docId: "30017", docNo: "RK202412260001", billType: 1, moveType: 1, warehouse: "WH01", operator: "zhaolei", goods: [["P0001", "MXYB241225", 8640, 3], ["P0003", "MXXJ241220", 960, 3]] },
  { time: "2025-01-02 15:30:00", docKind: 1, docId: "30018", docNo: "RK202501020001", billType: 1, moveType: 1, warehouse: "WH01", operator: "zhaolei", goods: [["P0002", "MXZC241230", 360, 3]] },
  { time: "2025-01-06 16:40:00", docKind: 2, docId: "31019", docNo: "CK202501060001", billType: 2, moveType: 2, warehouse: "WH01", channel: "QD001", operator: "zhaolei", goods: [["P0001", "MXYB241225", 6480, 3], ["P0003", "MXXJ241220", 960, 3]] },
  { time: "2025-01-15 16:40:00", docKind: 2, docId: "31020", docNo: "CK202501150001", billType: 2, moveType: 2, warehouse: "WH01", channel: "QD002", operator: "zhaolei", goods: [["P0002", "MXZC241230", 360, 3]] },
  { time: "2025-02-11 16:40:00", docKind: 2, docId: "31021", docNo: "CK202502110001", billType: 2, moveType: 2, warehouse: "WH02", channel: "QD00102", operator: "sunli", goods: [["P0001", "MXYB241005", 3240, 3]] },
  { time: "2025-02-21 16:00:00", docKind: 1, docId: "30003", docNo: "RK202502210001", billType: 1, moveType: 1, warehouse: "WH04", operator: "lina", goods: [["P0003", "MXXJ250220", 4800, 3]] },
  { time: "2025-02-26 17:10:00", docKind: 1, docId: "30002", docNo: "RK202502260001", billType: 1, moveType: 1, warehouse: "WH01", operator: "zhaolei", goods: [["P0002", "MXZC250226", 1800, 3]] },
  { time: "2025-03-04 15:30:00", docKind: 1, docId: "30019", docNo: "RK202503040002", billType: 1, moveType: 1, warehouse: "WH01", operator: "zhaolei", goods: [["P0005", "SYTGY2503", 400, 3]] },
  { time: "2025-03-05 17:40:00", docKind: 1, docId: "30001", docNo: "RK202503050001", billType: 1, moveType: 1, warehouse: "WH01", operator: "zhaolei", goods: [["P0001", "MXYB250301", 36000, 3]] },
  { time: "2025-03-10 16:40:00", docKind: 2, docId: "31001", docNo: "CK202503100001", billType: 2, moveType: 2, warehouse: "WH01", channel: "QD001", operator: "zhaolei", goods: [["P0001", "MXYB250301", 7200, 3]] },
  { time: "2025-03-11 08:35:00", docKind: 2, docId: "31022", docNo: "CK202503110003", billType: 2, moveType: 2, warehouse: "WH01", channel: "QD002", operator: "zhaolei", goods: [["P0001", "MXYB241225", 2160, 3]] },
  { time: "2025-03-12 09:20:00", docKind: 1, docId: "30020", docNo: "RK202503120001", billType: 1, moveType: 1, warehouse: "WH11", operator: "zhaolei", goods: [["P0001", "MXYB250301", 7200, 3]] },
  { time: "2025-03-11 17:00:00", docKind: 9, billType: 5, moveType: 8, warehouse: "WH04", operator: "lina", reason: "盘点：破损 12 箱", goods: [["P0003", "MXXJ250220", -288, 3]] },
];

const packages: Readonly<Record<string, readonly (readonly [name: string, units: number])[]>> = {
  P0001: [["箱", 36], ["盒", 6], ["瓶", 1]],
  P0002: [["箱", 6], ["瓶", 1]],
  P0003: [["箱", 24], ["盒", 6], ["瓶", 1]],
  P0004: [["箱", 4], ["瓶", 1]],
  P0005: [["箱", 20], ["盒", 2], ["瓶", 1]],
};

/** "27箱3盒2瓶" */
function packed(product: string, units: number): string {
  let rest = units;
  const text = (packages[product] ?? []).map(([name, held]) => {
    const count = Math.floor(rest / held);
    rest -= count * held;
    return count === 0 ? "" : `${count}${name}`;
  });
  return units === 0 ? "0箱" : text.join("");
}

/** Goods in a warehouse: its code, the product and the batch. */
type Key = `${string} ${string} ${string}`;

/** Safety stock. */
const least: Readonly<Record<Key, number>> = {
  "WH01 P0001 MXYB250301": 7200, "WH01 P0002 MXZC250226": 600, "WH02 P0001 MXYB241005": 3600, "WH04 P0003 MXXJ250220": 2400, "WH04 P0004 DXHD241101": 80,
};

/** What documents that are being picked hold (stock-out-doc.seed.ts). */
const locks: Readonly<Record<Key, number>> = { "WH01 P0001 MXYB250301": 4320, "WH01 P0002 MXZC250226": 180, "WH04 P0003 MXXJ250220": 1920 };

interface Stock {
  readonly warehouseId: string;
  readonly productId: string;
  readonly specId: string;
  readonly batchCode: string;
  num: number;
  lastInTime: string | null;
  lastOutTime: string | null;
}

const stocks = new Map<Key, Stock>();
const numbers = new Map<string, number>();

const changes = bookings.flatMap(({ goods, ...booking }) =>
  goods.map(([productId, batchCode, units, layer]) => {
    const { time, warehouse, docKind, docId, docNo, billType, operator, reason } = booking;
    const key: Key = `${warehouse} ${productId} ${batchCode}`;
    const goodsOf = { warehouseId: warehouse, productId, specId: `S${productId}`, batchCode };
    const stock = stocks.get(key) ?? { ...goodsOf, num: 0, lastInTime: null, lastOutTime: null };
    stocks.set(key, stock);
    const change = docKind === 2 ? -units : units;
    const beforeNum = stock.num;
    stock.num += change;
    if (change > 0) stock.lastInTime = time;
    else stock.lastOutTime = time;
    const day = time.slice(0, 10).replaceAll("-", "");
    const number = (numbers.get(day) ?? 0) + 1;
    numbers.set(day, number);
    const bill = {
      ...goodsOf, billNo: `HZ${day}${String(number).padStart(4, "0")}`, billType, changeNum: change, beforeNum, afterNum: stock.num, docKind,
      ...(docId === undefined ? {} : { docId }), ...(docNo === undefined ? {} : { docNo }), operatorId: operator, bizTime: time, createTime: time,
      ...(reason === undefined ? {} : { reason }),
    };
    return { booking, bill, productId, batchCode, units, layer };
  }),
);

/** The ledger. */
export const goodsBills = changes.map(({ bill }) => bill);

/** Stock as the ledger leaves it. */
export const goodsStocks = [...stocks].map(([key, stock]) => {
  const lockNum = locks[key] ?? 0;
  const minNum = least[key];
  return {
    ...stock, lockNum, availableNum: stock.num - lockNum, packText: packed(stock.productId, stock.num), ...(minNum === undefined ? {} : { minNum }),
    stockState: stock.num === 0 ? 2 : minNum !== undefined && stock.num < minNum ? 1 : 0,
  };
});

/** Moves of goods without codes: what a document moved less its scanned codes (by its number, in base units). */
export const lineMoves = (scanned: Readonly<Record<string, number>>) =>
  changes.flatMap(({ booking: { docKind, docId, docNo, moveType, warehouse, other, channel, operator, time, reason }, productId, batchCode, units, layer }) => {
    const num = Math.abs(units) - (scanned[docNo ?? ""] ?? 0);
    if (num <= 0 || moveType === undefined) return [];
    const [from, to] = docKind === 1 || (docKind === 9 && units > 0) ? [other, warehouse] : [warehouse, other];
    return [{
      moveType, layer, productId, specId: `S${productId}`, num, operatorId: operator, moveTime: time, createTime: time, batchCode,
      ...(docKind === 9 ? {} : { docKind }), ...(docId === undefined ? {} : { docId }), ...(docNo === undefined ? {} : { docNo }),
      ...(reason === undefined ? {} : { reason }),
      ...(from === undefined ? {} : { fromWarehouseId: from }), ...(to === undefined ? {} : { toWarehouseId: to }),
      ...(channel === undefined ? {} : docKind === 1 ? { fromChannelId: channel } : { toChannelId: channel }),
    }];
  });

/** Goods without codes: what is in stock less the packages that have one (by their key, in base units). */
export const uncodedGoods = (coded: Readonly<Record<string, number>>) =>
  [...stocks].flatMap(([key, { num, lastInTime, warehouseId, productId, specId, batchCode }]) => {
    const rest = num - (coded[key] ?? 0);
    return rest === 0 ? [] : [{ warehouseId, productId, specId, batchCode, num: rest, layer: 3, inTime: lastInTime ?? "" }];
  });
