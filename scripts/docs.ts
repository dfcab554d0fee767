// `npm run docs`: writes the data dictionary to dist/docs, a page for each resource in each language; the server shows the same at
// /docs/data.
import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { dictionaryOf, dictionaryStyle, type Links } from "../src/schema/dictionary/index.ts";
import { languages } from "../src/schema/text.ts";
import { errorsOf, findingLine } from "./check/report.ts";
import { checkCheckout } from "./check/run.ts";

const root = path.resolve(import.meta.dirname, "..");
const folder = path.join(root, "dist", "docs");

/** All pages are in the folder of their language, so that they can be opened from disk or served by any web server. */
const links: Links = {
  stylesheet: "../dictionary.css",
  icon: "../favicon.svg",
  index: (language) => `../${language}/index.html`,
  resource: (name, language) => `../${language}/${name}.html`,
};

const { model, findings, context } = await checkCheckout(root);
const errors = errorsOf(findings);
if (errors.length > 0) {
  for (const finding of errors) console.error(findingLine(finding));
  console.error(`docs: ${errors.length} problem${errors.length === 1 ? "" : "s"}; nothing was written`);
  process.exitCode = 1;
} else {
  const dictionary = dictionaryOf(model, { links, isHandled: (resource, name) => context.handlers.has(`${resource}.${name}`) });
  await rm(folder, { recursive: true, force: true });
  for (const language of languages) {
    const place = path.join(folder, language);
    await mkdir(place, { recursive: true });
    await writeFile(path.join(place, "index.html"), dictionary.index(language));
    for (const { name } of model.resources) await writeFile(path.join(place, `${name}.html`), dictionary.resource(name, language) ?? "");
  }
  await writeFile(path.join(folder, "dictionary.css"), dictionaryStyle);
  await copyFile(path.join(root, "public", "favicon.svg"), path.join(folder, "favicon.svg"));
  console.log(`docs: ${model.resources.length} resources in ${languages.length} languages; open dist/docs/zh/index.html`);
}
