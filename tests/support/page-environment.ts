// Set up for each file of tests, also where files share their modules: what happy-dom lacks, and a page that each test leaves empty.
import { afterEach, vi } from "vitest";
import { mounted } from "./mounted.ts";

if (typeof document !== "undefined") {
  Reflect.set(globalThis, "IS_REACT_ACT_ENVIRONMENT", true);
  // happy-dom lays nothing out, and lacks what measures a layout.
  globalThis.ResizeObserver ??= class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };
  afterEach(async () => {
    for (const one of [...mounted]) await one.unmount();
    document.body.replaceChildren();
    vi.unstubAllGlobals();
  });
}
