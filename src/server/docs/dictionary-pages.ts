// The data dictionary of the running definitions at /docs/data. It describes the product and contains no tenant data; config.ts decides
// when it is shown.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { dictionaryOf, dictionaryStyle, type Links } from "#schema/dictionary/index";
import type { Model } from "#schema/model";
import { languages, type Language } from "#schema/text";
import type { AnyDomain } from "../contract.ts";
import { isHandledBy } from "../crud/available.ts";
import { parametersOf } from "../http/bodies.ts";
import { notFound } from "../http/errors.ts";
import { languageOfRequest } from "../http/request-context.ts";
import { readingPolicy } from "../http/security-headers.ts";

const base = "/docs/data";

/** Links name the language, so that a page that is passed on stays in it. */
const links: Links = {
  stylesheet: `${base}/dictionary.css`,
  icon: "/favicon.svg",
  index: (language) => `${base}?lang=${language}`,
  resource: (name, language) => `${base}/${name}?lang=${language}`,
};

/** The language of the address, else the browser's preferred one. */
function languageOf(request: FastifyRequest): Language {
  const { lang } = parametersOf(request);
  return languages.find((language) => language === lang) ?? languageOfRequest(request);
}

/** Serves the overview, a page for each resource, and their stylesheet. Each page is rendered on first use. */
export function serveDictionary(app: FastifyInstance, model: Model, domain: AnyDomain): void {
  const dictionary = dictionaryOf(model, { links, isHandled: isHandledBy(domain) });
  // At most two for each resource and two overviews.
  const made = new Map<string, string>();
  const send = (reply: FastifyReply, key: string, make: () => string | undefined) => {
    const page = made.get(key) ?? make();
    if (page === undefined) throw notFound();
    made.set(key, page);
    return reply
      .header("content-security-policy", readingPolicy)
      .header("cache-control", "no-cache")
      .header("vary", "accept-language")
      .type("text/html; charset=utf-8")
      .send(page);
  };

  app.get(base, (request, reply) => {
    const language = languageOf(request);
    return send(reply, language, () => dictionary.index(language));
  });
  app.get<{ Params: { readonly resource: string } }>(`${base}/:resource`, (request, reply) => {
    const language = languageOf(request);
    const { resource } = request.params;
    return send(reply, `${resource} ${language}`, () => dictionary.resource(resource, language));
  });
  app.get(links.stylesheet, (_request, reply) => reply.header("cache-control", "no-cache").type("text/css; charset=utf-8").send(dictionaryStyle));
}
