// What all parts of the measurement of codes have.
import { createWriteStream } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import type { Installation } from "../installed-server.ts";
import { tenant } from "../sign-in.ts";

export interface Bench extends Installation {
  /** How many codes are made and imported. */
  readonly codes: number;
  /** How often they are made. */
  readonly rounds: number;
  /** Codes among which look-ups are measured. */
  readonly lookupCodes: number;
}

/** A file of lines, each made when it is written. */
export async function fileOf(directory: string, name: string, lines: Iterable<string>): Promise<string> {
  const file = path.join(directory, name);
  const chunks = function* () {
    let chunk = "";
    for (const line of lines) {
      chunk += `${line}\r\n`;
      if (chunk.length < 65_536) continue;
      yield chunk;
      chunk = "";
    }
    yield chunk;
  };
  await pipeline(Readable.from(chunks()), createWriteStream(file));
  return file;
}

/** Ids that no row has, beginning with a number of one's own. */
let ids = 8_000_000_000_000_000_000n;

/** Codes of a layer, written past the server, with ids one after the other; answers the first of these. */
export async function putCodes(database: pg.Client, prefix: string, layer: number, number: number): Promise<bigint> {
  const first = ids + 1n;
  // They refer to nothing, so no reference need be looked up for each.
  await database.query("set session_replication_role = replica");
  await database.query(
    `insert into code_item (id, tenant_id, code, code_func_type, digit_source_mark, layer, life_status, block_status, scan_count)
     select $1::bigint + n, '${tenant}', $2 || lpad(n::text, 9, '0'), 1, 'SELF', $3, 1, 0, 0 from generate_series(1, $4::int) n`,
    [String(ids), prefix, layer, number],
  );
  await database.query("reset session_replication_role");
  ids += BigInt(number + 1);
  return first;
}
