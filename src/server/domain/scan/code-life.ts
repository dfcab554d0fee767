// The whole life of a code as one list in the order of time: how it was made and packed, where its goods went, and who looked it up. Each
// kind of event is of a resource with rights of its own: what the caller may not read is left out, and the answer says so.
import { textOrEmpty } from "#schema/json";
import { inLanguage } from "#schema/text";
import { mayRead, mayView } from "../../caller/rule.ts";
import type { Domain, ReadHandler, RequestContext } from "../../contract.ts";
import { pageOf, pagingOf } from "../../crud/read/page.ts";
import { malformedParameter } from "../../http/errors.ts";
import { read } from "../../rows/query.ts";
import { accessibleIds } from "../../rows/tables.ts";
import type { CurrentCode } from "../codes/current-code.ts";
import { findOwnCode, sentCode, unknownCode } from "../codes/relation-tree.ts";
import {
  addBindings,
  addExchanges,
  addMaking,
  addMoves,
  addPackings,
  addSet,
  addStamps,
  addTravels,
  carriersIn,
  Events,
  kinds,
  order,
  scanEvent,
  type LifeEvent,
  type Link,
  type Part,
} from "./life-events.ts";
import {
  bindingsOf,
  carriersOf,
  eventsOf,
  exchangesOf,
  makingOf,
  movesOf,
  packingsOf,
  scanCountsOf,
  scansInOrder,
  setOf,
  stampsOf,
  travelsOf,
} from "./life-queries.ts";

/** Scans of one code that are paged through; the list of scans has all of them. */
const maxScans = 10_000;

/** Parts that the caller may not read, wholly or by some rows. */
interface Withheld {
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
export async function lifeOf(context: RequestContext, code: CurrentCode): Promise<Life> {
  const { id, codeSetId = null, productId = null, batchCode } = code;
  const [rows] = await read(context, [carriersOf(context, { id, code: code.code })]);
  const carriers = carriersIn(rows);
  const all = { ids: rows.map((one) => one.id), codes: rows.map((one) => one.code) };
  const [[made], [set], dones, packings, moves, [stamps], exchanges, [counted]] = await read(context, [
    makingOf(context, { id }),
    setOf(context, { codeSetId }),
    eventsOf(context, { id, codeSetId }),
    packingsOf(context, all),
    movesOf(context, all),
    stampsOf(context, { id }),
    exchangesOf(context, all),
    scanCountsOf(context, { code: code.code, max: maxScans + 1 }),
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
          .map((one) => textOrEmpty(one.docId)),
        textOrEmpty(stamped),
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
    scanNum: hasScans ? Math.min(scanned.seen, maxScans) : 0,
    hasMoreScans: hasScans && scanned.seen > maxScans,
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
  code: CurrentCode,
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
  const screens = [...byScreen].flatMap(([screen, ids]) => {
    const resource = model.resource.get(screen);
    return resource === undefined || !mayRead(caller, resource) || !mayView(caller, resource) ? [] : [{ screen, resource, ids: [...ids] }];
  });
  const found =
    screens.length === 0
      ? []
      : await read(
          context,
          screens.map(({ resource, ids }) => accessibleIds(context, resource, ids, { isAcrossTenants: false })),
        );
  const open = new Set(screens.flatMap(({ screen }, index) => (found[index] ?? []).map(({ id }) => `${screen} ${id}`)));
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
