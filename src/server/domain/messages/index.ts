// Messages to people outside: mails over the mailboxes of the tenant, and texts over the provider that it has enabled.
import type { AnyDomain } from "../../contract.ts";
import { mergeDomains } from "../../crud/services.ts";
import { deliveryDomain } from "./mail/delivery.ts";
import { mailboxesDomain } from "./mail/mailboxes.ts";
import { recordRulesDomain } from "./mail/record-rules.ts";
import { templatesDomain } from "./mail/templates.ts";
import type { MessageServices } from "./services.ts";
import { textDeliveryDomain } from "./texts/delivery.ts";
import { textActionsDomain } from "./texts/sms-actions.ts";

export const messagesDomain = (services: MessageServices): AnyDomain =>
  mergeDomains([
    deliveryDomain(services),
    mailboxesDomain(services),
    recordRulesDomain,
    templatesDomain,
    textDeliveryDomain(services),
    textActionsDomain(services),
  ]);
