// Serves the browser application: hashed files for ever, the page itself with a new nonce and the server's settings in every answer.
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { notFound } from "./errors.ts";
import { compressAnswers } from "./compression.ts";
import { readPage, type PageSettings } from "./page-file.ts";
import { preloadLinks, preloadsFile } from "./preloads.ts";
import { languageOfRequest } from "./request-context.ts";
import { isVerifyPath } from "../../verify/routes.ts";
import { newNonce, pagePolicy, placePermissions, type PageSources } from "./security-headers.ts";

interface PagesOptions {
  /** The built pages: index.html of the application, verify.html of the public, and assets/. */
  readonly directory: string;
  /** Called for every page. */
  readonly settings: () => Promise<PageSettings>;
  readonly sources?: PageSources;
}

const immutable = "public, max-age=31536000, immutable";

/**
 * What programs ask servers for by custom, and we do not have: a page in its place would say that all is well. Names with a dot in front are
 * of that kind as well (/.well-known/…, /.git/…).
 */
const ofPrograms = new RegExp(
  [
    "^/_?(?:health[-_]?(?:z|checks?|y)?|live(?:z|ness)?|ready(?:z)?|readiness|startupz?|statusz?|ping|up|heartbeat|alive)/?$",
    "^/(?:metrics|prometheus|actuator|varz|debug|server-(?:status|info)|nginx_status|stub_status|version|info|-)(?:/|$)(?!index)",
    "^/(?:healthz?|health-?check|livez|readyz|startupz)/",
    "/\\.",
  ].join("|"),
  "iu",
);

/** Whether a path is one of the browser's own routes: everything that looks like no file and no endpoint. */
function isBrowserRoute(pathname: string): boolean {
  if (ofPrograms.test(pathname)) return false;
  return !path.posix.basename(pathname).includes(".") && !/^\/(?:api|upload|assets)(?:\/|$)/.test(pathname);
}

/** How long a page waits for its settings where those of the page before are known. */
const settingsPatienceMs = 1_000;

/** What was read last where reading fails or takes too long: people see the application while the database is away. */
function orAsBefore<T>(read: () => Promise<T>): () => Promise<T> {
  let before: { readonly value: T } | undefined;
  return async () => {
    const reading = read().then((value) => {
      before = { value };
      return value;
    });
    if (before === undefined) return reading;
    const { value } = before;
    const patience = new AbortController();
    const tooLate = delay(settingsPatienceMs, value, { signal: patience.signal });
    try {
      return await Promise.race([reading.catch(() => value), tooLate.catch(() => value)]);
    } finally {
      patience.abort();
    }
  };
}

/** Serves the files of a built application and its page on every route of the browser. */
export async function servePages(app: FastifyInstance, { directory, settings, sources }: PagesOptions): Promise<void> {
  const settingsNow = orAsBefore(settings);
  const [page, verifyPage, linksFor] = await Promise.all([
    readPage(path.join(directory, "index.html")),
    readPage(path.join(directory, "verify.html")),
    preloadLinks(directory),
  ]);

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const nonce = newNonce();
    const links = linksFor(request.url.split("?")[0] ?? "", request.headers.cookie);
    return reply
      .header("content-security-policy", pagePolicy(nonce, { ...sources, ...page.inline }))
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(page.write({ settings: await settingsNow(), nonce, language: languageOfRequest(request), links }));
  };

  /** The public page: it needs no settings, frames no other site, and may ask a browser that knows where it is. */
  const sendVerifyPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const nonce = newNonce();
    return reply
      .header("content-security-policy", pagePolicy(nonce, { images: sources?.images ?? [], ...verifyPage.inline }))
      .header("permissions-policy", placePermissions)
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(verifyPage.write({ settings: {}, nonce, language: languageOfRequest(request) }));
  };

  compressAnswers(app);
  await app.register(fastifyStatic, {
    root: directory,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ["index.html*", "verify.html*", `${preloadsFile}*`, "**/*.br", "**/*.gz", "**/*.map"],
    setHeaders: (response, file) => {
      const isHashed = path.relative(directory, file).split(path.sep)[0] === "assets";
      response.setHeader("vary", "accept-encoding");
      response.setHeader("cache-control", isHashed ? immutable : "no-cache");
    },
  });
  app.get("/", sendPage);
  app.setNotFoundHandler((request, reply) => {
    const [pathname = ""] = request.url.split("?");
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (isRead && isVerifyPath(pathname)) return sendVerifyPage(request, reply);
    if (!isRead || !isBrowserRoute(pathname)) throw notFound();
    return sendPage(request, reply);
  });
}
