// The browser's half of `npm run dev`: Vite serves the sources, passes calls on to the embedded server, and shows findings over the page.
import { realpathSync } from "node:fs";
import path from "node:path";
import { createServer, isRunnableDevEnvironment, type ErrorPayload, type Plugin, type ViteDevServer } from "vite";
import type { Configuration } from "../../src/server/config.ts";
import type { ImportFile } from "../definitions.ts";

export interface BrowserServerOptions {
  readonly root: string;
  readonly configuration: Configuration;
  /** Where the embedded server answers; undefined while it does not run. */
  readonly api: () => string | undefined;
}

/** Paths that the embedded server answers. */
const served = ["/api", "/upload"];

/** The page's settings, which the embedded server writes into the built page. */
function settingsOf({ passwordTransform, asksCaptcha }: Configuration): Plugin {
  const content = JSON.stringify({ password: passwordTransform, captcha: asksCaptcha }).replaceAll('"', "&quot;");
  return {
    name: "tracemark-settings",
    transformIndexHtml: (html) => html.replace(/<meta name="tracemark-settings"[^>]*>/, `<meta name="tracemark-settings" content="${content}" />`),
  };
}

/** Answers calls while there is no server to pass them on to: the definitions have problems. */
function withoutServer(api: () => string | undefined): Plugin {
  return {
    name: "tracemark-without-server",
    configureServer(vite) {
      vite.middlewares.use((request, response, next) => {
        if (api() !== undefined || !served.some((prefix) => request.url?.startsWith(`${prefix}/`))) return next();
        response.writeHead(503, { "content-type": "application/json; charset=utf-8" });
        response.end(JSON.stringify({ code: 503, success: false, data: {}, msg: "定义有误，服务尚未启动 / The definitions have problems; the server is not running" }));
      });
    },
  };
}

/**
 * Starts Vite. The page carries no Content-Security-Policy here: Vite's client and its overlay need inline styles; `npm start` has the real one.
 */
export async function startBrowserServer({ root, configuration, api }: BrowserServerOptions): Promise<ViteDevServer> {
  const target = "http://127.0.0.1";
  const proxy = { target, changeOrigin: false, router: undefined, configure: () => undefined };
  const data = path.relative(root, configuration.dataDirectory);
  const vite = await createServer({
    root,
    configFile: path.join(root, "vite.config.ts"),
    // Its own place: the packages' folder may be shared between checkouts.
    cacheDir: path.join(configuration.dataDirectory, "vite"),
    clearScreen: false,
    logLevel: "warn",
    plugins: [settingsOf(configuration), withoutServer(api)],
    server: {
      host: configuration.host,
      port: configuration.port,
      proxy: Object.fromEntries(served.map((prefix) => [prefix, { ...proxy, bypass: undefined }])),
      fs: { allow: [root, realpathSync(path.join(root, "node_modules"))] },
      watch: { ignored: [`**/${data}/**`, "**/generated/*.{json,md,ts}"] },
    },
  });
  await vite.listen();
  return vite;
}
