// Every queue that has a handler has a name for people, and every schedule enqueues into such a queue.
import { expect, test } from "vitest";
import { jobQueues } from "../../resources/monitor/job.options.ts";
import { createSecretKey } from "node:crypto";
import { createBusinessDomain } from "../../src/server/domain/business.ts";
import { ruleSecrets } from "../../src/server/domain/codes/rule-secrets.ts";
import { messageServices } from "../../src/server/domain/messages/services.ts";
import { exchangeServices } from "../../src/server/domain/payments/exchange.ts";
import { webhookServices } from "../../src/server/domain/system/webhooks/services.ts";
import { dataSourceServices } from "../../src/server/domain/system/data-sources.ts";
import { uploadedFiles } from "../../src/server/domain/resource/uploaded-files.ts";
import { systemClock } from "../../src/server/store/clock.ts";

const key = createSecretKey(Buffer.alloc(32));
const files = uploadedFiles("unused", systemClock);
const businessDomain = createBusinessDomain({
  ruleSecrets: ruleSecrets(key),
  payments: exchangeServices(key),
  messages: messageServices(key, files),
  files,
  webhooks: webhookServices(key),
  dataSources: dataSourceServices(key),
  storages: { decryptSecret: () => undefined, internalHosts: [] },
});
const queues = Object.keys(businessDomain.jobs ?? {}).sort();

test("the screen of jobs names the queues that have handlers", () => {
  expect(jobQueues.map(([queue]) => queue).toSorted()).toEqual(queues);
});

test("schedules enqueue jobs that somebody does", () => {
  expect(queues).toEqual(expect.arrayContaining(Object.values(businessDomain.schedules ?? {}).map(({ job }) => job.queue)));
});
