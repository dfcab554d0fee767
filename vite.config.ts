// How the browser application is built and, while developing, served (npm run build, npm run dev).
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Refine's barrel ties its CSV import and export to papaparse and its default names to pluralize (9 KB gzip). Screens take their names
 * from definitions and no screen reads or writes CSV through Refine, so both are left out.
 */
const withoutRefineExtras: Plugin = {
  name: "without-refine-extras",
  enforce: "pre",
  resolveId: (source) => (source === "papaparse" || source === "pluralize" ? `\0without-${source}` : undefined),
  load(id) {
    if (id === "\0without-papaparse") return "export default {}; export const parse = undefined; export const unparse = undefined;";
    if (id === "\0without-pluralize") return "const same = (word) => word; export const plural = same; export const singular = same; export default Object.assign(same, { plural, singular });";
    return undefined;
  },
};

/** antd's dialogs lock the page's scroll with a style element that has no nonce; ours does it with a class (ui.md "Content-Security-Policy"). */
const scrollLockWithoutStyle: Plugin = {
  name: "scroll-lock-without-style",
  enforce: "pre",
  resolveId(source, importer) {
    const isFromPortal = importer !== undefined && /[\\/]@rc-component[\\/]portal[\\/]/.test(importer);
    return isFromPortal && /(?:^|\/)useScrollLocker(?:\.js)?$/.test(source) ? file("src/admin/theme/scroll-lock.ts") : undefined;
  },
};

export default defineConfig({
  root: file("."),
  plugins: [react(), withoutRefineExtras, scrollLockWithoutStyle],
  publicDir: file("public"),
  build: {
    outDir: file("dist/admin"),
    emptyOutDir: true,
    target: "es2022",
    // Small pictures would become data addresses inside scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Chunks are watched by `npm run bench:ui`.
    chunkSizeWarningLimit: 1500,
  },
  server: {
    host: "127.0.0.1",
    proxy: { "/api": { target: process.env["TRACEMARK_API"] ?? "http://127.0.0.1:8000", changeOrigin: true } },
  },
});
