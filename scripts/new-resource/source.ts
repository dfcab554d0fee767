// The definition of a specification, as a tree that the one writer of definition files prints (src/proposal/print.ts).
import { printDefinition } from "../../src/proposal/print.ts";
import type { BuilderCall, DefinitionTree, Literal } from "../../src/proposal/tree.ts";
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

const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text);

const numeric = new Set(["max", "min", "scale", "width", "maxKb"]);
const bilingual = new Set(["help", "unit"]);

const builderOf = (kind: string) => builderNames.get(kind) ?? kind;

/** Whether the default of a kind without an option list is written as a number. */
function hasNumericDefault(field: FieldSpec): boolean {
  const kind = fieldKinds.get(field.kind);
  return kind !== undefined && ["number", "decimal"].includes(kind.wire({ kind: field.kind, label: [field.zh, field.en] }));
}

function optionValues(options: readonly OptionSpec[]): (value: string) => string | number {
  const areNumbers = options.every((option) => isNumber(option.value));
  return (value) => (areNumbers ? Number(value) : value);
}

function setting(field: FieldSpec, name: string, value: string | true): Literal {
  const what = `${field.name}: ${name}`;
  if (value === true) return true;
  if (bilingual.has(name) || name === "required") return settingTexts(value, what);
  if (numeric.has(name)) {
    if (!isNumber(value)) throw new SpecError(`${what} is a number`);
    return Number(value);
  }
  if (name !== "default") return value;
  if (asksOf(field.kind) === "options") return optionValues(field.options)(value);
  return hasNumericDefault(field) ? Number(value) : value;
}

/** Required first, then limits, then how it is searched: the order in which definitions are read. */
const order = ["required", "max", "min", "scale", "pattern", "search", "unique", "within", "show"];

function option({ value, zh, en, colour }: OptionSpec, write: (value: string) => string | number): Literal {
  return [write(value), zh, en, ...(colour === undefined ? [] : [colour])];
}

function fieldCall(field: FieldSpec): BuilderCall {
  if (readyMade[field.name] === field.kind) return { call: field.kind, with: [] };
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const sorted = [...field.settings].sort(([left], [right]) => place(left) - place(right));
  const settings = Object.fromEntries(sorted.map(([name, value]) => [name, setting(field, name, value)]));
  const further = sorted.length === 0 ? [] : [settings];
  const target = field.target === undefined || targetWord(field.kind) === undefined ? [] : [field.target];
  const given = [...target, field.zh, field.en];
  const call = builderOf(field.kind);
  if (asksOf(field.kind) === "states")
    return { call, with: [...given, Object.fromEntries(field.states.map((state) => [state.name, option(state, Number)])), ...further] };
  if (asksOf(field.kind) === "options")
    return { call, with: [...given, { options: field.options.map((one) => option(one, optionValues(field.options))), ...settings }] };
  return { call, with: [...given, ...further] };
}

const names = (value: string) => value.split("+").map((name) => name.trim());

function actionMember(action: string, key: string, value: string): Literal {
  if (key === "confirm") return settingTexts(value, `the action ${action}: confirm`);
  if (key === "from") return names(value).length === 1 ? (names(value)[0] ?? "") : names(value);
  if (key === "ask") return names(value);
  return key === "set" ? Object.fromEntries(names(value).map((one) => setMember(action, one))) : value;
}

function actionMembers({ name, zh, en, settings }: ActionSpec): Readonly<Record<string, Literal>> {
  return { label: [zh, en], ...Object.fromEntries([...settings].map(([key, value]) => [key, actionMember(name, key, value)])) };
}

function setMember(action: string, text: string): readonly [string, Literal] {
  const [field = "", value] = text.split("=");
  if (value === undefined) throw new SpecError(`the action ${action}: set=field=value`);
  return [field, isNumber(value) ? Number(value) : value === "null" ? null : value];
}

/** Whether rows can be known by a value of this kind: a short text or a code. */
const isTitle = (kind: FieldKind | undefined) => kind?.listed === true && kind.meaning !== "other";

/** The title field: the given one, else a name, else the first line of text. */
function titleOf({ title, fields }: ResourceSpec): string {
  const textual = fields.filter((field) => isTitle(fieldKinds.get(field.kind)));
  return title ?? (textual.find((field) => /name|title/i.test(field.name)) ?? textual[0])?.name ?? "id";
}

/** The definition of a specification. */
function treeOf(spec: ResourceSpec): DefinitionTree {
  return {
    name: spec.name,
    members: { name: spec.name, label: [spec.zh, spec.en], path: spec.path, title: titleOf(spec) },
    fields: Object.fromEntries(spec.fields.map((field) => [field.name, fieldCall(field)])),
    actions: Object.fromEntries(spec.actions.map((action) => [action.name, actionMembers(action)])),
  };
}

/** The text of resources/<area>/<name>.ts. */
export const definitionSource = (spec: ResourceSpec): string => printDefinition(treeOf(spec));
