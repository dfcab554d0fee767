// Rows that belong to a row and are written with it.
import { z } from "zod";
import type { Condition } from "../../schema/text.ts";
import {
  builderOf,
  type CommonOptions,
  type Field,
  type FieldData,
  type Fields,
  type KindBuilder,
  type ModeOf,
  type Requirement,
  type RowsChart,
  type RowLink,
  type RowsOf,
} from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { snakeCase } from "../../schema/snake-case.ts";
import type { FormulasData } from "../../schema/formulas.ts";
import type { RuleData } from "../../schema/resource-data.ts";
import type { Checked, LineFormulas, RowOf, Rules } from "../../schema/resource.ts";
import { jsonColumn } from "../column.ts";
import { formulas, namedFields, rules, type CommonData, type Members } from "../option-shapes.ts";
import { structured } from "../structured.ts";
import { plainTraits } from "../traits.ts";

interface LinesOptions<F> {
  /** The fields of a line. */
  fields: F & NoInfer<Checked<F>>;
  /**
   * On a dashboard: draws the rows as `lines` or `bars` over their first column, or as a map of provinces by the member with the code, in
   * addition to the table. Default: a table only.
   */
  chart?: RowsChart;
  /** On a dashboard: each row is a link to a screen. Default: none. */
  rowLink?: RowLink;
  /** Shows the rows of another resource that refer to this one, with the fields of the same names. Default: none. */
  rowsOf?: RowsOf;
  /** Rules between the fields of a line. Default: none. */
  rules?: Rules<NoInfer<F>>;
  /** Values of read-only cells that are calculated from other cells of the line. Default: none. */
  formulas?: LineFormulas<NoInfer<F>>;
  /** Combinations of cells that no two lines share: [["channelId"], ["productId", "specId"]]. Default: lines may be equal. */
  distinct?: readonly (readonly (keyof NoInfer<F> & string)[])[];
  /** The minimum number of lines. Default: 1 if it is required. */
  min?: number;
  /** The maximum number of lines. Default: 500. */
  max?: number;
}

interface LinesData extends FieldData {
  readonly fields: Readonly<Record<string, FieldData>>;
  readonly chart?: RowsChart;
  readonly rowLink?: RowLink;
  readonly rowsOf?: RowsOf;
  readonly rules?: Readonly<Record<string, RuleData>>;
  readonly formulas?: FormulasData;
  readonly distinct?: readonly (readonly string[])[];
  readonly min?: number;
  readonly max?: number;
}

/** Most rows of one field unless it says otherwise. */
export const maxLines = 500;

const quoted = (name: string): string => `"${snakeCase(name).replaceAll('"', '""')}"`;

/** The living rows of another table that refer to a row, in their order; "none" as everywhere, "" and -1. */
function rowsOfSql({ resource, by }: RowsOf, { fields, readonly }: LinesData, tenant: string): string {
  // What is sent back is told apart by its id.
  const members = [
    ...(readonly === true ? [] : ["'id', s.id::text"]),
    ...Object.entries(fields).map(
      ([name, { kind }]) =>
        `'${name.replaceAll("'", "''")}', ${kind === "integer" ? `coalesce(s.${quoted(name)}, -1)` : `coalesce(s.${quoted(name)}::text, '')`}`,
    ),
  ];
  const order = ["sort" in fields ? ["s.sort"] : [], "s.id"].flat().join(", ");
  return `(SELECT coalesce(jsonb_agg(jsonb_build_object(${members.join(", ")}) ORDER BY ${order}), '[]') FROM ${quoted(resource)} s WHERE s.tenant_id = ${tenant} AND s.${quoted(by)} = t.id AND s.is_deleted = 0)`;
}

export const linesKind = fieldKind<LinesData>({
  kind: "lines",
  ...structured,
  name: ["明细行", "Rows"],
  wire: () => "rows",
  options: {
    fields: namedFields,
    chart: z.union([z.enum(["lines", "bars"]), z.strictObject({ map: z.string() })]).optional(),
    rowLink: z
      .strictObject({
        screen: z.string(),
        by: z.record(z.string(), z.string()),
        keeps: z.record(z.string(), z.string()).optional(),
        holds: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      })
      .optional(),
    rowsOf: z.strictObject({ resource: z.string(), by: z.string() }).optional(),
    rules,
    formulas,
    distinct: z.array(z.array(z.string()).min(1)).optional(),
    min: z.int().min(0).optional(),
    max: z.int().positive().optional(),
  } satisfies Members<Omit<LinesData, keyof CommonData | "search" | "unique" | "default" | "multiple">>,
  screenOptions: ["max", "min", "rules", "formulas", "distinct"],
  column: jsonColumn,
  expression: (field, _resource, tenant = "t.tenant_id") =>
    field.rowsOf === undefined ? undefined : rowsOfSql(field.rowsOf, field, tenant),
  isLong: () => true,
  asks: "fields",
  traits: {
    ...plainTraits,
    holdsRows: true,
    cell: "own",
    width: 90,
    widget: "own",
    isWide: true,
    isGroup: true,
    view: "own",
    isLoggedAsText: true,
  },
  listed: false,
  value: (field, schemaOf) =>
    z
      .array(schemaOf(field.fields))
      .min(field.min ?? 1)
      .max(field.max ?? maxLines),
  sample: (field, _context, sampleOf) => Array.from({ length: field.min ?? 1 }, () => sampleOf(field.fields)),
  forbidden: () => [{ value: "not rows", code: "type", limit: "type" }],
});

/** Rows written with the row they belong to, as an array in the body; replaced as a whole. */
export const lines: KindBuilder &
  (<
    F extends Fields,
    const R extends Requirement = undefined,
    const RO extends true | undefined = undefined,
    const W extends Condition | undefined = undefined,
    const Q extends Condition | undefined = undefined,
  >(
    zh: string,
    en: string,
    options: LinesOptions<F> & CommonOptions<R, RO, W, Q>,
  ) => Field<RowOf<F>[], ModeOf<R, RO>, [undefined, W | Q, undefined, false]>) = builderOf(
  linesKind,
  (zh: string, en: string, options: object) => ({ kind: linesKind.kind, label: [zh, en] as const, ...options }),
);
