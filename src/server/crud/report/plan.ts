// A report's definition against the model and the rights of who reads it: what it names is found, or refused at its place.
import type { ResourceModel } from "#schema/model";
import {
  aggregates, chartTypes, dateParts, reportLimits, reportOperators,
  type DatePart, type ListFilter, type ReportDefinition, type ReportFilter, type ReportTotal,
} from "#schema/report"; // prettier-ignore
import type { Text } from "#schema/text";
import type { Issue } from "#schema/validation";
import { z } from "zod";
import type { CommitContext } from "../../contract.ts";
import { ApiError, invalidFields } from "../../http/errors.ts";
import { filtersOf, type Filter } from "../sql/filters.ts";
import { readableFieldsOf } from "../sql/readable-fields.ts";
import { filterOfComparison, isFault } from "./comparison.ts";
import { fieldAt, isNumber, isReportable, isTemporal, type ReportField, type ReportStep } from "./fields.ts";

const path = z.string().min(1).max(200);
const groups = (max: number) =>
  z
    .array(z.strictObject({ field: path, part: z.enum(dateParts).optional() }))
    .max(max)
    .optional();
const total = z.int().min(0).max(reportLimits.totals).optional();
const definitionSchema = z.strictObject({
  resource: z.string().min(1).max(100),
  columns: z.array(path).max(reportLimits.columns).optional(),
  rows: groups(reportLimits.rows),
  across: groups(reportLimits.across),
  totals: z
    .array(z.strictObject({ of: z.enum(aggregates), field: path.optional(), since: path.optional() }))
    .min(1)
    .max(reportLimits.totals),
  filters: z
    .array(z.strictObject({ field: path, operator: z.enum(reportOperators), value: z.string().max(reportLimits.value).optional() }))
    .max(reportLimits.filters)
    .optional(),
  sort: z.strictObject({ total, descending: z.boolean().optional() }).optional(),
  limit: z.int().min(1).max(reportLimits.groups).optional(),
  chart: z.strictObject({ type: z.enum(chartTypes), total }).optional(),
});

/** What groups, or single rows, are told apart by. */
export interface PlannedAxis extends ReportField {
  readonly on: "rows" | "columns" | "across";
  /** Undefined for values as they are. */
  readonly part: DatePart | undefined;
}

export interface PlannedTotal {
  readonly of: ReportTotal["of"];
  readonly field: ReportField | undefined;
  /** The beginning of what lasts until the moment of the field. */
  readonly since: ReportField | undefined;
}

export interface PlannedFilter {
  readonly filters: readonly Filter[];
  readonly step: ReportStep | undefined;
  readonly field: ReportField;
  /** As the definition says it. */
  readonly filter: ReportFilter;
}

export interface ReportPlan {
  readonly definition: ReportDefinition;
  readonly resource: ResourceModel;
  readonly axes: readonly PlannedAxis[];
  readonly totals: readonly PlannedTotal[];
  readonly filters: readonly PlannedFilter[];
  /** The own filters as those of the list; null where the list cannot be asked for them together. */
  readonly listFilter: ListFilter | null;
  /** Other rows that groups or filters look at. */
  readonly steps: readonly ReportStep[];
}

type Place = readonly (string | number)[];

const issueAt = (place: Place, message: Text): Issue => ({
  code: "type",
  path: ["definition", ...place],
  parameters: {},
  label: ["报表定义", "Definition of the report"],
  message,
});

const notOne: Text = ["报表定义不完整或格式不正确", "The definition of the report is incomplete or malformed"];

/** The definition that was sent or stored. Throws what is wrong with its shape. */
export function readDefinition(sent: unknown): ReportDefinition {
  const read = definitionSchema.safeParse(sent);
  if (read.success) return plain(read.data);
  const [first] = read.error.issues;
  const at = (first?.path ?? []).map((part) => (typeof part === "number" ? part : String(part)));
  const isNothing = at[0] === "totals";
  throw invalidFields([issueAt(at, isNothing ? ["请至少添加一个指标，最多 8 个", "Add at least one total, and at most 8"] : notOne)]);
}

/** Without members that are undefined. */
function plain(parsed: z.infer<typeof definitionSchema>): ReportDefinition {
  // What JSON cannot say is left out, so that types and text agree.
  return JSON.parse(JSON.stringify(parsed)) as ReportDefinition;
}

/** Collects what is wrong, each at its place. */
class Planner {
  readonly issues: Issue[] = [];
  constructor(
    private readonly context: CommitContext,
    private readonly resource: ResourceModel,
  ) {}

  field(name: string, place: Place): ReportField | undefined {
    const field = fieldAt(this.context, this.resource, name);
    if (!("fault" in field)) return field;
    this.issues.push(issueAt(place, field.fault));
    return undefined;
  }

  axes({ rows = [], columns = [], across = [] }: ReportDefinition): readonly PlannedAxis[] {
    if (columns.length > 0 && across.length > 0)
      this.issues.push(issueAt(["across"], ["显示明细列时不能有列分组", "Column groups are not possible with single rows"]));
    const grouped = (on: "rows" | "across", list: typeof rows) =>
      list.flatMap(({ field: name, part }, index): readonly PlannedAxis[] => {
        const field = this.field(name, [on, index, "field"]);
        if (field === undefined) return [];
        if (part !== undefined && !isTemporal(field.column)) {
          this.issues.push(
            issueAt([on, index, "part"], ["只有日期可以按时间单位分组", "Only dates and times can be grouped by such parts"]),
          );
          return [];
        }
        return [{ ...field, on, part: isTemporal(field.column) ? (part ?? "day") : undefined }];
      });
    const single = columns.flatMap((name, index): readonly PlannedAxis[] => {
      const field = this.field(name, ["columns", index]);
      return field === undefined ? [] : [{ ...field, on: "columns", part: undefined }];
    });
    return [...grouped("rows", rows), ...single, ...grouped("across", across)];
  }

  totals({ totals }: ReportDefinition): readonly PlannedTotal[] {
    return totals.flatMap(({ of, field: name, since: beginning }, index): readonly PlannedTotal[] => {
      if (of === "count") return [{ of, field: undefined, since: undefined }];
      const place = ["totals", index, "field"];
      const field = this.field(name ?? "", place);
      if (field === undefined) return [];
      if (beginning !== undefined) {
        const since = this.field(beginning, ["totals", index, "since"]);
        if (since === undefined) return [];
        if (of !== "distinct" && isTemporal(field.column) && isTemporal(since.column)) return [{ of, field, since }];
        this.issues.push(
          issueAt(["totals", index, "since"], ["用时只能在两个时间之间计算", "Only two days or moments have a time between them"]),
        );
        return [];
      }
      const { column } = field;
      const fits = of === "distinct" || isNumber(field.field, column) || ((of === "min" || of === "max") && isTemporal(column));
      // Numbers of another row would be added once for each row that refers to it.
      const repeats = field.step !== undefined && (of === "sum" || of === "avg");
      if (fits && !repeats) return [{ of, field, since: undefined }];
      const [zh, en] = field.label;
      this.issues.push(issueAt(place, [`“${zh}”不能这样汇总`, `“${en}” cannot be totalled like this`]));
      return [];
    });
  }

  filters({ filters = [] }: ReportDefinition): { readonly planned: readonly PlannedFilter[]; readonly list: ListFilter | null } {
    let list: Record<string, string> | null = {};
    const planned = filters.flatMap((filter, index): readonly PlannedFilter[] => {
      const field = this.field(filter.field, ["filters", index, "field"]);
      if (field === undefined) return [];
      const query = this.queryOf(filter, field, ["filters", index, "value"]);
      if (query === undefined) return [];
      const one = this.filtersFor(field, query, ["filters", index, "value"]);
      if (one === undefined) return [];
      if (field.step === undefined) list = together(list, query);
      return [{ filters: one, step: field.step, field, filter }];
    });
    return { planned, list };
  }

  /** A filter as parameters of a list. */
  private queryOf(filter: ReportFilter, { column }: ReportField, place: Place): ListFilter | undefined {
    const query = filterOfComparison(filter, column, this.context.now().slice(0, 10));
    return isFault(query) ? this.refused(place, query.fault) : query;
  }

  private refused(place: Place, message: Text): undefined {
    this.issues.push(issueAt(place, message));
    return undefined;
  }

  /** By the same rules as the list of these rows. */
  private filtersFor({ owner }: ReportField, query: ListFilter, place: Place): readonly Filter[] | undefined {
    const { context } = this;
    try {
      return filtersOf(query, { resource: owner, model: context.model, readable: readableFieldsOf(context, owner) });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      const isMalformed = error.code === "malformedParameter";
      return this.refused(place, isMalformed ? ["筛选值与字段类型不符", "This value does not fit the field"] : error.text);
    }
  }
}

/** The filters of the list for both; null where the same parameter would have two values. */
function together(joint: Record<string, string> | null, query: ListFilter): Record<string, string> | null {
  if (joint === null || Object.entries(query).some(([name, value]) => joint[name] !== undefined && joint[name] !== value)) return null;
  return { ...joint, ...query };
}

function refuseResource(name: string): ApiError {
  return invalidFields([
    issueAt(
      ["resource"],
      [
        `没有可用于报表的数据“${name.slice(0, 64)}”，或您无权查看`,
        `There are no rows “${name.slice(0, 64)}” for reports that you may read`,
      ],
    ),
  ]);
}

/** The plan of a definition for its reader. Throws what the reader may not use, or what is wrong, each at its place. */
export function planReport(context: CommitContext, definition: ReportDefinition): ReportPlan {
  const resource = context.model.resource.get(definition.resource);
  if (resource === undefined || !isReportable(context, resource)) throw refuseResource(definition.resource);
  const planner = new Planner(context, resource);
  const axes = planner.axes(definition);
  const totals = planner.totals(definition);
  const { planned: filters, list } = planner.filters(definition);
  for (const name of ["sort", "chart"] as const) {
    const wanted = definition[name]?.total;
    if (wanted !== undefined && wanted >= definition.totals.length)
      planner.issues.push(issueAt([name, "total"], ["没有这个指标", "There is no such total"]));
  }
  if (planner.issues.length > 0) throw invalidFields(planner.issues);
  const used = [...axes, ...totals.flatMap(({ field, since }) => [field ?? [], since ?? []].flat()), ...filters].flatMap(
    ({ step }) => step ?? [],
  );
  const steps = [...new Map(used.map((step) => [step.name, step])).values()];
  return { definition, resource, axes, totals, filters, listFilter: list, steps };
}
