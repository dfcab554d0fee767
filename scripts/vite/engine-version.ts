// bpmn-engine reads its version from a file beside it, which is not there in a bundle.
import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";

export const engineVersion: Plugin = {
  name: "tracemark-engine-version",
  async transform(code, id) {
    if (!/[\\/]bpmn-engine[\\/](?:src|lib)[\\/]index\.c?js$/.test(id)) return undefined;
    const read = /\w+\(['"]\.\.\/package\.json['"]\)/;
    if (!read.test(code)) this.error("bpmn-engine no longer reads its package.json: this plugin is not needed any more");
    const manifest: unknown = JSON.parse(await readFile(id.replace(/[^\\/]+[\\/]index\.c?js$/, "package.json"), "utf8"));
    const version = typeof manifest === "object" && manifest !== null && "version" in manifest ? manifest.version : "";
    return { code: code.replace(read, JSON.stringify({ version })), map: null };
  },
};
