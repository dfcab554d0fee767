// The settings of a server process: their meaning, their allowed values, and what is refused (all are environment variables).
import { operatorText } from "./operator-language.ts";
import { isIP } from "node:net";
import path from "node:path";
import { z } from "zod";
import { shortestPassword } from "#schema/common-passwords";
import { resourceIn } from "#schema/dialects/available";
import { dialectNames, dialects, type Dialect } from "#schema/dialects/index";
import type { Transform } from "#schema/dialects/types";
import { shortestSecret } from "./auth/secrets.ts";
import { readDialect } from "./dialect/read.ts";
import type { PasswordTransform } from "./auth/password-hash.ts";
import { isSource, readProviders, type Provider } from "./auth/social/providers.ts";
import type { HttpsOnly } from "./http/security-headers.ts";
import { isLoopback } from "./loopback.ts";
import type { TracingOptions } from "./operations/tracing.ts";

const flag = (defaultValue: boolean) =>
  z
    .enum(["true", "false"])
    .default(defaultValue ? "true" : "false")
    .transform((text) => text === "true");
const optionalText = z.string().trim().min(1).optional();

/** Parts of a comma-separated list. */
const listed = (text: string | undefined): readonly string[] =>
  (text ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
/**
 * A site whose pages may be embedded: scheme and host, `*.` for its sub-domains; no characters that could end the policy it is written
 * into.
 */
const isFrameSource = (source: string): boolean => /^https?:\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/i.test(source);
/** A site that is given people's tokens: named exactly, and reached encrypted unless it is this machine. */
const isTokenSite = (source: string): boolean =>
  isFrameSource(source) && !source.includes("*") && (/^https:/i.test(source) || isLoopback(new URL(source).hostname));

/** A setting with several entries, each of which must be valid. */
const listOf = (isValid: (entry: string) => boolean, rule: string) =>
  z
    .string()
    .trim()
    .refine((text) => listed(text).every(isValid), rule)
    .optional();

/** A header as OTEL_EXPORTER_OTLP_HEADERS names it: its value may be percent-encoded. */
function isHeader(text: string): boolean {
  const [name, value] = partsOfHeader(text);
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name) && value !== undefined;
}

function partsOfHeader(text: string): readonly [name: string, value: string | undefined] {
  const [name = "", ...rest] = text.split("=");
  try {
    const value = decodeURIComponent(rest.join("=").trim());
    return [name.trim(), value === "" || /[\r\n\0]/.test(value) ? undefined : value];
  } catch {
    return [name.trim(), undefined];
  }
}

/** A host as addresses name it, with or without a port. */
const isHost = (text: string): boolean =>
  URL.canParse(`http://${text}`) && new URL(`http://${text}`).pathname === "/" && !/[/?#@]/.test(text);

/** A reverse proxy, or a network of them. */
function isProxy(text: string): boolean {
  if (["loopback", "linklocal", "uniquelocal"].includes(text)) return true;
  const [address = "", range, ...more] = text.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  if (range === undefined || (version === 4 && isIP(range) === 4)) return true;
  return /^\d{1,3}$/.test(range) && Number(range) >= 1 && Number(range) <= (version === 4 ? 32 : 128);
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** The variables with their descriptions. */
export const variables = {
  HOST: z.string().trim().min(1).default("127.0.0.1").describe("Address to listen on; the loopback address by default."),
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(8000)
    .describe(
      "Port to listen on, 8000 by default, or the next free one on loopback where 8000 is taken. One that is set is never replaced by another. 0: any.",
    ),
  OPERATIONS_ADDRESS: z
    .string()
    .trim()
    .regex(/^(?:\[[0-9a-f:]+\]|[\w.-]+):\d{1,5}$/i, "must be an address with a port, such as 127.0.0.1:9464")
    .optional()
    .describe(
      "Address with port, such as 127.0.0.1:9464, where /metrics and /readyz with what is wrong are served; keep it from the public. Default: neither is served.",
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: "must look like http://127.0.0.1:4318" })
    .optional()
    .describe(
      "Address of an OpenTelemetry collector, such as http://127.0.0.1:4318, which receives traces (OTLP over HTTP, as JSON, at /v1/traces below it). Default: nothing is traced.",
    ),
  OTEL_EXPORTER_OTLP_HEADERS: listOf(isHeader, "must be pairs such as api-key=value, comma-separated, values percent-encoded").describe(
    "Headers for the collector, such as api-key=value, comma-separated; default: none.",
  ),
  OTEL_SERVICE_NAME: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .default("tracemark")
    .describe("Name of the service in traces; tracemark by default."),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe(
      "Share of traces that are recorded, from 0 to 1, by default 1 (all). A request with a header traceparent follows the decision of its caller.",
    ),
  DATABASE_URL: z
    .string()
    .trim()
    .regex(/^postgres(ql)?:\/\//, "must look like postgres://user:password@host:5432/database")
    .optional()
    .describe(
      "Your own PostgreSQL, such as postgres://user:password@host:5432/database; its user owns the tables. Without it the bundled PostgreSQL is started.",
    ),
  REPORT_DATABASE_URL: z
    .string()
    .trim()
    .regex(/^postgres(ql)?:\/\//, "must look like postgres://user:password@host:5432/database")
    .optional()
    .describe(
      "A streaming replica of the PostgreSQL at DATABASE_URL, which answers reports, figures of scans and exports of long lists (docs/scale.md). Default: the primary answers everything.",
    ),
  REPORT_MAX_LAG_SECONDS: z.coerce
    .number()
    .int()
    .min(5)
    .max(3600)
    .default(30)
    .describe(
      "Seconds that the replica at REPORT_DATABASE_URL may be behind, 5 to 3600; while it is further behind the primary answers. Default: 30.",
    ),
  DATA_DIR: optionalText.describe(
    "Directory for the bundled PostgreSQL, uploads, the secret and the log; .tracemark in the working directory by default.",
  ),
  UPLOAD_DIR: optionalText.describe("Directory for uploaded files; uploads in DATA_DIR by default."),
  TRACEMARK_SECRET: z
    .string()
    .min(shortestSecret, `must have at least ${shortestSecret} characters`)
    .optional()
    .describe(
      "Signs tokens and encrypts stored secrets; must be identical in every process of an installation. By default generated and stored in DATA_DIR.",
    ),
  ADMIN_PASSWORD: z
    .string()
    .min(shortestPassword, `must have at least ${shortestPassword} characters`)
    .max(45)
    .optional()
    .describe(
      "Password of the account admin of tenant 000000, not a common one; applied at start as long as the account has the default password.",
    ),
  CLIENT_SECRET: z
    .string()
    .min(12, "must have at least 12 characters")
    .max(256)
    .refine((text) => text !== "saber_secret", "must not be the default")
    .optional()
    .describe("Secret of the client saber; applied at start as long as the client has the default secret."),
  DEMO_DATA: flag(true).describe(
    "Whether a fresh database gets the demo tenant 100001: true or false; by default only on loopback, outside production.",
  ),
  DOCS: flag(true).describe(
    "Whether the data dictionary at /docs/data is public: true or false; by default only on loopback, outside production.",
  ),
  BLADE_URL: z
    .url({ protocol: /^https?$/, error: "must look like https://host:port" })
    .optional()
    .describe(
      "URL of an existing Blade back-end: serves the browser application and forwards /api to it; the embedded server is not started.",
    ),
  BLADE_DIALECT: z
    .enum(dialectNames)
    .default("bladex")
    .describe("Dialect of the back-end at BLADE_URL: bladex (default), or blade for the open-source editions of SpringBlade since 4.1."),
  DIALECT_FILE: optionalText.describe(
    "JSON file with values that differ from the dialect, such as a path or an absent field (docs/back-end.md); only with BLADE_URL.",
  ),
  PASSWORD_TRANSFORM: z
    .enum(["md5", "plain", "sm2"])
    .optional()
    .describe(
      "How the browser transforms a password before it signs in: md5 (default), plain, or with BLADE_URL sm2, which is the default of dialect blade and needs PASSWORD_KEY.",
    ),
  PASSWORD_KEY: z
    .string()
    .trim()
    .regex(/^04[0-9a-f]{128}$/i, "must be a public key of SM2: 130 hexadecimal digits that begin with 04")
    .optional()
    .describe(
      "Public key with which the browser encrypts passwords for the back-end at BLADE_URL: blade.auth.public-key of its configuration, 130 hexadecimal digits.",
    ),
  CAPTCHA: flag(true).describe("Whether the sign-in page shows a captcha: true (default) or false."),
  FRAME_SOURCES: listOf(
    isFrameSource,
    "must be sites such as https://reports.example.com or https://*.example.com, comma-separated",
  ).describe(
    "Other sites whose pages a menu entry may embed (the frame-src of the page's policy), comma-separated; default: only this site.",
  ),
  IMAGE_SOURCES: listOf(
    isFrameSource,
    "must be sites such as https://pictures.example.com or https://*.example.com, comma-separated",
  ).describe(
    "Other sites whose pictures may be shown (img-src of the content security policy) and used in formatted text, comma-separated, such as account pictures of other platforms; default: only this site.",
  ),
  HSTS: z
    .enum(["off", "site", "subdomains"])
    .default("subdomains")
    .describe(
      "Scope of Strict-Transport-Security, sent over https for one year: subdomains (this site and its subdomains, default), site (this site only) or off.",
    ),
  TOKEN_SITES: listOf(isTokenSite, "must be sites such as https://reports.example.com, encrypted and without *, comma-separated").describe(
    "Sites that may receive the access token, comma-separated: ${token} in the address of a menu entry is replaced for these only; default: none.",
  ),
  SWITCH_MODE: flag(false).describe(
    "Whether users with several departments or roles choose in the user menu which one they act as: true or false (default).",
  ),
  FIRST_PAGE: flag(false).describe("Whether the tab of the home page can be closed: true or false (default)."),
  OAUTH_PROVIDERS: listOf(
    isSource,
    "must be keys such as github or wechat_open, in small letters and at most 16, comma-separated",
  ).describe(
    "Keys of other platforms whose accounts users may sign in with, comma-separated; each is configured with variables that begin with OAUTH_ and its key, such as OAUTH_GITHUB_CLIENT_ID; default: none.",
  ),
  SITE_URLS: listOf(isTokenSite, "must be sites such as https://trace.example.com, encrypted and without *, comma-separated").describe(
    "Public addresses of this installation, comma-separated, the main one first; other platforms redirect users to them after sign-in. Required with OAUTH_PROVIDERS if other machines can reach the server.",
  ),
  INTERNAL_HOSTS: listOf(isHost, "must be hosts such as pay.internal or 10.0.0.5:8443, comma-separated").describe(
    "Internal hosts that payments, notices, mails and texts may be sent to, and identity providers may have, also without encryption, comma-separated, with a port where it matters; default: none, so that only public addresses are called, by https.",
  ),
  TRUST_PROXY: z
    .string()
    .trim()
    .min(1)
    .refine(
      (text) => listed(text).every(isProxy),
      "must be addresses or networks such as 10.0.0.1 or 10.0.0.0/8, or loopback, linklocal or uniquelocal, comma-separated",
    )
    .optional()
    .describe("Addresses of reverse proxies, comma-separated, whose X-Forwarded-For is trusted; default: none."),
  TZ: z
    .string()
    .trim()
    .refine((name) => isTimeZone(name.replace(/^:/, "")), "must be a time zone such as Asia/Shanghai")
    .optional()
    .describe(
      "Time zone of all stored times, such as Asia/Shanghai; by default that of the machine. The first start records it; a process in another zone refuses to start.",
    ),
  JOBS: z
    .enum(["0", "1"])
    .default("1")
    .transform((text) => text === "1")
    .describe("Whether this process runs background jobs and schedules: 1 (default) or 0; at least one process of an installation must."),
  DRAIN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(30)
    .default(0)
    .describe(
      "Seconds for which a process goes on answering after SIGTERM while /readyz answers 503, so that proxies turn to other processes, 0 to 30; default: 0.",
    ),
  CALLS_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(60)
    .optional()
    .describe("Calls that one user may make per minute in each process, at least 60; beyond that the answer is 429. Default: 3000."),
  TRACEMARK_ACCEPT_CHANGES: optionalText.describe(
    "Accepts, for one start, the changes to tables that the last start refused because they would lose data; set it to the value that the message printed. It is valid for exactly these statements.",
  ),
  LOG_LEVEL: z
    .enum(["debug", "info", "warn", "error", "silent"])
    .default("info")
    .describe("Log level: debug, info (default, one line per request), warn, error or silent."),
  LOG_FILE: optionalText.describe("Log file, or - for standard output; default: server.log in DATA_DIR, in production standard output."),
  NODE_ENV: z
    .string()
    .optional()
    .describe("With production, the server refuses default credentials on any address and logs to standard output."),
} as const;

const schema = z.object(variables);

export interface Configuration {
  readonly host: string;
  readonly port: number;
  /** Somebody has chosen the port, and expects the server there. */
  readonly isPortGiven: boolean;
  /** Where metrics and the details of health are served. */
  readonly operations: { readonly host: string; readonly port: number } | undefined;
  /** Where traces are sent, and of which share of requests. */
  readonly tracing: TracingOptions | undefined;
  readonly databaseUrl: string | undefined;
  /** A replica of it, for reads that may be so late. */
  readonly replica: { readonly url: string; readonly maxLagMs: number } | undefined;
  readonly dataDirectory: string;
  readonly uploadDirectory: string;
  readonly secret: string | undefined;
  readonly adminPassword: string | undefined;
  readonly clientSecret: string | undefined;
  readonly hasDemoData: boolean;
  /** Shows the data dictionary at /docs/data, also without sign-in. */
  readonly showsDictionary: boolean;
  readonly bladeUrl: string | undefined;
  /** Of the back-end at `bladeUrl`. */
  readonly dialect: Dialect;
  /** Of the embedded server. */
  readonly passwordTransform: PasswordTransform;
  /** How browsers sign in at `bladeUrl`, where that is not as its dialect has it. */
  readonly bladeTransform: Transform | undefined;
  /** The public key of `bladeUrl`. */
  readonly passwordKey: string | undefined;
  readonly asksCaptcha: boolean;
  /** Sites whose pages may be in our frames. */
  readonly frameSources: readonly string[];
  /** Sites whose pictures are shown. */
  readonly imageSources: readonly string[];
  /** What browsers keep to https. */
  readonly httpsOnly: HttpsOnly;
  /** Sites whose addresses in the menu get the user's token. */
  readonly tokenSites: readonly string[];
  /** People choose the department and role that they act as. */
  readonly hasSwitchMode: boolean;
  /** The tab of the home page can be closed. */
  readonly hasFirstPage: boolean;
  /** Other platforms that users may sign in with. */
  readonly providers: readonly Provider[];
  /** Addresses under which browsers reach this installation, the usual one first. */
  readonly siteUrls: readonly string[];
  readonly trustedProxies: readonly string[];
  /** Internal hosts that payments and notices may call. */
  readonly internalHosts: readonly string[];
  /** Calls that one person may make in a minute; undefined: as many as usual. */
  readonly ownCalls: number | undefined;
  /** This process runs background jobs and schedules. */
  readonly runsJobs: boolean;
  /** How long it goes on answering when it is told to end by SIGTERM. */
  readonly drainMs: number;
  /** The name of changes to tables that may lose data. */
  readonly acceptedChanges: string | undefined;
  readonly logLevel: "debug" | "info" | "warn" | "error" | "silent";
  /** undefined: the standard output. */
  readonly logFile: string | undefined;
  /** Others than the person at this machine can reach it, so nothing may be left at its default. */
  readonly isExposed: boolean;
}

/** Invalid settings; the message names each with its requirement. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";

  constructor(readonly problems: readonly string[]) {
    super(
      `${operatorText("以下设置有误，服务器未启动：", "The server does not start with these settings:")}\n${problems.map((problem) => `  ${problem}`).join("\n")}`,
    );
  }
}

/** The dialect of the back-end, with what is wrong with the settings that are about it. */
function dialectOf(values: z.infer<typeof schema>, workingDirectory: string, problems: string[]): Dialect {
  const { BLADE_URL, BLADE_DIALECT, DIALECT_FILE, PASSWORD_TRANSFORM, PASSWORD_KEY } = values;
  const named = dialects[BLADE_DIALECT];
  if (BLADE_URL === undefined) {
    const meant = Object.entries({ DIALECT_FILE, PASSWORD_KEY }).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    problems.push(...meant.map((name) => `${name}: is for a back-end of its own: set BLADE_URL as well, or leave it out.`));
    if (PASSWORD_TRANSFORM === "sm2")
      problems.push("PASSWORD_TRANSFORM: sm2 is for a back-end at BLADE_URL; the embedded server reads md5 or plain.");
    return named;
  }
  const read = readDialect(named, DIALECT_FILE === undefined ? undefined : path.resolve(workingDirectory, DIALECT_FILE));
  if ("problems" in read) {
    problems.push(...read.problems.map((problem) => `DIALECT_FILE: ${DIALECT_FILE ?? ""}: ${problem}`));
    return named;
  }
  const transforms = [PASSWORD_TRANSFORM ?? read.dialect.passwords.signIn, read.dialect.passwords.chosen];
  if (transforms.includes("sm2") && PASSWORD_KEY === undefined)
    problems.push(
      `PASSWORD_KEY: is required, because this back-end decrypts passwords (dialect ${read.dialect.name}). ${variables.PASSWORD_KEY.description ?? ""} Back-ends before 4.1 take PASSWORD_TRANSFORM=plain.`,
    );
  if (
    values.SWITCH_MODE &&
    absentForSwitching.some(([resource, name]) => (resourceIn(read.dialect, resource)?.reads?.[name] ?? "same") === "absent")
  )
    problems.push(`SWITCH_MODE: the dialect ${read.dialect.name} does not have it.`);
  return read.dialect;
}

function operationsAt(address: string | undefined): Configuration["operations"] {
  const [, host, port] = /^\[?(.+?)\]?:(\d+)$/.exec(address ?? "") ?? [];
  return host === undefined ? undefined : { host, port: Number(port) };
}

function tracingOf(values: z.infer<typeof schema>): TracingOptions | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers, OTEL_SERVICE_NAME: serviceName } = values;
  if (endpoint === undefined) return undefined;
  const pairs = listed(headers).map((text) => partsOfHeader(text));
  return {
    endpoint: endpoint.replace(/\/+$/, ""),
    headers: Object.fromEntries(pairs.map(([name, value = ""]) => [name, value])),
    serviceName,
    share: values.OTEL_TRACES_SAMPLER_ARG,
  };
}

/** What people choose from in switch mode. */
const absentForSwitching = [
  ["dept", "select"],
  ["role", "select"],
] as const;

/**
 * Reads the settings of a process. Empty variables count as absent. Throws a {@link ConfigurationError} that names everything that is
 * wrong.
 */
export function readConfiguration(
  environment: Readonly<Record<string, string | undefined>>,
  workingDirectory = process.cwd(),
): Configuration {
  const given = Object.fromEntries(
    Object.keys(variables).flatMap((name) => (environment[name]?.trim() ? [[name, environment[name]]] : [])),
  );
  const read = schema.safeParse(given);
  if (!read.success) {
    throw new ConfigurationError(
      read.error.issues.map((issue) => {
        const name = String(issue.path[0]);
        const { description } = variables[name as keyof typeof variables]; // the path of an issue of this schema is one of its keys
        return `${name}: ${issue.message}. ${description ?? ""}`;
      }),
    );
  }
  const values = read.data;
  const dataDirectory = path.resolve(workingDirectory, values.DATA_DIR ?? ".tracemark");
  const isProduction = values.NODE_ENV === "production";
  const isExposed = isProduction || !isLoopback(values.HOST);
  const problems: string[] = [];
  const sources = [...new Set(listed(values.OAUTH_PROVIDERS))];
  const providers = readProviders(sources, environment, problems);
  if (sources.length > 0 && values.BLADE_URL !== undefined)
    problems.push("OAUTH_PROVIDERS: must not be set together with BLADE_URL, whose back-end signs people in itself.");
  if (sources.length > 0 && isExposed && values.SITE_URLS === undefined)
    problems.push(`SITE_URLS: must be set with OAUTH_PROVIDERS. ${variables.SITE_URLS.description ?? ""}`);
  if (values.REPORT_DATABASE_URL !== undefined && values.DATABASE_URL === undefined)
    problems.push("REPORT_DATABASE_URL: is the replica of a PostgreSQL of your own: set DATABASE_URL as well, or leave it out.");
  const dialect = dialectOf(values, workingDirectory, problems);
  if (problems.length > 0) throw new ConfigurationError(problems);
  const logFile = values.LOG_FILE ?? (isProduction ? "-" : path.join(dataDirectory, "server.log"));
  return {
    host: values.HOST,
    port: values.PORT,
    isPortGiven: given["PORT"] !== undefined,
    operations: operationsAt(values.OPERATIONS_ADDRESS),
    tracing: tracingOf(values),
    databaseUrl: values.DATABASE_URL,
    replica:
      values.REPORT_DATABASE_URL === undefined
        ? undefined
        : { url: values.REPORT_DATABASE_URL, maxLagMs: values.REPORT_MAX_LAG_SECONDS * 1000 },
    dataDirectory,
    uploadDirectory: path.resolve(workingDirectory, values.UPLOAD_DIR ?? path.join(dataDirectory, "uploads")),
    secret: values.TRACEMARK_SECRET,
    adminPassword: values.ADMIN_PASSWORD,
    clientSecret: values.CLIENT_SECRET,
    hasDemoData: given["DEMO_DATA"] === undefined ? !isExposed : values.DEMO_DATA,
    showsDictionary: given["DOCS"] === undefined ? !isExposed : values.DOCS,
    bladeUrl: values.BLADE_URL?.replace(/\/+$/, ""),
    dialect,
    passwordTransform: values.PASSWORD_TRANSFORM === "plain" ? "plain" : "md5",
    bladeTransform: values.PASSWORD_TRANSFORM,
    passwordKey: values.PASSWORD_KEY,
    asksCaptcha: values.CAPTCHA,
    frameSources: listed(values.FRAME_SOURCES),
    imageSources: listed(values.IMAGE_SOURCES),
    httpsOnly: values.HSTS,
    tokenSites: listed(values.TOKEN_SITES).map((site) => new URL(site).origin),
    hasSwitchMode: values.SWITCH_MODE,
    hasFirstPage: values.FIRST_PAGE,
    providers,
    siteUrls: listed(values.SITE_URLS).map((site) => new URL(site).origin),
    trustedProxies: listed(values.TRUST_PROXY),
    internalHosts: listed(values.INTERNAL_HOSTS),
    ownCalls: values.CALLS_PER_MINUTE,
    runsJobs: values.JOBS,
    drainMs: values.DRAIN_SECONDS * 1000,
    acceptedChanges: values.TRACEMARK_ACCEPT_CHANGES,
    logLevel: values.LOG_LEVEL,
    logFile: logFile === "-" ? undefined : path.resolve(workingDirectory, logFile),
    isExposed,
  };
}
