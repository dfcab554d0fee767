// `npm run new-resource` creates the definition file of a new entity, from prompts or flags.
import path from "node:path";
import { findingLine } from "./check/report.ts";
import { commands, parametersOf } from "./commands.ts";
import { findDefinitionFiles } from "./definitions.ts";
import { areasOf, createResource, freeName } from "./new-resource/create.ts";
import { usualPath } from "./new-resource/paths.ts";
import { askActions, askerOn, askFields, needed, oneOf } from "./new-resource/questions.ts";
import { readAction, readField, SpecError, type ResourceSpec } from "./new-resource/spec.ts";

const root = path.resolve(import.meta.dirname, "..");

async function fromFlags(): Promise<ResourceSpec | undefined> {
  const { values } = parametersOf(commands["new-resource"]);
  const { name, area, "label-zh": zh, "label-en": en, field = [], action = [] } = values;
  if (name === undefined && area === undefined && zh === undefined && en === undefined && field.length === 0) return undefined;
  if (name === undefined || area === undefined || zh === undefined || en === undefined || field.length === 0)
    throw new SpecError(
      `--name, --area, --label-zh, --label-en and at least one --field are needed. npm run new-resource -- --help has an example`,
    );
  const files = await findDefinitionFiles(root);
  return {
    name: freeName(name, files),
    area,
    zh,
    en,
    path: values.path ?? (await usualPath(root, files, area, name)),
    ...(values.title === undefined ? {} : { title: values.title }),
    fields: field.map(readField),
    actions: action.map(readAction),
  };
}

async function fromQuestions(): Promise<ResourceSpec> {
  const files = await findDefinitionFiles(root);
  const asker = askerOn({ input: process.stdin, output: process.stdout });
  try {
    const area = await asker.ask(`area (${areasOf(files).join(", ")})`, oneOf(areasOf(files)));
    const name = await asker.ask("name, as in sampling-plan", (answer) => freeName(answer, files));
    const zh = await asker.ask("Chinese label", needed);
    const en = await asker.ask("English label", needed);
    const at = await asker.ask("path below /api", needed, await usualPath(root, files, area, name));
    return { area, name, zh, en, path: at, fields: await askFields(asker), actions: await askActions(asker) };
  } finally {
    asker.close();
  }
}

async function run(): Promise<number> {
  const spec = (await fromFlags()) ?? (await fromQuestions());
  const { file, errors } = await createResource(root, spec);
  if (errors.length > 0) {
    for (const finding of errors) console.error(findingLine(finding));
    console.error("nothing was written: correct these and try again");
    return 1;
  }
  console.log(`${file} is written, and generated/ with it.

Next:
  npm run dev      shows it at /${spec.area}/${spec.name}; every save of the file changes screen, API and table at once
  npm run check    validates it after you edit
  npm test         covers it already; accept its screens once with npm run test:update
Its rights are in the menu administration: ${spec.name} with its buttons.`);
  return 0;
}

try {
  process.exitCode = await run();
} catch (error) {
  // User errors are printed without a stack.
  if (!(error instanceof SpecError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
