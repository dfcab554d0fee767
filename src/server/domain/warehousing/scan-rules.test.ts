// What a document says to a scanned code: each reason against it, and which line it counts for.
import { describe, expect, it } from "vitest";
import { choice, defineResource } from "#schema";
import { buildModel } from "#schema/model";
import type { CodeState } from "./code-states.ts";
import type { UnitsOf } from "./layer-units.ts";
import { codeFault, lineFor, reasons, type CountedLine, type ScannedDocument } from "./scan-rules.ts";
import { stateNote } from "./state-note.ts";

const code = (more: Partial<CodeState> = {}): CodeState => ({
  id: "1",
  code: "C1",
  layer: 3,
  lifeStatus: 1,
  blockStatus: 0,
  productId: "p",
  specId: "s",
  batchCode: "",
  stockInDocId: undefined,
  stockOutDocId: undefined,
  channelId: undefined,
  warehouseId: undefined,
  isOpened: false,
  path: ["1"],
  ...more,
});
const arriving = (more: Partial<ScannedDocument> = {}): ScannedDocument => ({
  kind: 1,
  docType: 1,
  warehouseId: "w",
  fromChannelId: null,
  stockOutDocId: null,
  ...more,
});
const leaving = (more: Partial<ScannedDocument> = {}): ScannedDocument => arriving({ kind: 2, ...more });
const [generated, activated, inStock, shipped] = [0, 1, 2, 3];

describe("a code", () => {
  it.each([
    { what: "is sealed", more: { blockStatus: 1 }, reason: reasons.blocked },
    { what: "is replaced", more: { blockStatus: 3 }, reason: reasons.blocked },
    { what: "is sealed and opened", more: { blockStatus: 1, isOpened: true }, reason: reasons.blocked },
    { what: "was opened", more: { isOpened: true }, reason: reasons.wrongStatus },
  ])("that $what neither comes nor goes", ({ more, reason }) => {
    expect(codeFault(arriving(), code(more), { allowsUnstocked: true })).toBe(reason);
    expect(codeFault(leaving(), code({ ...more, lifeStatus: inStock, warehouseId: "w" }), { allowsUnstocked: true })).toBe(reason);
  });

  it.each([
    { what: "made", lifeStatus: generated, reason: reasons.wrongStatus },
    { what: "activated", lifeStatus: activated, reason: reasons.none },
    { what: "in stock", lifeStatus: inStock, reason: reasons.wrongStatus },
    { what: "shipped", lifeStatus: shipped, reason: reasons.wrongStatus },
  ])("that is $what comes in from production: %#", ({ lifeStatus, reason }) => {
    expect(codeFault(arriving(), code({ lifeStatus }), { allowsUnstocked: true })).toBe(reason);
  });

  it.each([
    { what: "from the channel that it went to", channelId: "c", reason: reasons.none },
    { what: "from another channel", channelId: "d", reason: reasons.wrongStatus },
    { what: "that went to nobody", channelId: undefined, reason: reasons.wrongStatus },
    { what: "that has not left", channelId: "c", lifeStatus: inStock, reason: reasons.wrongStatus },
    { what: "that a document of no channel takes", channelId: undefined, fromChannelId: null, reason: reasons.wrongStatus },
  ])("comes back $what: %#", ({ channelId, lifeStatus = shipped, fromChannelId = "c", reason }) => {
    expect(codeFault(arriving({ docType: 4, fromChannelId }), code({ lifeStatus, channelId }), { allowsUnstocked: true })).toBe(reason);
  });

  it.each([
    { what: "with the document that it left with", left: "d", reason: reasons.none },
    { what: "that left with another", left: "e", reason: reasons.wrongStatus },
    { what: "that left with none", left: undefined, reason: reasons.wrongStatus },
    { what: "that has not left", left: "d", lifeStatus: activated, reason: reasons.wrongStatus },
    { what: "that a document of no transfer takes", left: undefined, stockOutDocId: null, reason: reasons.wrongStatus },
  ])("is transferred $what: %#", ({ left, lifeStatus = shipped, stockOutDocId = "d", reason }) => {
    const state = code({ lifeStatus, stockOutDocId: left });
    expect(codeFault(arriving({ docType: 3, stockOutDocId }), state, { allowsUnstocked: true })).toBe(reason);
  });

  it.each([
    { what: "in stock there", state: { lifeStatus: inStock, warehouseId: "w" }, reason: reasons.none },
    { what: "in stock elsewhere", state: { lifeStatus: inStock, warehouseId: "v" }, reason: reasons.otherWarehouse },
    { what: "activated", state: { lifeStatus: activated }, reason: reasons.wrongStatus },
    { what: "activated, where that is allowed", state: { lifeStatus: activated }, allowsUnstocked: true, reason: reasons.none },
    { what: "made, where activated ones may", state: { lifeStatus: generated }, allowsUnstocked: true, reason: reasons.wrongStatus },
    { what: "shipped", state: { lifeStatus: shipped }, allowsUnstocked: true, reason: reasons.wrongStatus },
  ])("that is $what goes out: %#", ({ state, allowsUnstocked = false, reason }) => {
    expect(codeFault(leaving(), code(state), { allowsUnstocked })).toBe(reason);
  });
});

describe("the line that a code counts for", () => {
  /** A case of six cartons of six bottles. */
  const unitsOf: UnitsOf = (specId, layer) => (specId === "s" || specId === "t" ? [undefined, 1, 6, 36][layer] : undefined);
  const line = (more: Partial<CountedLine> = {}): CountedLine => {
    const layer = more.layer ?? 3;
    return {
      id: "l",
      docId: "d",
      productId: "p",
      specId: "s",
      productName: "酒",
      unit: "瓶",
      layer,
      num: 2,
      perLayer: unitsOf("s", layer) ?? 1,
      batchCode: "",
      scannedNum: 0,
      scanned: 0,
      picks: [],
      attrDocId: undefined,
      ...more,
    };
  };
  const lineOf = (state: CodeState, lines: readonly CountedLine[], isLimited = true) => {
    const { reason, line: found, units, counted } = lineFor(state, lines, { unitsOf, isLimited });
    return { reason, id: found?.id, units, counted };
  };
  const none = { id: undefined, units: undefined, counted: undefined };

  it.each([
    { what: "of another product", state: code({ productId: "q" }), lines: [line()] },
    { what: "of another spec", state: code({ specId: "t" }), lines: [line()] },
    { what: "of another batch", state: code({ batchCode: "B1" }), lines: [line({ batchCode: "B2" })] },
    {
      what: "of no product, where lines are of two products",
      state: code({ productId: undefined }),
      lines: [line(), line({ productId: "q" })],
    },
    { what: "of no product, where lines are of two specs", state: code({ productId: undefined }), lines: [line(), line({ specId: "t" })] },
    { what: "of a document without lines", state: code({ productId: undefined }), lines: [] },
  ])("is none for one $what", ({ state, lines }) => {
    expect(lineOf(state, lines)).toEqual({ reason: reasons.otherProduct, ...none });
  });

  it.each([
    { what: "without a spec of its own", state: code({ specId: undefined }), lines: [line()] },
    { what: "of a batch, on a line of any", state: code({ batchCode: "B1" }), lines: [line()] },
    { what: "of no batch, on a line of one", state: code(), lines: [line({ batchCode: "B2" })] },
    { what: "of the line's batch", state: code({ batchCode: "B2" }), lines: [line({ batchCode: "B2" })] },
    { what: "of no product, where all lines are alike", state: code({ productId: undefined }), lines: [line(), line({ id: "m", num: 0 })] },
  ])("is found for one $what", ({ state, lines }) => {
    expect(lineOf(state, lines)).toEqual({ reason: reasons.none, id: "l", units: 36, counted: 1 });
  });

  it.each([
    { what: "a bottle on a line of cases", state: code({ layer: 1 }), lines: [line()] },
    { what: "a carton on a line of cases", state: code({ layer: 2 }), lines: [line()] },
    { what: "a layer that the spec does not have", state: code({ layer: 4 }), lines: [line()] },
    { what: "a bottle on a line of boxes for one", state: code({ layer: 1 }), lines: [line({ layer: 2, perLayer: 1 })] },
    { what: "a carton that does not fill packs of four", state: code({ layer: 2 }), lines: [line({ layer: 1, perLayer: 4 })] },
  ])("is of the wrong layer for $what", ({ state, lines }) => {
    expect(lineOf(state, lines)).toEqual({ reason: reasons.wrongLayer, ...none });
  });

  it.each([
    { what: "cases", layer: 3, counted: 1 },
    { what: "cartons", layer: 2, counted: 6 },
    { what: "bottles", layer: 1, counted: 36 },
  ])("counts a case in $what", ({ layer, counted }) => {
    expect(lineOf(code(), [line({ layer, num: 100 })])).toEqual({ reason: reasons.none, id: "l", units: 36, counted });
  });

  it.each([
    {
      what: "one of its own layer before one inside",
      lines: [line({ id: "bottles", layer: 1, num: 100 }), line({ id: "cases" }), line({ id: "cartons", layer: 2, num: 100 })],
      id: "cases",
    },
    {
      what: "the nearest one inside",
      lines: [line({ id: "bottles", layer: 1, num: 100 }), line({ id: "cartons", layer: 2, num: 100 })],
      id: "cartons",
    },
    { what: "one that has room before one that is full", lines: [line({ id: "full", scanned: 2 }), line({ id: "free" })], id: "free" },
    {
      what: "one that has room further inside before a full one of its own layer",
      lines: [line({ id: "full", scanned: 2 }), line({ id: "bottles", layer: 1, num: 36 })],
      id: "bottles",
    },
    { what: "one of its batch before one of any", lines: [line({ id: "any" }), line({ id: "own", batchCode: "B1" })], id: "own" },
    {
      what: "one of its batch further inside before one of any of its layer",
      lines: [line({ id: "any" }), line({ id: "own", batchCode: "B1", layer: 1, num: 36 })],
      id: "own",
    },
    { what: "the first of two alike", lines: [line({ id: "first" }), line({ id: "second" })], id: "first" },
  ])("is $what", ({ lines, id }) => {
    expect(lineOf(code({ batchCode: "B1" }), lines)).toMatchObject({ reason: reasons.none, id });
  });

  it("is too full only beyond what is planned, and only where that is a limit", () => {
    expect(lineOf(code(), [line({ scanned: 1 })])).toMatchObject({ reason: reasons.none });
    expect(lineOf(code(), [line({ scanned: 2 })])).toEqual({ reason: reasons.overQuantity, id: "l", units: 36, counted: 1 });
    expect(lineOf(code(), [line({ scanned: 2 })], false)).toEqual({ reason: reasons.none, id: "l", units: 36, counted: 1 });
    expect(lineOf(code(), [line({ layer: 2, num: 11, scanned: 6 })])).toMatchObject({ reason: reasons.overQuantity });
  });
});

describe("a code of the wrong state", () => {
  const data = defineResource({
    name: "code-item",
    label: ["码", "Code"],
    path: "/digit-bind/code-item",
    title: "lifeStatus",
    fields: {
      lifeStatus: choice("生命状态", "Life status", { options: [[1, "已激活", "Activated"], [2, "在库", "In stock"], [3, "已出库", "Shipped"]] }), // prettier-ignore
    },
  });
  const model = buildModel([{ data, file: "resources/codes/code-item.ts", area: "codes" }], []);
  const limited = { allowsUnstocked: false };
  it.each([
    [
      "into stock",
      arriving(),
      { lifeStatus: inStock },
      ["该码为“在库”，应为“已激活”", "The code is “In stock”, and has to be “Activated”"],
    ],
    [
      "out of stock",
      leaving(),
      { lifeStatus: activated },
      ["该码为“已激活”，应为“在库”", "The code is “Activated”, and has to be “In stock”"],
    ],
    [
      "back",
      arriving({ docType: 4 }),
      { lifeStatus: inStock },
      ["该码为“在库”，应为“已出库”", "The code is “In stock”, and has to be “Shipped”"],
    ],
    [
      "back from elsewhere",
      arriving({ docType: 4 }),
      { lifeStatus: shipped },
      ["该码不是从这个渠道退回的", "The code was not shipped to this channel"],
    ],
    [
      "in by another transfer",
      arriving({ docType: 3 }),
      { lifeStatus: shipped },
      ["该码不是随这张调拨出库单出库的", "The code did not leave with this transfer"],
    ],
    [
      "out, opened",
      leaving(),
      { lifeStatus: inStock, isOpened: true },
      ["包装已拆开，请扫其中的码", "The package was opened; scan what is in it"],
    ],
  ] as const)("%s is told what it is, and what it would have to be", (_way, document, more, sentence) => {
    expect(codeFault(document, code(more), limited)).toBe(reasons.wrongStatus);
    expect(stateNote(model, document, code(more), limited)).toEqual(sentence);
  });

  it("may be of either that the tenant allows", () => {
    expect(stateNote(model, leaving(), code({ lifeStatus: shipped }), { allowsUnstocked: true })[0]).toBe(
      "该码为“已出库”，应为“已激活”或“在库”",
    );
  });
});
