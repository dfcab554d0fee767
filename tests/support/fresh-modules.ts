// Set up first, for files that draw: their modules keep what a browser's page keeps (the session, the tabs), and some of them replace modules.
// Each begins with modules, storage and a head of its own. The packages stay loaded, because they keep nothing of a page: a worker of its own
// for each file took twice the processor time.
import { vi } from "vitest";

vi.resetModules();
// What files replace (`vi.mock`); a file's own replacements are registered after this.
for (const replaced of ["#admin/data/screen-models/load.ts", "#fields/registry.ts", "#fields/widgets.ts", "#generated/kinds.ts"])
  vi.doUnmock(replaced);
document.head.replaceChildren();
localStorage.clear();
sessionStorage.clear();
