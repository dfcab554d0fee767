// What every protocol of identity providers does.
import type { Identity, IdentityProof } from "./provider.ts";

/** The start of a sign-in in a browser. */
export interface RedirectStart {
  readonly state: string;
  /** Kept in the browser's encrypted cookie; what proves later that this browser began is made of it. */
  readonly verifier: string;
  readonly redirectUri: string;
}

/** The return from the provider. */
export interface RedirectReturn extends RedirectStart {
  readonly code: string;
}

/** Somebody who may still sign in. */
export interface Confirmed {
  /** For the next time. */
  readonly proof: IdentityProof;
  /** The provider says less than at the sign-in: what is missing is not known to be gone. */
  readonly isPartial?: boolean;
  /** What the provider says of them now; undefined where it says nothing new. Asked for after the proof is stored: it may be good once. */
  claims(): Promise<Identity["claims"] | undefined>;
}

/** All of them throw an IdentityError where the provider refuses, is not set up rightly, or cannot be asked. */
interface Protocol<Provider> {
  /** Asks whether somebody may still sign in there. */
  recheck(provider: Provider, proof: IdentityProof): Promise<Confirmed>;
  /** Tries the settings, without anybody signing in. */
  test(provider: Provider): Promise<void>;
}

export interface RedirectProtocol<Provider> extends Protocol<Provider> {
  /** Where the browser is sent. */
  begin(provider: Provider, start: RedirectStart): Promise<string>;
  identify(provider: Provider, returned: RedirectReturn): Promise<Identity>;
}

export interface PasswordProtocol<Provider> extends Protocol<Provider> {
  /** Who has this account and password; undefined for nobody. */
  identify(provider: Provider, account: string, password: string): Promise<Identity | undefined>;
}

/** For all calls of a step; browsers give up after ten seconds (docs/specification.md §9). */
export const stepTimeoutMs = 8_000;
