// What the lists of all resources need, one lazy chunk each. vite.config.ts makes the halves; without it, as in tests, a half is the whole screen.
import type { ListScreen } from "./halves.ts";

// The generator writes these files from the same type (src/schema/screen.ts).
export const listFiles: Readonly<Record<string, (() => Promise<ListScreen>) | undefined>> = import.meta.glob<ListScreen>("../../../generated/screens/*.json", { query: "?list", import: "default" });
