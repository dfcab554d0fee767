// The call behind the page: GET /api/anti-fake-web/product-info (docs/wire.md), and the captcha that the server asks for after many.
import type { Lookup } from "./address.ts";
import type { Language } from "./texts.ts";

export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

export interface Group {
  readonly name: string;
  readonly attributes: readonly NamedValue[];
}

export interface LookupResult {
  readonly kind: "found";
  /** 1 first check, 2 checked before, 3 unknown, 4 sealed, 5 void, 6 wrong verification part. */
  readonly result: 1 | 2 | 3 | 4 | 5 | 6;
  readonly text: string;
  readonly isSuspicious: boolean;
  readonly isExpired: boolean;
  readonly code: string;
  readonly layerName: string;
  readonly scanCount: number;
  readonly firstScanTime: string;
  readonly firstScanRegion: string;
  readonly product: {
    readonly name: string;
    readonly pictures: readonly string[];
    readonly brandName: string;
    readonly specName: string;
    readonly barcode: string;
    readonly approvalNo: string;
    /** HTML that the server has cleaned. */
    readonly introduction: string;
  };
  readonly batchCode: string;
  readonly produceDate: string;
  readonly expireDate: string;
  readonly attributes: readonly NamedValue[];
  readonly materials: readonly Group[];
  readonly processes: readonly Group[];
  readonly factory: string;
  readonly qcReport: string;
}

export type Outcome =
  | LookupResult
  /** The code asks for the part below its scratch layer. */
  | { readonly kind: "needVerify"; readonly code: string }
  /** Too many checks from here: the next one takes a captcha. `text` says so, or that the last answer was wrong. */
  | { readonly kind: "captcha"; readonly text: string; readonly key: string; readonly image: string }
  | { readonly kind: "refused"; readonly text: string }
  | { readonly kind: "failed" | "unreachable" | "noTenant" };

export interface Proof {
  readonly verifyCode?: string;
  readonly captcha?: { readonly key: string; readonly characters: string };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});
const textOf = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "");
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function namedValues(value: unknown): readonly NamedValue[] {
  return listOf(value)
    .map((one) => ({ name: textOf(recordOf(one)["name"]), value: textOf(recordOf(one)["value"]) }))
    .filter((one) => one.value !== "");
}

function groups(value: unknown, nameOf: (one: Readonly<Record<string, unknown>>) => string): readonly Group[] {
  return listOf(value).map((one) => ({ name: nameOf(recordOf(one)), attributes: namedValues(recordOf(one)["attributes"]) }));
}

/** Only what a page may show: addresses of this site and of others by http(s). */
const isPicture = (address: string): boolean => /^(?:\/(?!\/)|https?:\/\/)/.test(address);

function foundIn(data: Readonly<Record<string, unknown>>, result: LookupResult["result"]): LookupResult {
  const [product, batch, trace] = [recordOf(data["product"]), recordOf(data["batch"]), recordOf(data["trace"])];
  return {
    kind: "found",
    result,
    text: textOf(data["resultText"]),
    isSuspicious: Number(data["suspicious"]) === 1,
    isExpired: Number(data["expired"]) === 1,
    code: textOf(data["code"]),
    layerName: textOf(data["layerName"]),
    scanCount: Number(data["scanCount"]) || 0,
    firstScanTime: textOf(data["firstScanTime"]),
    firstScanRegion: textOf(data["firstScanRegion"]),
    product: {
      name: textOf(product["name"]),
      pictures: [...new Set([product["image"], ...listOf(product["detailImages"])].map(textOf))].filter(isPicture),
      brandName: textOf(product["brandName"]),
      specName: textOf(product["specName"]),
      barcode: textOf(product["barcode"]),
      approvalNo: textOf(product["approvalNo"]),
      introduction: textOf(product["introduction"]),
    },
    batchCode: textOf(batch["batchCode"]),
    produceDate: textOf(batch["produceDate"]),
    expireDate: textOf(batch["expireDate"]),
    attributes: namedValues(trace["attributes"]),
    materials: groups(trace["rawMaterials"], (one) => textOf(one["name"])),
    processes: groups(trace["processes"], (one) =>
      [one["nodeName"], one["stepName"]]
        .map(textOf)
        .filter((text) => text !== "")
        .join(" · "),
    ),
    factory: textOf(trace["factory"]),
    qcReport: textOf(trace["qcReport"]),
  };
}

const results: readonly LookupResult["result"][] = [1, 2, 3, 4, 5, 6];

interface Received {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

async function get(path: string, language: Language, headers: Readonly<Record<string, string>> = {}): Promise<Received> {
  const answer = await fetch(`/api${path}`, { headers: { "Accept-Language": language === "zh" ? "zh-CN" : "en", ...headers } });
  const body: unknown = await answer.json().catch(() => undefined);
  return { status: answer.status, body: recordOf(body) };
}

/** The tenant whose site this is; "" for a site of none. */
async function tenantOfSite(language: Language): Promise<string> {
  const { body } = await get(`/blade-system/tenant/info?domain=${encodeURIComponent(location.origin)}`, language);
  return textOf(recordOf(body["data"])["tenantId"]);
}

async function captcha(text: string, language: Language): Promise<Outcome> {
  const { body } = await get("/blade-auth/oauth/captcha", language);
  const drawn = "key" in body ? body : recordOf(body["data"]);
  return { kind: "captcha", text, key: textOf(drawn["key"]), image: textOf(drawn["image"]) };
}

/** Where the visitor is, if they have allowed this site to know: nobody is asked for it. */
async function place(): Promise<Readonly<Record<string, string>>> {
  const permission = await navigator.permissions?.query({ name: "geolocation" }).catch(() => undefined);
  if (permission?.state !== "granted") return {};
  return new Promise((resolve) =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ longitude: coords.longitude.toFixed(6), latitude: coords.latitude.toFixed(6) }),
      () => resolve({}),
      { timeout: 2_000, maximumAge: 600_000 },
    ),
  );
}

async function call(lookup: Lookup, proof: Proof, language: Language): Promise<Outcome> {
  const tenantId = lookup.tenantId || (await tenantOfSite(language));
  if (tenantId === "") return { kind: "noTenant" };
  const parameters = new URLSearchParams({
    code: lookup.code,
    tenantId,
    ...(lookup.gtin === undefined ? {} : { gtin: lookup.gtin }),
    ...(proof.verifyCode === undefined ? {} : { verifyCode: proof.verifyCode }),
    ...(await place()),
  });
  const headers: Readonly<Record<string, string>> =
    proof.captcha === undefined ? {} : { "Captcha-Key": proof.captcha.key, "Captcha-Code": proof.captcha.characters };
  const { status, body } = await get(`/anti-fake-web/product-info?${parameters}`, language, headers);
  const data = recordOf(body["data"]);
  if (status === 429 && data["error"] === "captchaNeeded") return captcha(textOf(body["msg"]), language);
  if (status !== 200)
    return status < 500 && textOf(body["msg"]) !== "" ? { kind: "refused", text: textOf(body["msg"]) } : { kind: "failed" };
  if (data["needVerify"] === true) return { kind: "needVerify", code: textOf(data["code"]) };
  const result = results.find((one) => one === data["result"]);
  return result === undefined ? { kind: "failed" } : foundIn(data, result);
}

/** The tenant that an address without a code asks about; "" where it names none and the site is of none. Undefined: nobody can tell now. */
export async function tenantOf({ tenantId }: Lookup, language: Language): Promise<string | undefined> {
  try {
    return tenantId || (await tenantOfSite(language));
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Looks a code up. Never throws: what went wrong is an outcome that the page shows. */
export async function lookUp(lookup: Lookup, proof: Proof, language: Language): Promise<Outcome> {
  try {
    return await call(lookup, proof, language);
  } catch (error) {
    // fetch tells a connection that failed by a TypeError.
    if (error instanceof TypeError) return { kind: "unreachable" };
    throw error;
  }
}
