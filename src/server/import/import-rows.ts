// POST <path>/import: rows of a file are planned, tried, and written, all of them or the good ones (docs/wire.md §4.7).
import { isRecord } from "#schema/json";
import { isImportMode, writesOf, type ImportMode } from "#schema/import-modes";
import { importModesOf } from "#schema/imports";
import type { ResourceModel } from "#schema/model";
import type { Values } from "../contract.ts";
import { judgeRequest } from "../crud/guards/judge.ts";
import type { ImportCall } from "../crud/imports.ts";
import { refusalsOf, writeTried, type Refusals } from "../crud/write/trial.ts";
import type { FileAnswer } from "../http/file-answer.ts";
import { ApiError, malformedParameter, missingParameter } from "../http/errors.ts";
import { isExportFormat, type ExportFormat } from "../export/sheet.ts";
import { answerOf } from "./answer.ts";
import { columnsOf, keyOf } from "./columns.ts";
import { planRows, type ImportPlan } from "./plan.ts";
import { readRows } from "./read-rows.ts";
import { readTable, type SentTable } from "./read/read-file.ts";
import { refusedFile } from "./refused-file.ts";
import type { PlannedRow, WritingRow } from "./rows.ts";

type Parameters = Readonly<Record<string, string>>;

function isOn(parameters: Parameters, name: string): boolean {
  const value = parameters[name] ?? "";
  if (value !== "" && value !== "0" && value !== "1") throw malformedParameter(name);
  return value === "1";
}

/** A parameter; undefined where it is empty or absent. */
const given = (parameters: Parameters, name: string): string | undefined => (parameters[name] === "" ? undefined : parameters[name]);

function modeOf(resource: ResourceModel, parameters: Parameters): ImportMode {
  const modes = importModesOf(resource);
  const mode = given(parameters, "mode") ?? modes[0] ?? "";
  if (!isImportMode(mode) || !modes.includes(mode)) throw malformedParameter("mode");
  return mode;
}

/** What was sent: a file in base64, or a text. */
function sentTable(body: unknown): SentTable {
  const { file, text } = isRecord(body) ? body : {};
  if (typeof text === "string" && text !== "") return { text };
  if (file === undefined || file === "") throw missingParameter("file");
  if (typeof file !== "string" || !/^[A-Za-z0-9+/]+={0,2}$/u.test(file)) throw malformedParameter("file");
  return { file: Buffer.from(file, "base64") };
}

function formatOf(parameters: Parameters): ExportFormat | undefined {
  const format = given(parameters, "format");
  if (format !== undefined && !isExportFormat(format)) throw malformedParameter("format");
  return format;
}

function emptyOf(parameters: Parameters): ImportPlan["empty"] {
  const empty = given(parameters, "empty") ?? "leave";
  if (empty !== "leave" && empty !== "clear") throw malformedParameter("empty");
  return empty;
}

const nothingMapped = () =>
  new ApiError(400, "nothingMapped", [
    "没有识别出可导入的列：列名应与表单字段名称一致，或手工指定对应关系",
    "No column can be imported: headings are the labels of the form, or the columns are assigned by hand",
  ]);

/** Rows that a trial has refused, among the others. */
const withRefusals = (rows: readonly PlannedRow[], refusals: Refusals<WritingRow>): readonly PlannedRow[] =>
  rows.map((row) => {
    const problems = row.does === "add" || row.does === "change" ? refusals.get(row) : undefined;
    return problems === undefined ? row : { does: "refuse", number: row.number, title: row.title, problems };
  });

const isWriting = (row: PlannedRow): row is WritingRow => row.does === "add" || row.does === "change";

/** Imports a file, or says what it would do. */
export async function importRows({ services, context, resource, parameters, body }: ImportCall): Promise<Values | FileAnswer> {
  const mode = modeOf(resource, parameters);
  // Whoever may not write rows learns nothing of what a file would do to them.
  for (const verb of writesOf(mode)) judgeRequest("call", { kind: verb === "add" ? "insert" : "update", services, context, resource });
  const [isDryRun, takesGoodRows] = [isOn(parameters, "dryRun"), isOn(parameters, "goodRows")];
  const [empty, format] = [emptyOf(parameters), formatOf(parameters)];
  const table = await readTable(sentTable(body), given(parameters, "sheet"));
  const columns = columnsOf(context, resource, { header: table.header, columns: parameters["columns"] });
  const isMapped = columns.some(({ isWritten }) => isWritten);
  // A trial without columns answers what there is to assign.
  if (!isMapped && (!isDryRun || format !== undefined)) throw nothingMapped();
  const key = keyOf(context, resource, { columns, key: given(parameters, "key") });
  const plan: ImportPlan = { services, context, resource, columns, mode, key, empty };
  const planned = isMapped ? await planRows(plan, await readRows(context, resource, columns, table.rows)) : [];
  let rows = withRefusals(planned, await refusalsOf(plan, planned.filter(isWriting)));
  if (format !== undefined) return refusedFile({ context, resource, table, rows, format });
  const answer = (isDone: boolean, written: readonly string[]) => answerOf({ plan, table, rows, isDone, written });
  if (isDryRun) return answer(false, []);
  for (;;) {
    const writing = rows.filter(isWriting);
    if (rows.some(({ does }) => does === "refuse") && !takesGoodRows) return answer(false, []);
    if (writing.length === 0) return answer(true, []);
    const result = await writeTried(plan, writing, (ids) => answer(true, ids));
    if ("ids" in result) return answer(true, result.ids);
    rows = withRefusals(rows, result.refusals);
  }
}
