// Data maps: which column of a line, or which member of a JSON object, is which field of ours.
import { isRecord } from "#schema/json";
import { z } from "zod";
import type { Text } from "#schema/text";
import { businessError } from "../../http/errors.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { columnsIn, type Charset, type ColumnFormat } from "./line-file.ts";

/** mapType of files with codes, and of files with their relations. */
export const mapTypes = { codes: 1, relations: 2 } as const;
const mapTypeNames: Readonly<Record<number, Text>> = { 1: ["码文件", "code files"], 2: ["关联关系文件", "relation files"] };
const fileTypes = { text: 1, csv: 2, json: 3 } as const;
const gbk = 2;
/** Columns that a range such as "8-43" may stand for. */
const maxColumns = 20_000;

const transforms: Readonly<Record<string, (value: string) => string>> = {
  "": (value) => value,
  trim: (value) => value.trim(),
  upper: (value) => value.toUpperCase(),
  lower: (value) => value.toLowerCase(),
  urlTail: (value) =>
    value
      .split(/[?#]/)[0]
      ?.split("/")
      .findLast((part) => part !== "") ?? "",
  digits: (value) => value.replaceAll(/\D/g, ""),
};

const optionalText = z
  .string()
  .nullish()
  .transform((value) => value ?? "");
const itemsSchema = z
  .array(z.object({ sourceField: optionalText, targetField: optionalText, defaultValue: optionalText, transform: optionalText }))
  .nullable();
type Item = z.infer<typeof itemsSchema> extends readonly (infer One)[] | null ? One : never;

/** The values of the targets in a line: one for each column that the map names for it, "" for what is not there. */
export type LineValues = (target: string) => readonly string[];

interface MappedLines {
  readonly charset: Charset;
  /** Lines before the first one that counts. */
  readonly headRows: number;
  /** Targets that the map has, each with how many columns it is taken from; undefined where a JSON member decides. */
  readonly targets: ReadonlyMap<string, number | undefined>;
  read(text: string): LineValues | { readonly malformed: Text };
}

/** Numbers of columns, from 1: "1", or "8-43" for several. */
function columnNumbers(source: string): readonly [number, number] | undefined {
  const [, first, last] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(source.trim()) ?? [];
  if (first === undefined) return undefined;
  const [from, to] = [Number(first), Number(last ?? first)];
  return from < 1 || to < from || to - from >= maxColumns ? undefined : [from, to];
}

/** A member of a JSON object, or the members of a list in it. */
function membersOf(object: ReadonlyMap<string, unknown>, name: string): readonly string[] {
  return [object.get(name)].flat().map((one) => (typeof one === "string" || typeof one === "number" ? String(one).trim() : ""));
}

function objectIn(text: string): ReadonlyMap<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? new Map(Object.entries(value)) : undefined;
  } catch {
    return undefined;
  }
}

function changed(found: readonly string[], { defaultValue, transform }: Item): readonly string[] {
  const change = transforms[transform] ?? ((value: string) => value);
  return (found.length === 0 ? [""] : found).map((value) => (value === "" ? defaultValue : change(value)));
}

interface ExpectedMap {
  readonly mapType: (typeof mapTypes)[keyof typeof mapTypes];
  /** Targets that are read; a map with another one is refused, since what it names would be lost. */
  readonly targets: readonly string[];
  readonly required: readonly string[];
}

/** What is needed of a data map. */
export type MapRow = Pick<StoredRow<"data-map">, "id" | "name" | "mapType" | "fileType" | "separator" | "charset" | "headRows"> & {
  readonly items: unknown;
};

/** Reads lines as a data map says; refused, naming the map, where it is not one that these lines can be read with. */
export function mappedLines(map: MapRow, { mapType, targets, required }: ExpectedMap): MappedLines {
  const refuse = (zh: string, en: string) =>
    businessError("dataMap", [`数据映射“${map.name ?? ""}”${zh}`, `Data map “${map.name ?? ""}” ${en}`], { data: { id: map.id } });
  const [typeZh, typeEn] = mapTypeNames[mapType] ?? ["", ""];
  if (map.mapType !== mapType) throw refuse(`不是“${typeZh}”类型`, `is not one of ${typeEn}`);
  const items = itemsSchema.parse(map.items) ?? [];
  const isJson = map.fileType === fileTypes.json;
  const byTarget = new Map<string, Item>();
  for (const item of items) {
    const { targetField: target, sourceField: source, transform } = item;
    if (!targets.includes(target))
      throw refuse(
        `的目标字段“${target}”不可用，可用：${targets.join("、")}`,
        `has the target field “${target}”; there are ${targets.join(", ")}`,
      );
    if (byTarget.has(target))
      throw refuse(
        `的目标字段“${target}”重复，多列请写成一项，如 8-43`,
        `has “${target}” twice; write several columns as one item, such as 8-43`,
      );
    if (transforms[transform] === undefined) throw refuse(`的转换“${transform}”不可用`, `has the unknown transform “${transform}”`);
    if (!isJson && columnNumbers(source) === undefined)
      throw refuse(`的来源列“${source}”应为列号，如 1 或 8-43`, `has the source column “${source}”; give its number, such as 1 or 8-43`);
    byTarget.set(target, item);
  }
  for (const target of required)
    if (!byTarget.has(target)) throw refuse(`没有目标字段“${target}”`, `has no item for the target field “${target}”`);

  const written = map.separator ?? "";
  const format: ColumnFormat = {
    separator: written === "" ? "," : written === "\\t" ? "\t" : written,
    isQuoted: map.fileType === fileTypes.csv,
  };
  const valuesOf = (find: (source: string) => readonly string[]): LineValues => {
    return (target) => {
      const item = byTarget.get(target);
      return item === undefined ? [] : changed(find(item.sourceField), item);
    };
  };
  return {
    charset: map.charset === gbk ? "gbk" : "utf-8",
    headRows: map.headRows ?? 0,
    targets: new Map(
      [...byTarget].map(([target, { sourceField }]) => {
        const [from, to] = columnNumbers(sourceField) ?? [1, 1];
        return [target, isJson ? undefined : to - from + 1];
      }),
    ),
    read: (text) => {
      if (isJson) {
        const object = objectIn(text);
        return object === undefined
          ? { malformed: ["不是 JSON 对象", "This is not a JSON object"] }
          : valuesOf((source) => membersOf(object, source));
      }
      const columns = columnsIn(text, format);
      if (columns === undefined) return { malformed: ["引号没有成对", "A quote is not closed"] };
      return valuesOf((source) => {
        const [from, to] = columnNumbers(source) ?? [1, 0];
        return columns.slice(from - 1, to);
      });
    },
  };
}
