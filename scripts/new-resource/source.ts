// Writes the text of a definition file, as an analyst would write it.
import type { FieldKind } from "../../src/schema/field-kind.ts";
import { builderNames, fieldKinds } from "../../src/schema/kinds.ts";
import {
  asksOf,
  readyMade,
  settingTexts,
  SpecError,
  targetWord,
  type ActionSpec,
  type FieldSpec,
  type OptionSpec,
  type ResourceSpec,
} from "./spec.ts";

const quoted = (text: string) => JSON.stringify(text);
const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text);

const numeric = new Set(["max", "min", "scale", "width", "maxKb"]);
const bilingual = new Set(["help", "unit"]);

const builderOf = (kind: string) => builderNames.get(kind) ?? kind;

/** Whether the default of a kind without an option list is written as a number. */
function hasNumericDefault(field: FieldSpec): boolean {
  const kind = fieldKinds.get(field.kind);
  return kind !== undefined && ["number", "decimal"].includes(kind.wire({ kind: field.kind, label: [field.zh, field.en] }));
}

function texts(value: string, what: string): string {
  const [zh, en] = settingTexts(value, what);
  return `[${quoted(zh)}, ${quoted(en)}]`;
}

function optionValues(options: readonly OptionSpec[]): (value: string) => string {
  const areNumbers = options.every((option) => isNumber(option.value));
  return (value) => (areNumbers ? value : quoted(value));
}

function settingText(field: FieldSpec, name: string, value: string | true): string {
  const what = `${field.name}: ${name}`;
  if (value === true) return `${name}: true`;
  if (bilingual.has(name) || name === "required") return `${name}: ${texts(value, what)}`;
  if (numeric.has(name)) {
    if (!isNumber(value)) throw new SpecError(`${what} is a number`);
    return `${name}: ${value}`;
  }
  if (name === "default")
    return `default: ${asksOf(field.kind) === "options" ? optionValues(field.options)(value) : hasNumericDefault(field) ? value : quoted(value)}`;
  return `${name}: ${quoted(value)}`;
}

/** Required first, then limits, then how it is searched: the order in which definitions are read. */
const order = ["required", "max", "min", "scale", "pattern", "search", "unique", "within", "show"];

function optionText({ value, zh, en, colour }: OptionSpec, write: (value: string) => string): string {
  return `[${write(value)}, ${quoted(zh)}, ${quoted(en)}${colour === undefined ? "" : `, ${quoted(colour)}`}]`;
}

function fieldText(field: FieldSpec): string {
  if (readyMade[field.name] === field.kind) return `    ${field.name}: ${field.kind}(),`;
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const settings = [...field.settings]
    .sort(([left], [right]) => place(left) - place(right))
    .map(([name, value]) => settingText(field, name, value));
  const target = field.target === undefined || targetWord(field.kind) === undefined ? [] : [quoted(field.target)];
  const arguments_ = [...target, quoted(field.zh), quoted(field.en)];
  const call = `    ${field.name}: ${builderOf(field.kind)}(${arguments_.join(", ")}`;
  if (asksOf(field.kind) === "states") {
    const states = field.states.map((state) => `      ${state.name}: ${optionText(state, String)},`).join("\n");
    return `${call}, {\n${states}\n    }${settings.length === 0 ? "" : `, { ${settings.join(", ")} }`}),`;
  }
  if (asksOf(field.kind) === "options") {
    const options = field.options.map((option) => optionText(option, optionValues(field.options))).join(", ");
    return `${call}, {\n      options: [${options}],\n${settings.length === 0 ? "" : `      ${settings.join(", ")},\n`}    }),`;
  }
  return `${call}${settings.length === 0 ? "" : `, { ${settings.join(", ")} }`}),`;
}

const names = (value: string) => value.split("+").map((name) => name.trim());

function listOrOne(value: string): string {
  const several = names(value);
  return several.length === 1 ? quoted(several[0] ?? "") : `[${several.map(quoted).join(", ")}]`;
}

function actionText({ name, zh, en, settings }: ActionSpec): string {
  const parts = [`label: [${quoted(zh)}, ${quoted(en)}]`];
  for (const [key, value] of settings) {
    if (key === "confirm") parts.push(`confirm: ${texts(value, `the action ${name}: confirm`)}`);
    else if (key === "from") parts.push(`from: ${listOrOne(value)}`);
    else if (key === "ask") parts.push(`ask: [${names(value).map(quoted).join(", ")}]`);
    else if (key === "set")
      parts.push(
        `set: { ${names(value)
          .map((one) => setText(name, one))
          .join(", ")} }`,
      );
    else parts.push(`${key}: ${quoted(value)}`);
  }
  return `    ${name}: { ${parts.join(", ")} },`;
}

function setText(action: string, text: string): string {
  const [field = "", value] = text.split("=");
  if (value === undefined) throw new SpecError(`the action ${action}: set=field=value`);
  return `${field}: ${isNumber(value) ? value : value === "null" ? "null" : quoted(value)}`;
}

/** Whether rows can be known by a value of this kind: a short text or a code. */
const isTitle = (kind: FieldKind | undefined) => kind?.listed === true && kind.meaning !== "other";

/** The title field: the given one, else a name, else the first line of text. */
export function titleOf({ title, fields }: ResourceSpec): string {
  const textual = fields.filter((field) => isTitle(fieldKinds.get(field.kind)));
  return title ?? (textual.find((field) => /name|title/i.test(field.name)) ?? textual[0])?.name ?? "id";
}

/** The text of resources/<area>/<name>.ts. */
export function definitionSource(spec: ResourceSpec): string {
  const imported = [...new Set(["defineResource", ...spec.fields.map((field) => builderOf(field.kind))])].sort();
  const actions = spec.actions.length === 0 ? "" : `  actions: {\n${spec.actions.map(actionText).join("\n")}\n  },\n`;
  return `import { ${imported.join(", ")} } from "#schema";

export default defineResource({
  name: ${quoted(spec.name)},
  label: [${quoted(spec.zh)}, ${quoted(spec.en)}],
  path: ${quoted(spec.path)},
  title: ${quoted(titleOf(spec))},
  fields: {
${spec.fields.map(fieldText).join("\n")}
  },
${actions}});
`;
}
