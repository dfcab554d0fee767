// Reads that take minutes, such as exports: rows as PostgreSQL makes them, in constant memory, on connections that no request waits for.
import pg, { type PoolClient } from "pg";
import driver from "pg/lib/utils.js";
import { to as copyTo } from "pg-copy-streams";
import { answersOf, type Row, type Statement } from "./pipeline.ts";
import { COMMIT } from "./pool-transaction.ts";
import { sendTogether } from "./statement-batch.ts";

/** An open read-only transaction over one snapshot. It is over when the work that it was given to has ended. */
export interface LongRead {
  /** What `COPY … TO STDOUT` writes, no faster than it is read. COPY takes no parameters: values are written with `copyValue`. */
  copy(sql: string): AsyncIterable<Buffer>;
  /** The rows of a statement in batches. */
  rows(statement: Statement, batch: number): AsyncIterable<readonly Row[]>;
}

/**
 * A value in the text of a COPY, which PostgreSQL gives no parameters: quoted by the driver, so that whatever it holds stays a value. It is
 * of no type yet, as a parameter is.
 */
export function copyValue(value: unknown): string {
  const text = driver.prepareValue(value);
  if (text === null) return "NULL";
  if (typeof text !== "string") throw new TypeError("bytes are no value of an exported list");
  return pg.escapeLiteral(text);
}

const cursor = "tracemark_rows";

/** Runs work in one transaction that cannot write. */
export async function readLong<T>(client: PoolClient, opening: readonly Statement[], work: (reading: LongRead) => Promise<T>): Promise<T> {
  answersOf(await sendTogether(client, opening));
  const result = await work({
    copy: (sql) => {
      const copied = client.query(copyTo(sql));
      // Whoever reads it hears of its errors. Where nobody does any more the end of its connection is one, which must not end the process.
      copied.on("error", () => undefined);
      return copied;
    },
    rows: async function* ({ sql, parameters }, batch) {
      answersOf(await sendTogether(client, [{ sql: `declare ${cursor} no scroll cursor for ${sql}`, parameters }]));
      for (;;) {
        const [found] = answersOf(await sendTogether(client, [{ sql: `fetch ${batch} from ${cursor}`, parameters: [] }]));
        if (found === undefined || found.rows.length === 0) break;
        yield found.rows;
      }
      answersOf(await sendTogether(client, [{ sql: `close ${cursor}`, parameters: [] }]));
    },
  });
  answersOf(await sendTogether(client, [COMMIT]));
  return result;
}
