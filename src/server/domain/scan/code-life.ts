// The whole life of a code as one list in the order of time: how it was made and packed, where its goods went, and who looked it up. Each
// kind of event is of a resource with rights of its own: what the caller may not read is left out, and the answer says so.
import { kindData } from "#schema/model";
import { inLanguage, type Text } from "#schema/text";
import { mayRead, mayView } from "../../caller/rule.ts";
import type { Domain, ReadHandler, RequestContext } from "../../contract.ts";
import { pageOf, pagingOf } from "../../crud/read/page.ts";
import { malformedParameter } from "../../http/errors.ts";
import { read } from "../../rows/query.ts";
import { accessibleIds } from "../../rows/tables.ts";
import type { KnownCode } from "../codes/known-code.ts";
import { findOwnCode, sentCode, unknownCode } from "../codes/relation-tree.ts";
import { codeEvents, subjects } from "../codes/code-events.ts";
import { externalFile, setState } from "../codes/set-state.ts";
import {
  bindingsOf,
  carriersOf,
  donesOf,
  exchangesOf,
  makingOf,
  movesOf,
  packingsOf,
  scanCountsOf,
  scansInOrder,
  setOf,
  stampsOf,
  travelsOf,
  type RowOf,
} from "./life-queries.ts";

/** Scans of one code that are paged through; the list of scans has all of them. */
export const mostScans = 10_000;

/** What an event is told by: its rows are read by whoever may read these. */
type Part =
  | "code-gen-record"
  | "code-set"
  | "code-relation"
  | "attribute-owner-doc"
  | "stock-move-record"
  | "logistics-out-doc"
  | "code-replace"
  | "consumer-scan-record";

/** A link to a document by its id, or to a screen that is searched by a code. */
interface Link {
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

/** Events of the same second stand in the order in which a life has them. */
const order: readonly Part[] = [
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
const kinds = { in: 1, out: 2 } as const;
const twin = 2;

const textOf = (value: unknown): string => (value === null || value === undefined ? "" : String(value));
const joined = (parts: readonly unknown[], by = " · "): string => parts.map(textOf).filter(Boolean).join(by);

/** The option of a choice of a resource, in the reader's words. */
function optionOf(context: RequestContext, resource: string, field: string, value: number | null): Mark | undefined {
  const found = context.model.resource.get(resource)?.field.get(field);
  const option = (found === undefined ? [] : (kindData(found.data).options ?? [])).find(([one]) => one === value);
  return option === undefined ? undefined : { text: inLanguage([option[1], option[2]], context.language), colour: option[3] ?? "default" };
}

/** Leaves out values of fields that the data scopes of the caller hide. */
function fieldsFor({ caller }: RequestContext, resource: string) {
  const hidden = caller.fieldLimits.get(resource);
  return (field: string, value: unknown): string => (hidden?.has(field) === true ? "" : textOf(value));
}

const isWithin = (time: string, { since, until }: { readonly since: string | null; readonly until: string | null }): boolean =>
  (since === null || time >= since) && (until === null || time <= until);

/** Makes events of one code: the same for all of its rows. */
class Events {
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
    const told = typeof event === "string" ? inLanguage(words[event], this.#context.language) : (event?.text ?? "");
    this.all.push({ of: "", place: "", note: "", operator: "", links: [], marks: [], ...more, time, event: told });
  }
}

interface Carriers {
  readonly rows: readonly RowOf<typeof carriersOf>[];
  /** Whether it happened to a code while that carried the goods; with the code, unless it is the one that was asked for. */
  readonly carrying: (codeId: string | null, time: string | null) => { readonly of: string } | undefined;
}

function carriersIn(rows: Carriers["rows"]): Carriers {
  return {
    rows,
    carrying: (codeId, time) => {
      const found = rows.find((one) => one.id === codeId && isWithin(textOf(time), one));
      return found === undefined ? undefined : { of: found.way === "own" ? "" : found.code };
    },
  };
}

function addMaking(
  events: Events,
  context: RequestContext,
  made: RowOf<typeof makingOf> | undefined,
  dones: readonly RowOf<typeof donesOf>[],
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
    events.add("downloaded", { ...common, time, operator: textOf(operator), links: [record] });
}

function addSet(
  events: Events,
  context: RequestContext,
  set: RowOf<typeof setOf> | undefined,
  dones: readonly RowOf<typeof donesOf>[],
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
    if (word !== undefined) events.add(word, { ...common, time, operator: textOf(operator) });
  }
  // Sets of before such events were recorded, and those that came with the data.
  const isTold = (...some: readonly number[]) => ofSet.some(({ event }) => some.includes(event ?? 0));
  if (!isTold(codeEvents.formatted))
    events.add(set.sourceType === externalFile ? "written" : "formatted", { ...common, time: shown("formatTime", set.formatTime) });
  if (!isTold(codeEvents.imported)) events.add("imported", { ...common, time: shown("importTime", set.importTime) });
  const state = statesOfSets.get(set.status);
  if (state !== undefined && !isTold(codeEvents.sealed, codeEvents.unsealed, codeEvents.disabled) && isChangedSinceImport(set))
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

function addPackings(
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
    const carrier = rows.find((one) => one.id === codeId && one.way !== "before" && (one.until === null || textOf(time) <= one.until));
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

function addMoves(events: Events, context: RequestContext, moves: readonly RowOf<typeof movesOf>[], { carrying }: Carriers): void {
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
      links: screen === undefined || number === "" ? [] : [{ screen, id: textOf(move.docId), text: number }],
    });
  }
}

/** Documents that no move of the carriers names any more, as when the goods were packed elsewhere since. */
function addStamps(events: Events, stamps: RowOf<typeof stampsOf> | undefined): void {
  const isTold = (screen: string, id: string | null): boolean =>
    id === null || events.all.some(({ links }) => links.some((link) => link.screen === screen && link.id === id));
  if (stamps === undefined) return;
  const { inId, inNo, inTime, inPlace, inOperator, outId, outNo, outTime, outPlace, outOperator } = stamps;
  if (inId !== null && !isTold("stock-in-doc", inId))
    events.add("in", {
      part: "stock-move-record",
      id: "",
      time: inTime,
      place: textOf(inPlace),
      operator: textOf(inOperator),
      links: [{ screen: "stock-in-doc", id: inId, text: inNo ?? inId }],
    });
  if (outId !== null && !isTold("stock-out-doc", outId))
    events.add("out", {
      part: "stock-move-record",
      id: "",
      time: outTime,
      place: textOf(outPlace),
      operator: textOf(outOperator),
      links: [{ screen: "stock-out-doc", id: outId, text: outNo ?? outId }],
    });
}

function addBindings(events: Events, context: RequestContext, bindings: readonly RowOf<typeof bindingsOf>[]): void {
  const shown = fieldsFor(context, "attribute-owner-doc");
  for (const { id, docId, docNo, batchCode, factory, prodLine, time, operator } of bindings)
    events.add("bound", {
      part: "attribute-owner-doc",
      id,
      time,
      place: joined([shown("factoryId", factory), shown("prodLineId", prodLine)]),
      note: shown("batchCode", batchCode),
      operator: textOf(operator),
      links: [{ screen: "stock-in-doc", id: docId, text: docNo ?? docId }],
    });
}

function addTravels(events: Events, context: RequestContext, travels: readonly RowOf<typeof travelsOf>[]): void {
  const shown = fieldsFor(context, "logistics-out-doc");
  for (const { id, waybillNo, carrier, shipTime, signTime, signer, docId, docNo, operator } of travels) {
    const waybill = shown("waybillNo", waybillNo);
    const links: readonly Link[] = [
      { screen: "logistics-out-doc", id, text: waybill === "" ? id : waybill },
      ...(docId === null ? [] : [{ screen: "stock-out-doc", id: docId, text: docNo ?? docId }]),
    ];
    const common = { part: "logistics-out-doc", id, place: shown("carrier", carrier), links } as const;
    events.add("shipped", { ...common, time: shown("shipTime", shipTime), operator: textOf(operator) });
    events.add("signed", { ...common, time: shown("signTime", signTime), operator: shown("signer", signer) });
  }
}

function addExchanges(events: Events, context: RequestContext, exchanges: readonly RowOf<typeof exchangesOf>[], { rows }: Carriers): void {
  const shown = fieldsFor(context, "code-replace");
  for (const { id, oldCode, newCode, reason, time, operator } of exchanges) {
    const about = rows.find(({ code, way }) => (code === newCode && way !== "after") || (code === oldCode && way === "own"));
    if (about === undefined || !isWithin(textOf(time), { since: about.since, until: null })) continue;
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

function scanEvent(context: RequestContext, scan: RowOf<(typeof scansInOrder)["asc"]>): LifeEvent {
  const resource = "consumer-scan-record";
  const shown = fieldsFor(context, resource);
  const warning = (isOn: boolean, word: keyof typeof words): readonly Mark[] =>
    isOn ? [{ text: inLanguage(words[word], context.language), colour: "red" }] : [];
  const cross = shown("crossRegion", scan.crossRegion) === "1" ? optionOf(context, resource, "crossRegion", 1) : undefined;
  const result = shown("result", scan.result) === "" ? undefined : optionOf(context, resource, "result", scan.result);
  const number = shown("scanNum", scan.scanNum);
  return {
    time: textOf(scan.time),
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

/** Parts that the caller may not read, wholly or by some rows. */
export interface Withheld {
  readonly resource: Part;
  readonly name: string;
  readonly isWhole: boolean;
}

interface Life {
  /** All but the scans, the oldest first. */
  readonly events: readonly LifeEvent[];
  readonly withheld: readonly Withheld[];
  /** Scans that may be paged through, and whether there are more. */
  readonly scanNum: number;
  readonly hasMoreScans: boolean;
}

const inOrder = (left: LifeEvent, right: LifeEvent): number =>
  left.time === right.time ? order.indexOf(left.part) - order.indexOf(right.part) : left.time < right.time ? -1 : 1;

/** Ids of rows that the caller may not see, of those of resources that the caller's data scopes narrow. */
async function unseenRows(context: RequestContext, events: readonly LifeEvent[]): Promise<ReadonlySet<string>> {
  const { model, caller } = context;
  const narrowed = order.flatMap((part) => {
    const resource = caller.rowLimits.has(part) ? model.resource.get(part) : undefined;
    const ids = [...new Set(events.filter((one) => one.part === part && one.id !== "").map(({ id }) => id))];
    return resource === undefined || ids.length === 0 ? [] : [{ part, resource, ids }];
  });
  if (narrowed.length === 0) return new Set();
  const found = await read(
    context,
    narrowed.map(({ resource, ids }) => accessibleIds(context, resource, ids, { isAcrossTenants: false })),
  );
  return new Set(
    narrowed.flatMap(({ part, ids }, index) => {
      const seen = new Set((found[index] ?? []).map(({ id }) => id));
      return ids.filter((id) => !seen.has(id)).map((id) => `${part} ${id}`);
    }),
  );
}

/** Everything that happened to a code as far as the caller may read it; its scans are only counted. */
export async function lifeOf(context: RequestContext, code: KnownCode): Promise<Life> {
  const { id, codeSetId = null, productId = null, batchCode } = code;
  const [rows] = await read(context, [carriersOf(context, { id, code: code.code })]);
  const carriers = carriersIn(rows);
  const all = { ids: rows.map((one) => one.id), codes: rows.map((one) => one.code) };
  const [[made], [set], dones, packings, moves, [stamps], exchanges, [counted]] = await read(context, [
    makingOf(context, { id }),
    setOf(context, { codeSetId }),
    donesOf(context, { id, codeSetId }),
    packingsOf(context, all),
    movesOf(context, all),
    stampsOf(context, { id }),
    exchangesOf(context, all),
    scanCountsOf(context, { code: code.code, most: mostScans + 1 }),
  ]);
  const events = new Events(context);
  addMaking(events, context, made, dones);
  addSet(events, context, set, dones);
  addPackings(events, context, packings, carriers);
  addMoves(events, context, moves, carriers);
  addStamps(events, stamps);
  const documents = (kind: number, stamped: string | null | undefined): readonly string[] =>
    [
      ...new Set([
        ...moves
          .filter((one) => one.docKind === kind && carriers.carrying(one.codeId, one.time) !== undefined)
          .map((one) => textOf(one.docId)),
        textOf(stamped),
      ]),
    ].filter((one) => /^\d+$/.test(one));
  const [bindings, travels] = await read(context, [
    bindingsOf(context, { inDocIds: documents(kinds.in, stamps?.inId), productId, batchCode }),
    travelsOf(context, { outDocIds: documents(kinds.out, stamps?.outId) }),
  ]);
  addBindings(events, context, bindings);
  addTravels(events, context, travels);
  addExchanges(events, context, exchanges, carriers);
  return readable(context, events.all, { seen: Number(counted?.num ?? 0), all: Number(counted?.all ?? 0) });
}

/** What of a life the caller may read, and what is withheld. */
async function readable(
  context: RequestContext,
  events: readonly LifeEvent[],
  scanned: { readonly seen: number; readonly all: number },
): Promise<Life> {
  const { model, caller } = context;
  const resourceOf = (part: string) => model.resource.get(part);
  const unread = new Set<Part>(
    order.filter((part) => {
      const resource = resourceOf(part);
      return resource === undefined || !mayRead(caller, resource);
    }),
  );
  const unseen = await unseenRows(context, events);
  const isSeen = ({ part, id }: LifeEvent): boolean => !unread.has(part) && !unseen.has(`${part} ${id}`);
  const hasScans = !unread.has("consumer-scan-record");
  const withheld = order.filter((part) =>
    part === "consumer-scan-record" ? scanned.all > (hasScans ? scanned.seen : 0) : events.some((one) => one.part === part && !isSeen(one)),
  );
  return {
    events: events.filter(isSeen).sort(inOrder),
    withheld: withheld.map((resource) => ({
      resource,
      name: inLanguage(resourceOf(resource)?.label ?? [resource, resource], context.language),
      isWhole: unread.has(resource),
    })),
    scanNum: hasScans ? Math.min(scanned.seen, mostScans) : 0,
    hasMoreScans: hasScans && scanned.seen > mostScans,
  };
}

interface Window {
  readonly direction: "asc" | "desc";
  readonly skipped: number;
  readonly size: number;
}

/** A part of a life in the order of time, scans among the other events. */
export async function partOfLife(
  context: RequestContext,
  code: KnownCode,
  life: Life,
  { direction, skipped, size }: Window,
): Promise<readonly LifeEvent[]> {
  const { events, scanNum } = life;
  // So many scans precede the part at least, whatever the order of the other events among them.
  const passed = Math.min(Math.max(0, skipped - events.length), scanNum);
  const limit = Math.min(skipped + size, scanNum) - passed;
  const [found] = await read(context, [scansInOrder[direction](context, { code: code.code, skipped: passed, limit: Math.max(0, limit) })]);
  const sign = direction === "asc" ? 1 : -1;
  const scans = found.map((scan) => scanEvent(context, scan));
  // Both are sorted; the sort of two sorted halves is stable, so scans of one second keep their order.
  const merged = [...(direction === "asc" ? events : events.toReversed()), ...scans].sort((left, right) => sign * inOrder(left, right));
  return merged.slice(skipped - passed, skipped - passed + size);
}

/** Whether the caller may open each document of these events. */
async function openDocuments(context: RequestContext, events: readonly LifeEvent[]): Promise<(link: Link) => boolean> {
  const { model, caller } = context;
  const byScreen = new Map<string, Set<string>>();
  for (const { screen, id } of events.flatMap(({ links }) => links))
    if (id !== undefined && /^\d+$/.test(id)) byScreen.set(screen, (byScreen.get(screen) ?? new Set()).add(id));
  const asked = [...byScreen].flatMap(([screen, ids]) => {
    const resource = model.resource.get(screen);
    return resource === undefined || !mayRead(caller, resource) || !mayView(caller, resource) ? [] : [{ screen, resource, ids: [...ids] }];
  });
  const found =
    asked.length === 0
      ? []
      : await read(
          context,
          asked.map(({ resource, ids }) => accessibleIds(context, resource, ids, { isAcrossTenants: false })),
        );
  const open = new Set(asked.flatMap(({ screen }, index) => (found[index] ?? []).map(({ id }) => `${screen} ${id}`)));
  return ({ screen, id }) => {
    const resource = model.resource.get(screen);
    return id === undefined ? resource !== undefined && mayRead(caller, resource) : open.has(`${screen} ${id}`);
  };
}

const codeLife: ReadHandler = async (context, parameters) => {
  const code = await findOwnCode(context, sentCode(parameters));
  if (code === undefined) return unknownCode(context);
  const direction = parameters["order"] ?? "asc";
  if (direction !== "asc" && direction !== "desc") throw malformedParameter("order");
  const paging = pagingOf(parameters);
  const life = await lifeOf(context, code);
  const { current, size } = paging;
  const records = await partOfLife(context, code, life, { direction, skipped: (current - 1) * size, size });
  const mayOpen = await openDocuments(context, records);
  return {
    code: code.code,
    layerName: code.layerName,
    scanNum: life.scanNum,
    hasMoreScans: life.hasMoreScans,
    withheld: life.withheld,
    ...pageOf(
      records.map(({ links, ...event }) => ({ ...event, links: links.map((link) => ({ ...link, mayOpen: mayOpen(link) })) })),
      life.events.length + life.scanNum,
      paging,
    ),
  };
};

export const codeLifeDomain: Domain = { reads: { "scan-code-detail.code-life": codeLife }, actions: {}, hooks: {} };
