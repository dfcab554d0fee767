// The lines of an uploaded file with relations: what each says, and how they are kept in a table while a job works on them, so that files of
// any length are read in constant memory.
import { sql } from "kysely";
import type { Text } from "#schema/text";
import { momentIn } from "#schema/written-time";
import type { CommitContext } from "../../contract.ts";
import { insertAlike } from "../../rows/insert.ts";
import { anyOf, db, first, rows, run } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { removeBulk, tables, updateBulk } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { currentCodeOf, currentCodes, maxSteps, type CurrentCode } from "./current-code.ts";
import { columnsIn, type Charset, type Line } from "./line-file.ts";
import { mappedLines, mapTypes, type LineValues } from "./mapped-lines.ts";
import { sourceOf } from "./relations.ts";
import { faultOf } from "./set-file.ts";

/** What can be wrong with a line; `rejected`: nothing, but another line of its package is faulty. */
export const problems = { malformed: 1, duplicate: 2, unknown: 3, refused: 4, rejected: 5 } as const;
export const problemNames: Readonly<Record<number, Text>> = {
  1: ["格式错误", "Malformed"],
  2: ["重复", "Duplicate"],
  3: ["不认识", "Unknown"],
  4: ["不能关联", "Cannot be related"],
  5: ["整包退回", "Rejected with its package"],
};

/** Lines that are read or grouped in one step. */
export const linesAtOnce = 1_000;
/** Lines that are removed in one step. */
const removedAtOnce = 10_000;
const maxContentLength = 300;

// ---------------------------------------------------------------- what a line says
interface TransferFormat {
  readonly charset: Charset;
  readonly headRows: number;
  read(text: string): LineValues | { readonly malformed: Text };
}

const ownTargets = ["parentCode", "code", "layer", "bindTime"] as const;

/** Without a map: parent, child, layer, time. */
const ownFormat: TransferFormat = {
  charset: "utf-8",
  headRows: 0,
  read: (text) => {
    const columns = columnsIn(text, { separator: ",", isQuoted: true });
    if (columns === undefined) return { malformed: ["引号没有成对", "A quote is not closed"] };
    const [max, min] = [ownTargets.length, 2];
    const given = columns.length === max + 1 && columns.at(-1) === "" ? columns.slice(0, -1) : columns;
    if (given.length < min || given.length > max)
      return {
        malformed: [
          `应为 父码,子码,层级,时间，实际 ${given.length} 列`,
          `parent, child, layer, time are expected; there are ${given.length} columns`,
        ],
      };
    return (target) => {
      const at = ownTargets.findIndex((own) => own === target);
      return at < 0 ? [] : [given[at] ?? ""];
    };
  },
};

/** How the lines of a transfer are read. Refused where its map is none of relation files. */
export async function transferFormat(context: CommitContext, tx: Transaction, dataMapId: string | null): Promise<TransferFormat> {
  if (dataMapId === null) return ownFormat;
  const map = await first(
    tx,
    db
      .selectFrom(tables(context).withRemoved("data-map", "m"))
      .where("m.id", "=", dataMapId)
      .select(["m.id", "m.name", "m.mapType", "m.fileType", "m.separator", "m.charset", "m.headRows", "m.items"]),
  );
  if (map === undefined) return ownFormat;
  return mappedLines(map, {
    mapType: mapTypes.relations,
    targets: ["parentCode", "code", "layer", "bindTime", "position"],
    required: ["parentCode", "code"],
  });
}

interface ReadLine {
  readonly number: number;
  readonly content: string;
  readonly parentCode: string | null;
  readonly code: string | null;
  readonly layer: string;
  readonly bindTime: string | null;
  readonly position: number | null;
  readonly malformed: Text | undefined;
}

function readLine({ number, text }: Line, format: TransferFormat): ReadLine {
  const content = [...(text ?? "")].slice(0, maxContentLength).join("").replaceAll("\0", "");
  const none = { number, content, parentCode: null, code: null, layer: "", bindTime: null, position: null };
  if (text === undefined) return { ...none, malformed: ["编码不符或行过长", "The line has another character set, or is too long"] };
  const values = format.read(text);
  if (typeof values !== "function") return { ...none, malformed: values.malformed };
  const value = (target: string): string => values(target)[0] ?? "";
  const [parent, code, time, place] = [value("parentCode"), value("code"), value("bindTime"), value("position")];
  const [ofParent, ofCode] = [faultOf(parent), faultOf(code)];
  const bindTime = time === "" ? null : momentIn(time);
  const isPlace = place === "" || /^[1-9]\d{0,8}$/.test(place);
  const malformed: Text | undefined =
    (ofParent && [`父码：${ofParent[0]}`, `Parent: ${ofParent[1]}`]) ??
    (ofCode && [`子码：${ofCode[0]}`, `Child: ${ofCode[1]}`]) ??
    (parent === code ? ["父码与子码相同", "A code cannot be packed in itself"] : undefined) ??
    (bindTime === undefined ? [`时间“${time}”不正确`, `“${time}” is not a time`] : undefined) ??
    (isPlace ? undefined : [`包内位置“${place}”不正确`, `“${place}” is no position`]);
  return {
    number,
    content,
    // What can be read tells which package a faulty line belongs to.
    parentCode: ofParent === undefined ? parent : null,
    code: ofCode === undefined ? code : null,
    layer: value("layer"),
    bindTime: bindTime ?? null,
    position: place !== "" && isPlace ? Number(place) : null,
    malformed,
  };
}

// ---------------------------------------------------------------- into the table
interface CheckedLine extends ReadLine {
  readonly problem: number | null;
  readonly why: Text | undefined;
}

/** A line with the codes as they are written here, and what is wrong with it as far as it can be told from the line alone. */
function judged(line: ReadLine, byCode: ReadonlyMap<string, CurrentCode>, mark: string | undefined): CheckedLine {
  const [child, parent] = [byCode.get(line.code ?? ""), byCode.get(line.parentCode ?? "")];
  const named = { ...line, code: child?.code ?? line.code, parentCode: parent?.code ?? line.parentCode };
  if (line.malformed !== undefined) return { ...named, problem: problems.malformed, why: line.malformed };
  const unknown = (why: Text): CheckedLine => ({ ...named, problem: problems.unknown, why });
  if (child === undefined) return unknown([`码“${line.code ?? ""}”不存在`, `There is no code “${line.code ?? ""}”`]);
  if (parent === undefined) return unknown([`父码“${line.parentCode ?? ""}”不存在`, `There is no code “${line.parentCode ?? ""}”`]);
  const foreign = mark === undefined ? undefined : [child, parent].find((one) => sourceOf(one) !== mark);
  if (foreign !== undefined)
    return unknown([`码“${foreign.code}”不是码源“${mark ?? ""}”的码`, `Code “${foreign.code}” is none of the source “${mark ?? ""}”`]);
  if (line.layer !== "" && line.layer !== String(child.layer) && line.layer !== child.layerName)
    return {
      ...named,
      problem: problems.refused,
      why: [
        `码“${child.code}”的层级是“${child.layerName}”，不是“${line.layer}”`,
        `Code “${child.code}” is of the layer “${child.layerName}”, not “${line.layer}”`,
      ],
    };
  return { ...named, problem: null, why: undefined };
}

/** Keeps some lines; answers how many of them say something. */
export async function keepLines(
  context: CommitContext,
  tx: Transaction,
  { id, mark, format }: { readonly id: string; readonly mark: string | undefined; readonly format: TransferFormat },
  lines: readonly Line[],
): Promise<number> {
  const read = lines.filter(({ number, text }) => number > format.headRows && text?.trim() !== "").map((line) => readLine(line, format));
  const sent = [...new Set(read.flatMap(({ code, parentCode }) => [code ?? [], parentCode ?? []].flat()))];
  const found = sent.length === 0 ? [] : await rows(tx, currentCodes(context, { sent }));
  const codes = found.map((row) => ({ sent: row.sent, current: currentCodeOf(row) }));
  const byCode = new Map([
    ...codes.map(({ current: one }) => [one.code, one] as const),
    ...codes.map((one) => [one.sent, one.current] as const),
  ]);
  const checked = read.map((line) => judged(line, byCode, mark));
  if (checked.length === 0) return 0;
  await run(
    tx,
    ...insertAlike(context, "transfer-line", {
      each: {
        id: await context.identifiers.take(checked.length),
        lineNo: checked.map(({ number }) => number),
        content: checked.map(({ content }) => content),
        parentCode: checked.map(({ parentCode }) => parentCode),
        code: checked.map(({ code }) => code),
        bindTime: checked.map(({ bindTime }) => bindTime),
        position: checked.map(({ position }) => position),
        problem: checked.map(({ problem }) => problem),
        why: checked.map(({ why }) => why?.[0] ?? null),
        whyEn: checked.map(({ why }) => why?.[1] ?? null),
      },
      same: { transferId: id },
    }),
  );
  return checked.length;
}

// ---------------------------------------------------------------- packages
/** Finds codes that stand in several lines, and the outermost package of each line, among the lines after one; answers the last of them. */
export async function groupLines(context: CommitContext, tx: Transaction, id: string, after: number): Promise<number | undefined> {
  const { unscoped } = tables(context);
  const next = await rows(
    tx,
    db
      .selectFrom(unscoped("transfer-line", "l"))
      .where("l.transferId", "=", id)
      .where("l.lineNo", ">", after)
      .orderBy("l.lineNo")
      .limit(linesAtOnce)
      .select(["l.id", "l.lineNo"]),
  );
  const last = next.at(-1)?.lineNo ?? undefined;
  if (last === undefined) return undefined;
  const ids = next.map((line) => line.id);
  // The other line of a code: the first one, or of the first one any that has another parent for it.
  const others = db
    .selectFrom(unscoped("transfer-line", "l"))
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom(unscoped("transfer-line", "o"))
          .where("o.transferId", "=", id)
          .whereRef("o.code", "=", "l.code")
          .whereRef("o.id", "<>", "l.id")
          .where(({ or, eb, ref }) =>
            or([eb("o.lineNo", "<", ref("l.lineNo")), sql<boolean>`${ref("o.parentCode")} is distinct from ${ref("l.parentCode")}`]),
          )
          .orderBy("o.lineNo")
          .limit(1)
          .select("o.lineNo")
          .as("o"),
      (join) => join.onTrue(),
    )
    .where("l.id", "=", anyOf(ids))
    .where("l.problem", "is", null)
    .select(["l.id", "o.lineNo"]);
  // Few lines repeat a code; they are asked for first, because joined with what is changed the planner compares each line with each.
  const repeated = (await rows(tx, others)).map(({ id: line, lineNo }): LineFault => ({
    id: line,
    why: [`与第 ${lineNo ?? 0} 行的码重复`, `It repeats a code of line ${lineNo ?? 0}`],
  }));
  const outermost = db
    .withRecursive("up(id, at, depth)", (cte) =>
      cte
        .selectFrom(unscoped("transfer-line", "l"))
        .where("l.id", "=", anyOf(ids))
        .where(({ fn }) => fn.coalesce("l.parentCode", "l.code"), "is not", null)
        .select(({ fn }) => ["l.id", fn.coalesce("l.parentCode", "l.code").as("at"), sql<number>`0`.as("depth")])
        .unionAll(
          cte
            .selectFrom("up as u")
            .innerJoinLateral(
              (from) =>
                from
                  .selectFrom(unscoped("transfer-line", "p"))
                  .where("p.transferId", "=", id)
                  .whereRef("p.code", "=", "u.at")
                  .where("p.parentCode", "is not", null)
                  .orderBy("p.lineNo")
                  .limit(1)
                  .select("p.parentCode")
                  .as("p"),
              (join) => join.onTrue(),
            )
            .where("u.depth", "<", maxSteps)
            .select(({ ref }) => ["u.id", "p.parentCode as at", sql<number>`${ref("u.depth")} + 1`.as("depth")]),
        ),
    )
    .selectFrom("up as u")
    .distinctOn("u.id")
    .orderBy("u.id")
    .orderBy("u.depth", "desc")
    .select(["u.id", "u.at", "u.depth"]);
  await noteFaults(context, tx, problems.duplicate, repeated);
  await run(
    tx,
    updateBulk(unscoped("transfer-line", "l"))
      .from(outermost.as("g"))
      .whereRef("l.id", "=", "g.id")
      .set(({ ref }) => {
        const isRing = sql<boolean>`${ref("g.depth")} >= ${maxSteps}::int and ${ref("l.problem")} is null`;
        return {
          groupCode: ref("g.at"),
          problem: sql<number | null>`case when ${isRing} then ${problems.malformed}::int else ${ref("l.problem")} end`,
          why: sql<string | null>`case when ${isRing} then '包装关系成环或层数过多' else ${ref("l.why")} end`,
          whyEn: sql<
            string | null
          >`case when ${isRing} then 'The packages form a ring, or have too many layers' else ${ref("l.whyEn")} end`,
        };
      }),
  );
  return last;
}

export interface LineGroup {
  readonly groupCode: string;
  readonly count: number;
  readonly faulty: number;
}

/** Some packages after one, by their outermost codes: as many as have few lines together, one at least. */
export async function groupsAfter(context: CommitContext, tx: Transaction, id: string, after: string): Promise<readonly LineGroup[]> {
  const { unscoped } = tables(context);
  const next = await rows(
    tx,
    db
      .selectFrom(unscoped("transfer-line", "l"))
      .where("l.transferId", "=", id)
      .where("l.groupCode", ">", after)
      .orderBy("l.groupCode")
      .limit(linesAtOnce)
      .select("l.groupCode"),
  );
  const named = [...new Set(next.map(({ groupCode }) => groupCode ?? ""))];
  // The last of them may have more lines.
  const whole = next.length < linesAtOnce || named.length === 1 ? named : named.slice(0, -1);
  if (whole.length === 0) return [];
  const found = await rows(
    tx,
    db
      .selectFrom(unscoped("transfer-line", "l"))
      .where("l.transferId", "=", id)
      .where("l.groupCode", "=", anyOf(whole))
      .groupBy("l.groupCode")
      .orderBy("l.groupCode")
      .select(({ ref }) => [
        "l.groupCode",
        sql<number>`count(*)::int`.as("count"),
        sql<number>`count(${ref("l.problem")})::int`.as("faulty"),
      ]),
  );
  return found.map(({ groupCode, count, faulty }) => ({ groupCode: groupCode ?? "", count, faulty }));
}

export interface GroupLine {
  readonly id: string;
  readonly groupCode: string;
  readonly parentCode: string;
  readonly code: string;
  readonly bindTime: string | undefined;
  readonly position: number | undefined;
}

/** The lines of some packages, as they stand in the file. */
export async function linesOf(
  context: CommitContext,
  tx: Transaction,
  id: string,
  groups: readonly string[],
): Promise<readonly GroupLine[]> {
  const found = await rows(
    tx,
    db
      .selectFrom(tables(context).unscoped("transfer-line", "l"))
      .where("l.transferId", "=", id)
      .where("l.groupCode", "=", anyOf(groups))
      .orderBy("l.lineNo")
      .select(["l.id", "l.groupCode", "l.parentCode", "l.code", "l.bindTime", "l.position"]),
  );
  return found.map((line) => ({
    id: line.id,
    groupCode: line.groupCode ?? "",
    parentCode: line.parentCode ?? "",
    code: line.code ?? "",
    bindTime: line.bindTime ?? undefined,
    position: line.position ?? undefined,
  }));
}

export interface LineFault {
  readonly id: string;
  readonly why: Text;
}

/** Notes what is wrong with lines. */
export async function noteFaults(context: CommitContext, tx: Transaction, problem: number, faults: readonly LineFault[]): Promise<void> {
  if (faults.length === 0) return;
  const given = sql<{ id: string; zh: string; en: string }>`unnest(
    ${faults.map(({ id }) => id)}::bigint[], ${faults.map(({ why }) => why[0])}::text[], ${faults.map(({ why }) => why[1])}::text[])`;
  await run(
    tx,
    updateBulk(tables(context).unscoped("transfer-line", "l"))
      .from(given.as<"g">(sql`g(id, zh, en)`))
      .whereRef("l.id", "=", "g.id")
      .set(({ ref }) => ({ problem, why: ref("g.zh"), whyEn: ref("g.en") })),
  );
}

/** Rejects what is left of packages with a faulty line. */
export async function rejectGroups(context: CommitContext, tx: Transaction, id: string, groups: readonly string[]): Promise<void> {
  if (groups.length === 0) return;
  await run(
    tx,
    updateBulk(tables(context).unscoped("transfer-line", "l"))
      .where("l.transferId", "=", id)
      .where("l.groupCode", "=", anyOf(groups))
      .where("l.problem", "is", null)
      .set(({ ref }) => ({
        problem: problems.rejected,
        why: sql<string>`'最外层包装“' || ${ref("l.groupCode")} || '”中有错误的行，整包退回'`,
        whyEn: sql<string>`'Package “' || ${ref("l.groupCode")} || '” has a faulty line, and is rejected as a whole'`,
      })),
  );
}

// ---------------------------------------------------------------- what came of it
/** How many lines have which problem. */
export async function countProblems(context: CommitContext, tx: Transaction, id: string): Promise<(problem: number) => number> {
  const found = await rows(
    tx,
    db
      .selectFrom(tables(context).unscoped("transfer-line", "l"))
      .where("l.transferId", "=", id)
      .where("l.problem", "is not", null)
      .groupBy("l.problem")
      .select(["l.problem", sql<number>`count(*)::int`.as("count")]),
  );
  const counts = new Map(found.map(({ problem, count }) => [problem, count]));
  return (problem) => counts.get(problem) ?? 0;
}

/** Faulty lines after one, in the order of the file. */
export async function faultyLines(context: CommitContext, tx: Transaction, id: string, after: number) {
  return rows(
    tx,
    db
      .selectFrom(tables(context).unscoped("transfer-line", "l"))
      .where("l.transferId", "=", id)
      .where("l.problem", "is not", null)
      .where("l.lineNo", ">", after)
      .orderBy("l.lineNo")
      .limit(linesAtOnce)
      .select(["l.lineNo", "l.problem", "l.why", "l.whyEn", "l.content"]),
  );
}

/** The first line that is faulty itself. */
export async function firstFault(context: CommitContext, tx: Transaction, id: string) {
  return first(
    tx,
    db
      .selectFrom(tables(context).unscoped("transfer-line", "l"))
      .where("l.transferId", "=", id)
      .where("l.problem", "<", problems.rejected)
      .orderBy("l.lineNo")
      .limit(1)
      .select(["l.lineNo", "l.why", "l.whyEn"]),
  );
}

/** Removes some kept lines; answers whether there may be more. */
export async function removeLines(context: CommitContext, tx: Transaction, id: string): Promise<boolean> {
  const { unscoped } = tables(context);
  const some = await rows(
    tx,
    db.selectFrom(unscoped("transfer-line", "l")).where("l.transferId", "=", id).limit(removedAtOnce).select("l.id"),
  );
  if (some.length === 0) return false;
  await run(tx, removeBulk(unscoped("transfer-line", "l")).where("l.id", "=", anyOf(some.map((line) => line.id))));
  return some.length === removedAtOnce;
}

export type Transfer = StoredRow<"transfer">;
