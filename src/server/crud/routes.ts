// The endpoints of a resource: the common calls its definition has, its reads and its actions, each with its rule.
import type { FastifyInstance, FastifyRequest, HTTPMethods, RouteOptions } from "fastify";
import { resourceIn, type ActionModel, type ResourceModel } from "#schema/model";
import { orderFieldOf, stateAddressesOf } from "#schema/endpoints";
import { exportsOf } from "#schema/exports";
import { importModesOf, isImportUndoable } from "#schema/imports";
import { batchEditedFields } from "#schema/batch-edit";
import { hasHistory, isRevertible } from "#schema/history";
import { isRestorable } from "#schema/recycle-bin";
import { chartedListOf } from "#schema/list-charts";
import type { Text } from "#schema/text";
import type { AccessRule } from "../caller/rule.ts";
import { requireHandled } from "./available.ts";
import { movingOf, runAction } from "./write/run-action.ts";
import { callOfImport, callOfUndo, type LoggedCall } from "../audit/origin.ts";
import type { RequestContext } from "../contract.ts";
import { headerOf, parametersOf } from "../http/bodies.ts";
import { answer } from "../http/envelope.ts";
import { businessError, notImplemented } from "../http/errors.ts";
import { FileAnswer, sendFile } from "../http/file-answer.ts";
import { JobAnswer } from "../http/job-answer.ts";
import { acceptParts, discardFiles, receiveParts, type ReceivedFiles } from "../http/multipart.ts";
import { contextOf, languageOfRequest, setContext } from "../http/request-context.ts";
import { purgeRows } from "./bin/purge.ts";
import { removedRows } from "./bin/removed.ts";
import { restoreRows } from "./bin/restore.ts";
import { readDetail } from "./read/detail.ts";
import { readHistory } from "./history/read-history.ts";
import { listCharts } from "./read/list-charts.ts";
import { listRows } from "./read/list-shapes.ts";
import {
  permissionOf,
  permissionOfAction,
  permissionOfExport,
  permissionOfPurge,
  permissionOfRead,
  permissionOfSubmit,
} from "./guards/permissions.ts";
import { answerRead } from "./read/reads.ts";
import { removeRows } from "./write/remove.ts";
import type { RowImports } from "./imports.ts";
import type { Services } from "./services.ts";
import { StoredAnswer } from "./write/answer-once.ts";
import { refuseState } from "./write/other-state.ts";
import { reorderRows } from "./write/reorder.ts";
import { revertRow } from "./history/revert.ts";
import { batchUpdate } from "./write/batch-update.ts";
import { submitRow, type WriteCall } from "./write/submit.ts";
import { submitWithLines } from "./write/submit-with-lines.ts";

type Parameters = Readonly<Record<string, string>>;
type Handler = (context: RequestContext, parameters: Parameters, body: unknown, files: ReceivedFiles) => Promise<unknown>;

export interface Endpoint {
  readonly method: HTTPMethods;
  /** Below /api, with {…} where a segment is a parameter. */
  readonly path: string;
  readonly access: AccessRule;
  /** Paths of other calls that it does the work of, to which limits of paths apply as well. */
  readonly standsFor?: readonly string[];
  /** Its label in the logs; undefined for reads. */
  readonly logged?: LoggedCall;
  /** A browser fetches it by its address, without headers of ours. */
  readonly isDownload?: boolean;
  /** The action whose values and files come as a body in parts. */
  readonly takesParts?: ActionModel;
  /** Stores the file of a body in parts, which may stand in place of the call's own. */
  readonly receive?: (context: RequestContext, request: FastifyRequest) => ReturnType<RowImports["receive"]>;
  /** Bytes of its body at most, where it takes more than others. */
  readonly bodyLimit?: number | undefined;
  readonly handler: Handler;
}

/** Parameters of the query, of a form, and of the path; those of the path take precedence. */
function allParameters(request: FastifyRequest): Parameters {
  const inPath = typeof request.params === "object" && request.params !== null ? Object.entries(request.params) : [];
  return { ...parametersOf(request), ...Object.fromEntries(inPath.map(([name, value]) => [name, String(value)])) };
}

/** Labels of the common writes, before the name of the resource. */
const verbs: Readonly<Record<WriteCall, Text>> = { submit: ["提交", "Submit"], save: ["新增", "Add"], update: ["修改", "Change"] };

function commonEndpoints(resource: ResourceModel, services: Services): readonly Endpoint[] {
  const { calls, path } = resource;
  const list = (name: "list" | "page"): Endpoint => ({
    method: "GET",
    path: `${path}/${name}`,
    access: permissionOf(resource, "list"),
    handler: (context, parameters) => listRows({ services, context, resource, query: parameters }, name),
  });
  const logged = (name: string, zh: string, en: string): LoggedCall => ({
    name,
    title: [`${zh}${resource.label[0]}`, `${en} ${resource.label[1].toLowerCase()}`],
    resource,
  });
  const write = (name: WriteCall, access: AccessRule): Endpoint => ({
    method: "POST",
    path: `${path}/${name}`,
    access,
    logged: logged(name, ...verbs[name]),
    handler: (context, _parameters, body) =>
      submitRow({ services, context, resource, body, call: name, move: movingOf(services, resource) }),
  });
  const endpoints: Readonly<Record<string, Endpoint>> = {
    list: list("list"),
    page: list("page"),
    detail: {
      method: "GET",
      path: `${path}/detail`,
      access: permissionOf(resource, "detail"),
      handler: (context, parameters) => readDetail(services, context, resource, parameters),
    },
    submit: write("submit", permissionOfSubmit(resource)),
    save: write("save", permissionOf(resource, "add")),
    update: write("update", permissionOf(resource, "edit")),
    remove: {
      method: "POST",
      path: `${path}/remove`,
      access: permissionOf(resource, "delete"),
      logged: logged("remove", "删除", "Remove"),
      handler: (context, parameters) => removeRows({ services, context, resource, query: parameters }),
    },
  };
  const order = orderFieldOf(resource);
  const reorder: readonly Endpoint[] =
    order === undefined
      ? []
      : [
          {
            method: "POST",
            path: `${path}/reorder`,
            access: permissionOf(resource, "edit"),
            logged: logged("reorder", "排序", "Reorder"),
            handler: (context, _parameters, body) => reorderRows({ services, context, resource, field: order, body }),
          },
        ];
  return [...[...calls].flatMap((call) => endpoints[call] ?? []), ...reorder];
}

/** What a script that composes an address has no value for is written as the word. */
const sentParameters = (parameters: Parameters): Parameters =>
  Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== "undefined" && value !== "null"));

/** The lists of a resource as files. */
function exportEndpoints(resource: ResourceModel, services: Services): readonly Endpoint[] {
  const [zh, en] = resource.label;
  return exportsOf(resource).map(({ path, read, isWorkbook }) => ({
    method: "GET",
    path,
    access: permissionOfExport(resource),
    logged: { name: "export", title: [`导出${zh}`, `Export ${en.toLowerCase()}`], resource, isAction: true },
    ...(isWorkbook === true ? { isDownload: true } : {}),
    handler: (context, parameters) => {
      if (services.exports === undefined) throw notImplemented(`${resource.name}.export`);
      const query = isWorkbook === true ? { format: "xlsx", ...sentParameters(parameters) } : parameters;
      return services.exports.answer({ services, context, resource, query, read });
    },
  }));
}

/** The charts above the list, for whoever may read it. */
function chartsEndpoints(resource: ResourceModel, services: Services): readonly Endpoint[] {
  const list = chartedListOf(resource);
  if (list === undefined) return [];
  const { path, read } = list;
  return [
    {
      method: "GET",
      path,
      access: read === undefined ? permissionOf(resource, "list") : permissionOfRead(resource, read),
      handler: (context, parameters) => listCharts({ services, context, resource, query: parameters, read }),
    },
  ];
}

/** A document with its lines. */
function withLinesEndpoints(resource: ResourceModel, services: Services): readonly Endpoint[] {
  const [zh, en] = resource.label;
  if (resource.lines === undefined || resource.details === undefined) return [];
  const lines = resourceIn(services.model, resource.details.resource);
  return [
    {
      method: "POST",
      path: `${resource.path}/submit-with-lines`,
      access: permissionOfSubmit(resource),
      standsFor: [`${resource.path}/submit`, `${lines.path}/submit`, `${lines.path}/remove`],
      logged: { name: "submit-with-lines", title: [`提交${zh}及明细`, `Submit ${en.toLowerCase()} with lines`], resource },
      handler: (context, _parameters, body) => submitWithLines({ services, context, resource, body, move: movingOf(services, resource) }),
    },
  ];
}

/** Rows from files. */
function importEndpoints(resource: ResourceModel, services: Services): readonly Endpoint[] {
  if (importModesOf(resource).length === 0) return [];
  const { path, calls } = resource;
  const access = permissionOfSubmit(resource);
  const standsFor = (["submit", "save", "update"] as const).flatMap((call) => (calls.has(call) ? [`${path}/${call}`] : []));
  const { imports } = services;
  return [
    {
      method: "GET",
      path: `${path}/import-template`,
      access,
      handler: (context, parameters, body) => {
        if (imports === undefined) throw notImplemented(`${resource.name}.import-template`);
        return imports.template({ services, context, resource, parameters, body });
      },
    },
    {
      method: "POST",
      path: `${path}/import`,
      access,
      standsFor,
      logged: callOfImport(resource),
      bodyLimit: imports?.bodyLimit,
      receive: (context, request) => {
        if (imports === undefined) throw notImplemented(`${resource.name}.import`);
        return imports.receive({ context, resource }, request);
      },
      handler: (context, parameters, body) => {
        if (imports === undefined) throw notImplemented(`${resource.name}.import`);
        return imports.import({ services, context, resource, parameters, body });
      },
    },
    ...(isImportUndoable(resource)
      ? [
          {
            method: "POST" as const,
            path: `${path}/import-undo`,
            access,
            standsFor: [...standsFor, `${path}/remove`],
            logged: callOfUndo(resource),
            handler: (context: RequestContext, parameters: Parameters, body: unknown) => {
              if (imports === undefined) throw notImplemented(`${resource.name}.import-undo`);
              return imports.undo({ services, context, resource, parameters, body });
            },
          },
        ]
      : []),
  ];
}

/** One change of many rows. */
function batchEndpoints(resource: ResourceModel, services: Services): readonly Endpoint[] {
  if (batchEditedFields(resource).length === 0) return [];
  const { path, calls } = resource;
  const [zh, en] = resource.label;
  return [
    {
      method: "POST",
      path: `${path}/batch-update`,
      access: permissionOf(resource, "edit"),
      standsFor: (["submit", "update"] as const).flatMap((call) => (calls.has(call) ? [`${path}/${call}`] : [])),
      logged: { name: "batch-update", title: [`批量修改${zh}`, `Change several of ${en.toLowerCase()}`], resource },
      handler: (context, parameters, body) =>
        batchUpdate({ services, context, resource, parameters, body, move: movingOf(services, resource) }),
    },
  ];
}

/** What was done to a record, and the way back. */
function historyEndpoints(resource: ResourceModel, services: Services): readonly Endpoint[] {
  const [zh, en] = resource.label;
  const history: Endpoint = {
    method: "GET",
    path: `${resource.path}/history`,
    access: permissionOf(resource, "detail"),
    handler: (context, parameters) => readHistory({ services, context, resource, query: parameters }),
  };
  const revert: Endpoint = {
    method: "POST",
    path: `${resource.path}/revert`,
    access: permissionOf(resource, "edit"),
    logged: { name: "revert", title: [`恢复${zh}`, `Restore ${en.toLowerCase()}`], resource },
    handler: (context, parameters) => revertRow({ services, context, resource, query: parameters }),
  };
  return [...(hasHistory(resource) ? [history] : []), ...(isRevertible(resource) ? [revert] : [])];
}

/** What was removed, back again, or gone for good. */
function binEndpoints(resource: ResourceModel, services: Services): readonly Endpoint[] {
  if (!isRestorable(resource)) return [];
  const [zh, en] = [resource.label[0], resource.label[1].toLowerCase()];
  const access = permissionOf(resource, "delete");
  return [
    {
      method: "GET",
      path: `${resource.path}/removed`,
      access,
      handler: (context, parameters) => removedRows(context, resource, parameters),
    },
    {
      method: "POST",
      path: `${resource.path}/restore`,
      access,
      logged: { name: "restore", title: [`还原${zh}`, `Restore ${en} from the recycle bin`], resource },
      handler: (context, parameters) => restoreRows({ services, context, resource, query: parameters }),
    },
    {
      method: "POST",
      path: `${resource.path}/purge`,
      access: permissionOfPurge(resource),
      logged: { name: "purge", title: [`彻底删除${zh}`, `Delete ${en} for good`], resource },
      handler: (context, parameters) => purgeRows({ context, resource, query: parameters }),
    },
  ];
}

/** Calls that exist only to be refused: a server-written resource is distinguished from an unknown path. */
function refusedEndpoints(resource: ResourceModel): readonly Endpoint[] {
  const [zh, en] = resource.label;
  return (resource.data.rejectedCalls ?? []).map((call) => ({
    method: "POST",
    path: `${resource.path}/${call}`,
    access: permissionOf(resource, "list"),
    handler: () =>
      Promise.reject(
        businessError("writtenByServer", [`${zh}由系统自动记录，不能手工新增、修改或删除`, `Only the server writes rows of “${en}”`]),
      ),
  }));
}

/** States that no action leads to, at the addresses where actions lead to others. */
function otherStates(resource: ResourceModel): readonly Endpoint[] {
  return stateAddressesOf(resource).flatMap(({ method, path, actions: [action] }): readonly Endpoint[] =>
    method === "none" || action === undefined
      ? []
      : [
          {
            method,
            path,
            access: permissionOfAction(resource, action),
            handler: (context, parameters) => refuseState(context, resource, parameters),
          },
        ],
  );
}

function loggedAction(resource: ResourceModel, action: ActionModel): LoggedCall {
  const [zh, en] = resource.label;
  return {
    name: action.name,
    title: [`${zh}：${action.label[0]}`, `${en}: ${action.label[1]}`],
    resource,
    isAction: true,
    dialogFields: action.dialogFields,
  };
}

/** All endpoints of a resource. A declared read or action at the place of a common call takes its place. */
export function endpointsOf(resource: ResourceModel, services: Services): readonly Endpoint[] {
  const reads = resource.reads.map((read): Endpoint => ({
    method: read.method,
    path: read.path,
    access: permissionOfRead(resource, read),
    handler: (context, parameters, body) => answerRead({ services, context, resource, read, query: parameters, body }),
  }));
  const actions = resource.actions.flatMap((action): readonly Endpoint[] => {
    if (action.method === "none" || action.opens !== undefined) return [];
    return [
      {
        method: action.method,
        path: action.path,
        access: permissionOfAction(resource, action),
        logged: loggedAction(resource, action),
        ...(action.method === "GET" ? { isDownload: true } : {}),
        ...(action.send === "multipart" ? { takesParts: action } : {}),
        bodyLimit: services.domain.actions[`${resource.name}.${action.name}`]?.bodyLimit,
        handler: (context, parameters, body, files) => runAction({ services, context, resource, action, parameters, body, files }),
      },
    ];
  });
  const declared = [...reads, ...actions];
  const taken = new Set(declared.map(({ method, path }) => `${method} ${path}`));
  return [
    ...commonEndpoints(resource, services).filter(({ method, path }) => !taken.has(`${method} ${path}`)),
    ...withLinesEndpoints(resource, services),
    ...exportEndpoints(resource, services),
    ...importEndpoints(resource, services),
    ...batchEndpoints(resource, services),
    ...chartsEndpoints(resource, services),
    ...[...historyEndpoints(resource, services), ...binEndpoints(resource, services)].filter(
      ({ method, path }) => !taken.has(`${method} ${path}`),
    ),
    ...refusedEndpoints(resource),
    ...declared,
    ...otherStates(resource),
  ];
}

/**
 * Registers the endpoints of a resource on an instance with the prefix /api and the guard (access/guard.ts). Existing paths (two resources
 * may share one) are kept.
 */
export function registerResource(app: FastifyInstance, resource: ResourceModel, services: Services): void {
  for (const { method, path, access, logged, takesParts, receive, isDownload, standsFor, bodyLimit, handler } of endpointsOf(
    resource,
    services,
  )) {
    const url = path.replaceAll(/\{(\w+)\}/g, ":$1");
    if (app.hasRoute({ method, url: `${app.prefix}${url}` })) continue;
    // Files are received before the call begins, so a repeated call would store them again.
    const isKeyed = method !== "GET" && logged !== undefined && access.to !== "anybody" && takesParts === undefined;
    const route = (run: (request: FastifyRequest) => Promise<unknown>): RouteOptions => ({
      method,
      url,
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
      config: {
        access,
        resource,
        ...(logged === undefined ? {} : { logged }),
        ...(isDownload === undefined ? {} : { isDownload }),
        ...(standsFor === undefined ? {} : { standsFor }),
      },
      handler: async (request, reply) => {
        const payload = await (isKeyed && !(receive !== undefined && request.isMultipart())
          ? runOnce(request, services, run)
          : run(request));
        if (payload instanceof StoredAnswer) return reply.header("idempotency-replayed", "true").send(payload.envelope);
        if (payload instanceof FileAnswer) return sendFile(request, reply, payload);
        if (payload instanceof JobAnswer) return reply.code(202).send(payload.in(languageOfRequest(request)));
        // A write without a result is done; only a read has found nothing (docs/wire.md §2).
        return answer(method === "GET" ? payload : (payload ?? {}));
      },
    });
    if (receive !== undefined) {
      void app.register(async (scope) => {
        await acceptParts(scope);
        scope.route(route((request) => runWithFile(request, receive, handler)));
      });
      continue;
    }
    if (takesParts === undefined) {
      app.route(route((request) => handler(contextOf(request), allParameters(request), request.body, {})));
      continue;
    }
    // Other routes refuse bodies in parts.
    void app.register(async (scope) => {
      await acceptParts(scope);
      scope.route(route((request) => runWithParts(request, { services, resource, action: takesParts, handler })));
    });
  }
}

/** Runs a write unless one with its idempotency key has run already. */
function runOnce(request: FastifyRequest, { answers }: Services, run: (request: FastifyRequest) => Promise<unknown>): Promise<unknown> {
  const header = headerOf(request, "idempotency-key");
  if (header === undefined || answers === undefined) return run(request);
  const sent = [request.method, request.url, request.body ?? null];
  return answers.once({ header, request: sent, context: contextOf(request) }, (context) => {
    setContext(request, context);
    return run(request);
  });
}

/** Runs a call whose body may be a file in parts. It is stored before the call begins, and removed again where that is refused. */
async function runWithFile(request: FastifyRequest, receive: NonNullable<Endpoint["receive"]>, handler: Handler): Promise<unknown> {
  const context = contextOf(request);
  const parameters = allParameters(request);
  if (!request.isMultipart()) return handler(context, parameters, request.body, {});
  const { body, discard } = await receive(context, request);
  try {
    return await handler(context, parameters, body, {});
  } catch (error) {
    await discard();
    throw error;
  }
}

interface PartsCall {
  readonly services: Services;
  readonly resource: ResourceModel;
  readonly action: ActionModel;
  readonly handler: Handler;
}

/** Runs an action that takes files. They are stored before it begins, and removed again where it is refused. */
async function runWithParts(request: FastifyRequest, { services, resource, action, handler }: PartsCall): Promise<unknown> {
  requireHandled(services, resource, action);
  const context = contextOf(request);
  const { files: receiver } = services;
  const { values, files } = await receiveParts(request, { fields: action.dialogFields, tenantId: context.scope.tenantId, receiver });
  try {
    return await handler(context, { ...allParameters(request), ...values }, undefined, files);
  } catch (error) {
    await discardFiles(receiver, files);
    throw error;
  }
}
