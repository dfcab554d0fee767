// All generated screens, one lazy chunk each.
import type { Screen } from "../../schema/screen.ts";

// The generator writes these files from the same type (src/schema/screen.ts).
export const screenFiles: Readonly<Record<string, (() => Promise<Screen>) | undefined>> = import.meta.glob<Screen>("../../../generated/screens/*.json", { import: "default" });
