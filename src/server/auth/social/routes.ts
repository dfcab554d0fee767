// Begins a sign-in at another platform: gives the browser its state cookie and sends it there.
import type { FastifyInstance } from "fastify";
import { anybody } from "../../caller/rule.ts";
import { businessError, notFound } from "../../http/errors.ts";
import { beginAt, newVerifier } from "./exchange.ts";
import type { Provider } from "./providers.ts";
import { siteOf } from "./sites.ts";
import { redirectUri } from "./social-sign-in.ts";
import { stateCookie, type OAuthStates } from "./oauth-state.ts";

interface SocialRoutesOptions {
  readonly providers: readonly Provider[];
  readonly siteUrls: readonly string[];
  readonly oauthStates: OAuthStates;
}

const siteUnknown = () =>
  businessError("siteUnknown", [
    "未配置站点地址（SITE_URLS），无法使用第三方登录",
    "SITE_URLS does not say under which address this installation is reached, so nobody can be sent back to it",
  ]);

/** Registers the redirect behind the sign-in page's buttons, on an instance with guarded routes. */
export function registerSocialRoutes(app: FastifyInstance, { providers, siteUrls, oauthStates }: SocialRoutesOptions): void {
  app.get<{ Params: { source: string } }>("/blade-auth/oauth/render/:source", { config: { access: anybody } }, async (request, reply) => {
    const provider = providers.find(({ source }) => source === request.params.source);
    if (provider === undefined) throw notFound();
    const site = siteOf(request.host, siteUrls);
    if (site === undefined) throw siteUnknown();
    const verifier = newVerifier();
    const oauthState = { source: provider.source, verifier, site };
    const { state, encrypted } = oauthStates.issue(oauthState);
    return reply
      .header("set-cookie", stateCookie(site, encrypted))
      .header("cache-control", "no-store")
      .redirect(await beginAt(provider, state, verifier, redirectUri(oauthState)), 302);
  });
}
