// A report as a table for files: what its page shows, subtotals included, and what its limits leave out as the last lines.
import { keyOf, labelAt, shownReport, type ShownRow } from "#schema/report-table";
import { reportLimits, type ReportAnswer, type ReportFormat } from "#schema/report";
import { inLanguage, type Language, type Text } from "#schema/text";
import { admits } from "../../caller/rule.ts";
import type { FileTable, RequestContext } from "../../contract.ts";
import { permissionOfExport } from "../../crud/guards/permissions.ts";
import { isTemporal } from "../../crud/report/fields.ts";
import { planReport, readDefinition, type ReportPlan } from "../../crud/report/plan.ts";
import { runPlan } from "../../crud/report/run.ts";
import type { CellType, ExportCell, ExportColumn } from "../../export/sheet.ts";
import { forbidden } from "../../http/errors.ts";

const words = {
  total: ["合计", "Total"],
  subtotal: ["小计", "Subtotal"],
} as const satisfies Readonly<Record<string, Text>>;

interface ReportFileOptions {
  /** Of the file, in the reader's language. */
  readonly name: string;
  readonly definition: unknown;
  /** Groups across above the totals, as the page begins with, or as rows. */
  readonly isPivot: boolean;
}

/** Single rows are what the list of their resource exports, and so is the right to take them away. */
function requireRight({ caller }: RequestContext, { resource, definition }: ReportPlan): void {
  if ((definition.columns ?? []).length === 0 || admits(permissionOfExport(resource), caller)) return;
  const [zh, en] = resource.label;
  throw forbidden(undefined, [
    `该报表含逐条明细，没有“${zh}”的“导出”权限，请联系管理员`,
    `This report shows single rows, and you do not have the right “Export” of “${en}”; ask your administrator`,
  ]);
}

/** How cells of a total are typed. */
function typeOf(plan: ReportPlan, total: number, { kind }: ReportFormat): CellType {
  if (kind === "number") return "number";
  return plan.totals[total]?.field?.column.columnType === "date" ? "day" : "moment";
}

function totalColumns(plan: ReportPlan, { totals }: ReportAnswer, before: string, language: Language): readonly ExportColumn[] {
  return totals.map(({ label, format }, index) => {
    const { unit, scale } = format;
    const named = unit === undefined ? label : language === "zh" ? `${label}（${unit}）` : `${label} (${unit})`;
    const type = typeOf(plan, index, format);
    return { label: before === "" ? named : `${before} / ${named}`, type, width: 140, ...(type === "number" ? { scale } : {}) };
  });
}

/** What limits have left out, in words. */
function notesOf(answer: ReportAnswer, shown: { readonly across: number; readonly acrossCount: number }, language: Language): string[] {
  const { isCut, cells, groups, first } = answer;
  const notes: Text[] = [];
  if (isCut) notes.push([`仅含前 ${cells.length} 组，共 ${groups} 组`, `Only the first ${cells.length} of ${groups} groups`]);
  if (first !== undefined && first.all > first.shown)
    notes.push([
      `仅含前 ${first.shown} 项，共 ${first.all} 项；合计包含未列出的项`,
      `Only the first ${first.shown} of ${first.all}; totals include the others`,
    ]);
  if (shown.acrossCount > shown.across)
    notes.push([
      `仅含前 ${shown.across} 个列分组，共 ${shown.acrossCount} 个；合计包含未列出的列`,
      `Only the first ${shown.across} of ${shown.acrossCount} groups across; totals include the others`,
    ]);
  return notes.map((note) => inLanguage(note, language));
}

/** The table of an answer: header and rows as the page has them. */
function tableOfReport(
  plan: ReportPlan,
  answer: ReportAnswer,
  { isPivot, language }: { readonly isPivot: boolean; readonly language: Language },
): { readonly columns: readonly ExportColumn[]; readonly rows: readonly (readonly ExportCell[])[] } {
  const { fore, above, across, acrossCount, rows, grand } = shownReport(answer, isPivot);
  const tops = above.length === 0 ? [""] : [...across.map(keyOf), ""];
  const columns: ExportColumn[] = fore.map((axis) => {
    const planned = plan.axes[axis];
    // Groups by other parts than days are named, such as 2025-W07.
    const isWhole = planned !== undefined && isTemporal(planned.column) && (planned.part === undefined || planned.part === "day");
    const type: CellType = !isWhole ? "text" : planned.part === "day" || planned.column.columnType === "date" ? "day" : "moment";
    return { label: answer.axes[axis]?.label ?? "", type, width: 180 };
  });
  for (const [index, top] of tops.entries()) {
    const at = across[index];
    const named =
      at === undefined
        ? inLanguage(words.total, language)
        : at.map((place, depth) => labelAt(answer, above[depth] ?? 0, place, "–")).join(" / ");
    columns.push(...totalColumns(plan, answer, above.length === 0 ? "" : named, language));
    if (top === "") break;
  }
  const figures = ({ cells }: ShownRow) =>
    tops.flatMap((top) => answer.totals.map((_total, total) => cells.get(top)?.values[total] ?? null));
  const heads = ({ at }: ShownRow): ExportCell[] =>
    fore.map((axis, index) => {
      const place = at[index];
      if (place !== null && place !== undefined) return labelAt(answer, axis, place, "");
      const before = index === 0 ? undefined : at[index - 1];
      return before === null || before === undefined ? null : inLanguage(words.subtotal, language);
    });
  const whole: readonly ExportCell[] = fore.map((_axis, index) => (index === 0 ? inLanguage(words.total, language) : null));
  const notes = notesOf(answer, { across: across.length, acrossCount }, language).map((note): ExportCell[] => [note]);
  return {
    columns,
    rows: [
      ...rows.map((row) => [...heads(row), ...figures(row)]),
      ...(grand === undefined ? [] : [[...whole, ...figures(grand)]]),
      ...notes,
    ],
  };
}

/** The file of a report for whoever asks. Throws what they may not see, or not take away. */
export function reportFile(context: RequestContext, { name, definition, isPivot }: ReportFileOptions): FileTable {
  const plan = planReport(context, readDefinition(definition));
  requireRight(context, plan);
  return {
    name,
    read: async () => {
      const answer = await runPlan(context, plan, reportLimits.seconds);
      const { columns, rows } = tableOfReport(plan, answer, { isPivot, language: context.language });
      return {
        columns,
        rows: (async function* () {
          yield rows;
        })(),
      };
    },
  };
}
