// What has happened in the demonstration before a new installation: people submit rows, do actions and post scans, at their times, and the
// effects of the product make of it what they make of every such call. Nothing that an effect writes is written here.
import { createHash } from "node:crypto";
import { resourceIn, type ResourceModel } from "#schema/model";
import { demonstrationDay, withDays, withDaysCounted } from "#schema/seed-days";
import type { Values } from "../../contract.ts";
import type { Services } from "../../crud/services.ts";
import type { UploadedFiles } from "../../domain/resource/uploaded-files.ts";
import { columnOf } from "../../store/columns.ts";
import type { Transaction } from "../../store/database.ts";
import { jobTable } from "../../store/job-tables.ts";
import { quoted } from "../../store/names.ts";
import { refreshStatistics } from "../../store/statistics.ts";
import { callsOf, setClock, tenantAdministrator, type Calls } from "../calls.ts";

/** Something that a person did. Its days, and those in names and values, count back from the installation, as those of the seeds do. */
export interface HistoryEvent {
  /** Local time "yyyy-MM-dd HH:mm:ss". */
  readonly at: string;
  /** The account of the person. */
  readonly by: string;
  /** An action on a row, "stock-out-doc.start", with the name of the row. */
  readonly act?: string;
  readonly on?: string;
  /** Anything else. */
  readonly does?: (history: History) => Promise<unknown>;
}

/** Calls of the person and at the time of a happening; rows are named as in seeds. */
export interface History {
  /** Does an action on a row, or on none. */
  act(name: string, on: string | undefined, sent?: unknown): Promise<unknown>;
  /** Submits a row: a new one, or the one whose id is among the values. */
  submit(resource: string, values: Readonly<Values>): Promise<string>;
  /** The id of a row by its name. */
  id(resource: string, name: string): Promise<string>;
  /** The task that waits in the instance of this title. */
  task(title: string): Promise<{ readonly taskId: string; readonly processInstanceId: string }>;
  /** The id of the one row with these values. */
  idWith(resource: string, values: Readonly<Values>): Promise<string>;
  /** Codes of a layer of a set, by their numbers from first to last. */
  codesOfSet(set: string, layer: number, first: number, last: number): Promise<readonly string[]>;
  /** Codes of a generation line, by their numbers in it from first to last. */
  codesOfLine(line: string, first: number, last: number): Promise<readonly string[]>;
  /** Keeps a text file as one that was uploaded. */
  keepFile(name: string, lines: readonly string[]): Promise<string>;
  /** Does an action that takes a text file. */
  upload(name: string, file: { readonly name: string; readonly lines: readonly string[] }, values: Readonly<Values>): Promise<unknown>;
}

interface HistoryOptions {
  /** Their database is the transaction of the installation. */
  readonly services: Services;
  readonly files: UploadedFiles;
  readonly tx: Transaction;
  readonly tenantId: string;
  /** When the installation is made, "yyyy-MM-dd HH:mm:ss". */
  readonly installed: string;
  /** Values of a row with the ids of the rows that they name. */
  readonly resolved: (resource: ResourceModel, values: Readonly<Values>) => Promise<Values>;
  /** The id of a row that a seed brings. */
  readonly seeded: (resource: string, name: string) => Promise<string | undefined>;
}

async function one(tx: Transaction, sql: string, parameters: readonly unknown[]): Promise<string> {
  const { rows } = await tx.query({ sql, parameters });
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`${rows.length} rows instead of one: ${sql} ${JSON.stringify(parameters)}`);
  return String(row["id"]);
}

/** An id as the server draws them, which is no name. */
const drawnId = /^\d{15,}$/;

/** Resources that get many rows. */
const growing = ["code-item", "code-relation", "scan-record", "stock-move-record", "warehousegoodscurrent"];
/** Happenings after which tables are counted anew. */
const countedEvery = 8;

const bytesOf = (lines: readonly string[]): Buffer => Buffer.from(`${lines.join("\r\n")}\r\n`);

/** Goes through what has happened, in the order of time; jobs that a call brings run before the next one. */
export async function replayHistory(historyEvents: readonly HistoryEvent[], options: HistoryOptions): Promise<void> {
  const { services, files, tx, tenantId, installed, resolved, seeded } = options;
  const { model } = services;
  const moved = <T>(value: T): T => withDays(withDaysCounted(value, demonstrationDay), installed);
  const clock = setClock(services.clock, "");
  const resourceOf = (name: string) => resourceIn(model, name);
  const callsBy = new Map<string, Calls>();
  const callsFor = async (account: string): Promise<Calls> => {
    const cached = callsBy.get(account);
    if (cached !== undefined) return cached;
    const userId = await one(tx, `SELECT id FROM "user" WHERE tenant_id = $1 AND account = $2 AND is_deleted = 0`, [tenantId, account]);
    const calls = callsOf(services, { caller: tenantAdministrator(services, { tenantId, userId, account }), clock });
    callsBy.set(account, calls);
    return calls;
  };
  const columns = (resource: ResourceModel, values: Readonly<Values>) =>
    Object.keys(values)
      .map((name, index) => `AND ${quoted(columnOf(resource, name).column)}::text = $${index + 2}::text`)
      .join(" ");
  const idWith = (name: string, values: Readonly<Values>): Promise<string> => {
    const resource = resourceOf(name);
    const sql = `SELECT id FROM ${quoted(resource.table)} WHERE tenant_id = $1 AND is_deleted = 0 ${columns(resource, values)}`;
    return one(tx, sql, [tenantId, ...Object.values(values)]);
  };
  const id = async (name: string, title: string): Promise<string> =>
    drawnId.test(title) ? title : ((await seeded(name, title)) ?? (await idWith(name, { [resourceOf(name).title]: title })));
  const codes = async (from: string, parameters: readonly unknown[], expected: number): Promise<readonly string[]> => {
    const { rows } = await tx.query({ sql: `SELECT i.code FROM code_item i ${from}`, parameters });
    if (rows.length !== expected) throw new Error(`there are ${rows.length} codes instead of ${expected}: ${JSON.stringify(parameters)}`);
    return rows.map((row) => String(row["code"]));
  };

  const grown = growing.map((name) => resourceOf(name).table);
  const hasWork = async (): Promise<boolean> => {
    const { rows } = await tx.query({
      sql: `SELECT EXISTS (SELECT 1 FROM ${quoted(jobTable)} WHERE is_unfinished) AS has`,
      parameters: [],
    });
    return rows[0]?.["has"] === true;
  };
  const dated = historyEvents.map((happening) => ({ ...happening, at: moved(happening.at) }));
  const ordered = dated.toSorted((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0));
  for (const [index, { at, by, act, on, does }] of ordered.entries()) {
    // Half a year passes within seconds: nobody else tells the planner meanwhile how large tables have become.
    if (index % countedEvery === 0) await refreshStatistics(services.database, { grown });
    clock.set(at);
    const calls = await callsFor(by);
    const history: History = {
      act: async (name, row, sent) => {
        const [resource = ""] = name.split(".");
        return calls.act(name, row === undefined ? undefined : await id(resource, moved(row)), moved(sent));
      },
      submit: async (name, values) => calls.add(name, await resolved(resourceOf(name), moved(values))),
      id: (name, title) => id(name, moved(title)),
      idWith: (name, values) => idWith(name, moved(values)),
      task: async (title) => {
        const { rows } = await tx.query({
          sql: `SELECT t.task_id, t.process_instance_id FROM flow_task t JOIN flow_instance i ON i.process_instance_id = t.process_instance_id
            WHERE t.tenant_id = $1 AND i.tenant_id = $1 AND i.title = $2 AND t.progress = 1`,
          parameters: [tenantId, title],
        });
        const [row, ...others] = rows;
        if (row === undefined || others.length > 0) throw new Error(`${rows.length} tasks wait in "${title}" instead of one`);
        return { taskId: String(row["task_id"]), processInstanceId: String(row["process_instance_id"]) };
      },
      codesOfSet: (set, layer, first, last) =>
        codes(
          "JOIN code_set s ON s.id = i.code_set_id WHERE i.tenant_id = $1 AND s.tenant_id = $1 AND s.name = $2 AND i.layer = $3 AND i.seq_no BETWEEN $4 AND $5 ORDER BY i.seq_no",
          [tenantId, moved(set), layer, first, last],
          last - first + 1,
        ),
      codesOfLine: (line, first, last) =>
        codes(
          "JOIN code_gen_record_detail d ON d.id = i.code_gen_record_detail_id WHERE i.tenant_id = $1 AND d.tenant_id = $1 AND d.detail_no = $2 AND i.serial_no - d.start_serial + 1 BETWEEN $3 AND $4 ORDER BY i.serial_no",
          [tenantId, moved(line), first, last],
          last - first + 1,
        ),
      keepFile: (name, lines) => files.keep(tenantId, moved(name), [bytesOf(moved(lines))]),
      upload: async (name, file, values) => {
        const { name: fileName, lines } = moved(file);
        const content = bytesOf(lines);
        const address = await files.keep(tenantId, fileName, [content]);
        const stored = { address, name: fileName, bytes: content.length, hash: createHash("sha256").update(content).digest("hex") };
        const named = await resolved(resourceOf(name.split(".")[0] ?? ""), moved(values));
        return calls.act(name, undefined, { ...named, file: address }, { file: [stored] });
      },
    };
    try {
      if (act !== undefined) await history.act(act, on);
      await does?.(history);
      if (await hasWork()) await calls.work(Object.keys(services.domain.jobs ?? {}));
    } catch (error) {
      throw new Error(`the demonstration's ${act ?? "happening"} ${on ?? ""} at ${at} by ${by} was refused`, { cause: error });
    }
  }
}
