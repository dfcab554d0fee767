// The lines of a document while it is entered as a whole: whether they are part of its form, how they are read, and what is sent of them.
import { useCan, useList, type BaseRecord } from "@refinedev/core";
import { linesMember, maxEnteredLines, removedLinesMember } from "#schema/entered-lines";
import type { Screen, ScreenField } from "#schema/screen";
import { failureOf, isRecord, textOf, type ApiFailure, type Row } from "../../api/index.ts";
import { fixedOf, isAddable, isWritable } from "../../data/screen-models/details.ts";
import type { FormDefinition } from "../../inputs/values/form-definition.ts";
import { hiddenFieldsIn } from "../../inputs/values/hidden-fields.ts";
import { isSameValue, valuesOfRecord } from "../../inputs/values/values.ts";
import { enteredCells } from "./line-differences.ts";
import type { RecordBase } from "./record-base.ts";

/** Whether this person may do all that the grid offers; undefined while that is not known. */
function useMayEnter(screen: Screen, isNew: boolean): boolean | undefined {
  const resource = screen.details?.resource ?? "";
  const hasLines = screen.lines !== undefined;
  const asked = (action: string, isOn: boolean) => ({ resource, action, queryOptions: { enabled: isOn } });
  const add = useCan(asked("create", hasLines)).data?.can;
  const edit = useCan(asked("edit", hasLines && !isNew)).data?.can;
  const remove = useCan(asked("delete", hasLines && !isNew)).data?.can;
  if (!hasLines || add === false) return false;
  if (isNew || add === undefined) return add;
  return edit === undefined || remove === undefined ? undefined : edit && remove;
}

export interface EnteredRecord {
  /** The record with its lines; undefined for a new one, and while they load. */
  readonly record: Row | undefined;
  /** The lines are entered in its form. */
  readonly withLines: boolean;
  readonly isLoading: boolean;
  readonly failure: ApiFailure | undefined;
  readonly retry: () => void;
}

const nothing: Row = {};

/** The call that lists the lines of a record, in the order in which they were entered. */
export function linesRequest(screen: Screen, record: Row) {
  const { details } = screen;
  return {
    resource: details?.resource ?? "",
    pagination: { currentPage: 1, pageSize: maxEnteredLines },
    filters: details === undefined ? [] : fixedOf(screen, details, record).map((one) => ({ ...one, operator: "eq" as const })),
    sorters: [{ field: "id", order: "asc" as const }],
    meta: { read: details?.read },
  };
}

/**
 * A record as its form takes it: with its lines, where this person may write them and sees all of each. Documents with more lines than one call
 * writes are edited line by line, below their form.
 */
export function useEnteredRecord(screen: Screen, record: Row | undefined): EnteredRecord {
  const isNew = record === undefined;
  const mayEnter = useMayEnter(screen, isNew);
  const { details } = screen;
  const isOpen = record === undefined || (details !== undefined && isWritable(details, record) && isAddable(details, record));
  const isRead = record !== undefined && details !== undefined && isOpen && mayEnter === true;
  const { query } = useList<BaseRecord>({
    ...linesRequest(screen, record ?? nothing),
    // As they are when the form opens; what others change meanwhile is found when it is saved.
    queryOptions: { enabled: isRead, retry: false, gcTime: 0, staleTime: Infinity },
    errorNotification: false,
  });
  const { data, error } = query;
  const none = { withLines: false, isLoading: false, failure: undefined, retry: () => undefined };
  if (mayEnter === undefined) return { ...none, record: undefined, isLoading: true };
  if (isNew || !isRead) return { ...none, record, withLines: isNew && mayEnter };
  const failure = error === null ? undefined : failureOf(error);
  if (data === undefined)
    return { ...none, record: undefined, isLoading: failure === undefined, failure, retry: () => void query.refetch() };
  const rows = data.data.filter(isRecord);
  const isWhole = (data.total ?? rows.length) <= rows.length && rows.every((row) => hiddenFieldsIn(row).size === 0);
  return isWhole ? { ...none, record: { ...record, [linesMember]: rows }, withLines: true } : { ...none, record };
}

/** What a save sends of the lines. */
interface SentLines {
  /** Those that are new or changed. */
  readonly lines: readonly Row[];
  /** Ids of those that go. */
  readonly removed: readonly string[];
  /** The place of each sent line in the form. */
  readonly places: readonly number[];
}

const idOf = (row: Row): string => textOf(row["id"]);
const rowsIn = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** The row of a submit with what is sent of its lines; says where each of them stands in the form. */
export function withSentLines(form: FormDefinition, on: RecordBase, row: Row, places: { current: readonly number[] }): Row {
  const field = form.field.get(linesMember);
  if (field === undefined) return row;
  const sent = sentLines(field, { before: on.before[linesMember], stored: on.record[linesMember], now: row[linesMember] });
  places.current = sent.places;
  const { [linesMember]: _lines, ...head } = row;
  if (sent.lines.length === 0 && sent.removed.length === 0) return head;
  return { ...head, [linesMember]: sent.lines, [removedLinesMember]: sent.removed };
}

/** What differs between the lines that were loaded, as the form has them (`before`) and as they came (`stored`), and those that are there now. */
function sentLines(field: ScreenField, lines: { readonly before: unknown; readonly stored: unknown; readonly now: unknown }): SentLines {
  const edited = enteredCells(field);
  const [before, stored, now] = [rowsIn(lines.before), rowsIn(lines.stored), rowsIn(lines.now)];
  const sent = now.flatMap((row, place): readonly { readonly row: Row; readonly place: number }[] => {
    const id = idOf(row);
    const old = id === "" ? undefined : before.find((one) => idOf(one) === id);
    const values = edited.map(({ name }) => [name, row[name]] as const);
    if (old === undefined) return [{ row: Object.fromEntries(values.filter(([, value]) => value !== undefined)), place }];
    if (edited.every((field) => isSameValue(field, old[field.name], row[field.name]))) return [];
    // An update leaves what is not sent as it is.
    const emptied = Object.fromEntries(values.map(([name, value]) => [name, value ?? ""]));
    return [{ row: { ...emptied, id, version: stored.find((one) => idOf(one) === id)?.["version"] }, place }];
  });
  const left = new Set(now.map(idOf));
  return {
    lines: sent.map(({ row }) => row),
    places: sent.map(({ place }) => place),
    removed: before.map(idOf).filter((id) => id !== "" && !left.has(id)),
  };
}

/** A document of which some lines are saved. */
interface InPart {
  /** Its lines as the form began with them, as they came. */
  readonly before: unknown;
  /** Its lines as they are now, as they came; undefined where they could not be read. */
  readonly stored: readonly Row[] | undefined;
  readonly entered: unknown;
  /** The places in the form of the lines that were sent, in their order. */
  readonly places: readonly number[];
  /** How many of these are known to be saved. */
  readonly saved: number;
  /** The one after them may be saved as well: its answer did not come. */
  readonly isUncertain: boolean;
}

/** The lines with which a form goes on after a document was saved in part. */
interface LinesLeft {
  readonly lines: readonly Row[];
  /** As they came, the lines that these stand over. */
  readonly basis: unknown;
  /** Numbers of the lines that are not saved; none where it is not known which number they will have. */
  readonly unsaved: readonly number[];
  /** The first of the new ones may be saved already, which shows once the others can be read. */
  readonly uncertain?: UncertainLine;
}

/** How a new line whose answer was lost is found among those that are stored later. */
interface UncertainLine {
  /** Ids of the lines that were there before. */
  readonly known: readonly string[];
  /** How many of the new lines that are known to be saved say the same. */
  readonly alike: number;
}

const isAlike = (field: ScreenField, one: Row, other: Row): boolean =>
  enteredCells(field).every((cell) => isSameValue(cell, one[cell.name], other[cell.name]));

/** Whether a line is stored whose answer was lost: more of the new ones say the same than are known to be saved. */
function isThere(field: ScreenField, line: Row, { known, alike }: UncertainLine, now: readonly Row[]): boolean {
  return now.filter((row) => !known.includes(idOf(row)) && isAlike(field, line, row)).length > alike;
}

/** What is left of a document that was saved in part. A line whose answer was lost is not left if it is there. */
export function linesInPart({ lines }: Pick<Screen, "lines">, part: InPart): LinesLeft {
  const { before, stored, places, saved, isUncertain } = part;
  const entered = rowsIn(part.entered);
  const sent = places.map((place) => entered[place]).filter((row) => row !== undefined);
  const [done, left] = [sent.slice(0, saved), sent.slice(saved)];
  const [first] = left;
  const lost = isUncertain && first !== undefined && idOf(first) === "" ? first : undefined;
  const known = rowsIn(before).map(idOf);
  const isSavedAlike = (row: Row) => lines !== undefined && lost !== undefined && idOf(row) === "" && isAlike(lines, lost, row);
  const uncertain = { known, alike: done.filter(isSavedAlike).length };
  if (stored === undefined || lines === undefined) {
    const ids = new Set(left.map(idOf));
    const basis = rowsIn(before).filter((row) => ids.has(idOf(row)));
    return { lines: left, basis, unsaved: [], ...(lost === undefined ? {} : { uncertain }) };
  }
  const now = rowsIn(valuesOfRecord([lines], { [linesMember]: stored })[linesMember]);
  const rest = lost !== undefined && isThere(lines, lost, uncertain, now) ? left.slice(1) : left;
  const all = [...now.map((row) => rest.find((one) => idOf(one) === idOf(row)) ?? row), ...rest.filter((row) => idOf(row) === "")];
  return { lines: all, basis: stored, unsaved: all.flatMap((row, index) => (rest.includes(row) ? [index + 1] : [])) };
}

/** "2、5–9": numbers in order, those in a row from the first to the last. */
export function rangesOf(numbers: readonly number[], separator: string): string {
  const starts = numbers.filter((number, index) => numbers[index - 1] !== number - 1);
  return starts
    .map((start, index) => {
      const next = starts[index + 1];
      const last = next === undefined ? (numbers.at(-1) ?? start) : (numbers[numbers.indexOf(next) - 1] ?? start);
      return last === start ? `${start}` : `${start}–${last}`;
    })
    .join(separator);
}

/** The member of a draft with the lines that its form began with. */
export const linesBasis = "linesBasis";

/** The member of a draft that says of its first new line that it may be saved already. */
export const linesUncertain = "linesUncertain";

/** What a draft says of such a line; undefined where it says nothing. */
export function uncertainIn(kept: unknown): UncertainLine | undefined {
  if (!isRecord(kept) || !Array.isArray(kept["known"])) return undefined;
  return { known: kept["known"].map(textOf), alike: Number(kept["alike"]) };
}

/** Which lines a form began with, and in which version: what is known of others' changes to them later. */
interface LinesBasis {
  readonly id: string;
  readonly version: string;
}

const versionOf = (row: Row): string => textOf(row["version"]);

export const basisOf = (stored: unknown): readonly LinesBasis[] =>
  rowsIn(stored).map((row) => ({ id: idOf(row), version: versionOf(row) }));

interface MergeBasis {
  readonly basis: readonly LinesBasis[];
  readonly stored: unknown;
  /** The first new line may be among those that are stored. */
  readonly uncertain?: UncertainLine | undefined;
}

/**
 * Lines as they were entered (`mine`, from a form that began with `basis`), over those that are there now: what others have added or changed
 * since stays as they left it, what nobody else has touched is as it was entered.
 */
export function mergedLines(field: ScreenField, mine: unknown, { basis, stored, uncertain }: MergeBasis): readonly Row[] {
  const now = rowsIn(valuesOfRecord([field], { [field.name]: stored })[field.name]);
  const versions = new Map(rowsIn(stored).map((row) => [idOf(row), versionOf(row)]));
  const entered = rowsIn(mine);
  const kept = now.flatMap((row): readonly Row[] => {
    const id = idOf(row);
    const isAsBefore = basis.find((one) => one.id === id)?.version === versions.get(id);
    const own = entered.find((one) => idOf(one) === id);
    return isAsBefore ? (own === undefined ? [] : [own]) : [row];
  });
  const added = entered.filter((row) => idOf(row) === "");
  const [first] = added;
  const isStored = uncertain !== undefined && first !== undefined && isThere(field, first, uncertain, now);
  return [...kept, ...(isStored ? added.slice(1) : added)];
}
