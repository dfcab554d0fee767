// A screen's list and its forms need different view models: each is a module of its own, made of the generated screen
// (src/admin/data/screen-models/view-models.ts).
import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";
import { formViewModel, listViewModel } from "../../src/admin/data/screen-models/view-models.ts";
import type { Screen } from "../../src/schema/screen.ts";

export const screenViewModels: Plugin = {
  name: "screen-view-models",
  enforce: "pre",
  async load(id) {
    const [, screen, part] = /^(.*[\\/]generated[\\/]screens[\\/][^\\/]+\.json)\?(list|form)$/.exec(id) ?? [];
    if (screen === undefined) return undefined;
    // The generator writes these files from the same type.
    const whole = JSON.parse(await readFile(screen, "utf8")) as Screen;
    return { code: JSON.stringify(part === "list" ? listViewModel(whole) : formViewModel(whole)), moduleType: "json" };
  },
};
