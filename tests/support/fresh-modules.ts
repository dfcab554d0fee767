// Set up first, for files that draw: their modules keep what a browser's page keeps (the session, the tabs), and some of them replace modules.
// Each begins with modules, storage and a head of its own. The packages stay loaded, because they keep nothing of a page: a worker of its own
// for each file took twice the processor time.
import { vi } from "vitest";
import { replacedModules } from "./replaced-modules.ts";

vi.resetModules();
// A file's own replacements are registered after this.
for (const replaced of replacedModules) vi.doUnmock(replaced);
document.head.replaceChildren();
localStorage.clear();
sessionStorage.clear();
