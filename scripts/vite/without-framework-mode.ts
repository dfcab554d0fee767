// react-router is also a framework that loads the files of pages before a link is followed, submits forms and keeps scroll positions. Pages
// here are parts of one application: the bundle leaves all of that out. An edit whose place is gone fails the build, so that an update of
// the package is noticed there.
import type { Plugin } from "vite";

interface Edit {
  readonly place: string | RegExp;
  readonly instead: string;
}

const edits: readonly Edit[] = [
  {
    place: /let \[shouldPrefetch, prefetchRef, prefetchHandlers\] = usePrefetchBehavior\(\s*prefetch,\s*rest\s*\);/,
    instead: "let prefetchRef, prefetchHandlers;",
  },
  { place: /return shouldPrefetch && !isAbsolute \? [^;]* : link;/, instead: "return link;" },
  { place: "opts?.hydrationData || parseHydrationData()", instead: "opts?.hydrationData" },
  // A name that is given to a component keeps the component, though nobody uses it.
  { place: /^var Form = (?=\w+\.forwardRef\()/m, instead: "var Form = /* @__PURE__ */ " },
  ...["HistoryRouter", "Form", "ScrollRestoration"].map((name) => ({
    place: new RegExp(`^${name}\\.displayName = .*$`, "m"),
    instead: "",
  })),
];

/** The package's code without the framework. */
export function withoutFramework(code: string): string {
  return edits.reduce((text, { place, instead }) => {
    const edited = text.replace(place, instead);
    if (edited === text) throw new Error(`react-router has no ${String(place)} any more: look at scripts/vite/without-framework-mode.ts`);
    return edited;
  }, code);
}

export const noFrameworkMode: Plugin = {
  name: "no-framework-mode",
  apply: "build",
  transform(code, id) {
    if (!/[\\/]react-router[\\/]dist[\\/]production[\\/]chunk-\w+\.mjs$/.test(id) || !code.includes("function createBrowserRouter("))
      return undefined;
    return { code: withoutFramework(code), map: null };
  },
};
