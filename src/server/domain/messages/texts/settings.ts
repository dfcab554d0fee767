// A configuration of text messages as its provider gets it, and what makes it usable.
import type { Text } from "#schema/text";
import { businessError } from "../../../http/errors.ts";
import type { StoredRow } from "../../../rows/stored.ts";
import type { DecryptSecret } from "../../payments/channels.ts";
import type { MessageServices } from "../services.ts";
import { textProviderOf } from "./providers/index.ts";
import type { TextProvider, TextSettings } from "./providers/provider.ts";

type Configuration = StoredRow<"sms">;

/** `status` of a configuration. */
export const smsStatus = { disabled: 1, enabled: 2 } as const;

const keyOf = (stored: string | null, decryptSecret: DecryptSecret): string => decryptSecret(stored ?? "") ?? "";

/** Where the provider of a category is, if not at its documented address. */
const gatewayAddress = ({ category, endpoint }: Configuration, { textAddresses = {} }: MessageServices): string => {
  const addresses: Readonly<Record<string, string | undefined>> = {
    "3": textAddresses.aliyun,
    "4": textAddresses.tencent,
    "5": endpoint ?? "",
  };
  return addresses[String(category ?? "")] ?? "";
};

export const settingsOf = (row: Configuration, services: MessageServices): TextSettings => ({
  name: row.smsCode ?? "",
  templateId: row.templateId ?? "",
  signName: row.signName ?? "",
  accessKey: keyOf(row.accessKey, services.decryptSecret),
  secretKey: keyOf(row.secretKey, services.decryptSecret),
  regionId: row.regionId ?? "",
  appId: row.appId ?? "",
  endpoint: gatewayAddress(row, services),
});

/** Why a configuration cannot send; undefined where it can. */
export function obstacleOf(row: Configuration, services: MessageServices): Text | undefined {
  const name = row.smsCode ?? "";
  const provider = textProviderOf(row.category);
  if (provider === undefined)
    return [
      `短信配置“${name}”的服务商尚未接入，请改用阿里云、腾讯云或通用网关`,
      `The provider of “${name}” is not built in; use Alibaba Cloud, Tencent Cloud or an HTTP gateway`,
    ];
  const lacking = provider.lacks(settingsOf(row, services));
  return lacking === undefined ? undefined : [`短信配置“${name}”还缺少${lacking[0]}`, `“${name}” still lacks ${lacking[1]}`];
}

/** The provider of a configuration. Refused, with the reason, where it cannot send. */
export function requireUsable(row: Configuration, services: MessageServices): TextProvider {
  const provider = textProviderOf(row.category);
  const obstacle = obstacleOf(row, services);
  if (provider === undefined || obstacle !== undefined)
    throw businessError("smsNotUsable", obstacle ?? ["短信配置不可用", "The configuration cannot be used"], { data: { smsId: row.id } });
  return provider;
}

/** The names of the variables of the template, in its order. */
export const paramNamesOf = ({ paramNames }: Pick<Configuration, "paramNames">): readonly string[] =>
  (paramNames ?? "").split(",").filter((name) => name !== "");
