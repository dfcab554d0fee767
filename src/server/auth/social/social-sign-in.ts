// Identifies a user who returns from another platform with a code: their record, and the account it is bound to (docs/wire.md §3, grant
// social).
import type { CallOrigin } from "../../audit/origin.ts";
import type { Attempt, Failures } from "../failures.ts";
import type { IdentitySignIns } from "../identity/identity-sign-in.ts";
import { providerIdIn } from "../identity/provider.ts";
import type { SessionIdentity } from "../identity/session-identities.ts";
import { OAuthError, socialStartedElsewhere, socialFailed, socialRefused, socialUnknown, tooManyFailures } from "../oauth-error.ts";
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
  readonly record: Pick<ThirdRecord, "id" | "tenantId">;
  /** The user of the account; undefined without one. */
  readonly person: Person | undefined;
  /** What an identity provider of a tenant said; undefined for a platform of the settings. */
  readonly identity?: SessionIdentity;
}

export type SocialSignIn = (returned: Returned) => Promise<Recognised>;

interface SocialSignInOptions extends RecordsOptions {
  readonly providers: readonly Provider[];
  /** People of the identity providers of tenants come back the same way. */
  readonly identities: IdentitySignIns;
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

export function createSocialSignIn({
  providers,
  identities,
  oauthStates,
  failures,
  timeoutMs,
  ...records
}: SocialSignInOptions): SocialSignIn {
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

  /** Somebody of an identity provider of a tenant, which decides by its own rules what account they have: there are no guests of one. */
  const identified = async (
    { source, code }: Pick<Returned, "source" | "code">,
    oauthState: OAuthState,
    attempt: Attempt,
    call: Pick<Returned, "address" | "loggedAs">,
  ) => {
    try {
      const start = { state: oauthState.state, verifier: oauthState.verifier, redirectUri: redirectUri(oauthState) };
      const { recordId, person, identity } = await identities.byCode(source, { ...start, code }, call);
      await attempt.succeeded();
      return { record: { id: recordId, tenantId: person.tenantId }, person, identity };
    } catch (error) {
      // Not the user's fault.
      if (error instanceof OAuthError && error.code === "temporarily_unavailable") await attempt.succeeded();
      throw error;
    }
  };

  return async ({ source, code, state, stateCookie, address, loggedAs }) => {
    const provider = providers.find((one) => one.source === source);
    if (provider === undefined && providerIdIn(source) === undefined) throw socialUnknown();
    const attempt = await failures.beginFrom(`social:${address.slice(0, 100)}`, limits);
    if (!attempt.isAdmitted) throw tooManyFailures();
    const oauthState = await oauthStates.consume(stateCookie, { state, source });
    if (oauthState === undefined) throw socialStartedElsewhere();
    if (provider === undefined) return identified({ source, code }, oauthState, attempt, { address, loggedAs });
    const third = await personBehind(provider, code, oauthState, attempt);
    await attempt.succeeded();
    const tenantId = (await tenantOfSite(database, oauthState.site))?.tenantId;
    const record = await recordFor(records, source, third, { tenantId, address, loggedAs });
    // An account that was removed leaves its record unbound.
    const person = record.userId === undefined ? undefined : await personById(database, record.tenantId, record.userId);
    return { record, person };
  };
}
