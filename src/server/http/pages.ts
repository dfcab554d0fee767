// Serves the browser application: hashed files for ever, the page itself with a new nonce and the server's settings in every answer.
import { readFile } from "node:fs/promises";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { notFound } from "./errors.ts";
import { newNonce, pagePolicy, type PageSources } from "./security-headers.ts";

/** Settings of the server that the page needs before it loads anything else (src/admin/settings.ts reads them). */
export type PageSettings = Readonly<
  Record<string, string | number | boolean | readonly string[] | readonly Readonly<Record<string, string>>[]>
>;

export interface PagesOptions {
  /** The built application: index.html and assets/. */
  readonly directory: string;
  /** Called for every page. */
  readonly settings: () => Promise<PageSettings>;
  readonly sources?: PageSources;
}

const immutable = "public, max-age=31536000, immutable";

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

/** Writes the page around its settings and the nonce. */
type WritePage = (settings: PageSettings, nonce: string) => string;

function pageWriter(html: string): WritePage {
  const parts = /^([\s\S]*<head>)([\s\S]*?)<meta name="tracemark-settings"[^>]*>([\s\S]*)$/.exec(html);
  if (parts === null) throw new Error('index.html has no <head> with <meta name="tracemark-settings">');
  const [, start = "", head = "", rest = ""] = parts;
  return (settings, nonce) =>
    `${start}<meta property="csp-nonce" nonce="${nonce}">${head}<meta name="tracemark-settings" content="${escapeAttribute(JSON.stringify(settings))}">${rest}`;
}

/** Whether a path is one of the browser's own routes: everything that looks like no file and no endpoint. */
function isBrowserRoute(request: FastifyRequest): boolean {
  const [pathname = ""] = request.url.split("?");
  return (
    (request.method === "GET" || request.method === "HEAD") &&
    !path.posix.basename(pathname).includes(".") &&
    !/^\/(?:api|upload|assets)(?:\/|$)/.test(pathname)
  );
}

/** Serves the files of a built application and its page on every route of the browser. */
export async function servePages(app: FastifyInstance, { directory, settings, sources }: PagesOptions): Promise<void> {
  const write = pageWriter(await readFile(path.join(directory, "index.html"), "utf8"));

  const sendPage = async (_request: FastifyRequest, reply: FastifyReply) => {
    const nonce = newNonce();
    const page = write(await settings(), nonce);
    return reply
      .header("content-security-policy", pagePolicy(nonce, sources))
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(page);
  };

  await app.register(fastifyStatic, {
    root: directory,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ["index.html*", "**/*.br", "**/*.gz", "**/*.map"],
    setHeaders: (response, file) => {
      const isHashed = path.relative(directory, file).split(path.sep)[0] === "assets";
      response.setHeader("vary", "accept-encoding");
      response.setHeader("cache-control", isHashed ? immutable : "no-cache");
    },
  });
  app.get("/", sendPage);
  app.setNotFoundHandler((request, reply) => {
    if (!isBrowserRoute(request)) throw notFound();
    return sendPage(request, reply);
  });
}
