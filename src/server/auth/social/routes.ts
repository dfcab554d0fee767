// Begins a sign-in at another platform: gives the browser its state cookie and sends it there.
import type { FastifyInstance } from "fastify";
import { anybody } from "../../caller/rule.ts";
import { businessError, notFound } from "../../http/errors.ts";
import { beginAt, newVerifier } from "./exchange.ts";
import type { Provider } from "./providers.ts";
import type { IdentitySignIns } from "../identity/identity-sign-in.ts";
import { OAuthError } from "../oauth-error.ts";
import { providerIdIn } from "../identity/provider.ts";
import { siteOf } from "./sites.ts";
import { redirectUri } from "./social-sign-in.ts";
import { stateCookie, type OAuthStates } from "./oauth-state.ts";

interface SocialRoutesOptions {
  readonly providers: readonly Provider[];
  readonly identities: IdentitySignIns;
  readonly siteUrls: readonly string[];
  readonly oauthStates: OAuthStates;
}

const siteUnknown = () =>
  businessError("siteUnknown", [
    "未配置站点地址（SITE_URLS），无法使用第三方登录",
    "SITE_URLS does not say under which address this installation is reached, so nobody can be sent back to it",
  ]);

/** Registers the redirect behind the sign-in page's buttons, on an instance with guarded routes. */
export function registerSocialRoutes(app: FastifyInstance, { providers, identities, siteUrls, oauthStates }: SocialRoutesOptions): void {
  app.get<{ Params: { source: string } }>("/blade-auth/oauth/render/:source", { config: { access: anybody } }, async (request, reply) => {
    const { source } = request.params;
    const provider = providers.find((one) => one.source === source);
    if (provider === undefined && providerIdIn(source) === undefined) throw notFound();
    const site = siteOf(request.host, siteUrls);
    if (site === undefined) throw siteUnknown();
    const verifier = newVerifier();
    const oauthState = { source, verifier, site };
    const { state, encrypted } = oauthStates.issue(oauthState);
    const start = { state, verifier, redirectUri: redirectUri(oauthState) };
    const back = `${site}/login?${new URLSearchParams({ source, error: "temporarily_unavailable" }).toString()}`;
    const address =
      provider === undefined
        ? // The browser has left the sign-in page: that is where it is told, not here.
          await identities.begin(source, start).catch((error: unknown) => (error instanceof OAuthError ? back : Promise.reject(error)))
        : await beginAt(provider, start);
    if (address === undefined) throw notFound();
    return reply.header("set-cookie", stateCookie(site, encrypted)).header("cache-control", "no-store").redirect(address, 302);
  });
}
