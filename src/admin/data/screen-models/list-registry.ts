// The list view models of all resources, one lazy chunk each. vite.config.ts splits the screens; without it, as in tests, a view model is
// the whole screen.
import type { ListViewModel } from "./view-models.ts";

// The generator writes these files from the same type (src/schema/screen.ts).
export const listFiles: Readonly<Record<string, (() => Promise<ListViewModel>) | undefined>> = import.meta.glob<ListViewModel>(
  "../../../../generated/screens/*.json",
  { query: "?list", import: "default" },
);
