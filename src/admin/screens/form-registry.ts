// What the forms of all resources need besides, one lazy chunk each (registry.ts has the other halves).
import type { FormHalf } from "./halves.ts";

export const formFiles: Readonly<Record<string, (() => Promise<FormHalf>) | undefined>> = import.meta.glob<FormHalf>("../../../generated/screens/*.json", { query: "?form", import: "default" });
