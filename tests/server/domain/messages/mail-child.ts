// A server process in miniature that sends mails, for a test that kills it.
import { buildModel } from "#schema/model";
import { areas, definitions } from "#generated/registry.ts";
import { messagesDomain } from "../../../../src/server/domain/messages/index.ts";
import { smtpTransport } from "../../../../src/server/domain/messages/mail/smtp.ts";
import { uploadedFiles } from "../../../../src/server/domain/resource/uploaded-files.ts";
import { createConnect, createOutgoing } from "../../../../src/server/http/outgoing.ts";
import { runJobs } from "../../../../src/server/jobs/run-jobs.ts";
import type { PostgresConnection } from "../../../../src/server/postgres/connection.ts";
import { clockOf } from "../../../../src/server/store/clock.ts";
import { openDatabase } from "../../../../src/server/store/database.ts";
import { identifiersOf } from "../../../../src/server/store/identifiers.ts";

export interface MailChildTask {
  readonly connection: PostgresConnection;
  /** The certificate of the mail server. */
  readonly authority: string;
  /** By how much its clock is ahead. */
  readonly aheadMs: number;
}

/** Started by the launcher of bundles. */
export async function run(): Promise<void> {
  const { connection, authority, aheadMs }: MailChildTask = JSON.parse(process.argv[2] ?? "{}");
  const clock = clockOf(() => Date.now() + aheadMs);
  const database = await openDatabase({ connection });
  const domain = messagesDomain({
    decryptSecret: (stored) => stored,
    outgoing: createOutgoing(),
    mails: smtpTransport({ connect: createConnect({ internalHosts: ["localhost"] }), authorities: [authority] }),
    files: uploadedFiles("unused", clock),
  });
  await runJobs({
    model: buildModel(definitions, areas),
    database,
    clock,
    identifiers: identifiersOf(database, clock),
    domain,
    onFault: (error) => process.stdout.write(`fault ${String(error)}\n`),
  });
  process.stdout.write("working\n");
}
