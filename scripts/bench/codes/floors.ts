// One statement as it is without the product: through the driver alone, and behind a handler that does nothing but answer its rows.
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { count, median, print } from "../goals.ts";
import type { PostgresConnection } from "../../../src/server/postgres/connection.ts";
import type { BareServer } from "./bare-process.ts";

/** Turns that are not counted. */
const defaultWarmUp = 300;

export interface BareHandler {
  /** Asks an address of its own, and answers the rows. */
  readonly ask: (path: string, values: readonly string[]) => Promise<readonly unknown[]>;
  readonly stop: () => Promise<void>;
}

export async function startBareHandler(connection: PostgresConnection, statements: BareServer["statements"]): Promise<BareHandler> {
  const child: ChildProcess = fork(new URL("./bare-process.ts", import.meta.url), { execArgv: ["--import", "tsx"] });
  const started = once(child, "message");
  child.send({ connection, statements } satisfies BareServer);
  const [port]: unknown[] = await started;
  return {
    ask: async (path, values) => {
      const query = new URLSearchParams(values.map((value, index) => [String(index), value]));
      const answer = await fetch(`http://127.0.0.1:${String(port)}${path}?${query}`);
      if (answer.status !== 200) throw new Error(await answer.text());
      // The answer of our own process.
      return ((await answer.json()) as { readonly data: readonly unknown[] }).data;
    },
    stop: async () => {
      const ended = once(child, "exit");
      child.kill();
      await ended;
    },
  };
}

interface Times {
  readonly median: number;
  readonly p99: number;
}

/** How long single calls take, in milliseconds: of each kind one after the other, in turns, so that what else the machine does hits all alike. */
export async function timed<Name extends string>(
  work: Readonly<Record<Name, (turn: number) => Promise<unknown>>>,
  turns: number,
  warmUp = defaultWarmUp,
): Promise<Readonly<Record<Name, Times>>> {
  const names = Object.keys(work) as Name[];
  const times = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let turn = 0; turn < warmUp + turns; turn += 1)
    for (const name of names) {
      const began = performance.now();
      await work[name](turn);
      if (turn >= warmUp) times.get(name)?.push(performance.now() - began);
    }
  const summed = names.map((name) => {
    const sorted = (times.get(name) ?? []).toSorted((left, right) => left - right);
    return [name, { median: median(sorted), p99: sorted[Math.floor(0.99 * sorted.length)] ?? Number.NaN }] as const;
  });
  return Object.fromEntries(summed) as Record<Name, Times>;
}

/** Prints times, each beside those of the floors. */
export function showTimes<Name extends string>(
  titles: Readonly<Record<Name, string>>,
  measured: Readonly<Record<Name, Times>>,
  turns: number,
): void {
  for (const name of Object.keys(titles) as Name[])
    print(
      `    ${titles[name].padEnd(60)} ${measured[name].median.toFixed(2)} ms, p99 ${measured[name].p99.toFixed(2)} ms of ${count(turns)}`,
    );
}
