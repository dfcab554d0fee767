// What webhooks hang into the common pattern.
import type { AnyDomain } from "../../../contract.ts";
import { mergeDomains } from "../../../crud/services.ts";
import { deliveringDomain } from "./delivering.ts";
import type { WebhookServices } from "./services.ts";
import { webhookDomain } from "./webhook.ts";

export const webhooksDomain = (services: WebhookServices): AnyDomain => mergeDomains([webhookDomain(services), deliveringDomain(services)]);
