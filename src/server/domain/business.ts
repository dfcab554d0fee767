// What the areas of the business hang into the common pattern, together.
import type { AnyDomain } from "../contract.ts";
import { mergeDomains } from "../crud/services.ts";
import { attributesDomain } from "./attributes/index.ts";
import { clientAuthorityDomain } from "./authority/client-authority.ts";
import { topmenuNamesDomain } from "./authority/topmenu-names.ts";
import { bindConfigDomain } from "./bind-config/index.ts";
import { ordersDomain } from "./business/orders.ts";
import { codeFilesDomain, codeMakingDomain, codesDomain } from "./codes/index.ts";
import type { MakerOf } from "./codes/generation-job.ts";
import type { RuleSecrets } from "./codes/rule-secrets.ts";
import { computedDomain } from "./computed.ts";
import { leaveDomain } from "./desk/leave.ts";
import type { UserOf } from "./desk/report-delivery.ts";
import { commentsDomain } from "./desk/comments/comments.ts";
import { reportSchedulesDomain } from "./desk/report-schedules.ts";
import { listViewsDomain } from "./desk/list-views.ts";
import { reportsDomain } from "./desk/reports.ts";
import { flowDomain } from "./flow/index.ts";
import { loyaltyDomain } from "./loyalty/index.ts";
import { mallDomain } from "./mall/index.ts";
import { messagesDomain } from "./messages/index.ts";
import type { MessageServices } from "./messages/services.ts";
import { tenantClientDomain } from "./mall/tenant-client.ts";
import { jobDomain } from "./monitor/job.ts";
import { binRetentionDomain } from "./monitor/bin-retention.ts";
import { logRetentionDomain } from "./monitor/log-retention.ts";
import { webLogDomain } from "./monitor/web-log.ts";
import { packagingDomain } from "./packaging/index.ts";
import type { ExchangeServices } from "./payments/exchange.ts";
import { paymentsDomain } from "./payments/index.ts";
import { productDomain } from "./product/index.ts";
import { devicesDomain } from "./production/devices.ts";
import { attachmentsDomain } from "./resource/attachments.ts";
import { exportDomain } from "../export/export-job.ts";
import type { Exports } from "../export/exports.ts";
import { importDomain } from "../import/imports.ts";
import type { Imports } from "../import/job/imports-of.ts";
import { mediaDomain } from "./resource/media.ts";
import { recordAttachmentsDomain } from "./resource/record-attachments.ts";
import { fileJobsDomain, type FilePlaces } from "./resource/file-jobs.ts";
import { storagesDomain, type StorageServices } from "./resource/storages.ts";
import type { UploadedFiles } from "./resource/uploaded-files.ts";
import { scanDomain } from "./scan/index.ts";
import { publicLookupDomain } from "./scan/public-lookup.ts";
import { dataSourcesDomain, type DataSourceServices } from "./system/data-sources.ts";
import { webhooksDomain } from "./system/webhooks/index.ts";
import type { WebhookServices } from "./system/webhooks/services.ts";
import { systemDomain } from "./system/index.ts";
import { definitionsDomain, type WriteDefinition } from "./tools/definitions.ts";
import { toolsDomain } from "./tools/index.ts";
import { warehousingDomain } from "./warehousing/index.ts";

const areas = mergeDomains([
  systemDomain,
  attributesDomain,
  bindConfigDomain,
  clientAuthorityDomain,
  devicesDomain,
  productDomain,
  codesDomain,
  leaveDomain,
  logRetentionDomain,
  binRetentionDomain,
  ordersDomain,
  loyaltyDomain,
  mallDomain,
  packagingDomain,
  listViewsDomain,
  reportsDomain,
  scanDomain,
  toolsDomain,
  topmenuNamesDomain,
  warehousingDomain,
  webLogDomain,
  computedDomain,
]);

/** What the business needs besides requests. */
export interface BusinessServices {
  readonly ruleSecrets: RuleSecrets;
  readonly files: UploadedFiles;
  /** What object storages are called with. */
  readonly storages: StorageServices;
  /** Where files lie, for moving and clearing them; work of a first start does neither. */
  readonly places?: FilePlaces;
  /** What payments, and services of processes, call other systems with. */
  readonly payments: ExchangeServices;
  /** What mails and texts are sent with. */
  readonly messages: MessageServices;
  /** What tells other systems of events. */
  readonly webhooks: WebhookServices;
  /** What connects to other databases. */
  readonly dataSources: DataSourceServices;
  /** Writes definitions into the checkout; of a development server alone. */
  readonly writeDefinition?: WriteDefinition | undefined;
  /** What makes the codes of rules; as the rules say unless given. */
  readonly makerOf?: MakerOf;
  /** Users with the rights that they have now; nobody unless given. */
  readonly userOf?: UserOf | undefined;
  /** What exports lists; nothing unless given. */
  readonly exports?: Exports | undefined;
  /** What imports files of many rows; nothing unless given. */
  readonly imports?: Imports | undefined;
}

/** All areas of the business. */
export function createBusinessDomain(services: BusinessServices): AnyDomain {
  const {
    ruleSecrets,
    files,
    storages,
    places,
    payments,
    messages,
    webhooks,
    dataSources,
    writeDefinition,
    makerOf,
    exports,
    imports,
    userOf,
  } = services;
  // Whoever cancels a job has to know what its handler does at the end, of whichever area it is.
  const domain: AnyDomain = mergeDomains([
    areas,
    attachmentsDomain(files),
    mediaDomain,
    recordAttachmentsDomain,
    storagesDomain(storages),
    fileJobsDomain(storages, places),
    codeFilesDomain(files, ruleSecrets),
    flowDomain(
      files,
      (request) => payments.outgoing(request),
      () => domain,
    ),
    dataSourcesDomain(dataSources),
    definitionsDomain({ dataSources, writeDefinition }),
    codeMakingDomain(ruleSecrets, makerOf),
    messagesDomain(messages),
    webhooksDomain(webhooks),
    paymentsDomain(payments),
    tenantClientDomain(payments),
    publicLookupDomain(ruleSecrets),
    jobDomain(() => domain.jobs ?? {}),
    exportDomain(exports),
    importDomain(imports),
    reportSchedulesDomain({ files, userOf }),
    commentsDomain(userOf),
  ]);
  return domain;
}
