// Every queue that has a handler has a name for people, and every schedule enqueues into such a queue.
import { expect, test } from "vitest";
import { jobQueues } from "../../resources/monitor/job.options.ts";
import { businessDomain } from "../../src/server/domain/business.ts";

const queues = Object.keys(businessDomain.jobs ?? {}).sort();

test("the screen of jobs names the queues that have handlers", () => {
  expect(jobQueues.map(([queue]) => queue).toSorted()).toEqual(queues);
});

test("schedules enqueue jobs that somebody does", () => {
  expect(queues).toEqual(expect.arrayContaining(Object.values(businessDomain.schedules ?? {}).map(({ job }) => job.queue)));
});
