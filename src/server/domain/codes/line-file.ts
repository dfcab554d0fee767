// Files of lines as people upload them: read in batches, in constant memory, from where an earlier run stopped; and the report of a dry
// run, which counts what is wrong in such a file and keeps the first problems by the numbers of their lines.
//
// A caller reads the file twice. The dry run goes through all of it, puts every problem into a `LineReport` and every code into a
// `RepeatedCodes`, and writes nothing. Only when the report is clean are the lines read again and written, a batch in each step of a job,
// whose checkpoint is the `next` of the batch.
import { createHash } from "node:crypto";
import { z } from "zod";
import type { Text } from "#schema/text";
import type { FileReader } from "../resource/uploaded-files.ts";
import { HashedRecords } from "./hashed-records.ts";

export type Charset = "utf-8" | "gbk";

/** Where the next line begins, and how many lines are before it. */
export const placeSchema = z.object({ offset: z.number(), line: z.int() });
type Place = z.infer<typeof placeSchema>;
export const beginning: Place = { offset: 0, line: 0 };

export interface Line {
  /** From 1, as editors count. */
  readonly number: number;
  /** Without its end; undefined where it is not of the charset, or too long. */
  readonly text: string | undefined;
}

export interface LineBatch {
  readonly lines: readonly Line[];
  readonly next: Place;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
/** Bytes of a line; longer ones are no lines of codes. */
const maxLineBytes = 1024 * 1024;
const byteOrderMark = "\uFEFF";

/** The bytes of one line, which may come in several pieces. */
class LineBytes {
  length = 0;
  #pieces: Buffer[] = [];

  add(piece: Buffer): void {
    this.length += piece.length;
    // What is too long is read to its end and not kept.
    if (this.length > maxLineBytes) this.#pieces = [];
    else if (piece.length > 0) this.#pieces.push(piece);
  }

  take(decoder: TextDecoder): string | undefined {
    const [pieces, length] = [this.#pieces, this.length];
    this.#pieces = [];
    this.length = 0;
    if (length > maxLineBytes) return undefined;
    const whole = pieces.length === 1 ? (pieces[0] ?? Buffer.alloc(0)) : Buffer.concat(pieces);
    try {
      return decoder.decode(whole.at(-1) === carriageReturn ? whole.subarray(0, -1) : whole);
    } catch {
      return undefined;
    }
  }
}

interface LineReading {
  readonly charset: Charset;
  readonly from: Place;
  /** Lines of a batch, at most. */
  readonly max: number;
}

/** Reads a file line by line, in batches, from a place on. */
export async function* readLines(file: FileReader, { charset, from, max }: LineReading): AsyncGenerator<LineBatch> {
  // In both charsets no part of another character is a line feed, so that bytes are cut into lines before they are decoded.
  const decoder = new TextDecoder(charset, { fatal: true, ignoreBOM: true });
  let { offset, line: number } = from;
  let lines: Line[] = [];
  const bytes = new LineBytes();
  const end = (feed: number): void => {
    offset += bytes.length + feed;
    number += 1;
    const text = bytes.take(decoder);
    lines.push({ number, text: number === 1 && text?.startsWith(byteOrderMark) === true ? text.slice(1) : text });
  };
  for await (const chunk of file(offset)) {
    let start = 0;
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, start)) {
      bytes.add(chunk.subarray(start, at));
      end(1);
      start = at + 1;
      if (lines.length < max) continue;
      yield { lines, next: { offset, line: number } };
      lines = [];
    }
    bytes.add(chunk.subarray(start));
  }
  if (bytes.length > 0) end(0);
  if (lines.length > 0) yield { lines, next: { offset, line: number } };
}

/** SHA-256 of a file, hexadecimal: by it a file is known again. */
export async function fileHashOf(file: FileReader): Promise<string> {
  const made = createHash("sha256");
  for await (const chunk of file(0)) made.update(chunk);
  return made.digest("hex");
}

// ---------------------------------------------------------------- columns
export interface ColumnFormat {
  readonly separator: string;
  /** Columns may be quoted, a quote in them doubled (RFC 4180). */
  readonly isQuoted: boolean;
}

/** The columns of a line, trimmed; undefined where a quote is not closed. */
export function columnsIn(text: string, { separator, isQuoted }: ColumnFormat): readonly string[] | undefined {
  if (!isQuoted || !text.includes('"')) return text.split(separator).map((column) => column.trim());
  const columns: string[] = [];
  let at = 0;
  for (;;) {
    const [, opening] = /^(\s*")/.exec(text.slice(at)) ?? [];
    if (opening === undefined) {
      const next = text.indexOf(separator, at);
      columns.push(text.slice(at, next < 0 ? undefined : next).trim());
      if (next < 0) return columns;
      at = next + separator.length;
      continue;
    }
    let column = "";
    at += opening.length;
    for (;;) {
      const quote = text.indexOf('"', at);
      if (quote < 0) return undefined;
      column += text.slice(at, quote);
      at = quote + 1;
      if (text[at] !== '"') break;
      column += '"';
      at += 1;
    }
    columns.push(column.trim());
    const rest = text.slice(at);
    const next = rest.indexOf(separator);
    if ((next < 0 ? rest : rest.slice(0, next)).trim() !== "") return undefined;
    if (next < 0) return columns;
    at += next + separator.length;
  }
}

// ---------------------------------------------------------------- codes that are repeated
const numberBytes = 6;

/** A code that an earlier line has already. */
interface Repeated {
  readonly line: number;
  readonly first: number;
}

/** Finds codes that stand in a file more than once, however many there are. */
export class RepeatedCodes {
  readonly #lines: HashedRecords;

  private constructor(lines: HashedRecords) {
    this.#lines = lines;
  }

  static async open(): Promise<RepeatedCodes> {
    return new RepeatedCodes(await HashedRecords.open(numberBytes));
  }

  async add(code: string, line: number): Promise<void> {
    await this.#lines.add(code, (bytes, at) => bytes.writeUIntBE(line, at, numberBytes));
  }

  /** All repetitions, in no order. */
  async *find(): AsyncGenerator<Repeated> {
    for await (const [first, ...others] of this.#lines.groups((bytes, at) => bytes.readUIntBE(at, numberBytes)))
      for (const line of others) yield { line, first: first ?? line };
  }

  async close(): Promise<void> {
    await this.#lines.close();
  }
}

// ---------------------------------------------------------------- report
/** malformed: no line of such a file; duplicate: its code is there already; unknown: it names what is not there. */
type ProblemKind = "malformed" | "duplicate" | "unknown";

interface LineProblem {
  readonly kind: ProblemKind;
  /** 0 where the file as a whole is meant. */
  readonly line: number;
  readonly what: Text;
  /** The code or the line, as far as it is shown. */
  readonly content: string;
}

const maxStored = 1000;
const maxContentLength = 200;
const kindNames: Readonly<Record<ProblemKind, Text>> = {
  malformed: ["格式错误", "Malformed"],
  duplicate: ["重复", "Duplicate"],
  unknown: ["不认识", "Unknown"],
};

/** The heading of a file of faulty lines. */
export const errorFileHead: Buffer = Buffer.from(`${byteOrderMark}行号 Line,类型 Kind,问题,Problem,内容 Content\r\n`);

/** A row of such a file, which spreadsheets open; in both languages. */
export function errorFileRow({ line, kind, what, content }: Omit<LineProblem, "kind"> & { readonly kind: Text }): string {
  return `${[line === 0 ? "" : String(line), kind.join(" "), ...what, content].map(cell).join(",")}\r\n`;
}

/** A cell that no spreadsheet takes for a formula. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** What a dry run has found in a file. */
export class LineReport {
  readonly counts: Record<ProblemKind, number> = { malformed: 0, duplicate: 0, unknown: 0 };
  /** Lines that are not empty. */
  lines = 0;
  readonly #kept: LineProblem[] = [];

  add(problem: LineProblem): void {
    this.counts[problem.kind] += 1;
    if (this.#kept.length < maxStored) this.#kept.push({ ...problem, content: [...problem.content].slice(0, maxContentLength).join("") });
  }

  get isClean(): boolean {
    return Object.values(this.counts).every((count) => count === 0);
  }

  /** The kept problems, by their lines. */
  get problems(): readonly LineProblem[] {
    return this.#kept.toSorted((left, right) => left.line - right.line);
  }

  /** The problems as a file that spreadsheets open, in both languages. */
  *errorFile(): Generator<Buffer> {
    yield errorFileHead;
    for (const problem of this.problems) yield Buffer.from(errorFileRow({ ...problem, kind: kindNames[problem.kind] }));
  }

  /** The counts and the first problem, as a sentence. */
  get summary(): Text {
    const { malformed, duplicate, unknown } = this.counts;
    const [first] = this.problems;
    const at: Text = first === undefined || first.line === 0 ? ["", ""] : [`第 ${first.line} 行：`, `line ${first.line}: `];
    return [
      `文件有误：格式错误 ${malformed}，重复 ${duplicate}，不认识 ${unknown}${first === undefined ? "" : `；${at[0]}${first.what[0]}`}`,
      `The file has faults: ${malformed} malformed, ${duplicate} duplicate, ${unknown} unknown${first === undefined ? "" : `; ${at[1]}${first.what[1]}`}`,
    ];
  }
}
