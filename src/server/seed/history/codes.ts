// How the demonstration's codes came about: made by its rules, put into sets, packed by a line, replaced, sealed and disabled.
import { daysAgo, numberedDaysAgo } from "#schema/seed-days";
import type { HistoryEvent, History } from "./history.ts";

export const packages = "MX20250301 三层套标";
export const firstRoll = "MX20250301 箱标一卷";
export const joint = "MX20250301 箱标接头";
export const secondRoll = "MX20250301 箱标二卷";
export const loose = "MX20250311 瓶标一卷";
const bottles = "SC202502250001-1";
const boxes = "SC202502250001-2";

/** A line of a relation file: the code in its parent, the layer of the code, and when it was packed. */
const packed = (parent: string, code: string, layer: number, time: string): string => `${parent},${code},${layer},${time}`;

/** A case as a line packs it: boxes, each with its bottles. */
function caseLines(parent: string, boxCodes: readonly string[], bottleCodes: readonly string[], time: string): readonly string[] {
  const perBox = bottleCodes.length / boxCodes.length;
  return boxCodes.flatMap((box, index) => [
    packed(parent, box, 2, time),
    ...bottleCodes.slice(index * perBox, (index + 1) * perBox).map((bottle) => packed(box, bottle, 1, time)),
  ]);
}

async function uploadRelations(history: History, name: string, prodLineId: string, lines: readonly string[]): Promise<void> {
  const values = { dataMapId: "产线关联TXT", digitSourceId: "SELF", prodLineId };
  await history.upload("transfer.txt", { name, lines }, values);
}

/** Codes of a regulator, as its file lists them. */
const regulated = (count: number): readonly string[] =>
  Array.from({ length: count }, (_one, index) => `8123456789${String(index + 1).padStart(10, "0")}`);

const lately = [12, 9, 8, 5, 3, 2, 1];

export const codeHistoryEvents: readonly HistoryEvent[] = [
  {
    at: "2025-02-01 15:40:00",
    by: "liumin",
    does: async (history) => {
      const filePath = await history.keepFile("监管码.txt", regulated(200));
      await history.submit("code-set", { id: await history.id("code-set", "外部监管码 200"), filePath });
    },
  },
  { at: "2025-02-01 16:00:00", by: "liumin", act: "code-set.import", on: "外部监管码 200" },
  { at: "2025-02-20 10:00:00", by: "liumin", act: "code-set.seal", on: "外部监管码 200" },
  { at: "2025-02-25 09:10:00", by: "liumin", act: "code-gen-record.gen", on: "SC202502250001" },
  { at: "2025-02-27 15:10:00", by: "liumin", act: "code-gen-record.gen", on: "SC202502270001" },
  { at: "2025-03-01 09:30:00", by: "liumin", act: "code-set.format", on: packages },
  { at: "2025-03-01 09:40:00", by: "liumin", act: "code-set.format", on: firstRoll },
  { at: "2025-03-01 09:42:00", by: "liumin", act: "code-set.format", on: joint },
  { at: "2025-03-01 09:44:00", by: "liumin", act: "code-set.format", on: secondRoll },
  {
    // Asked for by mistake, and called off before the first code.
    at: "2025-03-01 10:00:00",
    by: "liumin",
    does: async (history) => {
      await history.act("code-gen-record.gen", "SC202503010001");
      const subjectId = await history.id("code-gen-record", "SC202503010001");
      await history.act("job.cancel", await history.idWith("job", { subjectResource: "code-gen-record", subjectId }));
    },
  },
  { at: "2025-03-01 10:40:00", by: "liumin", act: "code-set.import", on: packages },
  { at: "2025-03-01 10:50:00", by: "liumin", act: "code-set.import", on: firstRoll },
  { at: "2025-03-01 10:51:00", by: "liumin", act: "code-set.import", on: joint },
  { at: "2025-03-01 10:52:00", by: "liumin", act: "code-set.import", on: secondRoll },
  { at: "2025-03-01 11:05:00", by: "liumin", act: "code-set.format", on: "印刷样张" },
  { at: "2025-03-01 11:10:00", by: "liumin", act: "code-set.import", on: "印刷样张" },
  { at: "2025-03-01 11:20:00", by: "liumin", act: "code-set.disable", on: "印刷样张" },
  {
    at: "2025-03-05 16:10:00",
    by: "caoyang",
    does: async (history) => {
      const [parent = ""] = await history.codesOfSet(firstRoll, 3, 795, 795);
      const [boxCodes, bottleCodes] = [await history.codesOfLine(boxes, 37, 42), await history.codesOfLine(bottles, 217, 252)];
      await uploadRelations(history, "L01-20250305-A.txt", "L01", caseLines(parent, boxCodes, bottleCodes, "2025-03-05 15:52:00"));
    },
  },
  {
    at: "2025-03-06 16:25:00",
    by: "caoyang",
    does: async (history) => {
      const [first = "", second = ""] = await history.codesOfSet(secondRoll, 3, 1, 2);
      const [box = ""] = await history.codesOfLine(boxes, 43, 43);
      await uploadRelations(history, "L01-20250306-B.txt", "L01", [
        packed(first, box, 2, "2025-03-06 15:40:00"),
        packed(second, "MXHUNREADABLE2", 2, "2025-03-06 15:41:00"),
      ]);
    },
  },
  {
    at: "2025-03-07 17:02:00",
    by: "caoyang",
    does: (history) =>
      uploadRelations(history, "Z11-20250307-A.txt", "Z11", [
        packed("Z11-0001", "Z11-0001-01", 1, "2025-03-07 16:10:00"),
        packed("Z11-0001", "Z11-0001-02", 1, "2025-03-07 16:10:01"),
      ]),
  },
  {
    at: "2025-03-07 18:00:00",
    by: "liumin",
    act: "code-set.seal",
    on: joint,
  },
  { at: "2025-03-11 08:20:00", by: "liumin", act: "code-set.format", on: loose },
  { at: "2025-03-11 08:25:00", by: "liumin", act: "code-set.import", on: loose },
  {
    at: "2025-03-08 15:20:00",
    by: "liumin",
    does: (history) => history.submit("code-replace", { oldCode: "MXB2W7H5K9NQ3D", newCode: "MXBX4M8R2W6K98", reason: 1 }),
  },
  ...lately.map((days): HistoryEvent => ({
    at: daysAgo(days, "09:30:00"),
    by: "liumin",
    act: "code-gen-record.gen",
    on: `SC${numberedDaysAgo(days)}0002`,
  })),
];
