// @vitest-environment happy-dom
// Styles that antd writes while the page runs: the same as without the change of the build, with the page's nonce.
import { mkdtempSync, readFileSync } from "node:fs";
import path from "node:path";
import { build } from "vite";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { styleNonce } from "../../scripts/vite/style-nonce.ts";
import { checkoutAt, type Checkout } from "../support/checkout.ts";
import { scratch } from "../support/scratch.ts";

const root = path.resolve(import.meta.dirname, "../..");

function folder(): Checkout {
  const checkout = checkoutAt(mkdtempSync(path.join(scratch(), "tracemark-nonce-")));
  onTestFinished(() => checkout[Symbol.dispose]());
  return checkout;
}

afterEach(() => {
  document.head.replaceChildren();
});

/** The styles in the page after a library wrote one, wrote it again and put another before it; as with or without the plugin. */
async function stylesWritten(library: string, isChanged: boolean): Promise<readonly { readonly html: string; readonly nonce: string }[]> {
  const checkout = folder();
  checkout.write(
    "page.js",
    `import { updateCSS } from ${JSON.stringify(path.join(root, "node_modules", library, "es/Dom/dynamicCSS.js"))};
    updateCSS("a { color: red }", "first"); updateCSS("a { color: blue }", "first"); updateCSS("b { color: red }", "second", { prepend: true });
    updateCSS("i { color: red }", "third", { csp: { nonce: "own" } });`,
  );
  await build({
    configFile: false,
    logLevel: "silent",
    root: checkout.root,
    plugins: isChanged ? [styleNonce(root)] : [],
    build: { outDir: checkout.root, emptyOutDir: false, lib: { entry: "page.js", formats: ["es"], fileName: () => "built.js" } },
  });
  document.head.replaceChildren();
  document.head.insertAdjacentHTML("beforeend", '<meta property="csp-nonce">');
  const meta = document.querySelector("meta");
  if (meta !== null) meta.nonce = "of-page";
  const code = readFileSync(path.join(checkout.root, "built.js"), "utf8");
  // Code that is the same would not run again.
  await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(`${code}// ${checkout.root}`)}`);
  return [...document.querySelectorAll("style")].map((style) => ({
    html: style.outerHTML.replace(/ nonce="[^"]*"/, ""),
    // happy-dom has no nonce of its own.
    nonce: style.nonce || "",
  }));
}

test.each(["rc-util", "@rc-component/util"])(
  "styles of %s have the nonce of the page, and are otherwise as the library writes them",
  async (library) => {
    const [changed, original] = [await stylesWritten(library, true), await stylesWritten(library, false)];
    expect(original.map(({ html }) => html)).toHaveLength(3);
    expect(changed.map(({ html }) => html)).toEqual(original.map(({ html }) => html));
    expect(original.map(({ nonce }) => nonce)).toEqual(["", "", "own"]);
    expect(changed.map(({ nonce }) => nonce)).toEqual(["of-page", "of-page", "own"]);
  },
);

test("an application without the function is not built", async () => {
  const checkout = folder();
  checkout.write("page.js", "export const page = 1;\n");
  const buildAs = (application: string) =>
    build({
      configFile: false,
      logLevel: "silent",
      root: checkout.root,
      plugins: [styleNonce(application)],
      build: { write: false, rolldownOptions: { input: path.join(checkout.root, "page.js") } },
    });
  await expect(buildAs(checkout.root)).rejects.toThrow("styles would lose the page's nonce");
  await expect(buildAs(root)).resolves.toBeDefined();
});
