// Exports lists: a file at once, or within ten seconds the job that makes it (docs/export.md).
import { randomUUID } from "node:crypto";
import { parametersOfExports } from "#schema/filter-names";
import type { ResourceModel } from "#schema/model";
import { logged } from "../audit/usual-log.ts";
import type { Caller } from "../caller/caller.ts";
import type { RequestContext } from "../contract.ts";
import type { ListCall } from "../crud/read/read-call.ts";
import type { Services } from "../crud/services.ts";
import type { Query } from "../crud/sql/filters.ts";
import { FileAnswer } from "../http/file-answer.ts";
import { malformedParameter } from "../http/errors.ts";
import { JobAnswer } from "../http/job-answer.ts";
import { enqueueJobs, queuedJob } from "../jobs/enqueue.ts";
import { LONG_READS } from "../store/database.ts";
import { bytesOf, exportFiles, type ExportFiles, type WrittenFile } from "./export-files.ts";
import { exportQueue, type ExportPayload } from "./payload.ts";
import { planOf, type ListPlan } from "./list/list-plan.ts";
import { Places } from "./places.ts";
import { isExportFormat, mediaTypes, type ExportFormat } from "./sheet.ts";

/** Beyond this an export becomes a job. */
const directMs = 10_000;

/** Who asked, as the rights of a job are looked up when it runs. */
type Person = ExportPayload["person"];

interface ExportsOptions {
  /** Where files lie. */
  readonly directory: string;
  readonly milliseconds: () => number;
  readonly services: () => Services;
  /** The person with the rights that they have now; undefined for somebody who may not sign in. */
  readonly callerOf: (person: Person) => Promise<Caller | undefined>;
  /** Throws where the disk of that directory has no room left. */
  readonly requireSpace?: (() => void) | undefined;
  /** Called with each file that was written. */
  readonly onWritten?: ((format: ExportFormat, rows: number) => void) | undefined;
  /** Milliseconds after which an export becomes a job. */
  readonly directMs?: number;
}

/** An export that a call or a job asks for. */
interface ExportRequest {
  readonly plan: ListPlan;
  readonly format: ExportFormat;
  /** Of the file. */
  readonly name: string;
}

/** What is written and for whom. */
interface Written {
  readonly file: WrittenFile;
  readonly rows: number;
}

export interface Exports {
  readonly files: ExportFiles;
  readonly options: ExportsOptions;
  /** The answer of a call: the file, or the job that makes it. */
  answer(call: ListCall): Promise<FileAnswer | JobAnswer>;
  /** Writes the file of an export, as soon as there is a place. */
  write(
    request: ExportRequest,
    by: { readonly signal: AbortSignal; readonly onRows: (rows: number) => void },
    isJob: boolean,
  ): Promise<Written>;
}

/** The parameters of a list: without those of its export. */
const listQuery = (query: Query): Query => Object.fromEntries(Object.entries(query).filter(([name]) => !parametersOfExports.has(name)));

function formatIn({ format }: Query): ExportFormat {
  if (format === undefined || format === "") return "csv";
  if (typeof format !== "string" || !isExportFormat(format)) throw malformedParameter("format");
  return format;
}

function columnsIn({ columns }: Query): string | undefined {
  if (columns !== undefined && typeof columns !== "string") throw malformedParameter("columns");
  return columns;
}

/** Checks what a call asks for. Throws what is to be refused. */
export async function exportRequestOf(call: ListCall): Promise<ExportRequest> {
  const format = formatIn(call.query);
  const plan = await planOf({ ...call, query: listQuery(call.query) }, columnsIn(call.query));
  return { plan, format, name: `${plan.name} ${call.context.now().slice(0, 10)}.${format}` };
}

/** Writes into the log who took how many rows of what, under which filters. */
export async function logExport(
  context: RequestContext,
  { query, rows }: { readonly resource: ResourceModel; readonly query: Query; readonly rows: number },
): Promise<void> {
  const { origin } = context;
  if (origin === undefined) return;
  const loggedContext = { ...context, origin: { ...origin, sent: () => JSON.stringify({ query, rows }).slice(0, 2000) } };
  await context.database.transaction(context.scope, (tx) => logged(loggedContext, tx, () => Promise.resolve()));
}

class TooSlow extends Error {
  override readonly name = "TooSlow";
}

/** The exports of a process. */
export function createExports(options: ExportsOptions): Exports {
  const files = exportFiles(options.directory, options.milliseconds, options.requireSpace);
  // One place is left for jobs, which have no ten seconds to wait in.
  const direct = new Places(LONG_READS - 1);
  const jobs = new Places(1);

  const write: Exports["write"] = ({ plan, format }, { signal, onRows }, isJob) =>
    (isJob ? jobs : direct).run(signal, async () => {
      let rows = 0;
      const file = await plan.write(
        format,
        (chunks) => files.write(chunks, signal),
        (passed) => {
          rows = passed;
          onRows(passed);
        },
      );
      options.onWritten?.(format, rows);
      return { file, rows };
    });

  /** Writes within the time; undefined where that is not enough. */
  const writeSoon = async (request: ExportRequest): Promise<Written | undefined> => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(new TooSlow("a job goes on with it")), options.directMs ?? directMs);
    try {
      return await write(request, { signal: controller.signal, onRows: () => undefined }, false);
    } catch (error) {
      if (error instanceof TooSlow) return undefined;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };

  const becomeJob = async ({ context, resource, read, query }: ListCall, { name, format }: ExportRequest): Promise<JobAnswer> => {
    const { caller, scope, database, now, language } = context;
    const payload: ExportPayload = {
      resource: resource.name,
      read: read?.name ?? null,
      query: Object.fromEntries(Object.entries(query).flatMap(([key, value]) => (typeof value === "string" ? [[key, value]] : []))),
      format,
      name,
      language,
      scopeTenant: scope.tenantId,
      address: context.address,
      person: {
        userId: caller.userId,
        tenantId: caller.tenantId,
        clientId: caller.clientId,
        sessionId: caller.sessionId,
        roleIds: [...caller.roleIds],
        deptIds: [...caller.deptIds],
      },
    };
    const origin = { tenantId: caller.tenantId, userId: caller.userId, account: caller.account, now: now() };
    const own = { tenantId: caller.tenantId, userId: caller.userId };
    const key = randomUUID();
    const job = await database.transaction(own, async (tx) => {
      await enqueueJobs(tx, origin, [{ queue: exportQueue, key, payload, subject: { resource: "", id: "", title: name } }]);
      return tx.first(queuedJob({ tenantId: caller.tenantId, queue: exportQueue, key }));
    });
    return new JobAnswer(String(job?.["id"] ?? ""), [
      "数据较多，已转为后台任务，完成后可下载",
      "The export is large: a background job continues it, and its file can be downloaded when it is ready",
    ]);
  };

  return {
    files,
    options,
    write,
    answer: async (call) => {
      const request = await exportRequestOf(call);
      const written = await writeSoon(request);
      if (written === undefined) return becomeJob(call, request);
      const { file, rows } = written;
      await logExport(call.context, { resource: call.resource, query: call.query, rows });
      return new FileAnswer({
        name: request.name,
        type: mediaTypes[request.format],
        read: async function* () {
          try {
            yield* bytesOf(file);
          } finally {
            await files.remove(file);
          }
        },
      });
    },
  };
}
