// Puts the application together: the frame of HTTP, sign-in, the endpoints of all definitions, and the browser's files.
import path from "node:path";
import Fastify, { LogController, type FastifyInstance } from "fastify";
import type { Model } from "#schema/model";
import { guardRoutes } from "./access/guard.ts";
import { callsIn, createCallCounts } from "./access/call-counts.ts";
import { createCallLimits } from "./access/call-limits.ts";
import { createPlatformVersion, loadedOnce, PerVersion } from "./access/version.ts";
import { logCalls } from "./audit/request-logs.ts";
import { createApiTokens } from "./auth/api-tokens.ts";
import { createCallers } from "./auth/callers.ts";
import { createCaptchas, type DrawCaptcha } from "./auth/captcha.ts";
import { drawCaptcha } from "./auth/captcha-picture.ts";
import { withPasswordRules } from "./auth/chosen-password.ts";
import { findClient } from "./auth/clients.ts";
import { createFailures } from "./auth/failures.ts";
import { decryptSecret, secretEncoder } from "./auth/secret-storage.ts";
import type { PasswordTransform } from "./auth/password-hash.ts";
import { consoleClient } from "./auth/default-credentials.ts";
import { registerAuthRoutes } from "./auth/routes.ts";
import type { Secrets } from "./auth/secrets.ts";
import { createSessions } from "./auth/sessions.ts";
import { createChallenges } from "./auth/second-factor/challenges.ts";
import { createChallengeText } from "./auth/second-factor/challenge-text.ts";
import { createFactors } from "./auth/second-factor/factors.ts";
import { createTextCodes } from "./auth/second-factor/text-codes.ts";
import { identitySignIns } from "./auth/identity/identity-sign-in.ts";
import { createSignIn } from "./auth/sign-in.ts";
import { createGuests } from "./auth/social/guests.ts";
import type { Provider } from "./auth/social/providers.ts";
import { registerSocialRoutes } from "./auth/social/routes.ts";
import { createSocialSignIn } from "./auth/social/social-sign-in.ts";
import { createOAuthStates } from "./auth/social/oauth-state.ts";
import { createTokens } from "./auth/token.ts";
import type { AnyDomain, ChangeSubscriptions } from "./contract.ts";
import { runJobs } from "./jobs/run-jobs.ts";
import { createLiveHub } from "./live/live-hub.ts";
import { registerLive } from "./live/routes.ts";
import { registerQuickFind } from "./crud/find-route.ts";
import { registerResource } from "./crud/routes.ts";
import { messageServices } from "./domain/messages/services.ts";
import { identityAccounts } from "./domain/authority/identity/accounts.ts";
import { deviceSignIns } from "./domain/production/devices.ts";
import { codeTexts } from "./domain/messages/texts/code-texts.ts";
import { createAnswerStore } from "./crud/write/answer-once.ts";
import { createServices, emptyDomain, type Services } from "./crud/services.ts";
import { createExports } from "./export/exports.ts";
import { createImports, rowImports } from "./import/imports.ts";
import { exchangeServices } from "./domain/payments/exchange.ts";
import type { WriteDefinition } from "./domain/tools/definitions.ts";
import { dataSourceServices } from "./domain/system/data-sources.ts";
import { webhookServices } from "./domain/system/webhooks/services.ts";
import { registerPayNotifications } from "./domain/payments/notification-route.ts";
import { registerHome } from "./domain/desk/home.ts";
import { newsResources } from "./domain/desk/home-figures.ts";
import { ruleSecrets } from "./domain/codes/rule-secrets.ts";
import { createDomain } from "./domain/index.ts";
import { storeLogs } from "./domain/monitor/web-log.ts";
import { uploadParts } from "./domain/resource/upload-parts.ts";
import { registerUploadParts } from "./domain/resource/upload-parts-routes.ts";
import { registerUploads, type UploadServices } from "./domain/resource/upload-routes.ts";
import type { StorageServices } from "./domain/resource/storages.ts";
import { serveUploads } from "./domain/resource/upload-serving.ts";
import { uploadedFiles } from "./domain/resource/uploaded-files.ts";
import { fixedSettings, consoleSources, type ConsoleOptions } from "./http/console-options.ts";
import { bodyLimit, readBodies } from "./http/bodies.ts";
import { createOutgoing } from "./http/outgoing.ts";
import { compressAnswers } from "./http/compression.ts";
import { notFound } from "./http/errors.ts";
import { storageFull } from "./http/error-answer.ts";
import { sendError } from "./http/failures.ts";
import { awaitRefusedBodies } from "./http/await-refused-bodies.ts";
import { loggerOptions, logRequests, type LogOptions } from "./http/logging.ts";
import { productVersion } from "./backup/manifest.ts";
import { atRoot, serveDescription } from "./docs/api-description.ts";
import { serveDictionary } from "./docs/dictionary-pages.ts";
import type { PageSettings } from "./http/page-file.ts";
import { servePages } from "./http/pages.ts";
import { disableCaching, secureHeaders, type HttpsOnly } from "./http/security-headers.ts";
import { refuseUnmatched } from "./http/unmatched.ts";
import { healthOf, type Health, type JobsWatch } from "./operations/health.ts";
import type { Meters } from "./operations/meters.ts";
import type { Tracing } from "./operations/tracing.ts";
import { serveProbes } from "./operations/probes.ts";
import { signedLinks, useSignedLinks } from "./storage/signed-links.ts";
import { openStores, type Stores } from "./storage/stores.ts";
import type { Clock } from "./store/clock.ts";
import type { Database } from "./store/database.ts";
import type { DiskWatch } from "./store/disk-space.ts";
import { identifiersOf, type Identifiers } from "./store/identifiers.ts";
import { createSubscriptions } from "./webhooks/subscriptions.ts";

export interface AppOptions {
  readonly model: Model;
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly passwordTransform: PasswordTransform;
  /** Whether sign-in requires a captcha; the endpoint accepts both grants, as the client's row permits. */
  readonly asksCaptcha: boolean;
  readonly console?: ConsoleOptions;
  /** Other platforms that users may sign in with, and the address they redirect to. */
  readonly social?: { readonly providers: readonly Provider[]; readonly siteUrls: readonly string[]; readonly timeoutMs?: number };
  readonly uploadDirectory: string;
  /** Internal hosts that payments, notices, mails and texts may call; none unless specified. */
  readonly internalHosts?: readonly string[];
  /** Writes proposed definitions into the checkout; of a development server alone. */
  readonly writeDefinition?: WriteDefinition;
  /** Public calls that one address may make per minute. */
  readonly publicCalls?: number;
  /** Calls that one person may make in a minute. */
  readonly ownCalls?: number;
  readonly log: LogOptions;
  /** Reverse proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies?: readonly string[];
  /** The scope of HTTPS enforcement in browsers; this site with its subdomains by default. */
  readonly httpsOnly?: HttpsOnly;
  /** Whether the data dictionary is shown at /docs/data. */
  readonly showsDictionary?: boolean;
  /** The built browser application; absent: only /api is served. */
  readonly pages?: string;
  /** Kept when the application is built anew, so that the process keeps its number in ids. */
  readonly identifiers?: Identifiers;
  /** Whether this process runs background jobs and schedules. */
  readonly runsJobs?: boolean;
  /** The disks that are written to; absent: nothing is refused before a disk is full. */
  readonly disks?: DiskWatch | undefined;
  /** What /readyz says; by default that of the database. */
  readonly health?: (() => Promise<Health>) | undefined;
  /** Told when background work looked for jobs. */
  readonly jobsWatch?: JobsWatch | undefined;
  /** Figures for Prometheus; absent: nobody counts. */
  readonly meters?: Meters | undefined;
  /** Traces requests and jobs; absent: nothing is traced. */
  readonly tracing?: Tracing | undefined;
  /** Renders captchas. Replaceable by the caller, for example to read the characters. */
  readonly drawCaptcha?: DrawCaptcha;
}

/** Discovery documents and keys of large identity providers. */
const maxProviderBytes = 262_144;

/** Name of the decorator that stores the rows of logs that wait: `app.getDecorator<FlushLogs>(flushLogs)()`. */
export const flushLogs = "flushLogs";
export type FlushLogs = () => Promise<void>;

/**
 * Builds the application over an opened, migrated database; it listens to nothing yet.
 *
 * ```ts
 * const app = await buildApp({ model, database, clock: systemClock, secrets, ... });
 * const captcha = await app.inject("/api/blade-auth/oauth/captcha");
 * ```
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: loggerOptions(options.log),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    trustProxy: options.trustedProxies === undefined || options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: ({ url }) => atRoot(url),
    // An address that cannot be decoded is refused before any handler of ours.
    frameworkErrors: sendError,
  });
  app.setErrorHandler(sendError);
  // Ahead of all other hooks, whose statements belong to the request.
  options.tracing?.traceRequests(app);
  secureHeaders(app, options.httpsOnly);
  logRequests(app);
  awaitRefusedBodies(app);
  options.meters?.count(app);
  serveProbes(app, options.health ?? healthOf(options));
  let [domain, flush]: [AnyDomain, FlushLogs] = [emptyDomain, () => Promise.resolve()];
  app.decorate(flushLogs, () => flush());
  const uploads = uploadServices(options);
  const subscriptions = createSubscriptions(options.database, options.model);
  await app.register(async (api) => void ([domain, flush] = await registerApi(api, options, uploads, subscriptions)), { prefix: "/api" });
  await serveUploads(app, uploads);
  if (options.showsDictionary === true) serveDictionary(app, options.model, domain);
  if (options.pages === undefined) app.setNotFoundHandler(() => Promise.reject(notFound()));
  else await servePages(app, { directory: options.pages, settings: pageSettings(options), sources: consoleSources(options.console) });
  let endJobs = (): Promise<void> => Promise.resolve();
  app.addHook("onClose", () => endJobs());
  await app.ready();
  if (options.runsJobs === true) endJobs = await startJobs(app, options, domain, subscriptions);
  return app;
}

/** Begins to run background jobs; the answer ends it. */
function startJobs(
  app: FastifyInstance,
  options: AppOptions,
  domain: AnyDomain,
  subscriptions: ChangeSubscriptions,
): Promise<() => Promise<void>> {
  const { model, database, clock, disks, jobsWatch, identifiers = identifiersOf(database, clock) } = options;
  return runJobs({
    isFull: () => disks?.isFull("database") === true,
    trace: options.tracing?.traceJob,
    onLooked: () => {
      if (jobsWatch !== undefined) jobsWatch.lookedAt = Date.now();
    },
    model,
    database,
    clock,
    identifiers,
    domain,
    subscriptions,
    onFault: (error, job) =>
      app.log.error({ err: error, ...(job === undefined ? {} : { job: job.id, queue: job.queue }) }, "background work failed"),
  });
}

/** What belongs to a session itself goes on: an administrator has to see what is wrong. */
const ofSession = /^\/api\/blade-auth\//;

/** Refuses calls that write as long as the disk of the database is full, so that there is room for what reads need. */
function refuseWritesWhenFull(api: FastifyInstance, disks: DiskWatch | undefined): void {
  if (disks === undefined) return;
  api.addHook("onRequest", (request, _reply, done) => {
    const isWrite = request.routeOptions.config.logged !== undefined && !ofSession.test(request.url);
    done(isWrite && disks.isFull("database") ? storageFull() : undefined);
  });
}

/** The settings of the page; the console's client as of now, because its secret can change while the server runs. */
function pageSettings({ passwordTransform, asksCaptcha, console, social, database, secrets }: AppOptions): () => Promise<PageSettings> {
  const readPlatformVersion = createPlatformVersion(database);
  const consoleSecret = new PerVersion(() =>
    loadedOnce(async () => {
      const client = await findClient(database, consoleClient.id);
      return client?.storedSecret === undefined ? undefined : decryptSecret(secrets.storage, client.storedSecret);
    }),
  );
  return async () => {
    const loadSecret = consoleSecret.of(await readPlatformVersion());
    const secret = await loadSecret();
    return {
      ...fixedSettings({ passwordTransform, asksCaptcha, console }),
      ...providerSettings(social?.providers),
      ...(secret === undefined ? {} : { client: `${consoleClient.id}:${secret}` }),
    };
  };
}

/** The other platforms, as the sign-in page shows them. */
function providerSettings(providers: readonly Provider[] = []): PageSettings {
  return providers.length === 0 ? {} : { providers: providers.map(({ source, label: [zh, en] }) => ({ source, zh, en })) };
}

interface Uploads extends UploadServices {
  readonly directory: string;
  /** Throws where the disk of the directory has no room left. */
  readonly requireSpace: () => void;
  readonly stores: Stores;
  readonly storages: StorageServices;
}

/** Uploaded files, and the links by which private ones are opened: rows of the model are answered with these. */
function uploadServices({ model, database, clock, secrets, uploadDirectory: directory, internalHosts = [], disks }: AppOptions): Uploads {
  const links = signedLinks(secrets.links, clock.milliseconds);
  useSignedLinks(model, links);
  const storages = { internalHosts, decryptSecret: (stored: string) => decryptSecret(secrets.storage, stored) };
  const stores = openStores({ directory, database, ...storages });
  const requireSpace = (): void => {
    if (disks?.isFull("uploads") === true) throw storageFull();
  };
  const files = uploadedFiles(directory, clock, { database, stores, requireSpace });
  return { directory, links, stores, storages, requireSpace, files };
}

/** Registers all endpoints; gives the handlers that answer the special ones, and what stores the rows of logs that wait. */
async function registerApi(
  api: FastifyInstance,
  options: AppOptions,
  uploads: Uploads,
  subscriptions: ChangeSubscriptions,
): Promise<[AnyDomain, FlushLogs]> {
  const { model, database, clock, secrets } = options;
  const tokens = createTokens(secrets, clock);
  const sessions = createSessions(database, clock);
  const captchas = createCaptchas({ database, clock, key: secrets.captcha, draw: options.drawCaptcha ?? drawCaptcha });
  const failures = createFailures(database, clock);
  const apiTokens = createApiTokens(database, clock);
  const callers = createCallers({ model, database, clock, tokens, sessions, apiTokens, subscriptions });
  const identifiers = options.identifiers ?? identifiersOf(database, clock);
  const { providers = [], siteUrls = [], timeoutMs } = options.social ?? {};
  const oauthStates = createOAuthStates({ database, clock, key: secrets.social });
  const storageKey = secrets.storage;
  const internalHosts = options.internalHosts ?? [];
  const identities = identitySignIns({
    database,
    clock,
    storageKey,
    outgoing: createOutgoing({ internalHosts, maxAnswerBytes: maxProviderBytes }),
    internalHosts,
    ...identityAccounts({ model, database, clock, identifiers, subscriptions }),
    onFailure: (error, provider) => api.log.warn({ err: error, provider }, "an identity provider was of no use"),
  });
  const social = createSocialSignIn({ model, database, clock, identifiers, providers, identities, oauthStates, failures, timeoutMs });
  const messages = messageServices(storageKey, uploads.files, options.internalHosts);
  const texts = codeTexts({ model, database, clock, identifiers, services: messages });
  const textCodes = createTextCodes({ database, clock, key: secrets.recovery, failures, texts });
  const factors = createFactors({ database, clock, storageKey, recoveryKey: secrets.recovery, textCodes });
  const challenges = createChallenges({ database, clock });
  const steps = { database, clock, factors, textCodes, challenges, storageKey };
  const devices = deviceSignIns({ model, database, clock, identifiers, subscriptions, storageKey });
  const signIn = createSignIn({ ...steps, tokens, sessions, captchas, failures, social, identities, devices });

  readBodies(api);
  disableCaching(api);
  compressAnswers(api);
  refuseUnmatched(api);
  const flush = logCalls(api, { model, database, clock, identifiers });
  const countCall = createCallCounts(clock, callsIn(database), (error) =>
    api.log.warn({ err: error }, "calls are counted in this process alone"),
  );
  const routes = guardRoutes(api, {
    model,
    database,
    clock,
    callers,
    captchas,
    identifiers,
    limits: createCallLimits(countCall, options),
    countCall,
    subscriptions,
  });
  refuseWritesWhenFull(api, options.disks);
  await registerUploads(api, uploads);
  await registerUploadParts(api, { ...uploads, parts: uploadParts(uploads.directory, uploads.requireSpace) });
  registerAuthRoutes(api, {
    signIn,
    sendChallengeText: createChallengeText(steps),
    captchas,
    failures,
    factors,
    textCodes,
    storageKey,
    sessions,
    tokens,
    callers,
    database,
    clock,
    identities,
    siteUrls,
    storeLogs: (caller, logs) => {
      const scope = { tenantId: caller.tenantId, userId: caller.userId };
      return database.transaction(scope, (tx) => storeLogs({ caller, model, scope, identifiers, now: clock.now }, tx, logs));
    },
  });
  registerSocialRoutes(api, { providers, identities, siteUrls, oauthStates });
  registerHome(api, options);
  const live = createLiveHub({
    model,
    database,
    clock,
    newsResources,
    onFault: (error) => api.log.warn({ err: error }, "browsers are told later of what happens"),
  });
  registerLive(api, live, callers);
  // Before the server waits for answers that go on for as long as it does.
  api.addHook("preClose", () => live.close());

  const { files, storages, directory, stores } = uploads;
  const payments = exchangeServices(secrets.storage, options.internalHosts);
  registerPayNotifications(api, { decryptSecret: payments.decryptSecret, clock });
  const exports = createExports({
    directory: path.join(options.uploadDirectory, ".exports"),
    milliseconds: clock.milliseconds,
    requireSpace: uploads.requireSpace,
    onWritten: options.meters?.exported,
    services: () => services,
    callerOf: callers.ofPerson,
  });
  const imports = createImports({
    directory: path.join(options.uploadDirectory, ".imports"),
    milliseconds: clock.milliseconds,
    requireSpace: uploads.requireSpace,
    services: () => services,
    callerOf: callers.ofPerson,
  });
  const domain = createDomain({
    exports,
    imports,
    userOf: callers.ofUser,
    callers,
    identifiers,
    failures,
    guests: createGuests(tokens, sessions),
    identities,
    passwordTransform: options.passwordTransform,
    ruleSecrets: ruleSecrets(secrets.storage),
    files,
    storages,
    places: { directory, stores },
    payments,
    messages,
    webhooks: webhookServices(secrets.storage, options.internalHosts),
    dataSources: dataSourceServices(secrets.storage, options.internalHosts),
    writeDefinition: options.writeDefinition,
  });
  const services: Services = createServices({
    exports,
    imports: rowImports(imports),
    model,
    database,
    clock,
    domain,
    identifiers,
    files,
    encodeSecret: withPasswordRules(secretEncoder(secrets.storage), options.passwordTransform),
    answers: createAnswerStore({ database, clock, key: secrets.answers }),
    imageSources: [...(options.console?.imageSources ?? []), ...siteUrls],
  });
  registerQuickFind(api, services);
  serveDescription(api, { model, domain, version: productVersion, routes });
  for (const resource of model.resources) registerResource(api, resource, services);
  return [domain, flush];
}
