// Addresses of the menu that ask for the person's token: it is filled in for the sites that the installation trusts, and for no other
// (docs/wire.md §7).
import type { MouseEvent } from "react";
import { freshSession } from "../api/fresh-session.ts";
import { settings } from "../browser/settings.ts";

const placeholder = /\$\{token\}|%24%7Btoken%7D/gi;

/** An absolute address; undefined where a browser should not follow it. */
export function siteOf(address: string, here: string): URL | undefined {
  if (!URL.canParse(address, here)) return undefined;
  const url = new URL(address, here);
  return url.protocol === "https:" || url.protocol === "http:" ? url : undefined;
}

/** The address with the token in it where its site may have it, else with nothing in that place. */
export function withToken(address: string, token: string, trusted: readonly string[], here: string): string {
  const url = siteOf(address.replace(placeholder, ""), here);
  return address.replace(placeholder, url !== undefined && trusted.includes(url.origin) ? encodeURIComponent(token) : "");
}

/** The address as it is opened now. */
export async function addressNow(address: string): Promise<string> {
  if (address.search(placeholder) < 0) return address;
  return withToken(address, (await freshSession())?.accessToken ?? "", settings.tokenSites, location.origin);
}

/** Follows a link of the menu; a link with a token placeholder gets the current token, which is never part of the page. */
export function openWithToken(event: MouseEvent<HTMLAnchorElement>): void {
  const address = event.currentTarget.getAttribute("href") ?? "";
  if (address.search(placeholder) < 0) return;
  event.preventDefault();
  void addressNow(address).then((filled) => window.open(filled, "_blank", "noopener,noreferrer"));
}

/** Whether the page's policy allows a site in a frame: this site, a listed one, or a sub-domain of one listed with `*.`. */
export function mayEmbed(url: URL, sources: readonly string[], here: string): boolean {
  if (url.origin === here) return true;
  return sources.some((source) => {
    const [scheme = "", host = ""] = source.toLowerCase().split("://");
    if (`${scheme}:` !== url.protocol) return false;
    return host.startsWith("*.") ? url.host.endsWith(host.slice(1)) : url.host === host;
  });
}

/**
 * The sandbox of an embedded page. A page of this very site gets no origin: with scripts and its origin it could remove the sandbox and
 * read the tokens.
 */
export function sandboxOf(url: URL, here: string): string {
  const defaultSandbox = "allow-scripts allow-forms allow-popups allow-downloads";
  return url.origin === here ? defaultSandbox : `${defaultSandbox} allow-same-origin`;
}
