// The dry run of an external file: every line is read and every code looked up, nothing is written but the report on the set.
import { sql } from "kysely";
import type { CommitContext } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import type { JobRun } from "../../jobs/job-handler.ts";
import { db, first, rows, run } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables, updateWithoutVersion } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import type { FileReader, UploadedFiles } from "../resource/uploaded-files.ts";
import { checkDigitTest, checkModes } from "./composition.ts";
import { beginning, fileHashOf, LineReport, readLines, RepeatedCodes, type Line } from "./line-file.ts";
import { PackageCheck } from "./package-check.ts";
import { fileFormatOf, type FileCode, type SetFileFormat } from "./set-file.ts";
import { layersOf, type SetLayer } from "./set-layers.ts";
import { resource, setState } from "./set-state.ts";
import { requireSoundPattern } from "./sources.ts";

/** Codes that are looked up or written at once: with 5,000 an import holds more memory than it may, and is no faster. */
export const codesAtOnce = 2_000;
/** Lines that hold about so many codes. */
export const linesAtOnce = ({ codesPerLine }: SetFileFormat): number => Math.max(1, Math.floor(codesAtOnce / Math.max(1, codesPerLine)));

/** An external file and what is to come of it. */
export interface ImportFile {
  readonly set: StoredRow<"code-set">;
  readonly layers: readonly SetLayer[];
  readonly format: SetFileFormat;
  /** Where it lies. */
  readonly read: FileReader;
  readonly source: Pick<StoredRow<"digit-source">, "mark" | "codeLength" | "codePattern"> | undefined;
  /** Tells codes with a wrong check digit, where a make rule of ours says that they have one. */
  readonly isMistyped: (one: FileCode) => boolean;
}

/** sourceType of codes of the platform itself. */
const ownSource = 1;

/** Codes of make rules carry check digits, also where somebody else has printed them; codes of other sources follow rules of their own. */
async function checkDigits(
  context: CommitContext,
  tx: Transaction,
  sourceType: number | null | undefined,
): Promise<ImportFile["isMistyped"]> {
  if (sourceType !== undefined && sourceType !== ownSource) return () => false;
  const rules = await rows(
    tx,
    db
      .selectFrom(tables(context).withRemoved("code-make-rule", "m"))
      .where("m.checkMode", "<>", checkModes.none)
      .where("m.prefix", "<>", "")
      .select(["m.codeFuncType", "m.prefix", "m.datePart", "m.layerMark", "m.alphabet", "m.customAlphabet", "m.bodyLength", "m.checkMode"]),
  );
  const tests = rules.flatMap((rule) => {
    const isRight = checkDigitTest(rule);
    return isRight === undefined ? [] : [{ codeFuncType: rule.codeFuncType, isRight }];
  });
  return ({ code, layer }) => {
    const verdicts = tests.flatMap(({ codeFuncType, isRight }) => (codeFuncType === layer.codeFuncType ? (isRight(code) ?? []) : []));
    return verdicts.length > 0 && !verdicts.includes(true);
  };
}

/** The external file of a set; refused where there is none, or no map that it can be read with. */
export async function importFileOf(
  context: CommitContext,
  tx: Transaction,
  set: StoredRow<"code-set">,
  files: UploadedFiles,
): Promise<ImportFile> {
  const { withRemoved } = tables(context);
  const read = files.readerOf(set.filePath);
  if (read === undefined) throw businessError("noFile", ["请先上传外部文件", "Upload the external file first"]);
  const layers = await layersOf(context, tx, set.id);
  const map = await first(
    tx,
    db
      .selectFrom(withRemoved("data-map", "m"))
      .where("m.id", "=", set.dataMapId ?? "0")
      .select(["m.id", "m.name", "m.mapType", "m.fileType", "m.separator", "m.charset", "m.headRows", "m.items"]),
  );
  const source = await first(
    tx,
    db
      .selectFrom(withRemoved("digit-source", "s"))
      .where("s.id", "=", set.digitSourceId ?? "0")
      .select(["s.mark", "s.codeLength", "s.codePattern", "s.sourceType"]),
  );
  if (source !== undefined) requireSoundPattern(source);
  const isMistyped = await checkDigits(context, tx, source?.sourceType);
  return { set, layers, format: fileFormatOf(set, layers, map), read, source, isMistyped };
}

/** Another set that has taken the same file. */
async function setWithFile(context: CommitContext, tx: Transaction, id: string, hash: string) {
  return first(
    tx,
    db
      .selectFrom(tables(context).unscoped(resource, "s"))
      .where("s.fileHash", "=", hash)
      .where("s.id", "<>", id)
      .where("s.status", "in", [setState.importing, setState.inUse, setState.sealed, setState.disabled])
      .limit(1)
      .select("s.name"),
  );
}

interface FoundCode {
  readonly code: string;
  readonly line: number;
  /** Undefined of a package that has no line of its own. */
  readonly of: FileCode | undefined;
}

type CodeAtLine = Pick<FoundCode, "code" | "line">;

/** Those of the codes that exist already, or are none of the source. */
async function lookUp(
  context: CommitContext,
  tx: Transaction,
  codes: readonly CodeAtLine[],
  source: ImportFile["source"],
): Promise<readonly (CodeAtLine & { readonly isTaken: boolean })[]> {
  if (codes.length === 0) return [];
  const given = sql<CodeAtLine>`unnest(${codes.map(({ code }) => code)}::text[], ${codes.map(({ line }) => line)}::int[])`;
  const length = source?.codeLength ?? null;
  const pattern = source?.codePattern ?? null;
  return rows(
    tx,
    db
      .selectFrom(given.as<"u">(sql`u(code, line)`))
      .leftJoin(tables(context).unscoped("code-item", "i"), "i.code", "u.code")
      .where(
        ({ ref }) =>
          sql<boolean>`${ref("i.id")} is not null or char_length(${ref("u.code")}) <> ${length}::int or ${ref("u.code")} !~ ${pattern}::text`,
      )
      .select(({ ref }) => ["u.code", "u.line", sql<boolean>`${ref("i.id")} is not null`.as("isTaken")]),
  );
}

/** The codes of lines, as far as they have any. */
function codesOf(
  lines: readonly Line[],
  { format, layers, isMistyped }: ImportFile,
  report: LineReport,
  counts: Map<string, number>,
): readonly FoundCode[] {
  return lines.flatMap(({ number, text }): readonly FoundCode[] => {
    if (number <= format.headRows || text?.trim() === "") return [];
    report.lines += 1;
    const problem = { line: number, content: text ?? "" };
    if (text === undefined) {
      const what = ["编码不符或行过长", "The line has another character set, or is too long"] as const;
      report.add({ ...problem, kind: "malformed", what });
      return [];
    }
    const read = format.read(text);
    if ("malformed" in read) report.add({ ...problem, kind: "malformed", what: read.malformed });
    else if ("unknown" in read) report.add({ ...problem, kind: "unknown", what: read.unknown });
    if (!("codes" in read)) return [];
    for (const { layer } of read.codes) counts.set(layer.id, (counts.get(layer.id) ?? 0) + 1);
    const found = read.codes.filter(({ layer }) => layers.includes(layer));
    for (const one of found)
      if (isMistyped(one))
        report.add({ kind: "malformed", line: number, content: one.code, what: ["校验位不正确", "The check digit is wrong"] });
    return found.map((one) => ({ code: one.code, line: number, of: one }));
  });
}

/** Packages that were met a while ago may be looked up again. */
const maxCached = 50_000;

/** Packages that only their contents name, each about once. */
function unnamedPackages(): (found: readonly FoundCode[]) => readonly FoundCode[] {
  const met = new Set<string>();
  return (found) => {
    if (met.size > maxCached) met.clear();
    for (const { code } of found) met.add(code);
    return found.flatMap(({ line, of }): readonly FoundCode[] => {
      const parent = of?.parent;
      if (parent === undefined || met.has(parent)) return [];
      met.add(parent);
      return [{ code: parent, line, of: undefined }];
    });
  };
}

interface Examined {
  readonly report: LineReport;
  readonly hash: string;
}

/** Goes through the whole file. */
export async function examine(job: JobRun, file: ImportFile): Promise<Examined> {
  const { context } = job;
  const { set, layers, format, read, source } = file;
  const hash = await fileHashOf(read);
  const other = await job.step((tx) => setWithFile(context, tx, set.id, hash), {});
  if (other !== undefined)
    throw businessError("fileKnown", [
      `该文件已由码包“${other.name ?? ""}”导入，不会重复导入`,
      `This file was imported by code set “${other.name ?? ""}”; it is not imported twice`,
    ]);
  const report = new LineReport();
  const counts = new Map<string, number>();
  // Codes may have been made a moment ago.
  await job.refreshStatistics({ grown: ["code-item"] });
  const repeated = await RepeatedCodes.open();
  const packages = format.isRelated === true ? await PackageCheck.open(layers) : undefined;
  const unnamed = unnamedPackages();
  let looked = 0;
  try {
    for await (const { lines } of readLines(read, { charset: format.charset, from: beginning, max: linesAtOnce(format) })) {
      const found = codesOf(lines, file, report, counts);
      for (const { code, line, of } of found) {
        if (packages === undefined) await repeated.add(code, line);
        else if (of !== undefined) await packages.add(of, line);
      }
      looked += found.length;
      const checked = packages === undefined ? found : [...found, ...unnamed(found)];
      const problems = await job.step((tx) => lookUp(context, tx, checked, source), {
        progress: { done: looked, total: set.codeNum ?? 0, note: ["检查文件", "Checking the file"] },
      });
      for (const { code, line, isTaken } of problems)
        report.add(
          isTaken
            ? { kind: "duplicate", line, content: code, what: ["码已存在", "The code exists already"] }
            : {
                kind: "unknown",
                line,
                content: code,
                what: [`不是码源“${source?.mark ?? ""}”的码`, `It is no code of the source “${source?.mark ?? ""}”`],
              },
        );
    }
    for await (const { line, first: earlier } of repeated.find())
      report.add({ kind: "duplicate", line, content: "", what: [`与第 ${earlier} 行的码重复`, `It repeats a code of line ${earlier}`] });
    if (packages !== undefined) for await (const fault of packages.faults()) report.add({ ...fault, content: "" });
  } finally {
    await repeated.close();
    await packages?.close();
  }
  const [outermost] = layers;
  if (outermost !== undefined && packages !== undefined) counts.set(outermost.id, (counts.get(outermost.id) ?? 0) + packages.implied);
  for (const layer of layers) {
    const there = counts.get(layer.id) ?? 0;
    if (there === layer.totalNum) continue;
    report.add({
      kind: "malformed",
      line: 0,
      content: "",
      what: [
        `层级“${layer.layerName}”应有 ${layer.totalNum} 个码，文件中有 ${there} 个`,
        `Layer “${layer.layerName}” takes ${layer.totalNum} codes; the file has ${there}`,
      ],
    });
  }
  return { report, hash };
}

/** Writes what was found on the set. */
export async function saveReport(job: JobRun, files: UploadedFiles, id: string, { report, hash }: Examined): Promise<void> {
  const { context } = job;
  const errorFile = report.isClean ? null : await files.keep(job.tenantId, "errors.csv", report.errorFile());
  const { malformed, duplicate, unknown } = report.counts;
  await job.step(
    (tx) =>
      run(
        tx,
        updateWithoutVersion(tables(context).unscoped(resource, "s"))
          .set({
            fileHash: hash,
            checkTime: context.now(),
            lineNum: report.lines,
            malformedNum: malformed,
            duplicateNum: duplicate,
            unknownNum: unknown,
            errorFile,
          })
          .where("s.id", "=", id),
      ),
    {},
  );
}
