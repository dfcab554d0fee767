// `npm run new-resource` in a checkout: takes the new entity from flags or questions, writes its definition, and says what comes next.
import { findingLine } from "../check/report.ts";
import type { Printer } from "../check/command.ts";
import { CommandLineError, commands, parametersOf } from "../commands.ts";
import { findDefinitionFiles, type ImportFile } from "../definitions.ts";
import { areasOf, createResource, freeName } from "./create.ts";
import { defaultPath } from "./paths.ts";
import { askActions, askerOn, askFields, needed, oneOf, type Terminal } from "./questions.ts";
import { readAction, readField, SpecError, type ResourceSpec } from "./spec.ts";

interface NewResourceOptions {
  /** The flags; without any it asks. */
  readonly given?: readonly string[];
  readonly terminal?: Terminal;
  readonly printer?: Printer;
  readonly importFile?: ImportFile;
}

async function fromFlags(root: string, given: readonly string[]): Promise<ResourceSpec | undefined> {
  const { values } = parametersOf(commands["new-resource"], given);
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
    path: values.path ?? (await defaultPath(root, files, area, name)),
    ...(values.title === undefined ? {} : { title: values.title }),
    fields: field.map(readField),
    actions: action.map(readAction),
  };
}

async function fromQuestions(root: string, terminal: Terminal): Promise<ResourceSpec> {
  const files = await findDefinitionFiles(root);
  const asker = askerOn(terminal);
  try {
    const area = await asker.ask(`area (${areasOf(files).join(", ")})`, oneOf(areasOf(files)));
    const name = await asker.ask("name, as in sampling-plan", (answer) => freeName(answer, files));
    const zh = await asker.ask("Chinese label", needed);
    const en = await asker.ask("English label", needed);
    const at = await asker.ask("path below /api", needed, await defaultPath(root, files, area, name));
    return { area, name, zh, en, path: at, fields: await askFields(asker), actions: await askActions(asker) };
  } finally {
    asker.close();
  }
}

/** Creates the definition that flags or answers describe. Returns the exit code; mistakes of the user are printed without a stack. */
export async function newResourceCommand(
  root: string,
  {
    given = process.argv.slice(2),
    terminal = { input: process.stdin, output: process.stdout },
    printer = console,
    importFile,
  }: NewResourceOptions = {},
): Promise<number> {
  try {
    const spec = (await fromFlags(root, given)) ?? (await fromQuestions(root, terminal));
    const { file, errors } = await createResource(root, spec, importFile);
    if (errors.length > 0) {
      for (const finding of errors) printer.error(findingLine(finding));
      printer.error("nothing was written: correct these and try again");
      return 1;
    }
    printer.log(`${file} is written, and generated/ with it.

Next:
  npm run dev      shows it at /${spec.area}/${spec.name}; every save of the file changes screen, API and table at once
  npm run check    validates it after you edit
  npm test         covers it already; accept its screens once with npm run test:update
Its rights are in the menu administration: ${spec.name} with its buttons.`);
    return 0;
  } catch (error) {
    if (!(error instanceof SpecError) && !(error instanceof CommandLineError)) throw error;
    printer.error(error.message);
    return 1;
  }
}
