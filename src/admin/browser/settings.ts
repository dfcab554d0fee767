// The settings that the server sends with the page: dialect, sign-in, stored names.
import { isRecord } from "../../schema/json.ts";
import { bladex } from "../../schema/dialects/bladex.ts";
import type { Dialect, Transform } from "../../schema/dialects/types.ts";

/** Another platform that users may sign in with, named in both languages. */
interface OtherPlatform {
  readonly source: string;
  readonly zh: string;
  readonly en: string;
}

interface Settings {
  /** The dialect of Blade that the back-end speaks (docs/back-end.md). */
  readonly dialect: Dialect;
  /** How passwords travel, where that is not as the dialect has it (docs/wire.md §3.1). */
  readonly passwords: Dialect["passwords"];
  /** Public key of the back-end, where passwords travel as SM2. */
  readonly passwordKey: string;
  /** `clientId:clientSecret` of the Basic header on every call (docs/wire.md §1). */
  readonly client: string;
  /** Sign-in requires a captcha (docs/specification.md §6). */
  readonly captcha: boolean;
  /** Tenant offered on the sign-in page. */
  readonly tenant: string;
  /** Age in seconds at which the access token is replaced (docs/wire.md §3). */
  readonly tokenTime: number;
  /** The tab of the home page may be closed (docs/specification.md §4, first-page setting). */
  readonly firstPage: boolean;
  /** Codes whose failures are not shown (docs/specification.md §8, white list). */
  readonly silentCodes: readonly number[];
  /** Other sites whose pages may be embedded, as in the page's policy. */
  readonly frameSources: readonly string[];
  /** Sites whose addresses in the menu get the user's token. */
  readonly tokenSites: readonly string[];
  /** People choose the department and role that they act as (docs/specification.md §6; off by default). */
  readonly switchMode: boolean;
  /** Other platforms that users may sign in with. */
  readonly providers: readonly OtherPlatform[];
  /** The server lists the sessions of a person; other back-ends do not. */
  readonly sessions: boolean;
  /** Tenants have identity providers of their own, which the sign-in page asks for; other back-ends have none. */
  readonly identityProviders: boolean;
  /** The server can reorder several rows in one call; other back-ends get one call per row. */
  readonly reorders: boolean;
  /** The server exports lists; other back-ends do not. */
  readonly exports: boolean;
  /** The server tells what happens while a page is open; other back-ends are asked again and again. */
  readonly live: boolean;
  /** The server gives menu and keys in one small answer; other back-ends have a call for each. */
  readonly workspace: boolean;
  /** Time zone of the installation, in whose local time days and moments are read; "": that of this machine. */
  readonly timeZone: string;
}

const defaultSettings: Settings = {
  dialect: bladex,
  passwords: bladex.passwords,
  passwordKey: "",
  client: "saber:saber_secret",
  captcha: true,
  tenant: "000000",
  tokenTime: 3000,
  firstPage: false,
  silentCodes: [],
  frameSources: [],
  tokenSites: [],
  switchMode: false,
  providers: [],
  sessions: false,
  identityProviders: false,
  reorders: false,
  exports: false,
  live: false,
  workspace: false,
  timeZone: "",
};

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];

function platformsIn(value: unknown): readonly OtherPlatform[] {
  return (Array.isArray(value) ? value : []).flatMap((one: unknown) => {
    if (!isRecord(one)) return [];
    const { source, zh, en } = one;
    return typeof source === "string" && typeof zh === "string" && typeof en === "string" ? [{ source, zh, en }] : [];
  });
}

/** The usual dialect with the members that the server sent of another; it has checked them (src/server/dialect). */
function dialectIn(value: unknown): Dialect {
  return isRecord(value) ? Object.assign({ ...bladex }, value) : bladex;
}

function transformIn(value: unknown): Transform | undefined {
  return value === "md5" || value === "sm2" || value === "plain" ? value : undefined;
}

/** Settings from the text of the page's meta tag; members of a wrong type keep their usual value. */
export function readSettings(text: string | null | undefined): Settings {
  if (text === null || text === undefined || !text.trim().startsWith("{")) return defaultSettings;
  const parsed: unknown = JSON.parse(text);
  if (!isRecord(parsed)) return defaultSettings;
  const {
    dialect: givenDialect,
    password,
    passwordKey,
    client,
    captcha,
    tenant,
    tokenTime,
    firstPage,
    silentCodes,
    frameSources,
    tokenSites,
    switchMode,
    providers,
    sessions,
    identityProviders,
    reorders,
    exports,
    live,
    workspace,
    timeZone,
  } = parsed;
  const dialect = dialectIn(givenDialect);
  const { chosen } = dialect.passwords;
  const given = transformIn(password);
  return {
    dialect,
    // A server that names one way means both, unless the dialect has two.
    passwords: given === undefined ? dialect.passwords : { signIn: given, chosen: chosen === dialect.passwords.signIn ? given : chosen },
    passwordKey: typeof passwordKey === "string" ? passwordKey : defaultSettings.passwordKey,
    client: typeof client === "string" && client !== "" ? client : defaultSettings.client,
    captcha: typeof captcha === "boolean" ? captcha : defaultSettings.captcha,
    tenant: typeof tenant === "string" && tenant !== "" ? tenant : defaultSettings.tenant,
    tokenTime: typeof tokenTime === "number" && tokenTime > 0 ? tokenTime : defaultSettings.tokenTime,
    firstPage: firstPage === true,
    silentCodes: Array.isArray(silentCodes)
      ? silentCodes.filter((code): code is number => typeof code === "number")
      : defaultSettings.silentCodes,
    frameSources: textsIn(frameSources),
    tokenSites: textsIn(tokenSites),
    switchMode: typeof switchMode === "boolean" ? switchMode : defaultSettings.switchMode,
    providers: platformsIn(providers),
    sessions: sessions === true,
    identityProviders: identityProviders === true,
    reorders: reorders === true,
    exports: exports === true,
    live: live === true,
    workspace: workspace === true,
    timeZone: typeof timeZone === "string" ? timeZone : defaultSettings.timeZone,
  };
}

function meta(name: string): string | null {
  return typeof document === "undefined" ? null : (document.querySelector(`meta[name="${name}"]`)?.getAttribute("content") ?? null);
}

/** The settings of this page. */
export const settings: Settings = readSettings(meta("tracemark-settings"));

/** The nonce of this answer's Content-Security-Policy, for the styles that antd writes. */
export function styleNonce(): string | undefined {
  const element = typeof document === "undefined" ? null : document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  // A browser hides the attribute from scripts and keeps the property.
  const nonce = element?.nonce || element?.getAttribute("nonce");
  return nonce === null || nonce === "" ? undefined : nonce;
}
