// The form view models of all resources, one lazy chunk each (list-registry.ts has the list view models).
import type { FormViewModel } from "./view-models.ts";

export const formFiles: Readonly<Record<string, (() => Promise<FormViewModel>) | undefined>> = import.meta.glob<FormViewModel>(
  "../../../../generated/screens/*.json",
  { query: "?form", import: "default" },
);
