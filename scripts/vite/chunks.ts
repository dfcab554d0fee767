// Gives each importer its own copy of a single-file package. A bundler moves whole modules, so what a rarely opened page uses of such a
// file would load with the first page that uses any part of it: the error page of @refinedev/antd with its notifications. Tree shaking
// removes the unused parts of a copy.
import path from "node:path";
import type { Plugin } from "vite";

/** Packages that are one file, keep no state that two of its users share, and are used by parts of the application that load separately. */
const packages: ReadonlySet<string> = new Set(["@refinedev/antd"]);

/** The plugin; `root` is the application's folder. */
export function copyPerImporter(root: string): Plugin {
  return {
    name: "copy-per-importer",
    enforce: "pre",
    apply: "build",
    async resolveId(source, importer, options) {
      if (importer === undefined || !packages.has(source)) return undefined;
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      return resolved === null ? null : { ...resolved, id: `${resolved.id}?for=${path.relative(root, importer)}` };
    },
  };
}
