// What the build does to make a first view small and quick: files that the page names, icons on a coarse grid.
import { expect, test } from "vitest";
import { onGrid } from "../../scripts/svg-path.ts";
import { preloadsOf } from "../../scripts/vite/preloads.ts";
import { encodingFor } from "../../src/server/http/compression.ts";

test("a path on a coarser grid keeps every point where it was, to half a unit", () => {
  expect(onGrid("M10 10h3h3h3v20l-9.4 1.4zm2 2a8 8 0 00-7.1-4.4", 4)).toBe("m3 3h0 1 1v5l-3 0zm0 0a2 2 0 00-2-1");
  expect(() => onGrid("M1 1X2", 4)).toThrow("X");
});

test("the page names the application or the sign-in page with what each imports, and not what it starts with anyway", () => {
  const chunk = (fileName: string, moduleIds: readonly string[], imports: readonly string[] = [], styles: readonly string[] = []) => ({
    fileName,
    facadeModuleId: null,
    moduleIds,
    imports,
    styles,
  });
  expect(preloadsOf([chunk("a.js", ["/x/page.tsx"])])).toBeUndefined();
  expect(
    preloadsOf([
      chunk("assets/start.js", ["/x/src/admin/main.tsx"], ["assets/runtime.js"]),
      chunk("assets/runtime.js", []),
      chunk("assets/application.js", ["/x/src/admin/application.tsx"], ["assets/start.js", "assets/table.js"], ["assets/a.css"]),
      chunk("assets/table.js", ["/x/table.js"], ["assets/runtime.js"]),
      chunk("assets/sign-in.js", ["/x/src/admin/login/login-page.tsx"], ["assets/start.js"], ["assets/s.css"]),
      chunk("assets/factory-1.js", ["/x/generated/screens/factory.json?list"]),
      chunk("assets/factory-2.js", ["/x/generated/screens/factory.json?form"]),
    ]),
  ).toEqual({
    application: { scripts: ["/assets/application.js", "/assets/table.js"], styles: ["/assets/a.css"] },
    signIn: { scripts: ["/assets/sign-in.js"], styles: ["/assets/s.css"] },
    lists: { factory: "/assets/factory-1.js" },
  });
});

test("an application that loads a chunk only to learn of another one is not built", () => {
  const part = (name: string) => ({
    fileName: `${name}.js`,
    facadeModuleId: null,
    moduleIds: [`/x/src/admin/${name}.tsx`],
    imports: [],
    styles: [],
  });
  const parts = ["main", "application", "login/login-page"].map(part);
  expect(preloadsOf(parts)).toBeDefined();
  const passing = { fileName: "search-2.js", facadeModuleId: "/x/src/admin/search.tsx", moduleIds: [], imports: ["search.js"], styles: [] };
  expect(() => preloadsOf([...parts, passing])).toThrow("search-2.js only passes on the exports of /x/src/admin/search.tsx");
});

test("a sign-in page that needs the application is not built", () => {
  const part = (name: string, imports: readonly string[]) => ({
    fileName: `${name}.js`,
    facadeModuleId: null,
    moduleIds: [`/x/src/admin/${name}.tsx`],
    imports,
    styles: [],
  });
  expect(() => preloadsOf([part("main", []), part("application", []), part("login/login-page", ["application.js"])])).toThrow(
    "imports application.js",
  );
});

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["*", "gzip"],
  ["identity", undefined],
  [undefined, undefined],
])("who accepts %s gets %s", (accepted, encoding) => expect(encodingFor(accepted)).toBe(encoding));
