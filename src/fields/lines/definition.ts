// Rows that belong to a row and are written with it.
import { z } from "zod";
import type { Condition } from "../../schema/text.ts";
import type { CommonOptions, Field, FieldData, Fields, ModeOf, Requirement } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import type { Checked, RowOf } from "../../schema/resource.ts";

interface LinesOptions<F> {
  fields: F & NoInfer<Checked<F>>;
  /** Fewest rows when the field is required. */
  min?: number;
  /** Most rows; 500 unless said. */
  max?: number;
}

export interface LinesData extends FieldData {
  readonly fields: Readonly<Record<string, FieldData>>;
  readonly min?: number;
  readonly max?: number;
}

/** Most rows of one field unless it says otherwise. */
export const mostLines = 500;

/** Rows written with the row they belong to, as an array in the body; replaced as a whole. */
export const lines: <
  F extends Fields,
  const R extends Requirement = undefined,
  const RO extends true | undefined = undefined,
  const W extends Condition | undefined = undefined,
>(zh: string, en: string, options: LinesOptions<F> & CommonOptions<R, RO, W>) =>
  Field<RowOf<F>[], ModeOf<R, RO>, [undefined, W, undefined, false]> =
  (zh: string, en: string, options: object) => ({ kind: "lines", label: [zh, en] as const, ...options });

export const linesKind = fieldKind<LinesData>({
  kind: "lines",
  wire: () => "rows",
  listed: false,
  searches: [],
  value: (field, schemaOf) => z.array(schemaOf(field.fields)).min(field.min ?? 1).max(field.max ?? mostLines),
  sample: (field, _context, sampleOf) => Array.from({ length: field.min ?? 1 }, () => sampleOf(field.fields)),
  forbidden: () => [{ value: "not rows", code: "type", limit: "type" }],
});
