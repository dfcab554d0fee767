// The OAuth callback: reads the parameters of another platform from the sign-in page's address and removes them at once.
import { removeStored, readStored, writeStored } from "../../browser/storage.ts";
import { textOf } from "../../api/wire-data.ts";

export interface OAuthCallback {
  readonly source: string;
  readonly code: string;
  readonly state: string;
  /** Why there is no code, as RFC 6749 §4.1.2.1 names it; "" when there is one. */
  readonly error: string;
}

const placeStoredAs = "placeAfterSignIn";

/** Stores the page that the user wanted to open; the other platform returns none of our parameters. */
export function storeReturnAddress(): void {
  writeStored(placeStoredAs, new URLSearchParams(location.search).get("redirect") ?? "", Date.now(), "session");
}

let current: OAuthCallback | undefined;

/**
 * The current callback, until {@link clearCallback}. A code is valid once, so neither a reload nor the history may keep it: the address
 * becomes the sign-in page's own again, with the page that the user wanted to open.
 */
export function takeCallback(): OAuthCallback | undefined {
  const parameters = new URLSearchParams(location.search);
  const arrival = {
    source: parameters.get("source") ?? "",
    // DingTalk names it otherwise.
    code: parameters.get("code") ?? parameters.get("authCode") ?? "",
    state: parameters.get("state") ?? "",
    error: parameters.get("error") ?? "",
  };
  if (arrival.error === "" && (arrival.code === "" || arrival.state === "")) return current;
  current = arrival;
  const target = textOf(readStored(placeStoredAs, "session")?.content);
  removeStored(placeStoredAs, "session");
  history.replaceState(null, "", location.pathname + (target === "" ? "" : `?redirect=${encodeURIComponent(target)}`));
  return current;
}

/** The return is dealt with. */
export function clearCallback(): void {
  current = undefined;
}
