// The definition of a stored report, read member by member: rows of other systems may hold anything. What it says wrongly is refused at its
// place by the preview.
import {
  aggregates, chartTypes, dateParts, reportOperators,
  type ReportChart, type ReportDefinition, type ReportFilter, type ReportGroup, type ReportSort, type ReportTotal,
} from "../../schema/report.ts"; // prettier-ignore
import { isRecord } from "../api/wire-data.ts";

type Parts = Readonly<Record<string, unknown>>;

const wordIn = <T extends string>(words: readonly T[], value: unknown): T | undefined => words.find((word) => word === value);
const optionalText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
const optionalNumber = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

/** A member that is only there with a value. */
const member = <Name extends string, T>(name: Name, value: T | undefined): { readonly [Key in Name]?: T } =>
  // Of a computed name the type checker knows no more than that it is a text.
  (value === undefined ? {} : { [name]: value }) as { readonly [Key in Name]?: T };

function listIn<T>(value: unknown, read: (entry: unknown) => T | undefined): readonly T[] | undefined {
  return Array.isArray(value) ? value.flatMap((entry: unknown) => read(entry) ?? []) : undefined;
}

const partsIn =
  <T>(read: (parts: Parts) => T | undefined) =>
  (entry: unknown): T | undefined =>
    isRecord(entry) ? read(entry) : undefined;

const groupIn = partsIn<ReportGroup>(({ field, part }) => {
  const name = optionalText(field);
  return name === undefined ? undefined : { field: name, ...member("part", wordIn(dateParts, part)) };
});
const totalIn = partsIn<ReportTotal>(({ of, field, since }) => {
  const word = wordIn(aggregates, of);
  return word === undefined ? undefined : { of: word, ...member("field", optionalText(field)), ...member("since", optionalText(since)) };
});
const filterIn = partsIn<ReportFilter>(({ field, operator, value }) => {
  const [name, word] = [optionalText(field), wordIn(reportOperators, operator)];
  return name === undefined || word === undefined ? undefined : { field: name, operator: word, ...member("value", optionalText(value)) };
});
const sortIn = partsIn<ReportSort>(({ total, descending }) => ({
  ...member("total", optionalNumber(total)),
  ...(descending === true ? { descending } : {}),
}));
const chartIn = partsIn<ReportChart>(({ type, total }) => {
  const word = wordIn(chartTypes, type);
  return word === undefined ? undefined : { type: word, ...member("total", optionalNumber(total)) };
});

/** The definition that a row holds; undefined where there is none. */
export function definitionIn(stored: unknown): ReportDefinition | undefined {
  if (!isRecord(stored)) return undefined;
  const resource = optionalText(stored["resource"]);
  if (resource === undefined) return undefined;
  return {
    resource,
    totals: listIn(stored["totals"], totalIn) ?? [],
    ...member("columns", listIn(stored["columns"], optionalText)),
    ...member("rows", listIn(stored["rows"], groupIn)),
    ...member("across", listIn(stored["across"], groupIn)),
    ...member("filters", listIn(stored["filters"], filterIn)),
    ...member("sort", sortIn(stored["sort"])),
    ...member("limit", optionalNumber(stored["limit"])),
    ...member("chart", chartIn(stored["chart"])),
  };
}
