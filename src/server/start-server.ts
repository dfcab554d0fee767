// Starts everything a server process needs, in order, and stops it in the opposite one: PostgreSQL, schema, seed, application, socket.
import { existsSync } from "node:fs";
import { mkdir, rename, stat } from "node:fs/promises";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { dialectFindings } from "#schema/checks/dialects";
import type { Model } from "#schema/model";
import { prepareAccess } from "./auth/prepare.ts";
import { buildApp } from "./app.ts";
import type { DrawCaptcha } from "./auth/captcha.ts";
import { decryptSecret, secretEncoder } from "./auth/secret-storage.ts";
import { hasFirstPassword, refuseOtherSecret, refusePublishedData, replaceDefaultCredentials } from "./auth/default-credentials.ts";
import { storedSecret, secretsFrom, type Secrets } from "./auth/secrets.ts";
import { internalTables } from "./auth/tables.ts";
import { ConfigurationError, type Configuration } from "./config.ts";
import type { AnyDomain } from "./contract.ts";
import { createServices, type Services } from "./crud/services.ts";
import { discover } from "./dialect/discovery.ts";
import { createBusinessDomain } from "./domain/business.ts";
import { messageServices } from "./domain/messages/services.ts";
import { exchangeServices } from "./domain/payments/exchange.ts";
import type { WriteDefinition } from "./domain/tools/definitions.ts";
import { webhookServices } from "./domain/system/webhooks/services.ts";
import { dataSourceServices } from "./domain/system/data-sources.ts";
import { ruleSecrets } from "./domain/codes/rule-secrets.ts";
import { uploadedFiles, type UploadedFiles } from "./domain/resource/uploaded-files.ts";
import { buildProxy } from "./http/blade-proxy.ts";
import { healthOf, type Health } from "./operations/health.ts";
import { createMeters, type Meters } from "./operations/meters.ts";
import { buildOperations } from "./operations/probes.ts";
import { openTracing, type Tracing } from "./operations/tracing.ts";
import { createSwappableServer, type SwappableServer } from "./http/server.ts";
import { operatorText } from "./operator-language.ts";
import { connectionFromUrl, type PostgresConnection } from "./postgres/connection.ts";
import { judgeAddress, judgeData, listenProblem, ofOperators } from "./preconditions.ts";
import { prepareRoles } from "./postgres/roles.ts";
import { serverUrl } from "./ready-line.ts";
import { supervisePostgres } from "./postgres/supervisor.ts";
import { seedDatabase } from "./seed/seed.ts";
import { systemClock } from "./store/clock.ts";
import { otherTimeZone, ownTimeZone } from "./store/installation.ts";
import { openDatabase, type Database, type ReplicaOptions, type ReplicaProblem } from "./store/database.ts";
import { refusedBy, watchDisks, type DiskSpace, type Refusal } from "./store/disk-space.ts";
import { identifiersOf, type Identifiers } from "./store/identifiers.ts";
import { migrate } from "./store/migrate.ts";

interface StartOptions {
  readonly configuration: Configuration;
  readonly model: Model;
  /** The built browser application, or what waits until it is built; absent: only /api is served. */
  readonly pages?: string | (() => Promise<string | undefined>);
  /** Called with unexpected events, as sentences. */
  readonly note?: (sentence: string) => void;
  /** Renders the captcha's characters; replaceable, so that the characters can be read. */
  readonly drawCaptcha?: DrawCaptcha;
  /** Writes proposed definitions into the checkout; of a development server alone. */
  readonly writeDefinition?: WriteDefinition;
  /** As of the database (store/database.ts). Default: true. */
  readonly refusesNesting?: boolean;
  /** Settings of the bundled PostgreSQL in place of its own (postgres/launcher.ts). */
  readonly postgresSettings?: Readonly<Record<string, string>>;
}

export interface RunningServer {
  readonly address: string;
  readonly port: number;
  /** Where metrics are served; undefined: nowhere. */
  readonly operationsAddress: string | undefined;
  /** Where the data is, for people. */
  readonly data: string;
  /** Whether the first account still has its first password. */
  hasFirstPassword(): Promise<boolean>;
  /**
   * Replaces the application by one for other definitions while requests go on. The schema is brought to them first; what that refuses is
   * thrown, and the old application stays.
   */
  reload(model: Model): Promise<void>;
  /** Finishes requests under way and stops everything that was started; before that answers whatever arrives for `drainMs`. */
  close(drainMs?: number): Promise<void>;
}

/** Closes the disposables, last first. */
class Disposables {
  readonly #stops: (() => Promise<unknown>)[] = [];

  add(stop: () => Promise<unknown>): void {
    this.#stops.push(stop);
  }

  /** Stops everything even when something does not stop well; throws the first error at the end. */
  async stop(): Promise<void> {
    const failures: unknown[] = [];
    for (const stop of this.#stops.splice(0).reverse()) {
      try {
        await stop();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}

const largestLog = 20_000_000;

/** The log's directory, made; a log that has grown is kept under another name and begun anew. */
async function prepareLog(file: string | undefined): Promise<void> {
  if (file === undefined) return;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o711 });
  if (existsSync(file) && (await stat(file)).size > largestLog) await rename(file, `${file}.old`);
}

/** What the person who runs the server is told when reports are read elsewhere. */
function sentenceOfReplica(problem: ReplicaProblem | undefined): string {
  switch (problem?.kind) {
    case undefined:
      return operatorText("报表等查询恢复使用只读副本", "reports are read from the replica again");
    case "unavailable":
      return operatorText(
        `REPORT_DATABASE_URL 的只读副本无法访问（${problem.reason}），报表等查询改用主库`,
        `the replica at REPORT_DATABASE_URL cannot be used (${problem.reason}): reports are read from the primary`,
      );
    case "late": {
      const seconds = Math.round(problem.lagMs / 1000);
      return operatorText(
        `REPORT_DATABASE_URL 的只读副本落后 ${seconds} 秒以上，报表等查询改用主库`,
        `the replica at REPORT_DATABASE_URL is at least ${seconds} seconds behind: reports are read from the primary`,
      );
    }
    case "unrelated":
      return operatorText(
        "REPORT_DATABASE_URL 不是 DATABASE_URL 的流复制副本，报表等查询使用主库",
        "REPORT_DATABASE_URL is no streaming replica of DATABASE_URL: reports are read from the primary",
      );
  }
}

function replicaOf({ replica }: Configuration, note: (sentence: string) => void): ReplicaOptions | undefined {
  if (replica === undefined) return undefined;
  const { url, maxLagMs } = replica;
  return {
    connection: connectionFromUrl(url, "REPORT_DATABASE_URL"),
    maxLagMs,
    onChange: (problem) => note(sentenceOfReplica(problem)),
  };
}

interface OpenedDatabase {
  readonly database: Database;
  readonly data: string;
}

async function openData(
  { configuration, note = () => undefined, refusesNesting = true, postgresSettings = {} }: StartOptions,
  disposables: Disposables,
  tracing?: Tracing,
): Promise<OpenedDatabase> {
  const open = async (connection: PostgresConnection, onConnectionLost?: () => Promise<PostgresConnection>): Promise<Database> => {
    for (const sentence of (await prepareRoles(connection)).notes) note(sentence);
    const database = await openDatabase({
      connection,
      replica: replicaOf(configuration, note),
      refusesNesting,
      hasHeartbeat: true,
      trace: tracing?.traceStatements,
      ...(onConnectionLost === undefined ? {} : { onConnectionLost }),
    });
    disposables.add(() => database.close());
    if (database.isDistributed)
      note(
        operatorText(
          "数据表按租户分布在集群的各节点上（docs/scale.md）",
          "the tables are distributed over a cluster by tenant (docs/scale.md)",
        ),
      );
    if (database.isDistributed && configuration.replica !== undefined)
      note(
        operatorText(
          "数据表分布在集群的各节点上，REPORT_DATABASE_URL 不起作用",
          "REPORT_DATABASE_URL has no effect: the tables are distributed over a cluster",
        ),
      );
    return database;
  };
  if (configuration.databaseUrl !== undefined) {
    const connection = connectionFromUrl(configuration.databaseUrl);
    return { database: await open(connection), data: `${connection.database} on ${connection.host}` };
  }
  const postgres = await supervisePostgres({
    directory: path.join(configuration.dataDirectory, "postgres"),
    settings: postgresSettings,
    onRestart: () => note("PostgreSQL was gone and has been started again"),
    onFailure: (error) => note(`PostgreSQL cannot be started again: ${error instanceof Error ? error.message : String(error)}`),
  });
  disposables.add(() => postgres.stop());
  const { connection, directory, notes } = postgres.current();
  for (const sentence of notes) note(sentence);
  return { database: await open(connection, postgres.onConnectionLost), data: directory };
}

/**
 * Starts a server as its settings say. When anything fails, what was started until then is stopped again and the error thrown.
 *
 * ```ts
 * const running = await startServer({ configuration: readConfiguration(process.env), model, pages: "dist/admin" });
 * console.log(running.address);
 * await running.close();
 * ```
 */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const disposables = new Disposables();
  await judgeData(options.configuration);
  await judgeAddress(options.configuration);
  try {
    await prepareLog(options.configuration.logFile);
    return options.configuration.bladeUrl === undefined
      ? await startEmbedded(options, disposables)
      : await startProxy(options, options.configuration.bladeUrl, disposables);
  } catch (error) {
    await disposables.stop();
    throw error;
  }
}

interface Prepared extends OpenedDatabase {
  readonly secrets: Secrets;
  readonly identifiers: Identifiers;
  /** The areas of the business, for work outside of requests. */
  readonly domain: AnyDomain;
  readonly files: UploadedFiles;
  /** Migrates tables and first rows to these definitions. */
  readonly migrateTo: (model: Model) => Promise<void>;
}

/** Before anything is written: a row of another zone could not be found again among the others. */
async function requireTimeZone(database: Database): Promise<void> {
  const own = ownTimeZone();
  const stored = await otherTimeZone(database, own);
  if (stored !== undefined)
    throw new ConfigurationError([
      operatorText(
        `TZ：本安装的时间按 ${stored} 保存，而本进程的时区为 ${own}：请设置 TZ=${stored}。`,
        `TZ: this installation keeps its times in ${stored}, and this process runs in ${own}: set TZ=${stored}.`,
      ),
    ]);
}

async function prepareData(options: StartOptions, disposables: Disposables, tracing?: Tracing): Promise<Prepared> {
  const { configuration, note = () => undefined } = options;
  const secrets = secretsFrom(configuration.secret ?? (await storedSecret(configuration.dataDirectory)));
  const opened = await openData(options, disposables, tracing);
  const { database } = opened;
  const identifiers = identifiersOf(database, systemClock);
  const files = uploadedFiles(configuration.uploadDirectory, systemClock);
  const business = {
    ruleSecrets: ruleSecrets(secrets.storage),
    files,
    storages: { internalHosts: configuration.internalHosts, decryptSecret: (stored: string) => decryptSecret(secrets.storage, stored) },
    payments: exchangeServices(secrets.storage, configuration.internalHosts),
    messages: messageServices(secrets.storage, files, configuration.internalHosts),
    webhooks: webhookServices(secrets.storage, configuration.internalHosts),
    dataSources: dataSourceServices(secrets.storage, configuration.internalHosts),
  };
  const domain = createBusinessDomain(business);
  const migrateTo = async (model: Model): Promise<void> => {
    const { notes } = await migrate(database, model, {
      accept: configuration.acceptedChanges,
      otherTables: internalTables.map((table) => table.name),
    });
    for (const sentence of notes) note(sentence);
    await requireTimeZone(database);
    await prepareAccess(database, model);
    const seeded = await seedDatabase({
      model,
      database,
      clock: systemClock,
      identifiers,
      domain,
      encodeSecret: secretEncoder(secrets.storage),
      passwordTransform: configuration.passwordTransform,
      hasDemoData: configuration.hasDemoData,
      past: { files, domain: (makerOf) => createBusinessDomain({ ...business, makerOf }) },
    });
    for (const sentence of seeded.notes) note(sentence);
    for (const sentence of await replaceDefaultCredentials({ model, database, clock: systemClock, identifiers, secrets, configuration }))
      note(sentence);
  };
  await refuseOtherSecret({ database, secrets });
  await refusePublishedData({ model: options.model, database, secrets, configuration });
  await migrateTo(options.model);
  return { ...opened, secrets, identifiers, domain, files, migrateTo };
}

/**
 * Opens the data as a server would, with tables and first rows migrated to the definitions, for work without a server; closed when the work
 * is done.
 */
export async function withData<T>(options: StartOptions, work: (database: Database, services: Services) => Promise<T>): Promise<T> {
  const disposables = new Disposables();
  await judgeData(options.configuration);
  try {
    const { database, identifiers, domain, files, secrets } = await prepareData(options, disposables);
    const { model } = options;
    const encodeSecret = secretEncoder(secrets.storage);
    return await work(database, createServices({ model, database, clock: systemClock, domain, identifiers, files, encodeSecret }));
  } finally {
    await disposables.stop();
  }
}

/** What of the disks of this machine a server writes to. */
function writtenPlaces({ databaseUrl, dataDirectory, uploadDirectory, logFile }: Configuration) {
  return [
    ...(databaseUrl === undefined ? [{ use: "database", directory: path.join(dataDirectory, "postgres") } as const] : []),
    { use: "uploads", directory: uploadDirectory } as const,
    ...(logFile === undefined ? [] : [{ use: "log", directory: path.dirname(logFile) } as const]),
  ];
}

/** What a full disk means, by what lies on it. */
const meanings: Readonly<Record<Refusal, readonly [zh: string, en: string]>> = {
  writes: ["在清理之前拒绝保存，查询不受影响", "until there is space, reads work and writes are refused"],
  files: ["在清理之前不能上传和导出，其他操作不受影响", "until there is space, uploads and exports are refused, and everything else works"],
  lines: ["在清理之前日志可能丢失，其他操作不受影响", "until there is space, lines of the log may be lost, and everything else works"],
};

/** What the person who runs the server is told when the room on a disk changes. */
function sentenceOf({ directory, uses, freeBytes, state }: Pick<DiskSpace, "directory" | "uses" | "freeBytes" | "state">): string {
  const [zh, en] = meanings[refusedBy({ uses })];
  const left = `${Math.floor(freeBytes / 1024 ** 2)} MB`;
  switch (state) {
    case "enough":
      return operatorText(
        `${directory} 所在磁盘空间已恢复（剩余 ${left}）`,
        `the disk of ${directory} has enough room again (${left} left)`,
      );
    case "low":
      return operatorText(
        `${directory} 所在磁盘空间不足，仅剩 ${left}：请及时清理`,
        `the disk of ${directory} is getting full, ${left} left: free some space`,
      );
    case "full":
      return operatorText(`${directory} 所在磁盘已满，仅剩 ${left}：${zh}`, `the disk of ${directory} is full, ${left} left: ${en}`);
  }
}

/** Serves metrics and the details of health at their own address. */
async function serveOperations(
  { operations }: Configuration,
  health: () => Promise<Health>,
  meters: Meters,
  disposables: Disposables,
): Promise<string | undefined> {
  if (operations === undefined) return undefined;
  const app = await buildOperations(health, meters);
  disposables.add(() => app.close());
  return app.listen(operations).catch((error: unknown) => {
    const problem = listenProblem(operations, error, ofOperators);
    throw problem === undefined ? error : new ConfigurationError([problem]);
  });
}

/** Waits until the pages are built, if need be. */
async function pagesOf({ pages }: StartOptions): Promise<{ readonly pages?: string }> {
  const directory = typeof pages === "function" ? await pages() : pages;
  return directory === undefined ? {} : { pages: directory };
}

async function startEmbedded(options: StartOptions, disposables: Disposables): Promise<RunningServer> {
  const { configuration } = options;
  const tracing = configuration.tracing === undefined ? undefined : openTracing(configuration.tracing, options.note);
  // What is closed after this is not traced: spans are sent last.
  if (tracing !== undefined) disposables.add(() => tracing.close());
  const { database, data, secrets, identifiers, migrateTo } = await prepareData(options, disposables, tracing);

  const disks = await watchDisks({ directories: writtenPlaces(configuration), onChange: (space) => options.note?.(sentenceOf(space)) });
  disposables.add(async () => disks.stop());
  const jobsWatch = configuration.runsJobs ? { lookedAt: Date.now() } : undefined;
  const http = createSwappableServer();
  const health = healthOf({ database, disks, jobs: jobsWatch, isEnding: http.isEnding });
  const meters = configuration.operations === undefined ? undefined : createMeters({ database, disks });
  const operationsAddress = meters === undefined ? undefined : await serveOperations(configuration, health, meters, disposables);
  const pages = await pagesOf(options);
  const build = (model: Model): Promise<FastifyInstance> =>
    buildApp({
      disks,
      health,
      jobsWatch,
      meters,
      tracing,
      model,
      database,
      clock: systemClock,
      secrets,
      identifiers,
      passwordTransform: configuration.passwordTransform,
      asksCaptcha: configuration.asksCaptcha,
      console: configuration,
      httpsOnly: configuration.httpsOnly,
      social: configuration,
      uploadDirectory: configuration.uploadDirectory,
      runsJobs: configuration.runsJobs,
      showsDictionary: configuration.showsDictionary,
      log: { level: configuration.logLevel, file: configuration.logFile },
      trustedProxies: configuration.trustedProxies,
      internalHosts: configuration.internalHosts,
      ...(configuration.ownCalls === undefined ? {} : { ownCalls: configuration.ownCalls }),
      ...pages,
      ...(options.writeDefinition === undefined ? {} : { writeDefinition: options.writeDefinition }),
      ...(options.drawCaptcha === undefined ? {} : { drawCaptcha: options.drawCaptcha }),
    });

  return serve(await build(options.model), configuration, disposables, {
    http,
    operationsAddress,
    data,
    hasFirstPassword: () => hasFirstPassword(database, configuration.passwordTransform),
    rebuild: async (model) => {
      await migrateTo(model);
      return build(model);
    },
  });
}

async function startProxy(options: StartOptions, bladeUrl: string, disposables: Disposables): Promise<RunningServer> {
  const { configuration, model, note = () => undefined } = options;
  const { dialect } = configuration;
  const wrong = [...dialectFindings(dialect, model)].map(
    ({ place, message }) => `DIALECT_FILE: ${place.join(".")}: ${message.problem}. ${message.remedy}`,
  );
  if (wrong.length > 0) throw new ConfigurationError(wrong);
  const discovery = discover({ url: bladeUrl, dialect, model, note });
  disposables.add(() => discovery.stop());
  const http = createSwappableServer();
  const app = await buildProxy({
    health: healthOf({ isEnding: http.isEnding }),
    bladeUrl,
    dialect,
    model,
    discovery,
    passwordTransform: configuration.bladeTransform,
    passwordKey: configuration.passwordKey,
    asksCaptcha: configuration.asksCaptcha,
    console: configuration,
    httpsOnly: configuration.httpsOnly,
    log: { level: configuration.logLevel, file: configuration.logFile },
    ...(await pagesOf(options)),
  });
  // The back-end has its own definitions; only the page changes.
  return serve(app, configuration, disposables, {
    http,
    operationsAddress: undefined,
    data: bladeUrl,
    hasFirstPassword: () => Promise.resolve(false),
    rebuild: undefined,
  });
}

interface Served {
  readonly http: SwappableServer;
  readonly operationsAddress: string | undefined;
  readonly data: string;
  readonly hasFirstPassword: () => Promise<boolean>;
  readonly rebuild: ((model: Model) => Promise<FastifyInstance>) | undefined;
}

async function serve(
  first: FastifyInstance,
  configuration: Configuration,
  disposables: Disposables,
  served: Served,
): Promise<RunningServer> {
  const { http, data, rebuild } = served;
  let app = first;
  let drainMs = 0;
  http.use(app);
  disposables.add(() => app.close());
  disposables.add(() => http.close(drainMs));
  // A port that was asked for is known to others, so the server does not move to another one; in production any is.
  const port = await http
    .listen({ host: configuration.host, port: configuration.port, mayMove: !configuration.isExposed && !configuration.isPortGiven })
    .catch((error: unknown) => {
      const problem = listenProblem(configuration, error);
      throw problem === undefined ? error : new ConfigurationError([problem]);
    });
  return {
    address: serverUrl(configuration.host, port),
    operationsAddress: served.operationsAddress,
    port,
    data,
    hasFirstPassword: served.hasFirstPassword,
    reload: async (model) => {
      if (rebuild === undefined) return;
      const before = app;
      app = await rebuild(model);
      http.use(app);
      await before.close();
    },
    close: (ms = 0) => {
      drainMs = ms;
      return disposables.stop();
    },
  };
}
