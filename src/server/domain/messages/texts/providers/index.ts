// Which provider sends for the configurations of a category (dictionary `sms`). A category without one cannot be enabled.
import { aliyun } from "./aliyun/index.ts";
import { httpGateway } from "./http/index.ts";
import type { TextProvider } from "./provider.ts";
import { tencent } from "./tencent/index.ts";

const providers: Readonly<Record<string, TextProvider | undefined>> = { "3": aliyun, "4": tencent, "5": httpGateway };

/** The provider of a category; undefined where none is built in. */
export const textProviderOf = (category: string | number | null): TextProvider | undefined => providers[String(category ?? "")];
