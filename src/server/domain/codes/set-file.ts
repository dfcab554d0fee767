// How the codes of a set stand in the lines of a file, as it is downloaded and as an external one is read: a line is one outermost unit with
// all that belongs to it, or, where a data map says so, a single code with its layer.
import type { Text } from "#schema/text";
import { momentIn } from "#schema/written-time";
import { businessError } from "../../http/errors.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { columnsIn, type Charset, type ColumnFormat } from "./line-file.ts";
import { mappedLines, mapTypes, type LineValues, type MapRow } from "./mapped-lines.ts";
import type { SetLayer } from "./set-layers.ts";

const separators: Readonly<Record<number, string>> = { 1: ",", 2: "\t", 3: ";" };
export const separatorOf = ({ separator }: Pick<StoredRow<"code-set">, "separator">): string => separators[separator ?? 1] ?? ",";

/** The codes of a layer in a line. */
export interface LineColumns {
  readonly layer: SetLayer;
  readonly count: number;
}

const byColumn = (left: SetLayer, right: SetLayer): number =>
  (left.columnIndex ?? Number.MAX_SAFE_INTEGER) - (right.columnIndex ?? Number.MAX_SAFE_INTEGER);

/**
 * The columns of a line, in their order: of a pre-related set all codes of a package, of any other set the codes of one unit of each layer
 * side by side.
 */
export function lineColumns(
  set: Pick<StoredRow<"code-set">, "relationMode" | "unitNum">,
  layers: readonly SetLayer[],
): readonly LineColumns[] {
  const units = set.unitNum ?? 0;
  return layers.toSorted(byColumn).map((layer) => ({
    layer,
    count: set.relationMode === 1 && units > 0 ? Math.round(layer.totalNum / units) : layer.twinNum,
  }));
}

/** Lines of the file of a set. */
export const lineCount = (columns: readonly LineColumns[]): number =>
  Math.max(0, ...columns.map(({ layer, count }) => Math.ceil(layer.totalNum / Math.max(1, count))));

// ---------------------------------------------------------------- reading
export interface FileCode {
  readonly layer: SetLayer;
  readonly code: string;
  /** The part below its scratch layer, as the file has it. */
  readonly verifyCode?: string;
  readonly serialNo?: number;
  /** Of a file that names packages: the code of the package around it, where in that, and since when. */
  readonly parent?: string;
  readonly position?: number;
  readonly bindTime?: string;
}

/** The codes of a line, or why it has none. */
type LineCodes = { readonly codes: readonly FileCode[] } | { readonly malformed: Text } | { readonly unknown: Text };

export interface SetFileFormat {
  readonly charset: Charset;
  /** Lines before the first code. */
  readonly headRows: number;
  /** Codes of a line. */
  readonly codesPerLine: number;
  /** Its lines name the package around each code, which is then not known by its place in the file. */
  readonly isRelated?: true;
  read(text: string): LineCodes;
}

const maxCodeLength = 128;

/** Why a text is no code. */
export function faultOf(code: string): Text | undefined {
  if (code === "") return ["码为空", "A code is empty"];
  if (code.length > maxCodeLength) return [`码超过 ${maxCodeLength} 个字符`, `A code is longer than ${maxCodeLength} characters`];
  return /[\s\p{Cc}]/u.test(code) ? ["码中有空格或控制字符", "A code has a space or control character in it"] : undefined;
}

type Details = Pick<FileCode, "verifyCode" | "serialNo">;

/** What stands beside a code, or why it cannot be that. */
function detailsOf(verifyCode: string | undefined, serialNo: string | undefined): Details | { readonly malformed: Text } {
  if (verifyCode !== undefined && verifyCode !== "" && !/^\d{4,12}$/.test(verifyCode))
    return { malformed: [`验证码“${verifyCode}”应为 4 至 12 位数字`, `The verification part “${verifyCode}” is not 4 to 12 digits`] };
  if (serialNo !== undefined && serialNo !== "" && !/^\d{1,15}$/.test(serialNo))
    return { malformed: [`流水号“${serialNo}”应为 1 至 15 位数字`, `The serial “${serialNo}” is not 1 to 15 digits`] };
  return {
    ...(verifyCode === undefined || verifyCode === "" ? {} : { verifyCode }),
    ...(serialNo === undefined || serialNo === "" ? {} : { serialNo: Number(serialNo) }),
  };
}

/** The codes of a line with what the map's other columns say of each. */
function withDetails(read: LineCodes, values: LineValues): LineCodes {
  if (!("codes" in read)) return read;
  const [parts, serials] = [values("verifyCode"), values("serialNo")];
  const codes: FileCode[] = [];
  for (const [index, one] of read.codes.entries()) {
    const details = detailsOf(parts[index], serials[index]);
    if ("malformed" in details) return details;
    codes.push({ ...one, ...details });
  }
  return { codes };
}

/** The codes of all layers, one column each. */
function asPackage(columns: readonly LineColumns[], isRelated: boolean, codes: readonly string[]): LineCodes {
  const expected = columns.reduce((sum, { count }) => sum + count, 0);
  // A separator at the end of the line adds an empty column.
  const given = codes.length === expected + 1 && codes.at(-1) === "" ? codes.slice(0, -1) : codes;
  if (given.length !== expected)
    return { malformed: [`应有 ${expected} 列，实际 ${given.length} 列`, `${expected} columns are expected; there are ${given.length}`] };
  const found: FileCode[] = [];
  let at = 0;
  for (const { layer, count } of columns)
    for (const code of given.slice(at, (at += count))) {
      // Of a set without packages the layers end at different lines.
      if (code === "" && !isRelated && columns.length > 1) continue;
      const malformed = faultOf(code);
      if (malformed !== undefined) return { malformed };
      found.push({ layer, code });
    }
  return { codes: found };
}

function asListed(layers: readonly SetLayer[], code: string, named: string | undefined): LineCodes {
  const malformed = faultOf(code);
  if (malformed !== undefined) return { malformed };
  const layer = named === undefined ? layers[0] : layers.find((one) => String(one.layer) === named || one.layerName === named);
  return layer === undefined
    ? { unknown: [`码包没有层级“${named ?? ""}”`, `The set has no layer “${named ?? ""}”`] }
    : { codes: [{ layer, code }] };
}

/** What the lines of a file look like whose columns no map names: as the set itself is downloaded. */
function ownFormat(set: StoredRow<"code-set">, layers: readonly SetLayer[]): SetFileFormat {
  const columns = lineColumns(set, layers);
  const format: ColumnFormat = { separator: separatorOf(set), isQuoted: true };
  return {
    charset: "utf-8",
    headRows: 0,
    codesPerLine: columns.reduce((sum, { count }) => sum + count, 0),
    read: (text) => {
      const codes = columnsIn(text, format);
      return codes === undefined
        ? { malformed: ["引号没有成对", "A quote is not closed"] }
        : asPackage(columns, set.relationMode === 1, codes);
    },
  };
}

function mappedFormat(set: StoredRow<"code-set">, layers: readonly SetLayer[], map: MapRow): SetFileFormat {
  const lines = mappedLines(map, { mapType: mapTypes.codes, targets: ["code", "layer", "verifyCode", "serialNo"], required: ["code"] });
  for (const target of ["verifyCode", "serialNo"])
    if (lines.targets.has(target) && lines.targets.get(target) !== lines.targets.get("code"))
      throw businessError("dataMap", [
        `数据映射“${map.name ?? ""}”的“${target}”列数须与“code”相同`,
        `Data map “${map.name ?? ""}” needs as many columns for “${target}” as for “code”`,
      ]);
  const columns = lineColumns(set, layers);
  const codesPerLine = columns.reduce((sum, { count }) => sum + count, 0);
  const isListed = lines.targets.has("layer") || (layers.length === 1 && lines.targets.get("code") === 1);
  if (isListed && new Set(layers.map(({ layer }) => layer)).size < layers.length)
    throw businessError("dataMap", [
      `码包同一层级有多种码，数据映射“${map.name ?? ""}”无法区分，请按整套导入`,
      `A layer of the set has codes of several functions, which data map “${map.name ?? ""}” cannot tell apart; import whole packages`,
    ]);
  return {
    charset: lines.charset,
    headRows: lines.headRows,
    codesPerLine: isListed ? 1 : codesPerLine,
    read: (text) => {
      const values = lines.read(text);
      if (typeof values !== "function") return values;
      const codes = values("code");
      const read = isListed
        ? asListed(layers, codes[0] ?? "", lines.targets.has("layer") ? values("layer")[0] : undefined)
        : asPackage(columns, set.relationMode === 1, codes);
      return withDetails(read, values);
    },
  };
}

/** Lines that name the package around each code, as lines of production capture them. */
function relatedFormat(set: StoredRow<"code-set">, layers: readonly SetLayer[], map: MapRow): SetFileFormat {
  const name = map.name ?? "";
  const lines = mappedLines(map, {
    mapType: mapTypes.relations,
    targets: ["parentCode", "code", "layer", "bindTime", "position"],
    required: ["parentCode", "code", "layer"],
  });
  if (set.relationMode !== 1 || layers.length < 2)
    throw businessError("dataMap", [
      `数据映射“${name}”含包装关系，码包须为预关联套标且不少于两层`,
      `Data map “${name}” has relations, so the set must be pre-related and have two layers or more`,
    ]);
  if (layers.some(({ twinNum }) => twinNum > 1) || new Set(layers.map(({ layer }) => layer)).size < layers.length)
    throw businessError("dataMap", [
      `码包同一单元有多个码，数据映射“${name}”无法区分，请按整套导入`,
      `A unit of the set has several codes, which data map “${name}” cannot tell apart; import whole packages`,
    ]);
  return {
    charset: lines.charset,
    headRows: lines.headRows,
    codesPerLine: 1,
    isRelated: true,
    read: (text) => {
      const values = lines.read(text);
      if (typeof values !== "function") return values;
      const value = (target: string): string => values(target)[0] ?? "";
      const read = asListed(layers, value("code"), value("layer"));
      const [one] = "codes" in read ? read.codes : [];
      if (one === undefined) return read;
      const [parent, time, place] = [value("parentCode"), value("bindTime"), value("position")];
      const at = layers.indexOf(one.layer);
      const bindTime = time === "" ? undefined : momentIn(time);
      if (time !== "" && bindTime === undefined) return { malformed: [`时间“${time}”不正确`, `“${time}” is not a time`] };
      const since = bindTime === undefined ? {} : { bindTime };
      if (at === 0)
        return parent === ""
          ? { codes: [{ ...one, ...since }] }
          : { malformed: ["最外层的码不能有父码", "A code of the outermost layer has no parent"] };
      const ofParent = faultOf(parent);
      if (ofParent !== undefined) return { malformed: [`父码：${ofParent[0]}`, `Parent: ${ofParent[1]}`] };
      if (parent === one.code) return { malformed: ["父码与子码相同", "A code cannot be packed in itself"] };
      if (!lines.targets.has("position")) return { codes: [{ ...one, parent, ...since }] };
      const max = layers[at - 1]?.num ?? 1;
      return /^[1-9]\d{0,8}$/.test(place) && Number(place) <= max
        ? { codes: [{ ...one, parent, position: Number(place), ...since }] }
        : { malformed: [`包内位置“${place}”应为 1 至 ${max}`, `The position “${place}” is not from 1 to ${max}`] };
    },
  };
}

/** How the external file of a set is read. Refused where its map is none of code or relation files. */
export function fileFormatOf(set: StoredRow<"code-set">, layers: readonly SetLayer[], map: MapRow | undefined): SetFileFormat {
  if (map === undefined) return ownFormat(set, layers);
  return map.mapType === mapTypes.relations ? relatedFormat(set, layers, map) : mappedFormat(set, layers, map);
}
