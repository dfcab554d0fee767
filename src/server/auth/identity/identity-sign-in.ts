// Signing in with an identity provider of a tenant: who comes, whether they may still come, and signing out there. What accounts they have
// belongs to the area of accounts, which implements EnterAccount.
import type { KeyObject } from "node:crypto";
import type { CallOrigin } from "../../audit/origin.ts";
import type { Outgoing } from "../../http/outgoing.ts";
import type { Clock } from "../../store/clock.ts";
import type { Database } from "../../store/database.ts";
import { identityGone, identityRefused, identityUnavailable, identityUnknown, wrongPassword, OAuthError } from "../oauth-error.ts";
import type { Person } from "../people.ts";
import { knowsMapped } from "./claims.ts";
import { dingtalkProtocol } from "./dingtalk.ts";
import { feishuProtocol } from "./feishu.ts";
import { ldapProtocol } from "./ldap.ts";
import { oidcProtocol } from "./oidc.ts";
import type { Confirmed, RedirectReturn, RedirectStart } from "./protocol.ts";
import {
  IdentityError,
  providerIdIn,
  type Identity,
  type IdentityProof,
  type IdentityProvider,
  type RedirectProvider,
} from "./provider.ts";
import { sessionIdentities, type IdentityOwner, type SessionIdentities, type SessionIdentity } from "./session-identities.ts";
import { storedProviders, type StoredProvider, type StoredProviders } from "./stored-providers.ts";
import { wecomProtocol } from "./wecom.ts";

/** While a provider cannot be asked, a session that it confirmed within this time is renewed all the same. */
const maxUnconfirmedMs = 4 * 60 * 60 * 1000;

/** The call of a sign-in, for the log of what it changes. */
interface EntryCall {
  readonly address: string;
  readonly loggedAs: CallOrigin | undefined;
}

/** A person with the account that they enter as. */
interface EnteredAccount {
  readonly person: Person;
  /** The record of the person of the provider (resource user-oauth). */
  readonly recordId: string;
}

/** Finds, links or makes the account of a person of a provider, as its rules say; throws an OAuthError where they have none. */
export type EnterAccount = (stored: StoredProvider, identity: Identity, call: EntryCall) => Promise<EnteredAccount>;

/**
 * Gives the account of a session the roles and departments of what a provider says now; throws an OAuthError where these are none. Only for
 * providers whose roles and departments are to follow.
 */
export type FollowAccount = (
  stored: StoredProvider,
  account: { readonly userId: string; readonly claims: Identity["claims"] },
  call: EntryCall,
) => Promise<void>;

/** Somebody whom a provider has identified. */
interface SignedInThere extends EnteredAccount {
  readonly identity: SessionIdentity;
}

interface RenewalObstacle {
  readonly refusal: OAuthError;
  /** Otherwise it may be renewed once the provider answers again. */
  readonly endsSession: boolean;
}

export interface IdentitySignIns extends Pick<SessionIdentities, "store" | "move"> {
  readonly offered: StoredProviders["offered"];
  /** Where a browser goes to sign in; undefined where there is no such provider. Throws an OAuthError where it cannot be asked. */
  begin(source: string, start: RedirectStart): Promise<string | undefined>;
  /** Who comes back with a code. */
  byCode(source: string, returned: RedirectReturn, call: EntryCall): Promise<SignedInThere>;
  /** Whose account and password these are, in the directory of a tenant. */
  byPassword(
    source: string,
    typed: { readonly tenantId: string; readonly account: string; readonly password: string },
    call: EntryCall,
  ): Promise<SignedInThere>;
  /**
   * Asks the provider of a session again, and has the roles and departments of its account follow. Answers why it cannot be renewed: the
   * provider no longer knows its person, gives them no role, or has not been able to say so for too long.
   */
  obstacle(owner: IdentityOwner, userId: string, call: EntryCall): Promise<RenewalObstacle | undefined>;
  /** Where a browser signs out of the provider of its session as well; undefined where it does not. */
  endSessionAddress(owner: IdentityOwner, returnTo: string): Promise<string | undefined>;
  /** Tries the settings of a provider. Throws an IdentityError. */
  test(id: string): Promise<void>;
}

interface IdentitySignInOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly storageKey: KeyObject;
  readonly outgoing: Outgoing;
  readonly internalHosts: readonly string[];
  readonly enter: EnterAccount;
  readonly follow: FollowAccount;
  /** For the log of the server: why a provider was of no use. */
  readonly onFailure: (error: IdentityError, providerId: string) => void;
}

export function identitySignIns({
  database,
  clock,
  storageKey,
  outgoing,
  internalHosts,
  enter,
  follow,
  onFailure,
}: IdentitySignInOptions): IdentitySignIns {
  const providers = storedProviders(database, storageKey);
  const identities = sessionIdentities({ database, clock, storageKey });
  const oidc = oidcProtocol({ outgoing, clock });
  const platforms = { wecom: wecomProtocol(outgoing), dingtalk: dingtalkProtocol(outgoing), feishu: feishuProtocol(outgoing) };
  const ldap = ldapProtocol(internalHosts);

  const beginAt = (provider: RedirectProvider, start: RedirectStart): Promise<string> =>
    provider.type === "oidc" ? oidc.begin(provider, start) : platforms[provider.type].begin(provider, start);
  const identifyAt = (provider: RedirectProvider, returned: RedirectReturn): Promise<Identity> =>
    provider.type === "oidc" ? oidc.identify(provider, returned) : platforms[provider.type].identify(provider, returned);
  const recheckAt = (provider: IdentityProvider, proof: IdentityProof): Promise<Confirmed> => {
    switch (provider.type) {
      case "oidc":
        return oidc.recheck(provider, proof);
      case "ldap":
        return ldap.recheck(provider, proof);
      default:
        return platforms[provider.type].recheck(provider, proof);
    }
  };

  const usable = async (source: string, tenantId?: string): Promise<StoredProvider | undefined> => {
    const id = providerIdIn(source);
    if (id === undefined) return undefined;
    const stored = await asked(id, () => providers.find(id, tenantId));
    return stored?.isEnabled === true ? stored : undefined;
  };

  /** What of a provider's failure a person who signs in is told: details are for the log and for the test of the settings. */
  const asked = async <T>(providerId: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof IdentityError)) throw error;
      onFailure(error, providerId);
      switch (error.kind) {
        case "refused":
        case "gone":
          throw identityRefused(error.text, error);
        default:
          throw identityUnavailable(error);
      }
    }
  };

  const entered = async (stored: StoredProvider, identity: Identity, call: EntryCall): Promise<SignedInThere> => ({
    ...(await enter(stored, identity, call)),
    identity: { providerId: stored.provider.id, proof: identity.proof, checkedAt: clock.milliseconds() },
  });

  return {
    store: identities.store,
    move: identities.move,
    offered: providers.offered,

    begin: async (source, start) => {
      const stored = await usable(source);
      if (stored === undefined || stored.provider.type === "ldap") return undefined;
      const { provider } = stored;
      return asked(provider.id, () => beginAt(provider, start));
    },

    byCode: async (source, returned, call) => {
      const stored = await usable(source);
      if (stored === undefined || stored.provider.type === "ldap") throw identityUnknown();
      const { provider } = stored;
      return entered(stored, await asked(provider.id, () => identifyAt(provider, returned)), call);
    },

    byPassword: async (source, { tenantId, account, password }, call) => {
      const stored = await usable(source, tenantId);
      if (stored === undefined || stored.provider.type !== "ldap") throw identityUnknown();
      const { provider } = stored;
      const identity = await asked(provider.id, () => ldap.identify(provider, account, password));
      if (identity === undefined) throw wrongPassword();
      return entered(stored, identity, call);
    },

    obstacle: async (owner, userId, call) => {
      const identity = await identities.claim(owner);
      if (identity === undefined) return undefined;
      const { providerId, proof, checkedAt } = identity;
      try {
        const stored = await providers.find(providerId, owner.tenantId);
        if (stored?.isEnabled !== true) return { refusal: identityUnknown(), endsSession: true };
        const confirmed = await recheckAt(stored.provider, proof);
        const confirm = (time: number) => identities.store(owner, { providerId, proof: confirmed.proof, checkedAt: time });
        if (stored.rules.followsMappings) {
          await confirm(checkedAt);
          const claims = await confirmed.claims();
          const isKnown = claims !== undefined && (confirmed.isPartial !== true || knowsMapped(claims, stored.rules.mappings));
          if (isKnown) await follow(stored, { userId, claims }, call);
        }
        await confirm(clock.milliseconds());
        return undefined;
      } catch (error) {
        if (error instanceof OAuthError) return { refusal: error, endsSession: true };
        if (!(error instanceof IdentityError)) throw error;
        onFailure(error, providerId);
        if (error.kind === "gone" || error.kind === "refused") return { refusal: identityGone(error), endsSession: true };
        return clock.milliseconds() - checkedAt < maxUnconfirmedMs
          ? undefined
          : { refusal: identityUnavailable(error), endsSession: false };
      }
    },

    endSessionAddress: async (owner, returnTo) => {
      const identity = await identities.find(owner);
      if (identity === undefined) return undefined;
      try {
        const stored = await providers.find(identity.providerId, owner.tenantId);
        if (stored === undefined || !stored.rules.signsOut || stored.provider.type !== "oidc") return undefined;
        return await oidc.endSessionAddress(stored.provider, identity.proof.idToken, returnTo);
      } catch (error) {
        if (!(error instanceof IdentityError)) throw error;
        // Whoever signs out here leaves all the same.
        onFailure(error, identity.providerId);
        return undefined;
      }
    },

    test: async (id) => {
      const stored = await providers.find(id);
      if (stored === undefined) return;
      const { provider } = stored;
      switch (provider.type) {
        case "oidc":
          return oidc.test(provider);
        case "ldap":
          return ldap.test(provider);
        default:
          return platforms[provider.type].test(provider);
      }
    },
  };
}
