// `npm run new-resource` creates the definition file of a new entity, from prompts or flags.
import path from "node:path";
import { parseArgs } from "node:util";
import { findingLine } from "./check/report.ts";
import { findDefinitionFiles } from "./definitions.ts";
import { areasOf, createResource, freeName } from "./new-resource/create.ts";
import { usualPath } from "./new-resource/paths.ts";
import { askActions, askerOn, askFields, needed, oneOf } from "./new-resource/questions.ts";
import { readAction, readField, SpecError, type ResourceSpec } from "./new-resource/spec.ts";

const usage = `npm run new-resource                        asks for everything
npm run new-resource -- --name sampling-plan --area production --label-zh 抽样方案 --label-en "Sampling plan" \\
  --field "code:code:方案编号:Plan code:required,like,unique,max=32" \\
  --field "factoryId:ref=factory:工厂:Factory:required,equal" \\
  --field "level:choice:检验水平:Level:1=一般/Normal/blue|2=加严/Tightened,default=1,equal" \\
  --field sort --field remark --field createTime \\
  --action "tighten:加严:Tighten:set=level=2,confirm=确定加严?/Tighten it?"
  [--path /digit-bind/sampling-plan] [--title code]`;

const root = path.resolve(import.meta.dirname, "..");

async function fromFlags(): Promise<ResourceSpec | undefined> {
  const { values } = parseArgs({
    options: {
      name: { type: "string" },
      area: { type: "string" },
      "label-zh": { type: "string" },
      "label-en": { type: "string" },
      path: { type: "string" },
      title: { type: "string" },
      field: { type: "string", multiple: true },
      action: { type: "string", multiple: true },
      help: { type: "boolean" },
    },
  });
  if (values.help) throw new SpecError(usage);
  const { name, area, "label-zh": zh, "label-en": en, field = [], action = [] } = values;
  if (name === undefined && area === undefined && zh === undefined && en === undefined && field.length === 0) return undefined;
  if (name === undefined || area === undefined || zh === undefined || en === undefined || field.length === 0)
    throw new SpecError(`--name, --area, --label-zh, --label-en and at least one --field are needed\n\n${usage}`);
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
  const isTheirs =
    error instanceof SpecError || (error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS"));
  if (!isTheirs) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
