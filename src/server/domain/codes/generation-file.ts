// The codes of a generation record as a file: read from the table in the order of their serials while the client takes it, never held whole.
import { createHash } from "node:crypto";
import { ZipWriter } from "@zip.js/zip.js";
import { sql } from "kysely";
import type { Domain, Effect, PrepareContext } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import { FileAnswer, type ByteRange, type FileChunks } from "../../http/file-answer.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { db, read, run } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables, updateDerived } from "../../rows/tables.ts";
import { codeEvents, recordEvent } from "./code-events.ts";
import { verificationPart, type Rule } from "./composition.ts";
import { publicPrefix, publicPrefixIn } from "./public-address.ts";
import { requireSecret, type RuleSecrets } from "./rule-secrets.ts";

const contents = { code: 1, address: 2, verification: 3 } as const;
const csv = 2;
const lineEnd = "\r\n";
/** Codes that are read at once. */
const window = 20_000;

const linesOfRecord = prepared("generation_lines_to_export", (given: Given<{ readonly recordId: string }>, { unscoped, withRemoved }) =>
  db
    .selectFrom(unscoped("code-gen-record-detail", "d"))
    .innerJoin(withRemoved("code-make-rule", "m"), "m.id", "d.codeMakeRuleId")
    .where("d.codeGenRecordId", "=", given("recordId"))
    .orderBy("d.id")
    .select([
      "d.id",
      "d.layer",
      "d.num",
      "d.doneNum",
      "d.startSerial",
      "d.endSerial",
      "d.firstCode",
      "d.lastCode",
      "m.name",
      "m.urlPrefix",
      "m.verifyMode",
      "m.verifyLength",
      "m.secret",
    ]),
);

interface Window {
  readonly lineId: string;
  readonly from: number;
  /** Behind the last serial. */
  readonly to: number;
}

/**
 * Codes of a line by their serials, as one text: what is before and behind each is put there by the database. No code is ever removed alone,
 * and the index by serials is one of living rows.
 */
const exported = prepared("codes_to_export", (given: Given<Window & { readonly before: string; readonly behind: string }>, { unscoped }) =>
  db
    .selectFrom(unscoped("code-item", "i"))
    .where("i.codeGenRecordDetailId", "=", given("lineId"))
    .where("i.serialNo", ">=", sql<string>`${given("from")}::bigint`)
    .where("i.serialNo", "<", sql<string>`${given("to")}::bigint`)
    .select(({ ref }) => [
      sql<string>`coalesce(string_agg(${given("before")}::text || ${ref("i.code")} || ${given("behind")}::text, '' order by ${ref("i.serialNo")}), '')`.as(
        "text",
      ),
      sql<number>`count(*)::int`.as("num"),
    ]),
);

/** How a code is written in a line of a file. */
interface Format {
  readonly before: string;
  readonly behind: string;
  /** Of verification parts, which the database does not know. */
  readonly add?: (code: string) => string;
}

/** A part of a line's codes that goes into one file. */
interface Section extends Window {
  readonly format: Format;
  /** Bytes of each line of the file; undefined where the codes were not made here one behind the other. */
  readonly lineBytes: number | undefined;
}

interface Entry {
  readonly name: string;
  readonly section: Section;
}

type Exported = Pick<
  StoredRow<"code-gen-record">,
  "id" | "genNo" | "fileFormat" | "fileContent" | "splitSize" | "zipPassword" | "finishTime"
>;

function formatOf(
  record: Exported,
  rule: Rule & { readonly name?: string | null; readonly secret?: string | null },
  secrets: RuleSecrets,
): Format {
  const isCsv = record.fileFormat === csv;
  if (record.fileContent === contents.address) {
    const address = rule.urlPrefix ?? "";
    const isQuoted = isCsv && /[",\r\n]/.test(address);
    return isQuoted ? { before: `"${address.replaceAll('"', '""')}`, behind: `"${lineEnd}` } : { before: address, behind: lineEnd };
  }
  if (record.fileContent === contents.verification && rule.verifyMode === 1) {
    const secret = requireSecret(secrets, rule);
    const separator = isCsv ? "," : "\t";
    return { before: "", behind: lineEnd, add: (code) => `${separator}${verificationPart(rule, secret, code) ?? ""}` };
  }
  return { before: "", behind: lineEnd };
}

function withParts(text: string, { add }: Format): string {
  if (add === undefined || text === "") return text;
  let written = "";
  for (const code of text.slice(0, -lineEnd.length).split(lineEnd)) written += code + add(code) + lineEnd;
  return written;
}

/** Texts of a section from one of its serials on, the next one being read while the one before is sent. */
async function* textsOf(context: PrepareContext, { lineId, to, format, lineBytes }: Section, from: number): AsyncGenerator<string> {
  const fetch = async (start: number): Promise<string> => {
    const end = Math.min(start + window, to);
    const { before, behind } = format;
    const [[found]] = await read(context, [exported(context, { lineId, from: start, to: end, before, behind })]);
    // A length was announced: a file that is short must break off, not end as if it were whole.
    if (lineBytes !== undefined && found?.num !== end - start)
      throw new Error(`the generation line ${lineId} lacks codes between serials ${start} and ${end}`);
    return withParts(found?.text ?? "", format);
  };
  let following: Promise<string> | undefined = from < to ? fetch(from) : undefined;
  for (let start = from; following !== undefined; start += window) {
    const text = await following;
    const next = start + window;
    following = next < to ? fetch(next) : undefined;
    // Nobody waits for it if the client is gone.
    following?.catch(() => undefined);
    if (text !== "") yield text;
  }
}

/** Bytes of a section whose lines are all equally long. */
async function* bytesOf(context: PrepareContext, section: Section, lineBytes: number, { start, end }: ByteRange): FileChunks {
  const firstLine = Math.floor(start / lineBytes);
  let skipped = start - firstLine * lineBytes;
  let left = end - start;
  for await (const text of textsOf(context, section, section.from + firstLine)) {
    const bytes = Buffer.from(text).subarray(skipped, skipped + left);
    skipped = 0;
    left -= bytes.length;
    yield bytes;
    if (left <= 0) return;
  }
}

/** Texts as the archive takes them, read when it asks for more. */
function streamOf(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await texts.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => void (await texts.return(undefined)),
  });
}

/** A zip archive of several files, or of one with a password (AES-256). */
async function* archiveOf(
  context: PrepareContext,
  entries: readonly Entry[],
  { password, time }: { readonly password: string | undefined; readonly time: Date },
): FileChunks {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const archive = new ZipWriter(writable, {
    useWebWorkers: false,
    lastModDate: time,
    ...(password === undefined ? {} : { password, encryptionStrength: 3 as const }),
  });
  const writing = (async () => {
    for (const { name, section } of entries) await archive.add(name, streamOf(textsOf(context, section, section.from)));
    await archive.close();
  })();
  // What goes wrong while it is written breaks the answer off.
  writing.catch((error: unknown) => void writable.abort(error).catch(() => undefined));
  yield* readable;
  await writing;
}

type ExportedLine = Awaited<ReturnType<typeof readLines>>[number];

async function readLines(context: PrepareContext, recordId: string) {
  const [found, prefixes] = await read(context, [linesOfRecord(context, { recordId }), publicPrefix(context, {})]);
  const prefix = publicPrefixIn(prefixes);
  return found.map((line) => ({ ...line, urlPrefix: line.urlPrefix === null || line.urlPrefix === "" ? prefix : line.urlPrefix }));
}

/** The files of a record: a line's codes in as many as its record splits them into, numbered within their layer. */
function entriesOf(record: Exported, lines: readonly ExportedLine[], secrets: RuleSecrets): readonly Entry[] {
  const extension = record.fileFormat === csv ? "csv" : "txt";
  const numbers = new Map<number, number>();
  return lines.flatMap((line) => {
    const { id: lineId, startSerial, endSerial, num, doneNum, firstCode, lastCode } = line;
    if (startSerial === null || endSerial === null) return [];
    const [start, end] = [Number(startSerial), Number(endSerial) + 1];
    const format = formatOf(record, line, secrets);
    const isWhole = firstCode !== null && lastCode !== null && end - start === num && doneNum === num;
    const example = isWhole ? withParts(`${format.before}${firstCode}${format.behind}`, format) : "";
    const lineBytes = isWhole && firstCode.length === lastCode.length ? Buffer.byteLength(example) : undefined;
    const size = (record.splitSize ?? 0) > 0 ? (record.splitSize ?? 0) : end - start;
    const layer = line.layer ?? 1;
    return Array.from({ length: Math.ceil((end - start) / size) }, (_, index): Entry => {
      const number = (numbers.get(layer) ?? 0) + 1;
      numbers.set(layer, number);
      const from = start + index * size;
      return {
        name: `${record.genNo ?? ""}-L${layer}-${number}.${extension}`,
        section: { lineId, from, to: Math.min(from + size, end), format, lineBytes },
      };
    });
  });
}

function fileOf(context: PrepareContext, record: Exported, lines: readonly ExportedLine[], secrets: RuleSecrets): FileAnswer {
  const entries = entriesOf(record, lines, secrets);
  const [only] = entries;
  if (only === undefined) throw businessError("noCodes", ["该记录没有可下载的码", "This record has no codes to download"]);
  const name = record.genNo ?? record.id;
  if (entries.length > 1 || record.zipPassword !== null) {
    const password = record.zipPassword === null ? undefined : secrets.openText(record.zipPassword);
    if (record.zipPassword !== null && password === undefined)
      throw businessError("passwordLost", [
        "压缩密码无法读取（服务器密钥已更换），请恢复原密钥",
        "The archive password cannot be read, because the server's own secret has changed",
      ]);
    const time = new Date((record.finishTime ?? context.now()).replace(" ", "T"));
    return new FileAnswer({
      name: `${name}.zip`,
      type: "application/zip",
      read: () => archiveOf(context, entries, { password, time }),
    });
  }
  const { section } = only;
  const isCsv = record.fileFormat === csv;
  const common = { name: `${name}.${isCsv ? "csv" : "txt"}`, type: `text/${isCsv ? "csv" : "plain"}; charset=utf-8` };
  const { lineBytes, format } = section;
  if (lineBytes === undefined) return new FileAnswer({ ...common, read: () => textsOf(context, section, section.from) });
  const facts = [record.id, section.from, section.to, format.before, format.behind, record.fileContent, record.fileFormat];
  return new FileAnswer({
    ...common,
    size: lineBytes * (section.to - section.from),
    tag: createHash("sha256").update(JSON.stringify(facts)).digest("base64url"),
    read: (range) => bytesOf(context, section, lineBytes, range),
  });
}

interface Opened {
  readonly context: PrepareContext;
  readonly lines: readonly ExportedLine[];
}

const download = (secrets: RuleSecrets): Effect<"code-gen-record.download", Opened> => ({
  // The file is read after the transaction, in as many reads as it takes.
  prepare: async (context, { ids: [id = ""] }) => ({ context, lines: await readLines(context, id) }),
  commit: async (tx, context, { rows: [record], prepared: { context: outside, lines } }) => {
    if (record === undefined) return null;
    const file = fileOf(outside, record, lines, secrets);
    if (context.beginsDownload !== false) {
      await run(
        tx,
        updateDerived(tables(context).unscoped("code-gen-record", "r"))
          .set(({ ref }) => ({ downloadCount: sql<number>`coalesce(${ref("r.downloadCount")}, 0) + 1` }))
          .where("r.id", "=", record.id),
      );
      await recordEvent(context, tx, { record: record.id }, codeEvents.downloaded);
    }
    return file;
  },
});

export const generationFileDomain = (secrets: RuleSecrets): Domain => ({
  reads: {},
  actions: { "code-gen-record.download": download(secrets) },
  hooks: {},
});
