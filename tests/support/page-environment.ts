// Set up for each file of tests, also where files share their modules: what happy-dom lacks, and a page that each test leaves empty.
import { afterEach, vi } from "vitest";
import { addFormTexts } from "#admin/i18n/form-texts.ts";
import { en } from "#admin/i18n/forms/en.ts";
import { zh } from "#admin/i18n/forms/zh.ts";
import { mounted } from "./mounted.ts";

// Pages load the one that they are in; tests are in both.
addFormTexts("zh", zh);
addFormTexts("en", en);

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
