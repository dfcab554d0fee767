// Addresses of the menu that ask for the person's token: it is filled in for the sites that the installation trusts, and for no other
// (docs/wire.md §7).
import type { MouseEvent } from "react";
import { freshSession } from "../api/renewal.ts";
import { settings } from "../settings.ts";

const placeholder = /\$\{token\}|%24%7Btoken%7D/gi;

/** An address with its site; undefined where it is none that a browser should follow. */
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

/** Follows a link of the menu; one that asks for a token gets that of this moment, which never stands in the page. */
export function openWithToken(event: MouseEvent<HTMLAnchorElement>): void {
  const address = event.currentTarget.getAttribute("href") ?? "";
  if (address.search(placeholder) < 0) return;
  event.preventDefault();
  void addressNow(address).then((filled) => window.open(filled, "_blank", "noopener,noreferrer"));
}

/**
 * Whether the page's policy lets a page of that site stand in a frame: this site, one that is named, or a sub-domain of one named with
 * `*.`.
 */
export function mayEmbed(url: URL, sources: readonly string[], here: string): boolean {
  if (url.origin === here) return true;
  return sources.some((source) => {
    const [scheme = "", host = ""] = source.toLowerCase().split("://");
    if (`${scheme}:` !== url.protocol) return false;
    return host.startsWith("*.") ? url.host.endsWith(host.slice(1)) : url.host === host;
  });
}

/**
 * What an embedded page may do. One of this very site gets no origin of its own: with scripts and its origin it could take off the sandbox
 * and read the tokens.
 */
export function sandboxOf(url: URL, here: string): string {
  const usual = "allow-scripts allow-forms allow-popups allow-downloads";
  return url.origin === here ? usual : `${usual} allow-same-origin`;
}
