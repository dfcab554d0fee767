// What the lists of all resources need, one lazy chunk each. vite.config.ts makes the halves; without it, as in tests, a half is the whole
// screen.
import type { ListViewModel } from "./view-models.ts";

// The generator writes these files from the same type (src/schema/screen.ts).
export const listFiles: Readonly<Record<string, (() => Promise<ListViewModel>) | undefined>> = import.meta.glob<ListViewModel>(
  "../../../generated/screens/*.json",
  { query: "?list", import: "default" },
);
