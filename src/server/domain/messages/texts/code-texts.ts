// One-time codes by text, over the configuration that the tenant has enabled.
import type { Model } from "#schema/model";
import type { Text } from "#schema/text";
import type { CodeTexts, TextRecipient } from "../../../auth/second-factor/text-codes.ts";
import { callerWithoutRights } from "../../../caller/caller.ts";
import type { CommitContext } from "../../../contract.ts";
import { ApiError, businessError } from "../../../http/errors.ts";
import type { StoredRow } from "../../../rows/stored.ts";
import type { Clock } from "../../../store/clock.ts";
import type { Database } from "../../../store/database.ts";
import type { Identifiers } from "../../../store/identifiers.ts";
import type { MessageServices } from "../services.ts";
import { enabledConfiguration, queueText } from "./queue-text.ts";
import { obstacleOf, paramNamesOf } from "./settings.ts";

/** What a template of codes may ask for. */
const variables = ["code", "minutes"] as const;

const noConfiguration: Text = ["所在租户没有启用的短信配置", "Your tenant has not enabled an SMS configuration"];
const otherTemplate: Text = [
  "短信模板不适用于验证码：变量须含 code，可另有 minutes，不能有其他变量",
  "The SMS template does not fit: its variables are code and perhaps minutes, and no others",
];
const notNow: Text = ["短信配置暂不可用，请联系管理员", "The SMS configuration cannot be used; ask an administrator"];
const limitReached = () =>
  businessError("textLimit", ["今日短信已达上限，请改用其他验证方式", "No more texts can be sent today; use another way to verify"]);

const fits = (names: readonly string[]): boolean =>
  names.length === 0 || (names.includes("code") && names.every((name) => isExisting(name)));
const isExisting = (name: string): boolean => (variables as readonly string[]).includes(name);

interface CodeTextsOptions {
  readonly model: Model;
  readonly database: Database;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  readonly services: MessageServices;
}

/** Sends codes for the tenants of an installation. */
export function codeTexts({ model, database, clock, identifiers, services }: CodeTextsOptions): CodeTexts {
  /** In the name of whoever asked, with the server's own reach: they are not signed in yet, perhaps. */
  const contextFor = ({ tenantId, ...person }: Partial<TextRecipient> & { readonly tenantId: string }): CommitContext => ({
    caller: callerWithoutRights({ tenantId, userId: person.userId ?? "", account: person.account ?? "" }),
    language: "zh",
    model,
    scope: { tenantId, userId: person.userId ?? "" },
    now: clock.now,
    identifiers,
    address: "",
  });

  const obstacleTo = (configuration: StoredRow<"sms"> | undefined): Text | undefined => {
    if (configuration === undefined) return noConfiguration;
    // What it lacks is for whoever may see it.
    if (obstacleOf(configuration, services) !== undefined) return notNow;
    return fits(paramNamesOf(configuration)) ? undefined : otherTemplate;
  };

  return {
    obstacle: (tenantId) => {
      const context = contextFor({ tenantId });
      return database.transaction(context.scope, async (tx) => obstacleTo(await enabledConfiguration(context, tx)));
    },

    ready: () => identifiers.ready(),

    queue: async (tx, recipient, { code, minutes, validUntil }) => {
      const { phone, userId, account } = recipient;
      const context = contextFor(recipient);
      const configuration = await enabledConfiguration(context, tx);
      const obstacle = obstacleTo(configuration);
      if (configuration === undefined || obstacle !== undefined) throw businessError("smsNotEnabled", obstacle ?? noConfiguration);
      const given = { code, minutes: String(minutes) };
      const names = paramNamesOf(configuration);
      const wanted = variables.filter((name) => (names.length === 0 ? name === "code" : names.includes(name)));
      const params = Object.fromEntries(wanted.map((name) => [name, given[name]]));
      try {
        await queueText(context, tx, {
          phone,
          params,
          isRedacted: true,
          validUntil,
          about: { resource: "user", id: userId, title: account },
        });
      } catch (error) {
        // Its own sentence says the number.
        if (error instanceof ApiError && error.code === "phoneLimit") throw limitReached();
        throw error;
      }
    },
  };
}
