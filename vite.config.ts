// How the browser application is built and, while developing, served (npm run build, npm run dev).
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { copyPerImporter } from "./scripts/vite/chunks.ts";
import { compileHints } from "./scripts/vite/compile-hints.ts";
import { prebuiltStyles } from "./scripts/vite/component-styles.ts";
import { leftOut } from "./scripts/vite/left-out.ts";
import { notices } from "./scripts/vite/notices.ts";
import { preloads } from "./scripts/vite/preloads.ts";
import { screenViewModels } from "./scripts/vite/screen-view-models.ts";
import { styleNonce } from "./scripts/vite/style-nonce.ts";
import { isVerifyPath } from "./src/verify/routes.ts";
import { watchedImports } from "./scripts/vite/watched-imports.ts";

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Styles at the end of the page: what stands above them, the screen while it starts, is painted without waiting for any file. */
const paintedAtOnce: Plugin = {
  name: "painted-at-once",
  transformIndexHtml: {
    order: "post",
    handler: (html) => {
      const styles = html.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
      const without = styles.reduce((page, style) => page.replace(style, ""), html);
      return without.replace("</body>", () => `${styles.join("")}</body>`);
    },
  },
};

/** While developing: the addresses of the public page, which the server answers otherwise. */
const verifyPage: Plugin = {
  name: "verify-page",
  configureServer(vite) {
    vite.middlewares.use((request, _response, next) => {
      const [pathname = "", query] = (request.url ?? "").split("?");
      if (isVerifyPath(pathname)) request.url = `/verify.html${query === undefined ? "" : `?${query}`}`;
      next();
    });
  },
};

export default defineConfig(({ mode }) => ({
  root: file("."),
  plugins: [
    react(),
    watchedImports(file(".")),
    screenViewModels,
    prebuiltStyles,
    copyPerImporter(file(".")),
    leftOut(file(".")),
    styleNonce(file(".")),
    paintedAtOnce,
    verifyPage,
    preloads,
    compileHints,
    notices,
  ],
  publicDir: file("public"),
  resolve: {
    // Its package offers bundlers the development build only, with warnings that nobody reads in production.
    alias:
      mode === "production"
        ? [
            { find: /^react-router$/, replacement: file("node_modules/react-router/dist/production/index.mjs") },
            { find: /^react-router\/dom$/, replacement: file("node_modules/react-router/dist/production/dom-export.mjs") },
          ]
        : [],
  },
  build: {
    outDir: file("dist/admin"),
    emptyOutDir: true,
    target: "es2022",
    // Small pictures would become data addresses inside scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What is always loaded together is one file each, with all it imports: dozens of small ones cost the main thread more than their code
    // does.
    rolldownOptions: {
      input: { index: file("index.html"), verify: file("verify.html") },
      output: {
        codeSplitting: {
          groups: [
            // With what the sign-in page shares with the application.
            {
              name: "start",
              test: /[\\/]src[\\/]admin[\\/](?:main\.tsx|ui[\\/]page[\\/](?:mark|preferences)\.tsx|api[\\/]password\.ts)$/,
              priority: 4,
            },
            { name: "application", test: /[\\/]src[\\/]admin[\\/]application\.tsx$/, priority: 3 },
            // Inputs of the search panel, before a form has them.
            { name: "search", test: /[\\/]src[\\/]admin[\\/]screens[\\/]search[\\/]kind-search-field\.tsx$/, priority: 2 },
            { name: "sign-in", test: /[\\/]src[\\/]admin[\\/]login[\\/]login-page\.tsx$/, priority: 1 },
            // Loaded ahead, once a list is shown, by whoever may add or change rows.
            {
              name: "form",
              test: /[\\/]src[\\/]admin[\\/](?:forms[\\/]record[\\/]record-dialog|screens[\\/]list[\\/]list-dialogs|inputs[\\/]form-inputs)\.tsx$/,
              priority: 1,
            },
          ],
        },
      },
    },
    // Chunks are watched by `npm run bench:ui`.
    chunkSizeWarningLimit: 1500,
  },
  // Served as they are and not bundled ahead, so that the rules of left-out.ts hold for them while developing as well.
  optimizeDeps: { exclude: ["@rjsf/antd"], include: ["@rjsf/utils"] },
  server: {
    host: "127.0.0.1",
    proxy: { "/api": { target: process.env["TRACEMARK_API"] ?? "http://127.0.0.1:8000", changeOrigin: true } },
  },
}));
