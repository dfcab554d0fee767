// A process that is killed while the mail server has a mail and has not answered yet: nobody interferes, and what follows can be recognised.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import { enqueueJobs } from "../../../../src/server/jobs/enqueue.ts";
import { systemClock } from "../../../../src/server/store/clock.ts";
import { openDatabase } from "../../../../src/server/store/database.ts";
import { startOf } from "../../../support/built-server.ts";
import { freshDatabase } from "../../../support/postgres.ts";
import { migratedProduct } from "../../../support/product.ts";
import type { MailChildTask } from "./mail-child.ts";
import { mailPassword, mailUser, startSmtpHost } from "./smtp-host.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const host = await startSmtpHost("ssl");

/** Starts a process that sends mails; killed after the test unless it has ended. */
function startChild(task: MailChildTask): { kill(): Promise<void> } {
  const { parameters, variables } = startOf("mailer");
  const child = spawn(process.execPath, [...parameters, JSON.stringify(task)], {
    env: { ...process.env, ...variables },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  onTestFinished(kill);
  return { kill };
}

test("the mail waits until the lost attempt has certainly ended, and goes out again with the same Message-ID", async () => {
  const connection = await freshDatabase(await migratedProduct());
  const database = await openDatabase({ connection });
  onTestFinished(() => database.close());
  const scope = { tenantId: "100001", userId: "11" };
  await database.owner.transaction((tx) =>
    tx.batch([
      { sql: "insert into tenant (id, tenant_id, tenant_name) values (900001, '100001', '租户')", parameters: [] },
      {
        sql: `insert into email (id, tenant_id, name, email_address, from_name, smtp_host, smtp_port, encryption, username, password, status, is_deleted, version)
          values (7, '100001', '邮箱', 'notice@brand.example.cn', '品牌', 'localhost', $1, 'ssl', $2, $3, 1, 0, 1)`,
        parameters: [host.port, mailUser, mailPassword],
      },
      {
        sql: `insert into email_record (id, tenant_id, email_id, receivers, subject, content, status, send_count, is_deleted, version)
          values (8, '100001', 7, 'buyer@shop.example.cn', '发货', '<p>已发出</p>', 1, 0, 0, 1)`,
        parameters: [],
      },
    ]),
  );
  await database.transaction(scope, (tx) =>
    enqueueJobs(tx, { ...scope, now: systemClock.now() }, [{ queue: "mail.send", key: "8:1", payload: { id: "8", attempt: 1 } }]),
  );
  const rows = async (sql: string) => (await database.owner.read([{ sql, parameters: [] }]))[0]?.rows ?? [];
  const attempts = () => rows("select outcome from email_attempt order by id");

  let arrived = (): void => undefined;
  const isThere = new Promise<void>((resolve) => (arrived = resolve));
  host.beforeAnswer = () => {
    arrived();
    return new Promise(() => undefined);
  };
  const killed = startChild({ connection, authority: host.authority, aheadMs: 0 });
  await isThere;
  await killed.kill();
  host.beforeAnswer = undefined;
  expect(await attempts()).toEqual([{ outcome: 0 }]);

  // Behind the lease of the job, and before the end of the attempt.
  const early = startChild({ connection, authority: host.authority, aheadMs: 45_000 });
  await vi.waitFor(
    async () => expect(await rows("select next_time is not null as waits from email_record where id = 8")).toEqual([{ waits: true }]),
    {
      timeout: 60_000,
      interval: 100,
    },
  );
  await early.kill();
  expect(host.taken).toHaveLength(1);
  expect(await attempts()).toEqual([{ outcome: 0 }]);

  startChild({ connection, authority: host.authority, aheadMs: 200_000 });
  await vi.waitFor(
    async () => expect(await rows("select status, send_count from email_record where id = 8")).toEqual([{ status: 2, send_count: 2 }]),
    {
      timeout: 60_000,
      interval: 100,
    },
  );
  expect(await attempts()).toEqual([{ outcome: 4 }, { outcome: 1 }]);
  const [one, two] = host.taken.map(({ parsed }) => parsed.messageId);
  expect(host.taken).toHaveLength(2);
  expect(two).toBe(one);
});
