// Identifies a user who returns from another platform with a code: their record, and the account it is bound to (docs/wire.md §3, grant
// social).
import type { CallOrigin } from "../../audit/origin.ts";
import type { Attempt, Failures } from "../failures.ts";
import { socialStartedElsewhere, socialFailed, socialRefused, socialUnknown, tooManyFailures } from "../oauth-error.ts";
import { personById, type Person } from "../people.ts";
import { ExchangeError, exchangeCode } from "./exchange.ts";
import type { ThirdPerson } from "./person.ts";
import type { Provider } from "./providers.ts";
import { recordFor, type RecordsOptions, type ThirdRecord } from "./records.ts";
import { tenantOfSite } from "./sites.ts";
import type { OAuthState, OAuthStates } from "./oauth-state.ts";

/** The parameters of the callback. */
interface Returned {
  readonly source: string;
  readonly code: string;
  readonly state: string;
  /** What its cookie holds. */
  readonly stateCookie: string | undefined;
  readonly address: string;
  readonly loggedAs: CallOrigin | undefined;
}

interface Recognised {
  readonly record: ThirdRecord;
  /** The user of the account; undefined without one. */
  readonly person: Person | undefined;
}

export type SocialSignIn = (returned: Returned) => Promise<Recognised>;

interface SocialSignInOptions extends RecordsOptions {
  readonly providers: readonly Provider[];
  readonly oauthStates: OAuthStates;
  readonly failures: Failures;
  /** How long another platform may take. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Each attempt costs two calls to another platform. There is no password to guess, so an account's failures neither count here nor lock it.
 */
const limits = { count: 20, minutes: 30 } as const;

/**
 * The callback address, the same at both ends of the exchange; one per platform, so that no code can be passed from one to another (RFC
 * 9700 §4.4).
 */
export const redirectUri = ({ site, source }: Pick<OAuthState, "site" | "source">): string => `${site}/login?source=${source}`;

export function createSocialSignIn({ providers, oauthStates, failures, timeoutMs, ...records }: SocialSignInOptions): SocialSignIn {
  const { database } = records;

  const personBehind = async (provider: Provider, code: string, oauthState: OAuthState, attempt: Attempt): Promise<ThirdPerson> => {
    try {
      return await exchangeCode(
        provider,
        { code, state: oauthState.state, verifier: oauthState.verifier, redirectUri: redirectUri(oauthState) },
        timeoutMs,
      );
    } catch (error) {
      if (!(error instanceof ExchangeError)) throw error;
      if (error.kind === "refused") throw socialRefused(error);
      // Not the user's fault.
      await attempt.succeeded();
      throw socialFailed(error);
    }
  };

  return async ({ source, code, state, stateCookie, address, loggedAs }) => {
    const provider = providers.find((one) => one.source === source);
    if (provider === undefined) throw socialUnknown();
    const attempt = await failures.beginFrom(`social:${address.slice(0, 100)}`, limits);
    if (!attempt.isAdmitted) throw tooManyFailures();
    const oauthState = await oauthStates.consume(stateCookie, { state, source });
    if (oauthState === undefined) throw socialStartedElsewhere();
    const third = await personBehind(provider, code, oauthState, attempt);
    await attempt.succeeded();
    const tenantId = (await tenantOfSite(database, oauthState.site))?.tenantId;
    const record = await recordFor(records, source, third, { tenantId, address, loggedAs });
    // An account that was removed leaves its record unbound.
    const person = record.userId === undefined ? undefined : await personById(database, record.tenantId, record.userId);
    return { record, person };
  };
}
