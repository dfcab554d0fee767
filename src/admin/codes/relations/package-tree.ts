// The codes of a package as the browser knows them: the way to one code, and what was loaded of what is inside.
import { isRecord, rowsOf, textOf } from "../../api/wire-data.ts";

export interface PackedCode {
  readonly code: string;
  readonly layer: number;
  readonly layerName: string;
  readonly codeFuncType: number;
  readonly lifeStatus: number;
  readonly blockStatus: number;
  readonly productName: string;
  readonly specName: string;
  readonly batchCode: string;
  readonly childNum: number;
  /** Codes on the same unit. */
  readonly twins: readonly { readonly code: string; readonly codeFuncType: number }[];
}

interface LayerCount {
  readonly layer: number;
  readonly layerName: string;
  readonly num: number;
}

/** Where a code is. */
export interface Place {
  readonly code: string;
  /** From the outermost package to the code. */
  readonly path: readonly PackedCode[];
  readonly counts: readonly LayerCount[];
}

/** What is directly in a package, as far as it was loaded. */
export interface Level {
  readonly codes: readonly PackedCode[];
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly failure?: string;
}

export type Levels = ReadonlyMap<string, Level>;

function codeIn(row: Readonly<Record<string, unknown>>): PackedCode {
  return {
    code: textOf(row["code"]),
    layer: Number(row["layer"]),
    layerName: textOf(row["layerName"]),
    codeFuncType: Number(row["codeFuncType"]),
    lifeStatus: Number(row["lifeStatus"]),
    blockStatus: Number(row["blockStatus"]),
    productName: textOf(row["productName"]),
    specName: textOf(row["specName"]),
    batchCode: textOf(row["batchCode"]),
    childNum: Number(row["childNum"]),
    twins: rowsOf(row["twins"]).map((one) => ({ code: textOf(one["code"]), codeFuncType: Number(one["codeFuncType"]) })),
  };
}

/** The answer of the read `place`; null where there is no such code, which the server answers with nothing in it. */
export function placeIn(payload: unknown): Place | null {
  if (!isRecord(payload)) return null;
  const path = rowsOf(payload["path"]).map(codeIn);
  if (path.length === 0) return null;
  const counts = rowsOf(payload["counts"]).map((row) => ({
    layer: Number(row["layer"]),
    layerName: textOf(row["layerName"]),
    num: Number(row["num"]),
  }));
  return { code: textOf(payload["code"]), path, counts };
}

/** The answer of the read `children`. */
export function levelIn(payload: unknown): Pick<Level, "codes" | "hasMore"> {
  const given = isRecord(payload) ? payload : {};
  return { codes: rowsOf(given["children"]).map(codeIn), hasMore: given["hasMore"] === true };
}

/** Whether a code is another one's twin, and so has no line of its own. */
const isTwinOf = (code: PackedCode, unit: PackedCode | undefined): boolean => unit?.twins.some((one) => one.code === code.code) === true;

/** The way to a code through packages alone: its last one is the unit that a twin stands on. */
export function unitsOf({ path }: Place): readonly PackedCode[] {
  return path.filter((code, index) => !isTwinOf(code, path[index - 1]));
}

export interface CodeLine {
  readonly shows: "code";
  readonly key: string;
  readonly code: PackedCode;
  /** From 1. */
  readonly level: number;
  /** Undefined: nothing is in it. */
  readonly isOpen: boolean | undefined;
  /** The code that was asked for, or the unit it stands on. */
  readonly isRequested: boolean;
}

/** A line below the codes of a package that are loaded: for more, while they are loaded, or with what went wrong. */
export interface MoreLine {
  readonly shows: "more";
  readonly key: string;
  readonly parent: string;
  readonly level: number;
  readonly loaded: number;
  readonly isLoading: boolean;
  readonly failure: string | undefined;
}

export type Line = CodeLine | MoreLine;

/** The lines of a tree from its outermost code inwards. The way to the code that was asked for is shown also where it is not loaded yet. */
export function linesOf(place: Place, levels: Levels, open: ReadonlySet<string>): readonly Line[] {
  const units = unitsOf(place);
  const innermostCode = units.at(-1)?.code;
  const lines: Line[] = [];
  const add = (code: PackedCode, level: number): void => {
    const isOpen = code.childNum === 0 ? undefined : open.has(code.code);
    lines.push({ shows: "code", key: code.code, code, level, isOpen, isRequested: code.code === innermostCode });
    if (isOpen !== true) return;
    const { codes, hasMore, isLoading, failure } = levels.get(code.code) ?? { codes: [], hasMore: true, isLoading: true };
    for (const inner of codes) add(inner, level + 1);
    const next = units[units.findIndex((unit) => unit.code === code.code) + 1];
    if (next !== undefined && units.includes(code) && !codes.some((inner) => inner.code === next.code)) add(next, level + 1);
    if (hasMore || isLoading || failure !== undefined)
      lines.push({
        shows: "more",
        key: `more ${code.code}`,
        parent: code.code,
        level: level + 1,
        loaded: codes.length,
        isLoading,
        failure,
      });
  };
  const [outermost] = units;
  if (outermost !== undefined) add(outermost, 1);
  return lines;
}
