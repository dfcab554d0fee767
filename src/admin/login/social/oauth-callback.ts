// What another platform says in the address when it sends somebody back to the sign-in page; taken out of the address at once.
import { removeStored, readStored, writeStored } from "../../api/stored.ts";
import { textOf } from "../../api/record.ts";

export interface Arrival {
  readonly source: string;
  readonly code: string;
  readonly state: string;
  /** Why there is no code, as RFC 6749 §4.1.2.1 names it; "" when there is one. */
  readonly error: string;
}

const placeStoredAs = "placeAfterSignIn";

/** Notes where the person wanted to go; the other platform brings back nothing of ours. */
export function rememberPlace(): void {
  writeStored(placeStoredAs, new URLSearchParams(location.search).get("redirect") ?? "", Date.now(), "session");
}

let current: Arrival | undefined;

/**
 * Who has just come back, until {@link forgetArrival}. A code is good once, so that neither a reload nor the history may hold it: the
 * address is the sign-in page's own again, with the place the person wanted to go to.
 */
export function takeArrival(): Arrival | undefined {
  const parameters = new URLSearchParams(location.search);
  const arrival = {
    source: parameters.get("source") ?? "",
    code: parameters.get("code") ?? "",
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
export function forgetArrival(): void {
  current = undefined;
}
