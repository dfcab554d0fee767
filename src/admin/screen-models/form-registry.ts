// What the forms of all resources need besides, one lazy chunk each (registry.ts has the other halves).
import type { FormViewModel } from "./view-models.ts";

export const formFiles: Readonly<Record<string, (() => Promise<FormViewModel>) | undefined>> = import.meta.glob<FormViewModel>(
  "../../../generated/screens/*.json",
  { query: "?form", import: "default" },
);
