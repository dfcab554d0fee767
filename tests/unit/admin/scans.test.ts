// What was scanned in the dialog for a stock document: nothing is lost, nothing is counted twice.
import { describe, expect, it } from "vitest";
import { judged, linesIn, noScans, scanned, storedScans, undone } from "#admin/codes/scanning/scans.ts";

const now = new Date(2025, 2, 12, 10, 0, 0);
const answer = (code: string, reason: number, scannedNum = 1) => ({
  code,
  accepted: reason === 0 ? 1 : 0,
  rejectReason: reason,
  docDetailId: reason === 0 ? "500" : -1,
  scannedNum: reason === 0 ? scannedNum : -1,
});

describe("codes that were scanned", () => {
  it("wait in their order, and the same code within a second is another scan", () => {
    const scans = scanned(scanned(scanned(noScans, "A", now), "B", now), "A", now);
    expect(scans.waiting.map(({ code, scanTime }) => [code, scanTime])).toEqual([
      ["A", "2025-03-12 10:00:00"],
      ["B", "2025-03-12 10:00:00"],
      ["A", "2025-03-12 10:00:01"],
    ]);
  });

  it("get their verdicts, newest first, while what was scanned meanwhile goes on waiting", () => {
    const before = scanned(scanned(noScans, "A", now), "B", now);
    const after = judged(scanned(before, "C", now), before.waiting, [answer("A", 0), answer("B", 2)]);
    expect(after.waiting.map(({ code }) => code)).toEqual(["C"]);
    expect(after.verdicts.map(({ code, isAccepted, reason }) => [code, isAccepted, reason])).toEqual([
      ["B", false, 2],
      ["A", true, 0],
    ]);
    expect([...after.counts]).toEqual([["500", 1]]);
  });

  it("say of a wrong state what it is, where the server tells", () => {
    const sent = scanned(noScans, "A", now);
    const scans = judged(sent, sent.waiting, [{ ...answer("A", 4), rejectNote: "该码为“在库”，应为“已激活”" }]);
    expect(scans.verdicts).toMatchObject([{ reason: 4, note: "该码为“在库”，应为“已激活”" }]);
    expect(judged(sent, sent.waiting, [answer("A", 0)]).verdicts).toMatchObject([{ note: "" }]);
  });

  it("outlive a reload with the times that the server knows them by", () => {
    const { waiting } = scanned(scanned(noScans, "A", now), "A", now);
    const again = storedScans(JSON.parse(JSON.stringify(waiting.map(({ code, scanTime }) => ({ code, scanTime })))));
    expect(again.waiting).toEqual(waiting);
    expect(scanned(again, "A", now).waiting.map(({ key, scanTime }) => [key, scanTime])).toEqual([
      [1, "2025-03-12 10:00:00"],
      [2, "2025-03-12 10:00:01"],
      [3, "2025-03-12 10:00:02"],
    ]);
    expect([storedScans(undefined), storedScans("A"), storedScans({ waiting: "A" })]).toEqual([noScans, noScans, noScans]);
  });

  it("are not taken for judged when the answer is not one for each", () => {
    const scans = scanned(noScans, "A", now);
    expect(() => judged(scans, scans.waiting, [])).toThrow("1 scans were sent, and 0 verdicts came back");
  });

  it("are taken back one at a time, the newest of a code first", () => {
    const sent = scanned(noScans, "A", now);
    const scans = judged(sent, sent.waiting, [answer("A", 0)]);
    const after = undone(scans, { code: "A", docDetailId: "500", scannedNum: 0 });
    expect(after.verdicts).toMatchObject([{ code: "A", isUndone: true }]);
    expect([...after.counts]).toEqual([["500", 0]]);
  });
});

it("a line says its goods, and what was scanned before", () => {
  const row = { id: "500", productName: "茅溪迎宾酒", specName: "500ml", layer: 3, batchCode: "B1", num: 20, scannedNum: 4 };
  expect(linesIn({ records: [row], total: 1 })).toEqual([
    { id: "500", goods: "茅溪迎宾酒 · 500ml", layer: 3, batchCode: "B1", num: 20, scanned: 4 },
  ]);
});
