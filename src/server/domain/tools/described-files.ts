// Files that definitions are proposed from: spreadsheets (xlsx, csv), JSON Schema and OpenAPI (json, yaml). Their size is bounded, unpacked as well.
import { Uint8ArrayReader, ZipReader } from "@zip.js/zip.js";
import { parse } from "csv-parse/sync";
import { readXlsx } from "hucre/xlsx";
import { parseDocument } from "yaml";
import type { Text } from "#schema/text";
import type { TableDescription } from "../../../proposal/description.ts";
import { maxRows, tableOfRows, type Cell } from "../../../proposal/from-rows.ts";
import { tablesOfSchema } from "../../../proposal/from-schema.ts";
import { ApiError, businessError } from "../../http/errors.ts";
import { utf16Of, withoutEnd } from "../resource/upload-kinds.ts";

/** Bytes of a spreadsheet when it is unpacked. */
const maxUnpacked = 30_000_000;

const unreadable = (zh: string, en: string) => businessError("unreadableFile", [zh, en] satisfies Text);
const noColumns = () => unreadable("文件中没有列：第一行应为列名", "The file has no columns: its first row names them");

/** The cells of a sheet that are read: a thousand columns. Rows and columns of nothing would fill the memory. */
const readRange = `A1:ALL${maxRows + 1}`;

/** Bytes of a file; parsing takes a moment in which nobody else is answered, and YAML takes ten times as long as JSON. */
const maxBytes: Readonly<Record<string, number>> = {
  json: 10_000_000,
  xlsx: 10_000_000,
  csv: 10_000_000,
  yaml: 2_000_000,
  yml: 2_000_000,
};
/** Of the largest file, as a request carries it. */
export const largestRequest = Math.ceil((10_000_000 * 4) / 3) + 10_000;

/** A mark at its beginning tells that two bytes are a character; Excel of Chinese Windows writes csv in GBK. */
function decodedText(content: Uint8Array): string {
  const marked = utf16Of(Buffer.from(content.subarray(0, 2)));
  if (marked !== undefined) return withoutEnd(new TextDecoder(marked).decode(content));
  try {
    return withoutEnd(new TextDecoder("utf-8", { fatal: true }).decode(content));
  } catch {
    return withoutEnd(new TextDecoder("gb18030").decode(content));
  }
}

/** Refuses what would fill the memory once it is unpacked. */
async function checkUnpacked(content: Uint8Array): Promise<void> {
  const reader = new ZipReader(new Uint8ArrayReader(content));
  try {
    const entries = await reader.getEntries();
    if (entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0) > maxUnpacked)
      throw unreadable("表格过大，请只保留前 1000 行", "The spreadsheet is too large; keep its first 1,000 rows");
  } finally {
    await reader.close();
  }
}

/** A sheet of a workbook; a file of text is one without a name. */
interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly Cell[])[];
}

async function sheetsIn(content: Uint8Array): Promise<readonly Sheet[]> {
  await checkUnpacked(content);
  const { sheets } = await readXlsx(content, { range: readRange });
  return sheets;
}

function linesIn(content: Uint8Array): readonly Sheet[] {
  const rows: readonly (readonly string[])[] = parse(decodedText(content), {
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    to: maxRows + 1,
    delimiter: [",", ";", "\t"],
  });
  return [{ name: "", rows }];
}

/** Each sheet with a heading is a table: named by the file where it is the only one, else by file and sheet. */
async function tablesOfSheets(stem: string, ending: string, content: Uint8Array): Promise<readonly TableDescription[]> {
  let sheets: readonly Sheet[];
  try {
    sheets = ending === "csv" ? linesIn(content) : await sheetsIn(content);
  } catch (error) {
    if (error instanceof Error && "status" in error) throw error;
    throw unreadable("文件无法读取，请确认它是有效的 xlsx 或 csv", "The file cannot be read; check that it is a valid xlsx or csv");
  }
  const filled = sheets.filter(({ rows }) => tableOfRows(stem, rows) !== undefined);
  return filled.flatMap(({ name, rows }) => {
    const table = tableOfRows(filled.length === 1 ? stem : `${stem}_${name}`, rows);
    return table === undefined ? [] : [filled.length === 1 ? table : { ...table, comment: name }];
  });
}

function jsonIn(content: Uint8Array): unknown {
  try {
    return JSON.parse(decodedText(content));
  } catch {
    throw unreadable("文件不是有效的 JSON", "The file is no valid JSON");
  }
}

/** Aliases of YAML may unfold to more than any memory; more than a hundred of one are refused. */
function yamlIn(content: Uint8Array): unknown {
  const document = parseDocument(decodedText(content));
  const [error] = document.errors;
  if (error !== undefined) {
    const line = error.linePos?.[0].line ?? 1;
    throw unreadable(`文件第 ${line} 行不是有效的 YAML`, `Line ${line} of the file is no valid YAML`);
  }
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (failure) {
    if (failure instanceof ReferenceError)
      throw unreadable("文件中的 YAML 引用无法展开", "The aliases of the YAML file cannot be resolved");
    throw failure;
  }
}

/** Describes the tables of a file; refused with a sentence where it holds none. */
export async function describeFile(name: string, content: Uint8Array): Promise<readonly TableDescription[]> {
  const [, stem = "", ending = ""] = /^(.*)\.([^.]+)$/.exec(name.toLowerCase()) ?? [];
  const max = maxBytes[ending];
  if (max !== undefined && content.length > max)
    throw new ApiError(413, "tooLarge", [
      `${ending} 文件不能超过 ${max / 1_000_000} MB，请只保留需要的部分`,
      `A ${ending} file may have ${max / 1_000_000} MB at most; keep the part that is needed`,
    ]);
  if (ending === "json" || ending === "yaml" || ending === "yml") {
    const tables = tablesOfSchema(stem, ending === "json" ? jsonIn(content) : yamlIn(content));
    if (tables.length === 0)
      throw unreadable(
        "文件中没有对象定义（JSON Schema 或 OpenAPI 的 components.schemas）",
        "The file describes no objects (JSON Schema, or components.schemas of OpenAPI)",
      );
    return tables;
  }
  if (ending !== "xlsx" && ending !== "csv")
    throw unreadable("只支持 xlsx、csv、json 和 yaml 文件", "Only xlsx, csv, json and yaml files can be read");
  const tables = await tablesOfSheets(stem, ending, content);
  if (tables.length === 0) throw noColumns();
  return tables;
}
