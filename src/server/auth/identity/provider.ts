// An identity provider of a tenant as its protocol sees it (resource identity-provider), with its secrets opened.
import type { Text } from "#schema/text";

export const providerTypes = ["oidc", "ldap", "wecom", "dingtalk", "feishu"] as const;
export type ProviderType = (typeof providerTypes)[number];

/** Members of a person's data; `a.b` is a member within a member. */
export type ClaimNames = Readonly<Record<"account" | "name" | "email" | "phone", string>>;

interface ProviderBasics {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  readonly claims: ClaimNames;
}

export interface OidcProvider extends ProviderBasics {
  readonly type: "oidc";
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly clientAuthentication: "basic" | "post";
  readonly scope: string;
}

/** WeCom, DingTalk or Feishu: each has calls of its own for the same steps. */
export interface PlatformProvider extends ProviderBasics {
  readonly type: "wecom" | "dingtalk" | "feishu";
  readonly clientId: string;
  readonly clientSecret: string;
  /** Of WeCom. */
  readonly agentId: string;
  /** Of private and international editions; "" for the public service. */
  readonly authorizeUrl: string;
  readonly apiUrl: string;
}

export interface LdapProvider extends ProviderBasics {
  readonly type: "ldap";
  readonly host: string;
  readonly port: number;
  readonly encryption: "starttls" | "ldaps" | "none";
  /** PEM; "" for a certificate of a public authority. */
  readonly certificate: string;
  readonly bindDn: string;
  readonly bindPassword: string;
  readonly baseDn: string;
  readonly userFilter: string;
  readonly idAttribute: string;
}

export type RedirectProvider = OidcProvider | PlatformProvider;
export type IdentityProvider = RedirectProvider | LdapProvider;

const prefix = "idp-";

/** The key of a provider in addresses and in the records of people who came from it; no platform of the settings has one like it. */
export const sourceOfProvider = (id: string): string => prefix + id;

/** The id of the provider with this key; undefined for a platform of the settings. */
export function providerIdIn(source: string): string | undefined {
  return /^idp-\d{1,19}$/.test(source) ? source.slice(prefix.length) : undefined;
}

/** A person as a provider knows them. */
export interface Identity {
  /** Never changes, and is nobody else's. */
  readonly subject: string;
  /** All that the provider says of them, untrusted. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** What it takes to ask later whether they are still there. */
  readonly proof: IdentityProof;
}

/** Stored encrypted with a session. */
export interface IdentityProof {
  readonly subject: string;
  /** As they typed it (LDAP), or as the platform's calls name them. */
  readonly account?: string | undefined;
  readonly accessToken?: string | undefined;
  readonly refreshToken?: string | undefined;
  /** Tells the provider who signs out. */
  readonly idToken?: string | undefined;
}

/**
 * Why a provider did not say who somebody is. `refused`: it does not accept this sign-in; `gone`: the person is not there any more, or
 * disabled; `setup`: its settings are wrong; `unavailable`: it cannot be asked now.
 */
type IdentityFailure = "refused" | "gone" | "setup" | "unavailable";

export class IdentityError extends Error {
  override readonly name = "IdentityError";

  constructor(
    readonly kind: IdentityFailure,
    readonly text: Text,
    override readonly cause?: unknown,
  ) {
    super(cause instanceof Error ? `${text[1]} (${cause.name}: ${cause.message})` : text[1]);
  }
}
