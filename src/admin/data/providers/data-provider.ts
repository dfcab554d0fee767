// Refine's data provider over the Blade conventions: lists, one row, submit, remove (docs/wire.md §2.2, §4, §5). Screens reach the server
// through it.
import type { Screen, ScreenRead } from "../../../schema/screen.ts";
import { linesMember, removedLinesMember } from "../../../schema/entered-lines.ts";
import { largestPageSize } from "../../../schema/paging.ts";
import type { BaseRecord, CrudFilter, DataProvider, GetListParams, GetListResponse, MetaQuery } from "@refinedev/core";
import i18next from "i18next";
import { isChoicesRequest, isChoiceSource, readChoices, readChoicesOf } from "../../api/choice-requests.ts";
import { ApiFailure } from "../../api/failure.ts";
import { isRecord, isTotalEstimated, rowsOf, textOf, totalOf, totalsOf, type Row } from "../../api/wire-data.ts";
import { request } from "../../api/request.ts";
import { sendForm, type SendingOptions } from "../../api/send-form.ts";
import { takeResolvedRead } from "../../api/prefetched-reads.ts";
import { base, queryString, type Method, type QueryValue } from "../../api/transport.ts";
import type { ListViewModel } from "../screen-models/view-models.ts";
import { loadList, loadScreen } from "../screen-models/load.ts";
import { listCall, writePath, type ListCall } from "../screen-models/paths.ts";
import type { Dialect } from "../../../schema/dialects/types.ts";
import { filterQuery, sortQuery, sortsFor, type FilterOperator } from "./query-parameters.ts";
import { rowFromWire, rowToWire } from "../../api/row-conversion.ts";
import { settings } from "../../browser/settings.ts";

function required<T>(screen: T | undefined): T {
  if (screen === undefined) throw new ApiFailure({ status: 404, code: 404, error: "notFound", message: i18next.t("failure.unknown") });
  return screen;
}

const screenOf = async (resource: string) => required(await loadScreen(resource));
const listOf = async (resource: string) => required(await loadList(resource));

const operators: ReadonlySet<string> = new Set(["contains", "eq", "in", "between"] satisfies FilterOperator[]);

function isOperator(operator: string): operator is FilterOperator {
  return operators.has(operator);
}

function filtersQuery(screen: ListViewModel, filters: readonly CrudFilter[], dialect: Dialect): Record<string, string> {
  const query: Record<string, string> = {};
  for (const filter of filters) {
    // Blade has no "or" (docs/wire.md §5), and no screen needs one.
    if (!("field" in filter) || !isOperator(filter.operator)) continue;
    const field = screen.fields.find((one) => one.name === filter.field);
    const requested = { field: filter.field, operator: filter.operator, value: filter.value };
    Object.assign(query, filterQuery(requested, field, screen.backEnd ?? dialect));
  }
  return query;
}

/** The parameters of a read that a screen of figures fills itself from: its own by their names, further fields as filters. */
export function readQuery(screen: ListViewModel, read: ScreenRead, filters: readonly CrudFilter[]): Record<string, string> {
  const isOwn = (filter: CrudFilter): filter is CrudFilter & { readonly field: string } =>
    "field" in filter && read.parameters.includes(filter.field);
  const own = filters.filter(isOwn).map(({ field, value }): [string, string] => [field, textOf(value)]);
  return {
    ...filtersQuery(
      screen,
      filters.filter((filter) => !isOwn(filter)),
      settings.dialect,
    ),
    ...Object.fromEntries(own),
  };
}

/** Parameters beyond filters that a screen sends: the read instead of the list, and parameters of that read. */
function metaOf(meta: MetaQuery | undefined): { readonly read: string | undefined; readonly query: Readonly<Record<string, string>> } {
  const read: unknown = meta?.["read"];
  const query: unknown = meta?.["parameters"];
  return {
    read: typeof read === "string" ? read : undefined,
    query: isRecord(query) ? Object.fromEntries(Object.entries(query).map(([name, value]) => [name, textOf(value)])) : {},
  };
}

/** What other back-ends leave to the browser. */
const others = () => import("./other-back-ends.ts");

/** The body of a submit. */
async function bodyOf({ fields, backEnd }: Screen, values: Row, isNew: boolean): Promise<Record<string, unknown>> {
  const body = await rowToWire(fields, values);
  return backEnd === undefined ? body : (await others()).bodyHere(backEnd, body, isNew);
}

/** Whether a row is sent with its lines. */
const hasLines = (values: Row): boolean => Array.isArray(values[linesMember]);

/** A document with its lines, in one call (docs/wire.md §4.3); on back-ends without it the head first, then its lines. */
async function submitWithLines(screen: Screen, head: Record<string, unknown>, values: Row): Promise<unknown> {
  const { [linesMember]: lines, [removedLinesMember]: removed } = values;
  const rows = Array.isArray(lines) ? lines.filter(isRecord) : [];
  const sent = await Promise.all(rows.map((row) => rowToWire(screen.lines?.fields ?? [], row)));
  const document = { head, lines: sent, removed: Array.isArray(removed) ? removed.map(textOf) : [] };
  if (screen.backEnd !== undefined) return (await import("./lines-after-head.ts")).saveInSteps(screen, document);
  return request("POST", `${screen.path}/submit-with-lines`, {
    body: { ...head, [linesMember]: sent, ...(document.removed.length === 0 ? {} : { [removedLinesMember]: document.removed }) },
  });
}

/** Refine types rows and answers by the caller's own type parameters; the wire carries a row of the requested screen. */
const asType = <T>(value: BaseRecord | readonly BaseRecord[]): T => value as T;

/** What a list is asked for, in Refine's terms. */
export type ListRequest = Pick<GetListParams, "pagination" | "filters" | "sorters" | "meta">;

/** The call that answers a list. */
export function listRequest(
  screen: ListViewModel,
  { pagination, filters = [], sorters = [], meta }: ListRequest,
  dialect: Dialect = settings.dialect,
) {
  const { read, query } = metaOf(meta);
  const call = listCall(screen, read ?? screen.listRead);
  const page = call.isPage ? { current: pagination?.currentPage ?? 1, size: pagination?.pageSize ?? 10 } : {};
  const parameters: Record<string, QueryValue> = {
    ...page,
    ...call.query,
    ...filtersQuery(screen, filters, dialect),
    ...sortQuery(sortsFor(screen, call, sorters), { isBlade: screen.backEnd !== undefined }),
    ...query,
  };
  return { call, parameters };
}

const rowsIn = ({ fields }: ListViewModel, data: unknown): Row[] => rowsOf(data).map((row) => rowFromWire(fields, row));

/** A list as Refine knows it. */
function listAnswer<T extends BaseRecord>(
  { isPage }: ListCall,
  { pagination }: ListRequest,
  data: unknown,
  rows: readonly Row[],
): GetListResponse<T> {
  return {
    data: asType(rows),
    total: totalOf(data),
    isTotalEstimated: isTotalEstimated(data),
    totals: totalsOf(data),
    // The number of the first row belongs to these rows, not to the page that is loading.
    firstNumber: isPage ? ((pagination?.currentPage ?? 1) - 1) * (pagination?.pageSize ?? 10) + 1 : 1,
  };
}

/**
 * A list with more rows than the largest page has: its pages one after the other, as one. One that has more than were asked for is not read to its
 * end: who asks for all of them does without.
 */
async function joinedPages<T extends BaseRecord>(
  pageSize: number,
  pageAt: (currentPage: number) => Promise<GetListResponse<T>>,
): Promise<GetListResponse<T>> {
  const first = await pageAt(1);
  const rows = [...first.data];
  const total = first.total ?? rows.length;
  for (let page = 2; total <= pageSize && rows.length < total; page += 1) {
    const { data } = await pageAt(page);
    if (data.length === 0) break;
    rows.push(...data);
  }
  return { ...first, data: rows };
}

/**
 * The rows of a list whose read began with the page and has been answered already (first-reads.ts): they are drawn with the list instead of
 * after it. Undefined for all others.
 */
export function prefetchedList(screen: ListViewModel, requested: ListRequest): GetListResponse<BaseRecord> | undefined {
  if (screen.backEnd !== undefined) return undefined;
  const { call, parameters } = listRequest(screen, requested, settings.dialect);
  const data = call.method === "GET" ? takeResolvedRead(call.path + queryString(parameters)) : undefined;
  return data === undefined ? undefined : listAnswer(call, requested, data, rowsIn(screen, data));
}

/** One page of a list, or all of a list that has none. */
async function readPage<T extends BaseRecord>(screen: ListViewModel, asked: ListRequest, dialect: Dialect): Promise<GetListResponse<T>> {
  const { meta, sorters = [] } = asked;
  const { call, parameters } = listRequest(screen, asked, dialect);
  const data = await request(call.method, call.path, { query: parameters, ...withSignal(meta) });
  const came = rowsIn(screen, data);
  const { backEnd } = screen;
  const rows =
    backEnd === undefined ? came : await (await others()).completedRows({ screen, backEnd, rows: came, call, sorters }, signalIn(meta));
  return listAnswer(call, asked, data, rows);
}

/** The data provider for a dialect of Blade. */
export function bladeDataProvider(dialect: Dialect = settings.dialect): DataProvider {
  const remove = async (resource: string, ids: readonly string[]) => {
    const screen = await listOf(resource);
    // Rows known by another key are removed by it, in the parameter `id` (docs/wire.md §4: remove region).
    await request("POST", `${screen.path}/remove`, { query: screen.key === "id" ? { ids: [...ids] } : { id: [...ids] } });
  };
  return {
    getApiUrl: () => base,

    async getList({ resource, ...asked }) {
      const { meta, pagination } = asked;
      const choicesOf: unknown = meta?.["choices"];
      if (isChoicesRequest(choicesOf)) {
        const choices = await readChoices(choicesOf, signalIn(meta));
        return { data: asType(choices), total: choices.length };
      }
      const screen = await listOf(resource);
      const pageSize = pagination?.pageSize ?? 0;
      if (pageSize <= largestPageSize) return readPage(screen, asked, dialect);
      return joinedPages(pageSize, (currentPage) =>
        readPage(screen, { ...asked, pagination: { ...pagination, currentPage, pageSize: largestPageSize } }, dialect),
      );
    },

    /** The choices of these values, for their labels: nothing else requests several rows at once. */
    async getMany({ ids, meta }) {
      const from: unknown = meta?.["labelsFrom"];
      if (!isChoiceSource(from)) throw new Error("getMany is for the labels of references: give their source as meta.labelsFrom");
      return { data: asType(await readChoicesOf(from, ids.map(String), signalIn(meta))) };
    },

    async getOne({ resource, id, meta }) {
      const screen = await screenOf(resource);
      const data = await request("GET", `${screen.path}/detail`, { query: { [screen.key]: String(id) }, ...withSignal(meta) });
      // An unknown or foreign row is an empty one, or a row of nothing (docs/wire.md §4, §10.13).
      if (!isRecord(data) || ["", "-1"].includes(textOf(data[screen.key])))
        throw new ApiFailure({ status: 200, code: 404, error: "rowNotFound", message: i18next.t("list.rowGone") });
      return { data: asType(rowFromWire(screen.fields, data)) };
    },

    async create({ resource, variables }) {
      const screen = await screenOf(resource);
      const values = isRecord(variables) ? variables : {};
      const body = await bodyOf(screen, values, true);
      const data = hasLines(values)
        ? await submitWithLines(screen, body, values)
        : await request("POST", writePath(screen, "create"), { body });
      return { data: asType(isRecord(data) ? data : {}) };
    },

    async update({ resource, id, variables }) {
      const screen = await screenOf(resource);
      const values = isRecord(variables) ? variables : {};
      const body = await bodyOf(screen, { ...values, [screen.key]: String(id) }, false);
      const data = hasLines(values)
        ? await submitWithLines(screen, body, values)
        : await request("POST", writePath(screen, "update"), { body });
      return { data: asType(isRecord(data) ? data : { id }) };
    },

    async deleteOne({ resource, id }) {
      await remove(resource, [String(id)]);
      return { data: asType({ id }) };
    },

    async deleteMany({ resource, ids }) {
      await remove(resource, ids.map(String));
      return { data: asType(ids.map((id) => ({ id }))) };
    },

    /** Returns the server's answer unchanged, as `payload`. */
    async custom({ url, method, payload, query, meta }) {
      if (payload instanceof FormData) return { data: asType({ payload: await sendForm(url, payload, sendingIn(meta)) }) };
      const data = await request(methods[method] ?? "GET", url, {
        query: queryOf(query),
        ...(payload === undefined ? {} : { body: payload }),
        ...withSignal(meta),
        ...withTimeLimit(meta),
      });
      return { data: asType({ payload: data }) };
    },
  };
}

const methods: Readonly<Record<string, Method>> = { post: "POST", put: "PUT", delete: "DELETE" };

/** Aborts the call when its answer is not needed any more. */
function signalIn(meta: MetaQuery | undefined): AbortSignal | undefined {
  const signal: unknown = meta?.queryContext?.signal;
  return signal instanceof AbortSignal ? signal : undefined;
}

function withSignal(meta: MetaQuery | undefined): { readonly signal?: AbortSignal } {
  const signal = signalIn(meta);
  return signal === undefined ? {} : { signal };
}

function withTimeLimit(meta: MetaQuery | undefined): { readonly timeLimit?: number } {
  const timeLimit: unknown = meta?.["timeLimit"];
  return typeof timeLimit === "number" ? { timeLimit } : {};
}

/** What the sender of a form with files wants to know of it. */
function sendingIn(meta: MetaQuery | undefined): SendingOptions {
  const onProgress: unknown = meta?.["onProgress"];
  const signal: unknown = meta?.["signal"];
  return {
    ...(typeof onProgress === "function" ? { onProgress: (percent: number) => void onProgress(percent) } : {}),
    ...(signal instanceof AbortSignal ? { signal } : {}),
  };
}

function queryOf(query: unknown): Record<string, QueryValue> {
  if (!isRecord(query)) return {};
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value.map(textOf) : textOf(value)]));
}
