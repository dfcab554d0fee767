// What a row takes of each table that grows with the codes.
import { count, print } from "../goals.ts";
import type { Bench } from "./bench.ts";

/** What a row takes of each table that grows with the codes, its part of the indexes included. */
export async function showGrowth({ database }: Bench): Promise<void> {
  print();
  for (const table of ["code_item", "code_relation", "consumer_scan_record", "scan_repeat"]) {
    const { rows } = await database.query<Readonly<Record<"rows" | "own" | "indexes" | "whole", string>>>(
      `select (select count(*) from ${table}) as rows, pg_table_size('${table}') as own, pg_indexes_size('${table}') as indexes,
        pg_total_relation_size('${table}') as whole`,
    );
    const [size] = rows;
    const bytesOfRow = (bytes: string | undefined): string => (Number(bytes) / Number(size?.rows)).toFixed(0);
    if (Number(size?.rows) >= 1000)
      print(
        `  ${table.padEnd(22)} ${count(Number(size?.rows)).padStart(12)} rows, ${bytesOfRow(size?.whole)} bytes each: ` +
          `${bytesOfRow(size?.own)} and ${bytesOfRow(size?.indexes)} in indexes`,
      );
  }
}
