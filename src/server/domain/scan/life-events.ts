// The events of the life of a code, made of the rows that tell them, in the reader's words.
import { textOrEmpty } from "#schema/json";
import { kindData } from "#schema/model";
import { inLanguage, type Text } from "#schema/text";
import type { RequestContext } from "../../contract.ts";
import { codeEvents, subjects } from "../codes/code-events.ts";
import { externalFile, setState } from "../codes/set-state.ts";
import type {
  bindingsOf,
  carriersOf,
  eventsOf,
  exchangesOf,
  makingOf,
  movesOf,
  packingsOf,
  RowOf,
  scansInOrder,
  setOf,
  stampsOf,
  travelsOf,
} from "./life-queries.ts";

/** What an event is told by: its rows are read by whoever may read these. */
export type Part =
  | "code-gen-record"
  | "code-set"
  | "code-relation"
  | "attribute-owner-doc"
  | "stock-move-record"
  | "logistics-out-doc"
  | "code-replace"
  | "consumer-scan-record";

/** A link to a document by its id, or to a screen that is searched by a code. */
export interface Link {
  readonly screen: string;
  readonly text: string;
  readonly id?: string;
  readonly code?: string;
}

/** A word with a colour, such as "first scan". */
interface Mark {
  readonly text: string;
  readonly colour: string;
}

export interface LifeEvent {
  readonly time: string;
  readonly event: string;
  readonly part: Part;
  /** The row that tells it. */
  readonly id: string;
  /** The code that it happened to, where that is not the one that was asked for. */
  readonly of: string;
  readonly place: string;
  readonly note: string;
  readonly operator: string;
  readonly links: readonly Link[];
  readonly marks: readonly Mark[];
}

export const order: readonly Part[] = [
  "code-gen-record",
  "code-set",
  "code-relation",
  "attribute-owner-doc",
  "stock-move-record",
  "logistics-out-doc",
  "code-replace",
  "consumer-scan-record",
];

const words = {
  generated: ["生成", "Generated"],
  downloaded: ["下载码文件", "Codes downloaded"],
  formatted: ["码包格式化", "Set formatted"],
  written: ["外部码写入码包", "Codes of the file written to the set"],
  imported: ["导入码包并激活", "Imported to a set and activated"],
  setDownloaded: ["下载码包", "Set downloaded"],
  sealed: ["码包封存", "Set sealed"],
  unsealed: ["码包解封", "Set unsealed"],
  disabled: ["码包停用", "Set disabled"],
  packed: ["关联", "Packed"],
  twin: ["同件绑定", "Bound to a twin"],
  bound: ["绑定生产属性", "Attributes bound"],
  in: ["入库", "In"],
  out: ["出库", "Out"],
  shipped: ["物流发运", "Shipped"],
  signed: ["物流签收", "Signed for"],
  replaces: ["换码：接替旧码", "Takes the place of an old code"],
  replaced: ["换码：被新码替换", "Replaced by a new code"],
  scan: ["消费者扫码", "Consumer scan"],
  nonChannel: ["非渠道", "Non-channel"],
  repeatBroken: ["重复异常", "Repeat rule broken"],
} as const satisfies Readonly<Record<string, Text>>;

const setEvents: ReadonlyMap<number | null, keyof typeof words> = new Map([
  [codeEvents.downloaded, "setDownloaded"],
  [codeEvents.formatted, "formatted"],
  [codeEvents.imported, "imported"],
  [codeEvents.sealed, "sealed"],
  [codeEvents.unsealed, "unsealed"],
  [codeEvents.disabled, "disabled"],
]);

const documentsOfKinds: ReadonlyMap<number | null, string> = new Map([
  [1, "stock-in-doc"],
  [2, "stock-out-doc"],
  [3, "saledoc"],
]);
export const kinds = { in: 1, out: 2 } as const;
const twin = 2;

const joined = (parts: readonly unknown[], by = " · "): string => parts.map(textOrEmpty).filter(Boolean).join(by);

/** The option of a choice of a resource, in the reader's words. */
function optionOf(context: RequestContext, resource: string, field: string, value: number | null): Mark | undefined {
  const found = context.model.resource.get(resource)?.field.get(field);
  const option = (found === undefined ? [] : (kindData(found.data).options ?? [])).find(([one]) => one === value);
  return option === undefined ? undefined : { text: inLanguage([option[1], option[2]], context.language), colour: option[3] ?? "default" };
}

/** Leaves out values of fields that the data scopes of the caller hide. */
function fieldsFor({ caller }: RequestContext, resource: string) {
  const hidden = caller.fieldLimits.get(resource);
  return (field: string, value: unknown): string => (hidden?.has(field) === true ? "" : textOrEmpty(value));
}

const isWithin = (time: string, { since, until }: { readonly since: string | null; readonly until: string | null }): boolean =>
  (since === null || time >= since) && (until === null || time <= until);

/** Makes events of one code: the same for all of its rows. */
export class Events {
  readonly all: LifeEvent[] = [];
  readonly #context: RequestContext;

  constructor(context: RequestContext) {
    this.#context = context;
  }

  add(
    event: keyof typeof words | Mark | undefined,
    { time, ...more }: Partial<Omit<LifeEvent, "time">> & Pick<LifeEvent, "part" | "id"> & { readonly time: string | null | undefined },
  ): void {
    if (time === null || time === undefined || time === "") return;
    const text = typeof event === "string" ? inLanguage(words[event], this.#context.language) : (event?.text ?? "");
    this.all.push({ of: "", place: "", note: "", operator: "", links: [], marks: [], ...more, time, event: text });
  }
}

interface Carriers {
  readonly rows: readonly RowOf<typeof carriersOf>[];
  /** Whether it happened to a code while that carried the goods; with the code, unless it is the one that was asked for. */
  readonly carrying: (codeId: string | null, time: string | null) => { readonly of: string } | undefined;
}

export function carriersIn(rows: Carriers["rows"]): Carriers {
  return {
    rows,
    carrying: (codeId, time) => {
      const found = rows.find((one) => one.id === codeId && isWithin(textOrEmpty(time), one));
      return found === undefined ? undefined : { of: found.way === "own" ? "" : found.code };
    },
  };
}

export function addMaking(
  events: Events,
  context: RequestContext,
  made: RowOf<typeof makingOf> | undefined,
  dones: readonly RowOf<typeof eventsOf>[],
): void {
  if (made === undefined) return;
  const shown = fieldsFor(context, "code-gen-record");
  const record: Link = { screen: "code-gen-record", id: made.id, text: made.genNo ?? made.id };
  const rule: readonly Link[] =
    made.ruleId === null ? [] : [{ screen: "code-make-rule", id: made.ruleId, text: shown("codeMakeRuleId", made.ruleName) }];
  const ofRecord = dones.filter(({ subjectKind }) => subjectKind === subjects.record);
  const done = ofRecord.find(({ event }) => event === codeEvents.generated);
  const common = { part: "code-gen-record", id: made.id, note: shown("name", made.name) } as const;
  events.add("generated", {
    ...common,
    time: shown("finishTime", done?.time ?? made.time),
    operator: shown("createUser", done?.operator ?? made.operator),
    links: [record, ...rule.filter(({ text }) => text !== "")],
  });
  for (const { time, operator } of ofRecord.filter(({ event }) => event === codeEvents.downloaded))
    events.add("downloaded", { ...common, time, operator: textOrEmpty(operator), links: [record] });
}

export function addSet(
  events: Events,
  context: RequestContext,
  set: RowOf<typeof setOf> | undefined,
  dones: readonly RowOf<typeof eventsOf>[],
): void {
  if (set === undefined) return;
  const shown = fieldsFor(context, "code-set");
  const common = {
    part: "code-set",
    id: set.id,
    note: shown("name", set.name),
    links: [{ screen: "code-set", id: set.id, text: set.setNo ?? set.id }],
  } as const;
  const ofSet = dones.filter(({ subjectKind }) => subjectKind === subjects.set);
  for (const { event, time, operator } of ofSet) {
    const word = setEvents.get(event);
    if (word !== undefined) events.add(word, { ...common, time, operator: textOrEmpty(operator) });
  }
  // Sets of before such events were recorded, and those that came with the data.
  const hasEvent = (...some: readonly number[]) => ofSet.some(({ event }) => some.includes(event ?? 0));
  if (!hasEvent(codeEvents.formatted))
    events.add(set.sourceType === externalFile ? "written" : "formatted", { ...common, time: shown("formatTime", set.formatTime) });
  if (!hasEvent(codeEvents.imported)) events.add("imported", { ...common, time: shown("importTime", set.importTime) });
  const state = statesOfSets.get(set.status);
  if (state !== undefined && !hasEvent(codeEvents.sealed, codeEvents.unsealed, codeEvents.disabled) && isChangedSinceImport(set))
    events.add(state, { ...common, time: shown("updateTime", set.updateTime), operator: shown("updateUser", set.updater) });
}

/** What brought a set into its state. */
const statesOfSets: ReadonlyMap<number | null, "sealed" | "disabled"> = new Map([
  [setState.sealed, "sealed"],
  [setState.disabled, "disabled"],
]);

/** An imported set changes with its state only, so that the row's last change is that of its state. */
const isChangedSinceImport = ({ createTime, importTime, updateTime }: RowOf<typeof setOf>): boolean =>
  importTime !== null && updateTime !== null && updateTime > importTime && updateTime > (createTime ?? "");

export function addPackings(
  events: Events,
  context: RequestContext,
  packings: readonly RowOf<typeof packingsOf>[],
  { rows, carrying }: Carriers,
): void {
  const shown = fieldsFor(context, "code-relation");
  const depthOf = (codeId: string | null) => rows.find(({ id }) => id === codeId)?.depth ?? 0;
  // What was packed in one go is told from the inside out.
  const outwards = packings.toSorted((left, right) => depthOf(left.codeId) - depthOf(right.codeId));
  for (const { id, codeId, relationType, origin, time, parent, layerName, operator } of outwards) {
    // A package was filled while it carried the goods, or it carries them since.
    const carrier = rows.find((one) => one.id === codeId && one.way !== "before" && (one.until === null || textOrEmpty(time) <= one.until));
    const of = carrying(codeId, time)?.of ?? carrier?.code;
    if (of === undefined || carrier?.way === "after") continue;
    const code = shown("parentId", parent);
    events.add(relationType === twin ? "twin" : "packed", {
      part: "code-relation",
      id,
      of,
      time: shown("bindTime", time),
      place: shown("layer", layerName),
      note: joined([optionOf(context, "code-relation", "origin", origin)?.text]),
      operator: shown("createUser", operator),
      links: code === "" ? [] : [{ screen: "code-relation", code, text: code }],
    });
  }
}

export function addMoves(events: Events, context: RequestContext, moves: readonly RowOf<typeof movesOf>[], { carrying }: Carriers): void {
  const shown = fieldsFor(context, "stock-move-record");
  for (const move of moves) {
    const carrier = carrying(move.codeId, move.time);
    if (carrier === undefined) continue;
    const screen = documentsOfKinds.get(move.docKind);
    const number = shown("docNo", move.docNo);
    const from = joined([shown("fromWarehouseId", move.fromWarehouse), shown("fromChannelId", move.fromChannel)]);
    const to = joined([shown("toChannelId", move.toChannel), shown("toWarehouseId", move.toWarehouse)]);
    events.add(optionOf(context, "stock-move-record", "moveType", move.moveType), {
      part: "stock-move-record",
      id: move.id,
      of: carrier.of,
      time: shown("moveTime", move.time),
      place: joined([from, to], " → "),
      note: shown("reason", move.reason),
      operator: shown("operatorId", move.operator),
      links: screen === undefined || number === "" ? [] : [{ screen, id: textOrEmpty(move.docId), text: number }],
    });
  }
}

/** Documents that no move of the carriers names any more, as when the goods were packed elsewhere since. */
export function addStamps(events: Events, stamps: RowOf<typeof stampsOf> | undefined): void {
  const hasEvent = (screen: string, id: string | null): boolean =>
    id === null || events.all.some(({ links }) => links.some((link) => link.screen === screen && link.id === id));
  if (stamps === undefined) return;
  const { inId, inNo, inTime, inPlace, inOperator, outId, outNo, outTime, outPlace, outOperator } = stamps;
  if (inId !== null && !hasEvent("stock-in-doc", inId))
    events.add("in", {
      part: "stock-move-record",
      id: "",
      time: inTime,
      place: textOrEmpty(inPlace),
      operator: textOrEmpty(inOperator),
      links: [{ screen: "stock-in-doc", id: inId, text: inNo ?? inId }],
    });
  if (outId !== null && !hasEvent("stock-out-doc", outId))
    events.add("out", {
      part: "stock-move-record",
      id: "",
      time: outTime,
      place: textOrEmpty(outPlace),
      operator: textOrEmpty(outOperator),
      links: [{ screen: "stock-out-doc", id: outId, text: outNo ?? outId }],
    });
}

export function addBindings(events: Events, context: RequestContext, bindings: readonly RowOf<typeof bindingsOf>[]): void {
  const shown = fieldsFor(context, "attribute-owner-doc");
  for (const { id, docId, docNo, batchCode, factory, prodLine, time, operator } of bindings)
    events.add("bound", {
      part: "attribute-owner-doc",
      id,
      time,
      place: joined([shown("factoryId", factory), shown("prodLineId", prodLine)]),
      note: shown("batchCode", batchCode),
      operator: textOrEmpty(operator),
      links: [{ screen: "stock-in-doc", id: docId, text: docNo ?? docId }],
    });
}

export function addTravels(events: Events, context: RequestContext, travels: readonly RowOf<typeof travelsOf>[]): void {
  const shown = fieldsFor(context, "logistics-out-doc");
  for (const { id, waybillNo, carrier, shipTime, signTime, signer, docId, docNo, operator } of travels) {
    const waybill = shown("waybillNo", waybillNo);
    const links: readonly Link[] = [
      { screen: "logistics-out-doc", id, text: waybill === "" ? id : waybill },
      ...(docId === null ? [] : [{ screen: "stock-out-doc", id: docId, text: docNo ?? docId }]),
    ];
    const common = { part: "logistics-out-doc", id, place: shown("carrier", carrier), links } as const;
    events.add("shipped", { ...common, time: shown("shipTime", shipTime), operator: textOrEmpty(operator) });
    events.add("signed", { ...common, time: shown("signTime", signTime), operator: shown("signer", signer) });
  }
}

export function addExchanges(
  events: Events,
  context: RequestContext,
  exchanges: readonly RowOf<typeof exchangesOf>[],
  { rows }: Carriers,
): void {
  const shown = fieldsFor(context, "code-replace");
  for (const { id, oldCode, newCode, reason, time, operator } of exchanges) {
    const about = rows.find(({ code, way }) => (code === newCode && way !== "after") || (code === oldCode && way === "own"));
    if (about === undefined || !isWithin(textOrEmpty(time), { since: about.since, until: null })) continue;
    const isOld = about.code === oldCode;
    const other = isOld ? shown("newCode", newCode) : shown("oldCode", oldCode);
    events.add(isOld ? "replaced" : "replaces", {
      part: "code-replace",
      id,
      of: about.way === "own" ? "" : about.code,
      time: shown("replaceTime", time),
      note: shown("reason", optionOf(context, "code-replace", "reason", reason)?.text),
      operator: shown("operatorId", operator),
      links: [
        ...(other === "" ? [] : [{ screen: "scan-code-detail", code: other, text: other }]),
        { screen: "code-replace", id, text: inLanguage(["换码记录", "Exchange"], context.language) },
      ],
    });
  }
}

export function scanEvent(context: RequestContext, scan: RowOf<(typeof scansInOrder)["asc"]>): LifeEvent {
  const resource = "consumer-scan-record";
  const shown = fieldsFor(context, resource);
  const warning = (isOn: boolean, word: keyof typeof words): readonly Mark[] =>
    isOn ? [{ text: inLanguage(words[word], context.language), colour: "red" }] : [];
  const cross = shown("crossRegion", scan.crossRegion) === "1" ? optionOf(context, resource, "crossRegion", 1) : undefined;
  const result = shown("result", scan.result) === "" ? undefined : optionOf(context, resource, "result", scan.result);
  const number = shown("scanNum", scan.scanNum);
  return {
    time: textOrEmpty(scan.time),
    event: inLanguage(words.scan, context.language),
    part: resource,
    id: scan.id,
    of: "",
    place: shown("address", scan.address) || shown("scanRegionCode", scan.region),
    note: number === "" || number === "0" ? "" : inLanguage([`第 ${number} 次`, `No. ${number}`], context.language),
    operator: shown("wxUserId", scan.operator),
    links: [{ screen: resource, id: scan.id, text: inLanguage(["扫码记录", "Scan record"], context.language) }],
    marks: [
      ...(result === undefined ? [] : [result]),
      ...(cross === undefined ? [] : [cross]),
      ...warning(shown("nonChannel", scan.nonChannel) === "1", "nonChannel"),
      ...warning(shown("suspicious", scan.suspicious) === "1", "repeatBroken"),
    ],
  };
}
