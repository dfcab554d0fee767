// The browser's half of `npm run dev`: Vite serves the sources, passes calls on to the embedded server, and shows findings over the page.
import { realpathSync } from "node:fs";
import path from "node:path";
import {
  createRunnableDevEnvironment,
  createServer,
  isRunnableDevEnvironment,
  type ErrorPayload,
  type Plugin,
  type ViteDevServer,
} from "vite";
import type { Configuration } from "../../src/server/config.ts";
import { fixedSettings } from "../../src/server/http/console-options.ts";
import type { ImportFile } from "../definitions.ts";
import { bundlePackages, ownPlugins, packagesFolder } from "./packages.ts";
import { proxyRequest, type Place } from "./proxy-request.ts";

interface BrowserServerOptions {
  readonly root: string;
  readonly configuration: Configuration;
  /** Where the embedded server answers, or why it does not. */
  readonly api: () => Place;
  readonly say: (line: string) => void;
}

export interface BrowserServer {
  readonly address: string;
  /** Loads a definition file; one that was changed, or that imports a changed one, is loaded anew. */
  readonly importFile: ImportFile;
  /** Reports which files below the root were changed, added or removed, with their paths from the root. */
  watch(changed: (file: string) => void): void;
  /** Drops a file from the module cache. */
  forget(file: string): void;
  /** Shows an error over every open page, and every page opened until it is taken away. */
  showError(error: ErrorPayload["err"]): void;
  hideError(): void;
  /** Loads every open page anew. */
  reloadPages(): void;
  close(): Promise<void>;
}

/** Paths that the embedded server answers. */
const served = /^\/(?:(?:api|upload)\/|docs\/data(?:[/?]|$))/;

function apiOf(api: () => Place): Plugin {
  return {
    name: ownPlugins.api,
    configureServer(vite) {
      vite.middlewares.use((request, response, next) => (served.test(request.url ?? "") ? proxyRequest(request, response, api()) : next()));
    },
  };
}

/** The page's settings, which the embedded server writes into the built page. */
function settingsOf(configuration: Configuration): Plugin {
  const { passwordTransform, asksCaptcha } = configuration;
  const content = JSON.stringify(fixedSettings({ passwordTransform, asksCaptcha, console: configuration })).replaceAll('"', "&quot;");
  return {
    name: ownPlugins.settings,
    transformIndexHtml: (html) =>
      html.replace(/<meta name="tracemark-settings"[^>]*>/, `<meta name="tracemark-settings" content="${content}" />`),
  };
}

function importerOf(vite: ViteDevServer): ImportFile {
  const environment = vite.environments["ssr"];
  if (environment === undefined || !isRunnableDevEnvironment(environment))
    throw new Error("Vite has no environment to load definitions in");
  return (file) => environment.runner.import(`/${file}`);
}

function devServerUrl(vite: ViteDevServer): string {
  const [address] = [...(vite.resolvedUrls?.local ?? []), ...(vite.resolvedUrls?.network ?? [])];
  if (address === undefined) throw new Error("Vite listens nowhere");
  return address.replace(/\/$/, "");
}

/**
 * Starts Vite. The page carries no Content-Security-Policy here, because Vite's client and its overlay need inline styles and scripts; `npm
 * start` sends the real one.
 */
export async function startBrowserServer({ root, configuration, api, say }: BrowserServerOptions): Promise<BrowserServer> {
  const data = path.relative(root, configuration.dataDirectory);
  await bundlePackages(root, configuration.dataDirectory, say);
  const vite = await createServer({
    root,
    configFile: path.join(root, "vite.config.ts"),
    cacheDir: packagesFolder(configuration.dataDirectory),
    clearScreen: false,
    logLevel: "warn",
    plugins: [apiOf(api), settingsOf(configuration)],
    // Definitions are loaded there, when this program asks: at each save Vite would load all of them anew, one that was deleted as well.
    environments: {
      ssr: {
        dev: {
          createEnvironment: (name, config) => createRunnableDevEnvironment(name, config, { runnerOptions: { hmr: false } }),
        },
      },
    },
    server: {
      host: configuration.host,
      port: configuration.port,
      fs: { allow: [root, realpathSync(path.join(root, "node_modules"))] },
      watch: { ignored: [`**/${data}/**`] },
    },
  });
  await vite.listen();
  let shown: ErrorPayload | undefined;
  vite.ws.on("connection", () => {
    if (shown !== undefined) vite.ws.send(shown);
  });
  const environment = vite.environments["ssr"];
  return {
    address: devServerUrl(vite),
    importFile: importerOf(vite),
    watch: (changed) =>
      void vite.watcher.on("all", (event, file) => {
        if (event === "add" || event === "change" || event === "unlink") changed(path.relative(root, file).split(path.sep).join("/"));
      }),
    forget: (file) => environment?.moduleGraph.onFileChange(path.join(root, file)),
    showError: (err) => {
      shown = { type: "error", err };
      vite.ws.send(shown);
    },
    hideError: () => {
      if (shown === undefined) return;
      shown = undefined;
      // An update of nothing takes the overlay away.
      vite.ws.send({ type: "update", updates: [] });
    },
    reloadPages: () => vite.ws.send({ type: "full-reload" }),
    close: () => vite.close(),
  };
}
