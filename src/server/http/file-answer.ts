// Answers that are files: streamed as they are read, in parts where their size is known (RFC 9110, range requests).
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { headerOf } from "./bodies.ts";

/** Bytes of a file from `start` up to and without `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export type FileChunks = AsyncIterable<Uint8Array | string>;

/** A file of unknown size, which is sent as a whole. */
interface StreamedFile {
  /** What the browser saves it as. */
  readonly name: string;
  readonly type: string;
  read(): FileChunks;
}

/** A file whose bytes are the same every time as long as `tag` is, so that a broken download continues where it stopped. */
interface RangedFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly tag: string;
  /** The browser shows it instead of saving it. */
  readonly isShown?: boolean;
  read(range: ByteRange): FileChunks;
}

/** What an action answers instead of an envelope. */
export class FileAnswer {
  constructor(readonly file: StreamedFile | RangedFile) {}
}

/** The range of a header; undefined where the whole file is meant, also by several ranges at once, which a server may answer so. */
function rangeIn(header: string | undefined, size: number): ByteRange | "unsatisfiable" | undefined {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  if (from === "") {
    const length = Number(to);
    return length === 0 || size === 0 ? "unsatisfiable" : { start: Math.max(0, size - length), end: size };
  }
  const start = Number(from);
  const last = to === "" ? size - 1 : Number(to);
  if (to !== "" && last < start) return undefined;
  return start >= size ? "unsatisfiable" : { start, end: Math.min(last + 1, size) };
}

/** Whether a request begins a download: neither a later part of one, nor a question about it. */
export function beginsDownload(request: FastifyRequest): boolean {
  return request.method === "GET" && !/^bytes=(?:0*[1-9]|-)/.test(headerOf(request, "range") ?? "");
}

/** For browsers that know only ASCII, and for those that know more (RFC 6266). */
function disposition(name: string, isShown: boolean): string {
  if (isShown) return "inline";
  const plain = name.replaceAll(/[^\w.-]/g, "_");
  return plain === name
    ? `attachment; filename="${name}"`
    : `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}

/** Sends a file, or the part of it that was asked for. It is read no faster than the client takes it, and no further once that is gone. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, { file }: FileAnswer): FastifyReply {
  reply.type(file.type).header("content-disposition", disposition(file.name, "isShown" in file && file.isShown === true));
  if (!("size" in file)) return reply.header("accept-ranges", "none").send(Readable.from(file.read(), { objectMode: false }));
  const tag = `"${file.tag}"`;
  reply.header("accept-ranges", "bytes").header("etag", tag);
  const continued = headerOf(request, "if-range");
  const range = continued === undefined || continued === tag ? rangeIn(headerOf(request, "range"), file.size) : undefined;
  if (range === "unsatisfiable") return reply.code(416).header("content-range", `bytes */${file.size}`).send("");
  const { start, end } = range ?? { start: 0, end: file.size };
  if (range !== undefined) reply.code(206).header("content-range", `bytes ${start}-${end - 1}/${file.size}`);
  return reply.header("content-length", end - start).send(Readable.from(file.read({ start, end }), { objectMode: false }));
}
