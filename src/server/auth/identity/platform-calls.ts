// What the calls of WeCom, DingTalk and Feishu have in common: JSON answers whose own code says whether they succeeded.
import { isRecord, scalarOrEmpty } from "#schema/json";
import type { Text } from "#schema/text";
import { placeOf, type JsonAnswer } from "./calls.ts";
import { IdentityError } from "./provider.ts";

/** What a platform's own code of an error means; others are problems of the settings or of the platform. */
type MeaningOf = (code: string) => "client" | "refused" | "gone" | "unavailable" | undefined;

interface Outcome extends JsonAnswer {
  readonly url: string;
  /** Members with the code and the message of an error. */
  readonly code: string;
  readonly message: string;
}

const texts: Readonly<Record<"client" | "refused" | "gone" | "unavailable", Text>> = {
  client: ["身份源不接受客户端ID或客户端密钥", "The provider refuses client id or secret"],
  refused: ["身份源拒绝了本次登录", "The provider refused this sign-in"],
  gone: ["该用户已不在身份源的企业中，或已停用", "This user is no longer in the organisation of the provider, or is disabled there"],
  unavailable: ["身份源暂时不能应答", "The provider cannot answer at the moment"],
};
const kinds = { client: "setup", refused: "refused", gone: "gone", unavailable: "unavailable" } as const;

/** The error of a platform, with its own code and message, which say what to set right there. */
export function platformProblem({ url, status, code, message }: Omit<Outcome, "body">, meaningOf: MeaningOf): IdentityError {
  const meaning = meaningOf(code) ?? (status >= 500 ? "unavailable" : undefined);
  const said = `${code === "" ? `HTTP ${status}` : code}${message === "" ? "" : `: ${message.slice(0, 200)}`}`;
  if (meaning === undefined) return new IdentityError("setup", [`“${placeOf(url)}”应答 ${said}`, `“${placeOf(url)}” answers ${said}`]);
  const [zh, en] = texts[meaning];
  return new IdentityError(kinds[meaning], [`${zh}（${said}）`, `${en} (${said})`]);
}

/** A member that the step cannot do without. */
export function requiredText(body: Readonly<Record<string, unknown>>, name: string, url: string): string {
  const value = scalarOrEmpty(body[name]);
  if (value === "")
    throw new IdentityError("setup", [`“${placeOf(url)}”的应答缺少 ${name}`, `The answer of “${placeOf(url)}” has no ${name}`]);
  return value;
}

/** An object within an answer; empty where there is none. */
export const memberOf = (body: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>> => {
  const value = body[name];
  return isRecord(value) ? value : {};
};

/** An address with parameters. */
export function withQuery(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** An address below a base, whether or not the base ends with a slash. */
export const below = (base: string, path: string): string => base.replace(/\/+$/, "") + path;
