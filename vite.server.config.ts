// How the server is built into one file with all definitions in it (npm run build): it then starts without compiling anything.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export default defineConfig({
  root: file("."),
  publicDir: false,
  build: {
    ssr: file("src/server/main.ts"),
    outDir: file("dist/server"),
    emptyOutDir: true,
    target: "node20",
    sourcemap: true,
    minify: false,
    rollupOptions: { output: { entryFileNames: "main.js" } },
  },
});
