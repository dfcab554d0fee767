// Puts the notices of all packages that are in a bundle beside it, styles and pictures as well. A package without one ends the build.
import type { Plugin } from "vite";
import { noticesOf, packageOf } from "../notices.ts";

export const noticesFile = "third-party-notices.txt";

export const notices: Plugin = {
  name: "tracemark-notices",
  apply: "build",
  generateBundle() {
    const folders = [...this.getModuleIds()].flatMap((module) => packageOf(module) ?? []);
    this.emitFile({ type: "asset", fileName: noticesFile, source: noticesOf(folders) });
  },
};
