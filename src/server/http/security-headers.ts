// Headers that forbid browsers what the application never needs.
import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isSitePath } from "#schema/site-path";

/** A number used once: new in every answer. */
export const newNonce = (): string => randomBytes(18).toString("base64");

/** What the page may use beside its own files. */
export interface PageSources {
  /** Where pictures lie. */
  readonly images?: readonly string[];
  /** Sites whose pages may be embedded (docs/specification.md §2, /myiframe). */
  readonly frames?: readonly string[];
  /** Hashes of the scripts and styles that stand in the page itself. */
  readonly scripts?: readonly string[];
  readonly styles?: readonly string[];
}

/**
 * The policy of the page: own scripts only, own styles and those that carry the nonce (antd writes them), what stands in the page itself as
 * it was built, frames of this site and of those named.
 */
export function pagePolicy(nonce: string, { images = [], frames = [], scripts = [], styles = [] }: PageSources = {}): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(" "),
    ["style-src 'self'", `'nonce-${nonce}'`, ...styles].join(" "),
    "connect-src 'self'",
    `img-src ${["'self'", "data:", "blob:", ...images].join(" ")}`,
    "font-src 'self' data:",
    `frame-src ${["'self'", ...frames].join(" ")}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join("; ");
}

/**
 * Whether the page's policy shows the picture at an address: a path of this site, or an address of one of the sites. As in the policy, `*.`
 * stands for every sub-domain, and http admits https.
 */
export function showsPicture(address: string, sites: readonly string[]): boolean {
  if (address.startsWith("/")) return isSitePath(address);
  return URL.canParse(address) && sites.some((site) => isAddressOf(site, new URL(address)));
}

function isAddressOf(site: string, { protocol, hostname, port }: URL): boolean {
  const source = new URL(site.replace("://*.", "://"));
  if ((protocol !== source.protocol && protocol !== "https:") || port !== source.port) return false;
  return site.includes("://*.") ? hostname.endsWith(`.${source.hostname}`) : hostname === source.hostname;
}

/** The policy of pages that are only read: their own stylesheet, and nothing that runs. */
export const readingPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** For everything but pages: it loads nothing and may not be framed. */
const answerPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

const permissions = (geolocation: string): string => `camera=(), geolocation=${geolocation}, microphone=(), payment=(), usb=()`;

/** For a page that may know where its visitor is, where they have allowed this site to. */
export const placePermissions = permissions("(self)");

const common: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "permissions-policy": permissions("()"),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

/** The scope of HTTPS enforcement for browsers that connect by https: nothing, the site, or the site with its subdomains. */
export type HttpsOnly = "off" | "site" | "subdomains";

/** For a year. Browsers ignore it over plain http. */
const httpsHeaders: Readonly<Record<HttpsOnly, string | undefined>> = {
  off: undefined,
  site: "max-age=31536000",
  subdomains: "max-age=31536000; includeSubDomains",
};

declare module "fastify" {
  interface FastifyInstance {
    httpsOnly: HttpsOnly;
  }
}

/** Puts the headers on an answer that does not have them. */
export function secureAnswer(request: FastifyRequest, reply: FastifyReply): void {
  if (reply.hasHeader("content-security-policy")) return;
  reply.headers(common);
  reply.header("content-security-policy", answerPolicy);
  const httpsHeader = httpsHeaders[request.server.httpsOnly];
  if (request.protocol === "https" && httpsHeader !== undefined) reply.header("strict-transport-security", httpsHeader);
}

/** Puts the headers on every answer of an instance; the page replaces the policy by its own. */
export function secureHeaders(app: FastifyInstance, httpsOnly: HttpsOnly = "subdomains"): void {
  app.decorate("httpsOnly", httpsOnly);
  app.addHook("onRequest", (request, reply, done) => {
    secureAnswer(request, reply);
    done();
  });
}

/** Prevents caching of an instance's answers: they are personal and may change at any time. */
export function disableCaching(app: FastifyInstance): void {
  app.addHook("onRequest", (_request, reply, done) => {
    void reply.header("cache-control", "no-store");
    done();
  });
}
