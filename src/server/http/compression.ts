// Compresses JSON and pages on their way out. Files are left alone: they are streamed, in parts where somebody asks for parts, and the
// browser application's own files lie compressed already (http/pages.ts).
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";

/** Characters; what is shorter fits into one packet anyway. */
const minLength = 1024;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Quick rather than small: a list is compressed for one reader, who waits for it. Off the main thread. */
const compressors = {
  br: (text: string) =>
    toBrotli(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
  gzip: (text: string) => toGzip(text, { level: 4 }),
} as const;

type Encoding = keyof typeof compressors;

/** The encoding for a header `Accept-Encoding`; undefined where its sender takes none of ours. */
export function encodingFor(accepted: string | undefined): Encoding | undefined {
  const named = new Map(
    (accepted ?? "").split(",").map((one) => {
      const [name = "", ...parameters] = one.split(";").map((part) => part.trim().toLowerCase());
      return [name, !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))];
    }),
  );
  const takes = (encoding: Encoding) => named.get(encoding) ?? (named.get("*") === true && encoding === "gzip");
  return takes("br") ? "br" : takes("gzip") ? "gzip" : undefined;
}

/**
 * Answers that hold tokens are never compressed: from the length of an answer that holds a secret and repeats what was sent, the secret can
 * be guessed bit by bit (BREACH). All others need a token that no other site can make a browser send.
 */
const holdsTokens = /\/(?:blade-auth|oauth)\//;

/**
 * Pages repeat nothing that was sent: their address chooses among files of the build, their language among two. Their nonce is another in
 * every answer, so that the length of one says nothing about the next.
 */
const compressible = /^(?:application\/json|text\/html)\b/;

/** Compresses the answers of an instance for those who take that. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply, payload: unknown) => {
    if (
      typeof payload !== "string" ||
      payload.length < minLength ||
      reply.hasHeader("content-encoding") ||
      !compressible.test(String(reply.getHeader("content-type"))) ||
      holdsTokens.test(request.url)
    )
      return payload;
    reply.header("vary", "accept-encoding");
    const encoding = encodingFor(request.headers["accept-encoding"]);
    if (encoding === undefined) return payload;
    const compressed = await compressors[encoding](payload);
    reply.header("content-encoding", encoding).header("content-length", compressed.length);
    return compressed;
  });
}
