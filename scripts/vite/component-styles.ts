// The style sheet of antd's components that the application imports, where it is built (component-sheet.ts).
import { fileURLToPath } from "node:url";
import { runnerImport, type Plugin } from "vite";
import type * as ComponentSheet from "./component-sheet.ts";

/** What src/admin/application.tsx imports. */
const id = "virtual:component-styles.css";
const file = fileURLToPath(new URL("component-sheet.ts", import.meta.url));

export const prebuiltStyles: Plugin = {
  name: "component-styles",
  resolveId: (source) => (source === id ? id : undefined),
  async load(source) {
    if (source !== id) return undefined;
    if (this.environment.mode !== "build") return "";
    // Not imported above: every start of a development server or of vitest would load all of antd.
    const { module } = await runnerImport<typeof ComponentSheet>(file);
    return module.componentStyles();
  },
};
