// The origin of a write: the request's data for the logs.
import { hostname, networkInterfaces } from "node:os";
import type { FastifyRequest } from "fastify";
import { cachedBy } from "#schema/cached-by";
import type { FieldModel, ResourceModel } from "#schema/model";
import type { Text } from "#schema/text";
import { headerOf, parametersOf } from "../http/bodies.ts";
import { secrecyBy, withoutSecrets } from "./redacted-value.ts";

/** A call that is logged: every write, every action, sign-in and sign-out. */
export interface LoggedCall {
  /** submit, save, update, remove, the name of an action, token, logout … */
  readonly name: string;
  /** A label of the call, for readers. */
  readonly title: Text;
  /** The resource of the rows; undefined for other calls. */
  readonly resource?: ResourceModel;
  /** An action: logged even where no field changes, with its parameters. */
  readonly isAction?: true;
  /** Fields of the dialog in addition to the resource's. */
  readonly dialogFields?: readonly FieldModel[];
  /** Parameters that are secret although their names do not show it. */
  readonly secrets?: readonly string[];
}

/** The request behind a write, or the job. */
export interface CallOrigin {
  /** A step of a job, which does the work of many calls: all rows that it changes are logged, in several entries where one is too short. */
  readonly isStep?: true;
  /**
   * One of several transactions that have one entry in the log, by its id: their changes are kept under it, and the last of them writes it.
   */
  readonly entry?: { readonly id: string; readonly isLast: boolean };
  readonly call: LoggedCall;
  readonly method: string;
  /** Path below /api, without its query. */
  readonly path: string;
  readonly userAgent: string;
  /** Milliseconds since the request came. */
  readonly elapsed: () => number;
  /** The request's data without secrets; "" for none. */
  readonly sent: () => string;
}

/** The name of imports in logs and histories. */
export const importCall = "import-rows";

const maxPathLength = 255;
const maxUserAgentLength = 500;
const maxSentLength = 2_000;

/** Path below /api as logs keep it; never the query, which may hold a token. */
export function pathOf(request: FastifyRequest): string {
  return (request.url.split("?")[0] ?? "").replace(/^\/api(?=\/)/, "").slice(0, maxPathLength);
}

export function userAgentOf(request: FastifyRequest): string {
  return (headerOf(request, "user-agent") ?? "").slice(0, maxUserAgentLength);
}

/** What is secret of what is sent with a call. */
const secretsOf = cachedBy(({ resource, dialogFields = [], secrets = [] }: Partial<LoggedCall>) => {
  const byField = secrecyBy([...(resource?.fields ?? []), ...dialogFields]);
  return (name: string) => (secrets.includes(name) ? "mask" : byField(name));
});
const unknownCall: Partial<LoggedCall> = {};

/** Parameters and body of a request as one text of bounded length, secrets masked. */
export function requestText(request: FastifyRequest, call: LoggedCall | undefined): string {
  const isPlain =
    typeof request.body === "object" &&
    request.body !== null &&
    (Array.isArray(request.body) || Object.getPrototypeOf(request.body) === Object.prototype);
  const parameters = parametersOf(request);
  const sent = { ...(Object.keys(parameters).length === 0 ? {} : { query: parameters }), ...(isPlain ? { body: request.body } : {}) };
  if (Object.keys(sent).length === 0) return "";
  return JSON.stringify(withoutSecrets(sent, secretsOf(call ?? unknownCall))).slice(0, maxSentLength);
}

/** The origin of a request whose call is logged. */
export function originOf(request: FastifyRequest, call: LoggedCall, elapsed: () => number): CallOrigin {
  return {
    call,
    method: request.method,
    path: pathOf(request),
    userAgent: userAgentOf(request),
    elapsed,
    sent: () => requestText(request, call),
  };
}

/** The import of rows from a file, in a call or a job. What the file contains is told by the changes of its rows. */
export const callOfImport = (resource: ResourceModel): LoggedCall => ({
  name: importCall,
  title: [`导入${resource.label[0]}`, `Import ${resource.label[1].toLowerCase()}`],
  resource,
  secrets: ["file", "text"],
});

/** Its way back. */
export const callOfUndo = (resource: ResourceModel): LoggedCall => ({
  name: "import-undo",
  title: [`撤销导入${resource.label[0]}`, `Undo import of ${resource.label[1].toLowerCase()}`],
  resource,
});

/** The same call, on rows of another resource: a sign-in changes records of people and of devices. */
export const originOn = (resource: ResourceModel, origin: CallOrigin | undefined): CallOrigin | undefined =>
  origin === undefined ? undefined : { ...origin, call: { ...origin.call, resource } };

/** The origin of what the server itself does while it starts, on rows of a resource. */
export const originOfStart = (resource: ResourceModel): CallOrigin => ({
  call: { name: "start", title: ["启动服务", "Start of the server"], resource },
  method: "START",
  path: "/start",
  userAgent: "",
  elapsed: () => 0,
  sent: () => "",
});

function ownAddress(): string {
  const external = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find((address) => !address.internal && address.family === "IPv4");
  return external?.address ?? "127.0.0.1";
}

/** The process that writes the logs. */
interface ThisServer {
  readonly serviceId: string;
  readonly serverHost: string;
  readonly serverIp: string;
  readonly env: string;
}

let cached: ThisServer | undefined;

/** This server as its logs name it. */
export function thisServer(): ThisServer {
  cached ??= {
    serviceId: "tracemark",
    serverHost: hostname().slice(0, 255),
    serverIp: ownAddress(),
    env: process.env["NODE_ENV"] === "production" ? "prod" : "dev",
  };
  return cached;
}

/** "StockOutDoc" for the resource stock-out-doc, as the logs name classes. */
export function className(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");
}
