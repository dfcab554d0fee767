// How far the background job of a row is. Nothing of it is stored with the row: the table of jobs has it.
import { z } from "zod";
import { builderOf, type CommonOptions, type Field, type FieldData, type KindBuilder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { jsonColumn } from "../column.ts";
import { structured } from "../structured.ts";
import { plainTraits } from "../traits.ts";
import { jobState, jobViewIn, jobViewSql } from "../job-view.ts";

interface ProgressOptions {
  /** The row is a job itself, with the fields status, progressDone, progressTotal, progressNote and error. */
  readonly isJob?: true;
}

interface ProgressData extends FieldData, ProgressOptions {}

export const progressKind = fieldKind<ProgressData>({
  kind: "progress",
  ...structured,
  name: ["任务进度", "Progress of a job"],
  wire: () => "json",
  options: { isJob: z.literal(true).optional() },
  screenOptions: ["isJob"],
  column: jsonColumn,
  // The latest job whose subject the row is.
  expression: ({ isJob }, resource, tenant = "t.tenant_id") =>
    isJob === true
      ? jobViewSql("t")
      : `(SELECT ${jobViewSql("j")} FROM job j WHERE j.tenant_id = ${tenant} AND j.subject_resource = '${resource.replaceAll("'", "''")}' AND j.subject_id = t.id::text ORDER BY j.id DESC LIMIT 1)`,
  madeOf: ({ isJob }) => (isJob === true ? ["status", "progressDone", "progressTotal", "progressNote", "error"] : []),
  isLong: () => false,
  exported: "progress",
  localized: jobViewIn,
  asks: "nothing",
  traits: { ...plainTraits, cell: "own", width: 200, widget: "shown", isGroup: true, view: "own" },
  listed: true,
  value: () => z.record(z.string(), z.unknown()),
  sample: (_field, { number }) => ({
    job: String(number),
    state: jobState.running,
    done: number,
    total: 10,
    note: [`第${number}步`, `Step ${number}`],
    error: null,
  }),
  forbidden: () => [],
});

/** The progress of the latest background job about the row, updated while it runs. Jobs name the row as their `subject`. */
export const progress: KindBuilder &
  ((
    zh: string,
    en: string,
    options?: ProgressOptions & CommonOptions,
  ) => Field<unknown, "readonly", [undefined, undefined, undefined, false]>) = builderOf(
  progressKind,
  (zh: string, en: string, options?: ProgressOptions & CommonOptions) => ({
    kind: progressKind.kind,
    label: [zh, en] as const,
    readonly: true as const,
    computed: true as const,
    ...options,
  }),
);
