// Exports in the background: the job that writes the file, its download by the one who asked, and the removal of old files.
import { exportsOf } from "#schema/exports";
import { exportKey } from "#schema/permissions";
import type { ResourceModel } from "#schema/model";
import { mayDo } from "../caller/rule.ts";
import type { Caller } from "../caller/caller.ts";
import type { Domain, Effect, RequestContext } from "../contract.ts";
import type { ListCall } from "../crud/read/read-call.ts";
import { ApiError, businessError, forbidden, rowNotFound } from "../http/errors.ts";
import { FileAnswer } from "../http/file-answer.ts";
import type { JobHandler, JobRun } from "../jobs/job-handler.ts";
import { bytesOf, retentionHours, type ExportFiles } from "./export-files.ts";
import { exportRequestOf, logExport, type Exports } from "./exports.ts";
import { clearQueue, exportPayload, exportQueue, type ExportPayload } from "./payload.ts";
import { mediaTypes } from "./sheet.ts";

const gone = () =>
  businessError("exportIsGone", [
    `文件已过期（保留 ${retentionHours} 小时），请重新导出`,
    `The file is no longer there (it is kept for ${retentionHours} hours); export the list again`,
  ]);

const withoutRight = ({ label: [zh, en] }: ResourceModel) =>
  forbidden(undefined, [`没有“${zh}”的“导出”权限，请联系管理员`, `You do not have the right “Export” of “${en}”; ask your administrator`]);

const mayExport = (caller: Caller, resource: ResourceModel): boolean =>
  caller.isAdministrator || (resource.scope !== "platform" && mayDo(caller, resource, exportKey(resource)));

/** The call of a job as it was made, with the rights that the person has now. */
function callOf(
  exports: Exports,
  { database, context }: Pick<JobRun, "database" | "context">,
  payload: ExportPayload,
  caller: Caller,
): ListCall {
  const services = exports.options.services();
  const { model } = services;
  const resource = model.resource.get(payload.resource);
  const list = resource && exportsOf(resource).find(({ read }) => (read?.name ?? null) === payload.read);
  if (resource === undefined || list === undefined) throw gone();
  if (!mayExport(caller, resource)) throw withoutRight(resource);
  // Another tenant's rows are the platform administrator's alone.
  if (payload.scopeTenant !== caller.tenantId && !caller.isAdministrator) throw withoutRight(resource);
  const requested: RequestContext = {
    caller,
    language: payload.language,
    model,
    database,
    scope: { tenantId: payload.scopeTenant, userId: caller.userId },
    now: context.now,
    identifiers: services.identifiers,
    address: payload.address,
    origin: {
      call: { name: "export", title: ["导出", "Export"], resource, isAction: true },
      method: "GET",
      path: list.path,
      userAgent: "",
      elapsed: () => 0,
      sent: () => "",
    },
  };
  return { services, context: requested, resource, query: payload.query, read: list.read };
}

const writeInBackground = (exports: Exports): JobHandler => ({
  concurrency: 1,
  async run(job) {
    const payload = exportPayload.parse(job.payload);
    const { format, name, resource, person } = payload;
    // An attempt before this one may have ended between its file and its end.
    if ((await exports.files.find(job.id)) !== undefined) return;
    const caller = await exports.options.callerOf(person);
    if (caller === undefined)
      throw businessError("personIsGone", ["发起人的账号已停用，不再导出", "The account that requested it is no longer in use"]);
    const call = callOf(exports, job, payload, caller);
    const request = await exportRequestOf(call);
    const total = await request.plan.count();
    const done = (rows: number) => ({
      done: rows,
      ...(total === undefined ? {} : { total }),
      note: ["正在写入文件", "Writing the file"] as const,
    });
    job.report(done(0));
    const { file, rows } = await exports.write(request, { signal: job.signal, onRows: (passed) => job.report(done(passed)) }, true);
    const about = { name, format, resource, tenantId: person.tenantId, userId: person.userId };
    try {
      await job.step(() => exports.files.keep(file, job.id, about), { progress: { done: rows, total: rows } });
    } catch (error) {
      await exports.files.remove(file);
      throw error;
    }
    await logExport(call.context, { resource: call.resource, query: payload.query, rows });
  },
});

const download = (exports: Exports): Effect<"job.download", Awaited<ReturnType<ExportFiles["find"]>>> => ({
  prepare: (_context, { ids: [id = ""] }) => exports.files.find(id),
  commit: async (_tx, { caller, model }, { ids: [id = ""], prepared: file }) => {
    if (file === undefined) throw gone();
    const { about } = file;
    // Whoever else may see the job learns nothing of its file.
    if (about.userId !== caller.userId || about.tenantId !== caller.tenantId) throw rowNotFound();
    const resource = model.resource.get(about.resource);
    if (resource === undefined) throw gone();
    if (!mayExport(caller, resource)) throw withoutRight(resource);
    return new FileAnswer({
      name: about.name,
      type: mediaTypes[about.format],
      size: file.bytes,
      tag: id,
      read: (range) => bytesOf(file, range),
    });
  },
});

const notHere = (): never => {
  throw new ApiError(503, "noExports", ["当前进程不执行导出", "This process exports nothing"]);
};

/** The jobs, the download and the schedule of exports. Without `exports` they are known, and refused. */
export function exportDomain(exports: Exports | undefined): Domain {
  return {
    reads: {},
    actions: { "job.download": exports === undefined ? { commit: () => Promise.resolve(notHere()) } : download(exports) },
    hooks: {},
    jobs: {
      [exportQueue]: exports === undefined ? { run: () => Promise.resolve(notHere()) } : writeInBackground(exports),
      [clearQueue]: { run: () => exports?.files.clear() ?? Promise.resolve() },
    },
    schedules: { "export files": { times: { everyMinutes: 60 }, tenants: "platform", job: { queue: clearQueue, payload: null } } },
  };
}
