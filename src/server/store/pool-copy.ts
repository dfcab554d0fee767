// COPY … FROM STDIN inside a transaction: the fastest way for many rows into a table.
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { PoolClient } from "pg";
import { from as copyFrom } from "pg-copy-streams";

/** Text or bytes in the format that the COPY names. */
export type CopyChunks = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/**
 * Sends chunks as the rows of a `COPY … FROM STDIN` and returns how many rows were stored. Reads the chunks no faster than they are sent.
 * The connection must not be pipelined: the answer to COPY has to come before the rows go out.
 */
export async function copyRows(client: PoolClient, sql: string, chunks: CopyChunks): Promise<number> {
  const stream = client.query(copyFrom(sql));
  await pipeline(Readable.from(chunks, { objectMode: true }), stream);
  return stream.rowCount;
}
