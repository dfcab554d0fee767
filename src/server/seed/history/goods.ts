// What became of the demonstration's goods: documents that took them in and sent them out, their scans, trays, waybills, sales and a count.
import type { HistoryEvent, History } from "./history.ts";
import { firstRoll, joint, loose, packages, secondRoll } from "./codes.ts";

const goods = { productId: "P0001", specId: "SP0001" } as const;
const kinds = { in: 1, out: 2 } as const;
const handheld = "PDA-8C3A01";
const newest = { productId: "P0001", specId: "SP0001", batchCode: "MXYB250301", layer: 3 } as const;

/** All cases of the batch came in by the numbers of their labels. */
async function takeInByNumbers(history: History): Promise<void> {
  const docId = await history.id("stock-in-doc", "RK202503050001");
  const segments = [];
  for (const [set, last] of [
    [packages, 6],
    [firstRoll, 795],
    [joint, 1],
    [secondRoll, 198],
  ] as const) {
    const codes = await history.codesOfSet(set, 3, 1, last);
    segments.push({ docDetailId: "30101", layer: 3, startCode: codes[0], endCode: codes.at(-1), num: last });
  }
  await history.act("stock-in-doc.finishSeq", undefined, { docId, segments });
}

const deviceScans = (docId: string, codes: readonly string[], more: Readonly<Record<string, unknown>> = {}) =>
  codes.map((code) => ({ docKind: kinds.out, docId, code, deviceCode: handheld, ...more }));

const scan = async (history: History, docNo: string, codes: readonly string[]): Promise<unknown> =>
  history.act("scan-record.post", undefined, deviceScans(await history.id("stock-out-doc", docNo), codes));

interface Waybill {
  readonly ship: Readonly<Record<string, unknown>>;
  readonly shipTime: string;
  readonly sign?: { readonly signTime: string; readonly signer: string };
  readonly problem?: string;
}

/** Waybills as the carrier tells of them. */
const waybills: Readonly<Record<string, Waybill>> = {
  CK202409120001: {
    ship: { shipMode: 1, carrier: "顺安物流", waybillNo: "SA20240912021", plateNo: "贵C12345", driver: "罗大伟", freight: "2100.00" },
    shipTime: "2024-09-12 18:00:00",
    sign: { signTime: "2024-09-14 10:20:00", signer: "马骏" },
  },
  CK202409180001: {
    ship: { shipMode: 1, carrier: "顺安物流", waybillNo: "SA20240918007", plateNo: "贵C12345", driver: "罗大伟", freight: "2600.00" },
    shipTime: "2024-09-18 18:00:00",
    sign: { signTime: "2024-09-20 09:40:00", signer: "何伟明" },
  },
  CK202410090001: {
    ship: {
      shipMode: 1,
      carrier: "黔通物流",
      waybillNo: "QT20241009005",
      plateNo: "贵A66231",
      driver: "田勇",
      driverPhone: "13885206688",
      freight: "1200.00",
    },
    shipTime: "2024-10-09 18:30:00",
    problem: "途中颠簸，破损 2 箱",
  },
  CK202410160001: {
    ship: { shipMode: 1, carrier: "顺安物流", waybillNo: "SA20241016002", plateNo: "贵C12345", driver: "罗大伟", freight: "3800.00" },
    shipTime: "2024-10-16 18:10:00",
    sign: { signTime: "2024-10-17 08:40:00", signer: "孙丽" },
  },
  CK202411040001: {
    ship: { shipMode: 1, carrier: "顺安物流", waybillNo: "SA20241104009", plateNo: "豫A7K321", driver: "郭强", freight: "760.00" },
    shipTime: "2024-11-04 18:00:00",
    sign: { signTime: "2024-11-05 09:30:00", signer: "马骏" },
  },
  CK202411110001: {
    ship: { shipMode: 3, carrier: "顺丰速运", waybillNo: "SF1402411110921", freight: "36.00" },
    shipTime: "2024-11-11 20:00:00",
  },
  CK202412030001: {
    ship: { shipMode: 2, carrier: "德邦物流", waybillNo: "DPK2024120300117", freight: "420.00" },
    shipTime: "2024-12-03 19:00:00",
    sign: { signTime: "2024-12-06 11:10:00", signer: "沈立" },
  },
  CK202501060001: {
    ship: { shipMode: 1, carrier: "顺安物流", waybillNo: "SA20250106013", plateNo: "贵C12345", driver: "罗大伟", freight: "3600.00" },
    shipTime: "2025-01-06 18:00:00",
    sign: { signTime: "2025-01-08 10:05:00", signer: "马骏" },
  },
  CK202501150001: {
    ship: { shipMode: 2, carrier: "德邦物流", waybillNo: "DPK2025011500321", freight: "860.00", expectTime: "2025-01-19 12:00:00" },
    shipTime: "2025-01-15 19:00:00",
    sign: { signTime: "2025-01-18 15:20:00", signer: "何伟明" },
  },
  CK202502110001: {
    ship: {
      shipMode: 1,
      carrier: "顺安物流",
      waybillNo: "SA20250211012",
      plateNo: "豫A7K321",
      driver: "郭强",
      driverPhone: "13903712233",
      freight: "980.00",
    },
    shipTime: "2025-02-11 18:10:00",
    sign: { signTime: "2025-02-12 10:00:00", signer: "贾文" },
  },
  CK202503100001: {
    ship: {
      shipMode: 1,
      carrier: "顺安物流",
      waybillNo: "SA20250310077",
      plateNo: "贵C12345",
      driver: "罗大伟",
      driverPhone: "13985201234",
      freight: "4200.00",
      expectTime: "2025-03-12 12:00:00",
    },
    shipTime: "2025-03-10 18:00:00",
    sign: { signTime: "2025-03-11 09:10:00", signer: "马骏" },
  },
};

const waybillOf = async (history: History, docNo: string): Promise<string> =>
  history.idWith("logistics-out-doc", { stockOutDocId: await history.id("stock-out-doc", docNo) });

const carried = (docNo: string, { ship, shipTime, sign, problem }: Waybill): readonly HistoryEvent[] => {
  const does = (action: string, sent: Readonly<Record<string, unknown>>) => async (history: History) =>
    history.act(`logistics-out-doc.${action}`, await waybillOf(history, docNo), sent);
  return [
    {
      at: shipTime,
      by: "zhaolei",
      does: async (history) => {
        const [id, stockOutDocId] = [await waybillOf(history, docNo), docNo];
        await history.submit("logistics-out-doc", { id, stockOutDocId, ...ship });
        await history.act("logistics-out-doc.ship", id, { shipTime });
      },
    },
    ...(sign === undefined ? [] : [{ at: sign.signTime, by: "zhaolei", does: does("sign", sign) }]),
    ...(problem === undefined
      ? []
      : [{ at: `${shipTime.slice(0, 10)} 23:10:00`, by: "zhaolei", does: does("exception", { remark: problem }) }]),
  ];
};

const load = (trayId: string, more: Readonly<Record<string, unknown>>) => (history: History) =>
  history.submit("traygoods", { trayId, ...newest, ...more });

const documents: readonly HistoryEvent[] = [
  { at: "2024-09-05 15:30:00", by: "zhaolei", act: "stock-in-doc.finishNonScan", on: "RK202409050001" },
  { at: "2024-09-12 09:05:00", by: "zhaolei", act: "stock-out-doc.start", on: "CK202409120001" },
  { at: "2024-09-12 16:40:00", by: "zhaolei", act: "stock-out-doc.finish", on: "CK202409120001" },
  { at: "2024-09-18 09:05:00", by: "zhaolei", act: "stock-out-doc.start", on: "CK202409180001" },
  { at: "2024-09-18 16:40:00", by: "zhaolei", act: "stock-out-doc.finish", on: "CK202409180001" },
  { at: "2024-10-05 15:30:00", by: "lina", act: "stock-in-doc.finishNonScan", on: "RK202410050001" },
  { at: "2024-10-08 15:30:00", by: "zhaolei", act: "stock-in-doc.finishNonScan", on: "RK202410080001" },
  { at: "2024-10-09 09:05:00", by: "lina", act: "stock-out-doc.start", on: "CK202410090001" },
  { at: "2024-10-09 16:40:00", by: "lina", act: "stock-out-doc.finish", on: "CK202410090001" },
  { at: "2024-10-16 09:05:00", by: "zhaolei", act: "stock-out-doc.start", on: "CK202410160001" },
  { at: "2024-10-16 16:40:00", by: "zhaolei", act: "stock-out-doc.finish", on: "CK202410160001" },
  { at: "2024-10-21 15:30:00", by: "zhaolei", act: "stock-in-doc.finishNonScan", on: "RK202410210001" },
  { at: "2024-11-02 15:30:00", by: "lina", act: "stock-in-doc.finishNonScan", on: "RK202411020001" },
  { at: "2024-11-04 09:05:00", by: "sunli", act: "stock-out-doc.start", on: "CK202411040001" },
  { at: "2024-11-04 16:40:00", by: "sunli", act: "stock-out-doc.finish", on: "CK202411040001" },
  { at: "2024-11-11 09:05:00", by: "zhaolei", act: "stock-out-doc.start", on: "CK202411110001" },
  { at: "2024-11-11 16:40:00", by: "zhaolei", act: "stock-out-doc.finish", on: "CK202411110001" },
  { at: "2024-11-20 09:05:00", by: "zhaolei", act: "stock-out-doc.start", on: "CK202411200001" },
  { at: "2024-11-20 16:40:00", by: "zhaolei", act: "stock-out-doc.finish", on: "CK202411200001" },
  { at: "2024-12-03 09:05:00", by: "lina", act: "stock-out-doc.start", on: "CK202412030001" },
  { at: "2024-12-03 16:40:00", by: "lina", act: "stock-out-doc.finish", on: "CK202412030001" },
  { at: "2024-12-10 15:30:00", by: "zhaolei", act: "stock-in-doc.finishNonScan", on: "RK202412100001" },
  { at: "2024-12-18 09:05:00", by: "zhaolei", act: "stock-out-doc.start", on: "CK202412180001" },
  { at: "2024-12-18 16:40:00", by: "zhaolei", act: "stock-out-doc.finish", on: "CK202412180001" },
  { at: "2024-12-26 15:30:00", by: "zhaolei", act: "stock-in-doc.finishNonScan", on: "RK202412260001" },
  { at: "2025-01-02 15:30:00", by: "zhaolei", act: "stock-in-doc.finishNonScan", on: "RK202501020001" },
  { at: "2025-01-06 09:05:00", by: "zhaolei", act: "stock-out-doc.start", on: "CK202501060001" },
  { at: "2025-01-06 16:40:00", by: "zhaolei", act: "stock-out-doc.finish", on: "CK202501060001" },
  { at: "2025-01-15 09:05:00", by: "zhaolei", act: "stock-out-doc.start", on: "CK202501150001" },
  { at: "2025-01-15 16:40:00", by: "zhaolei", act: "stock-out-doc.finish", on: "CK202501150001" },
  { at: "2025-02-11 09:05:00", by: "sunli", act: "stock-out-doc.start", on: "CK202502110001" },
  { at: "2025-02-11 16:40:00", by: "sunli", act: "stock-out-doc.finish", on: "CK202502110001" },
  { at: "2025-02-20 16:30:00", by: "zhaolei", act: "stock-out-doc.void", on: "CK202502200001" },
  { at: "2025-02-21 16:00:00", by: "lina", act: "stock-in-doc.finishNonScan", on: "RK202502210001" },
  { at: "2025-02-26 17:10:00", by: "zhaolei", act: "stock-in-doc.finishNonScan", on: "RK202502260001" },
  { at: "2025-02-28 16:30:00", by: "zhaolei", act: "stock-out-doc.void", on: "CK202502280001" },
  { at: "2025-03-04 15:30:00", by: "zhaolei", act: "stock-in-doc.finishNonScan", on: "RK202503040002" },
  { at: "2025-03-04 16:30:00", by: "zhaolei", act: "stock-in-doc.void", on: "RK202503040001" },
  { at: "2025-03-06 10:00:00", by: "zhaolei", act: "stock-in-doc.start", on: "RK202503060001" },
  { at: "2025-03-10 09:05:00", by: "zhaolei", act: "stock-out-doc.start", on: "CK202503100001" },
  { at: "2025-03-10 16:40:00", by: "zhaolei", act: "stock-out-doc.finish", on: "CK202503100001" },
  { at: "2025-03-11 08:20:00", by: "zhaolei", act: "stock-out-doc.start", on: "CK202503110003" },
  { at: "2025-03-11 08:35:00", by: "zhaolei", act: "stock-out-doc.finish", on: "CK202503110003" },
  { at: "2025-03-11 09:05:00", by: "zhaolei", act: "stock-out-doc.start", on: "CK202503110001" },
  { at: "2025-03-11 09:05:00", by: "zhaolei", act: "stock-out-doc.start", on: "CK202503110002" },
  { at: "2025-03-12 09:20:00", by: "zhaolei", act: "stock-in-doc.finishNonScan", on: "RK202503120001" },
];

export const goodsEvents: readonly HistoryEvent[] = [
  ...documents,
  ...Object.entries(waybills).flatMap(([docNo, waybill]) => carried(docNo, waybill)),
  { at: "2024-10-17 09:00:00", by: "sunli", act: "stock-in-doc.start", on: "RK202410160001" },
  { at: "2024-10-17 11:30:00", by: "sunli", act: "stock-in-doc.finishNonScan", on: "RK202410160001" },
  {
    at: "2024-10-17 11:40:00",
    by: "sunli",
    does: (history) => history.submit("traygoods", { trayId: "TP0004", ...goods, batchCode: "MXYB241005", layer: 3, num: 40 }),
  },
  { at: "2025-02-28 16:40:00", by: "zhaolei", act: "warehouse-out-bill.close", on: "SG-20250228-01" },
  { at: "2025-03-02 09:00:00", by: "zhaolei", act: "warehouse-in-bill.close", on: "TH-20250301-01" },
  { at: "2025-03-02 09:30:00", by: "zhaolei", act: "tray.disable", on: "TP0009" },
  { at: "2025-03-05 14:00:00", by: "zhaolei", act: "stock-in-doc.start", on: "RK202503050001" },
  { at: "2025-03-05 17:40:00", by: "zhaolei", does: takeInByNumbers },
  { at: "2025-03-05 17:50:00", by: "zhaolei", does: load("TP0001", { num: 1, code: "MXC00000008011" }) },
  { at: "2025-03-05 17:50:20", by: "zhaolei", does: load("TP0001", { num: 1, code: "MXC00000008029" }) },
  { at: "2025-03-05 17:55:00", by: "zhaolei", does: load("TP0001", { num: 38 }) },
  { at: "2025-03-05 18:02:00", by: "zhaolei", does: load("TP0002", { num: 18 }) },
  {
    at: "2025-03-10 10:21:33",
    by: "zhaolei",
    does: async (history) => {
      const [ofPackages, ofRoll] = [await history.codesOfSet(packages, 3, 1, 5), await history.codesOfSet(firstRoll, 3, 1, 195)];
      await scan(history, "CK202503100001", [...ofPackages, ...ofRoll]);
    },
  },
  { at: "2025-03-10 10:21:41", by: "zhaolei", does: (history) => scan(history, "CK202503100001", ["MXC00000000018"]) },
  { at: "2025-03-10 10:23:10", by: "zhaolei", does: (history) => scan(history, "CK202503100001", ["MXC00000008029"]) },
  { at: "2025-03-11 09:12:44", by: "zhaolei", does: (history) => scan(history, "CK202503110001", ["MXC00000009019"]) },
  { at: "2025-03-11 09:13:02", by: "zhaolei", does: (history) => scan(history, "CK202503110001", ["MXCA0000000000"]) },
  {
    // The waybill is ordered before the goods are picked.
    at: "2025-03-11 09:20:00",
    by: "zhaolei",
    does: (history) => history.submit("logistics-out-doc", { stockOutDocId: "CK202503110001", shipMode: 1, carrier: "顺安物流" }),
  },
  {
    at: "2025-03-11 17:00:00",
    by: "lina",
    does: async (history) => {
      const [warehouseId, productId] = [await history.id("warehouse", "WH04"), await history.id("attr-owner", "P0003")];
      const id = await history.idWith("warehousegoodscurrent", { warehouseId, productId, batchCode: "MXXJ250220" });
      await history.submit("warehousegoodscurrent", { id, num: 4512, reason: "盘点：破损 12 箱" });
    },
  },
  { at: "2025-03-12 08:30:00", by: "zhaolei", act: "stock-in-doc.start", on: "RK202503120002" },
  {
    at: "2025-03-12 08:34:10",
    by: "zhaolei",
    does: async (history) => {
      const docId = await history.id("stock-in-doc", "RK202503120002");
      const codes = await history.codesOfSet(loose, 1, 1, 8);
      await history.act(
        "scan-record.post",
        undefined,
        codes.map((code) => ({ docKind: kinds.in, docId, code, deviceCode: handheld })),
      );
    },
  },
  { at: "2025-03-12 11:35:00", by: "channel01", act: "saledoc.void", on: "XS202503120001" },
  { at: "2025-03-12 10:50:00", by: "channel01", act: "saledoc.commit", on: "XS202503120002" },
  { at: "2025-03-12 11:10:00", by: "zhangwei", act: "saledoc.confirm", on: "XS202503120002" },
  { at: "2025-03-12 11:25:00", by: "channel01", act: "saledoc.commit", on: "XS202503120003" },
];
