// A consumer's look-up among millions of codes, and the first level of a pallet, each beside one statement by its index.
import type pg from "pg";
import { z } from "zod";
import { count, judge, print } from "../goals.ts";
import { tenant } from "../sign-in.ts";
import type { Product } from "../../product-process.ts";
import { putCodes, type Bench } from "./bench.ts";
import { showTimes, startBareHandler, timed, type BareHandler } from "./floors.ts";

const lookups = 3_000;
const openings = 1_000;
const codesOfPart = 1_000_000;

const goals = {
  lookup: { what: "p99 of a look-up, against a bare SELECT behind a bare handler", compared: "at most", limit: 3, unit: "×" },
  pallet: { what: "first level of a pallet, against one query behind a bare handler", compared: "at most", limit: 3, unit: "×" },
} as const;

const code = `select * from code_item where tenant_id = '${tenant}' and id = $1`;
const level = `select i.* from code_relation r join code_item i on i.tenant_id = r.tenant_id and i.id = r.code_id
  where r.tenant_id = '${tenant}' and r.parent_id = $1 and r.is_deleted = 0 order by r.position limit 100`;
/** The least that a look-up writes: the number of the code, and one row. */
const counted = `update code_item set scan_count = scan_count + 1, first_scan_time = coalesce(first_scan_time, now()) where tenant_id = '${tenant}' and id = $1`;
const insertScans = `insert into consumer_scan_record (id, tenant_id, code, scan_time, result, ip)
  values (nextval('bench_scan'), '${tenant}', $1::text, now(), 1, '192.0.2.1')`;

export async function lookUp(server: Product, of: string, from: string): Promise<void> {
  const query = new URLSearchParams({ code: of, tenantId: tenant });
  const answer = await fetch(`${server.address}/api/anti-fake-web/product-info?${query}`, { headers: { "x-forwarded-for": from } });
  const body: unknown = await answer.json();
  const { success, data } = z.object({ data: z.object({ result: z.number() }) }).safeParse(body);
  if (!success || (data.data.result !== 1 && data.data.result !== 2)) throw new Error(`the look-up answers ${JSON.stringify(body)}`);
}

async function measureLookup({ database, server, lookupCodes }: Bench, handler: BareHandler): Promise<void> {
  const began = performance.now();
  const firsts: bigint[] = [];
  for (let from = 0; from < lookupCodes; from += codesOfPart)
    firsts.push(await putCodes(database, `LOOK${firsts.length}-`, 1, Math.min(codesOfPart, lookupCodes - from)));
  await database.query("vacuum analyze code_item");
  await database.query("checkpoint");
  const { rows: sizes } = await database.query<{ readonly codes: string }>("select count(*) as codes from code_item");
  print(`  look-ups among ${count(Number(sizes[0]?.codes))} codes, stored in ${((performance.now() - began) / 1000).toFixed(0)} s:`);
  // Numbers that look random and are the same in every run; each kind has codes of its own, so that none finds what another has read.
  const kinds = ["driver", "handler", "recording", "lookup"] as const;
  const at = (kind: (typeof kinds)[number], turn: number): number =>
    ((turn * kinds.length + kinds.indexOf(kind)) * 7_919_999 + 12_345) % lookupCodes;
  const idAt = (index: number): string => String((firsts[Math.floor(index / codesOfPart)] ?? 0n) + BigInt(index % codesOfPart));
  const codeAt = (index: number): string => `LOOK${Math.floor(index / codesOfPart)}-${String((index % codesOfPart) + 1).padStart(9, "0")}`;
  const one = (rows: readonly unknown[]): void => {
    if (rows.length !== 1) throw new Error("the bare SELECT finds nothing");
  };
  const measured = await timed(
    {
      driver: async (turn) => one((await database.query({ text: code, name: "bench_code", values: [idAt(at("driver", turn))] })).rows),
      handler: async (turn) => one(await handler.ask("/code", [idAt(at("handler", turn))])),
      recording: async (turn) => one(await handler.ask("/recording", [idAt(at("recording", turn))])),
      // Each from an address of its own, as consumers are; one alone may not ask so often.
      lookup: (turn) => lookUp(server, codeAt(at("lookup", turn)), `10.${turn >> 16}.${(turn >> 8) & 255}.${turn & 255}`),
    },
    lookups,
  );
  const titles = {
    driver: "bare SELECT by the primary key, driver alone",
    handler: "the same behind a bare handler",
    recording: "the same, and two rows written durably",
    lookup: "look-up",
  };
  showTimes(titles, measured, lookups);
  const { lookup, handler: floor, driver, recording } = measured;
  print(
    `    look-up, median ${(lookup.median / floor.median).toFixed(2)} × the SELECT behind the handler, ${(lookup.median / recording.median).toFixed(2)} × with the rows written; ` +
      `p99 ${(lookup.p99 / driver.p99).toFixed(2)} × the driver alone, ${(lookup.p99 / recording.p99).toFixed(2)} × with the rows written`,
  );
  judge(goals.lookup, lookup.p99 / floor.p99);
}

/** A pallet of 100 cases of 99 bottles each: 10,000 codes. */
async function putPallet(database: pg.Client): Promise<string> {
  const pallet = await putCodes(database, "PALLET-", 4, 1);
  const cases = await putCodes(database, "PCASE-", 3, 100);
  const bottles = await putCodes(database, "PBOTTLE-", 1, 9_900);
  await database.query(
    `insert into code_relation (id, tenant_id, code_id, parent_id, root_id, layer, relation_type, child_num, position, digit_source_mark)
     select $1::bigint, '${tenant}', $1::bigint, null::bigint, $1::bigint, 4, 1, 100, null::int, 'SELF'
     union all select $2::bigint + n, '${tenant}', $2::bigint + n, $1::bigint, $1::bigint, 3, 1, 99, n + 1, 'SELF' from generate_series(0, 99) n
     union all select $3::bigint + n, '${tenant}', $3::bigint + n, $2::bigint + n / 99, $1::bigint, 1, 1, 0, n + 1, 'SELF' from generate_series(0, 9899) n`,
    [String(pallet), String(cases), String(bottles)],
  );
  await database.query("vacuum analyze code_relation");
  return String(pallet);
}

async function measurePallet({ client, database }: Bench, handler: BareHandler): Promise<void> {
  const pallet = await putPallet(database);
  const hundred = (rows: readonly unknown[]): void => {
    if (rows.length !== 100) throw new Error(`the first level has ${rows.length} codes`);
  };
  const measured = await timed(
    {
      driver: async () => hundred((await database.query({ text: level, name: "bench_level", values: [pallet] })).rows),
      handler: async () => hundred(await handler.ask("/level", [pallet])),
      opening: async () => {
        const answer = await client.get("/digit-bind/code-relation/children", { code: "PALLET-000000001" });
        hundred(z.object({ children: z.array(z.unknown()) }).parse(answer).children);
      },
    },
    openings,
  );
  print("  first level of a pallet of 10,000 codes:");
  showTimes(
    { driver: "one indexed query, driver alone", handler: "the same behind a bare handler", opening: "first level" },
    measured,
    openings,
  );
  print(`    median ${(measured.opening.median / measured.driver.median).toFixed(2)} × the driver alone`);
  judge(goals.pallet, measured.opening.median / measured.handler.median);
}

export async function measureLookups(bench: Bench): Promise<void> {
  await bench.database.query("create sequence bench_scan start 9000000000000000000");
  const handler = await startBareHandler(bench.connection, {
    "/code": [code],
    "/level": [level],
    "/recording": [code, counted, insertScans],
  });
  try {
    await measureLookup(bench, handler);
    await measurePallet(bench, handler);
  } finally {
    await handler.stop();
  }
}
