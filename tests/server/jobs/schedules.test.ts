// Schedules: due once across all processes, made up for after a time without any, and known by their names.
import { expect, test } from "vitest";
import { createSchedules, nextTime } from "../../../src/server/jobs/schedules.ts";
import type { Schedule } from "../../../src/server/jobs/job-handler.ts";
import { tenants } from "../../support/server.ts";
import { jobBench } from "./job-bench.ts";

const minute = 60_000;
const day = 86_400_000;
const bench = await jobBench();
const { database, clock } = bench.server;

const schedulesOf = (schedules: Readonly<Record<string, Schedule>>) => createSchedules({ database, clock, schedules });
const job = (queue: string) => ({ queue, payload: null });

async function enqueued(queue: string): Promise<readonly { readonly tenant: string; readonly runTime: string }[]> {
  const [answer] = await database.owner.read([
    { sql: 'select tenant_id as tenant, run_time as "runTime" from job where queue = $1 order by id', parameters: [queue] },
  ]);
  return (answer?.rows ?? []).map((row) => ({ tenant: String(row["tenant"]), runTime: String(row["runTime"]) }));
}

const finish = (queue: string) => bench.worker({ [queue]: { run: () => Promise.resolve() } }).idle();

test("a cron expression is read in the time zone of the installation, minutes from the hour", () => {
  const noon = new Date(2025, 2, 12, 12, 7).getTime();
  expect(nextTime({ cron: "30 3 * * *" }, noon)).toBe(new Date(2025, 2, 13, 3, 30).getTime());
  expect(nextTime({ everyMinutes: 5 }, noon)).toBe(new Date(2025, 2, 12, 12, 10).getTime());
  expect(nextTime({ everyMinutes: 1 }, noon)).toBe(noon + minute);
});

test("a schedule whose times make no sense is named", () => {
  expect(() => schedulesOf({ nightly: { times: { cron: "at night" }, job: job("x") } })).toThrow(
    'the schedule "nightly" has no cron expression: at night',
  );
  expect(() => schedulesOf({ often: { times: { everyMinutes: 0 }, job: job("x") } })).toThrow(
    'the schedule "often" needs a whole number of minutes',
  );
});

test("what is due is enqueued once, although two processes look at the same time", async () => {
  const schedule: Readonly<Record<string, Schedule>> = { twice: { times: { everyMinutes: 10 }, job: job("twice") } };
  const [one, other] = [schedulesOf(schedule), schedulesOf(schedule)];
  await Promise.all([one.prepare(), other.prepare()]);
  await one.poll();
  expect(await enqueued("twice")).toEqual([]);
  bench.pass(10 * minute);
  await Promise.all([one.poll(), other.poll(), one.poll(), other.poll()]);
  expect(await enqueued("twice")).toEqual([{ tenant: tenants.platform, runTime: "2025-03-12 12:10:00" }]);
  await finish("twice");
  bench.pass(10 * minute);
  await Promise.all([other.poll(), one.poll()]);
  expect(await enqueued("twice")).toHaveLength(2);
});

test("after the clock was set back, what comes every few minutes goes on, and what comes at an hour of the day waits for it", async () => {
  const schedules = schedulesOf({
    often: { times: { everyMinutes: 10 }, job: job("back-often") },
    daily: { times: { cron: "0 3 * * *" }, job: job("back-daily") },
  });
  await schedules.prepare();
  bench.pass(day);
  await schedules.poll();
  await finish("back-often");
  await finish("back-daily");
  const [often, daily] = [(await enqueued("back-often")).length, (await enqueued("back-daily")).length];
  bench.pass(-60 * minute);
  await schedules.poll();
  bench.pass(10 * minute);
  await schedules.poll();
  expect(await enqueued("back-often")).toHaveLength(often + 1);
  expect(await enqueued("back-daily")).toHaveLength(daily);
  bench.pass(50 * minute);
});

test("times without any process are made up for by one job, or by one each where the schedule says so", async () => {
  const schedules = schedulesOf({
    once: { times: { everyMinutes: 1440 }, job: job("missed-once") },
    each: { times: { everyMinutes: 1440 }, job: job("missed-each"), catchUp: "each" },
  });
  await schedules.prepare();
  bench.pass(3 * day);
  const restarted = schedulesOf({
    once: { times: { everyMinutes: 1440 }, job: job("missed-once") },
    each: { times: { everyMinutes: 1440 }, job: job("missed-each"), catchUp: "each" },
  });
  await restarted.prepare();
  await restarted.poll();
  await restarted.poll();
  expect(await enqueued("missed-once")).toHaveLength(1);
  const each = await enqueued("missed-each");
  expect(each).toHaveLength(3);
  expect(new Set(each.map(({ runTime }) => runTime)).size).toBe(3);
  bench.pass(day);
  await finish("missed-once");
  await restarted.poll();
  expect(await enqueued("missed-once")).toHaveLength(2);
  expect(await enqueued("missed-each")).toHaveLength(4);
});

test("as long as a schedule's job is unfinished no second one is enqueued", async () => {
  const schedules = schedulesOf({ slow: { times: { everyMinutes: 1 }, job: job("slow") } });
  await schedules.prepare();
  for (let time = 0; time < 3; time += 1) {
    bench.pass(minute);
    await schedules.poll();
  }
  expect(await enqueued("slow")).toHaveLength(1);
});

test("a schedule with other times is due at the next of these", async () => {
  await schedulesOf({ changed: { times: { everyMinutes: 1 }, job: job("changed") } }).prepare();
  const changed = schedulesOf({ changed: { times: { everyMinutes: 1440 }, job: job("changed") } });
  await changed.prepare();
  bench.pass(2 * minute);
  await changed.poll();
  expect(await enqueued("changed")).toEqual([]);
});

test("a schedule for each tenant enqueues a job in each", async () => {
  const schedules = schedulesOf({ all: { times: { everyMinutes: 1 }, job: job("all"), tenants: "each" } });
  await schedules.prepare();
  bench.pass(minute);
  await schedules.poll();
  expect((await enqueued("all")).map(({ tenant }) => tenant)).toEqual([tenants.platform, tenants.one, tenants.two]);
});
