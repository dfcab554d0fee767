// What the build does to make a first view small: files that only repeat a name, names that only debuggers read, icons on a coarse grid.
import { parseAst } from "vite";
import { expect, test } from "vitest";
import { onGrid } from "../../scripts/svg-path.ts";
import { preloadsOf } from "../../scripts/vite/preloads.ts";
import { withRuntimeInStart } from "../../scripts/vite/runtime-in-start.ts";
import { withoutFramework } from "../../scripts/vite/without-framework-mode.ts";
import { facadeIn, withoutFacades } from "../../scripts/vite/without-facades.ts";
import { withoutNames } from "../../scripts/vite/without-names.ts";
import { encodingFor } from "../../src/server/http/compression.ts";

test("a lazy import of a file that only passes a name on leads to where that is", () => {
  const facade = facadeIn("application-abc.js", 'export{t as default}from"./application-def.js";');
  const renamed = facadeIn("search-abc.js", 'import{a as e}from"./search-def.js";export{e as SearchField};');
  expect(facadeIn("page.js", 'import{a as e}from"./search-def.js";e();export{e as SearchField};')).toBeUndefined();
  if (facade === undefined || renamed === undefined) throw new Error("not taken for a facade");
  const code = 'go(()=>import(`./application-abc.js`),["assets/application-abc.js"]);import("./search-abc.js")';
  expect(withoutFacades(code, [facade, renamed])).toBe(
    'go(()=>import("./application-def.js").then(m=>({default:m.t})),["assets/application-def.js"]);import("./search-def.js").then(m=>({SearchField:m.a}))',
  );
});

test("names that functions are given for debuggers are left out, whatever they name", () => {
  const code = 'var a = __name((x) => __name(() => x, "inner"), "a"); function b() {} __name(b, "b"); __name(1);';
  expect(withoutNames(code, parseAst(code))).toBe("var a = ((x) => (() => x)); function b() {} (b); __name(1);");
});

test("a path on a coarser grid keeps every point where it was, to half a unit", () => {
  expect(onGrid("M10 10h3h3h3v20l-9.4 1.4zm2 2a8 8 0 00-7.1-4.4", 4)).toBe("m3 3h0 1 1v5l-3 0zm0 0a2 2 0 00-2-1");
  expect(() => onGrid("M1 1X2", 4)).toThrow("X");
});

test("the page names the application or the sign-in page with what each imports, and not what it starts with anyway", () => {
  const chunk = (fileName: string, moduleIds: readonly string[], imports: readonly string[] = [], styles: readonly string[] = []) => ({
    fileName,
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

test("files that import the start take the bundler's runtime from there, and others from its own file", () => {
  const runtime = "var o=1,c=2;export{c as n,o as t};";
  const page = 'import{n as e,t}from"./rolldown-runtime-1.js";import{a}from"./start-2.js";a(e,t);';
  const apart = 'import{t as e}from"./rolldown-runtime-1.js";e();';
  const changed = withRuntimeInStart(
    new Map([
      ["rolldown-runtime-1.js", runtime],
      ["start-2.js", 'const f=["assets/rolldown-runtime-1.js"];import{t}from"./rolldown-runtime-1.js";t(f);export{f as a};'],
      ["page-3.js", page],
      ["apart-4.js", apart],
    ]),
  );
  expect(Object.fromEntries(changed)).toEqual({
    "rolldown-runtime-1.js": runtime,
    "start-2.js":
      'const f=["assets/start-2.js"];const $runtime=(()=>{var o=1,c=2;return{n:c,t:o}})();const{t}=$runtime;t(f);export{$runtime,f as a};',
    "page-3.js": 'import{$runtime}from"./start-2.js";const{n:e,t}=$runtime;import{a}from"./start-2.js";a(e,t);',
    "apart-4.js": apart,
  });
});

test("an update of the router that moves what the bundle leaves out is noticed", () => {
  expect(() => withoutFramework("export const nothing = 0;")).toThrow("react-router has no");
});

test("a sign-in page that needs the application is not built", () => {
  const part = (name: string, imports: readonly string[]) => ({
    fileName: `${name}.js`,
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
