// The specification of a new definition, parsed from short texts: "code:text:编号:Code:required,like,max=32".
import { builderNames, fieldKinds } from "../../src/schema/kinds.ts";
import type { FieldKind } from "../../src/schema/field-kind.ts";
import { didYouMean } from "../../src/schema/checks/nearest.ts";

/** Something the person who types has to put right. */
export class SpecError extends Error {}

export interface OptionSpec {
  readonly value: string;
  readonly zh: string;
  readonly en: string;
  readonly colour?: string;
}

interface StateSpec extends OptionSpec {
  readonly name: string;
}

export interface FieldSpec {
  readonly name: string;
  /** A kind of field, or one of the ready-made fields such as `sort`. */
  readonly kind: string;
  readonly zh: string;
  readonly en: string;
  /** Of references the resource, of dictionaries the dictionary. */
  readonly target?: string;
  readonly options: readonly OptionSpec[];
  readonly states: readonly StateSpec[];
  /** Option → its value; `true` for those that are only there or not. */
  readonly settings: ReadonlyMap<string, string | true>;
}

export interface ActionSpec {
  readonly name: string;
  readonly zh: string;
  readonly en: string;
  readonly settings: ReadonlyMap<string, string>;
}

export interface ResourceSpec {
  readonly area: string;
  readonly name: string;
  readonly zh: string;
  readonly en: string;
  readonly path: string;
  readonly title?: string;
  readonly fields: readonly FieldSpec[];
  readonly actions: readonly ActionSpec[];
}

/** Ready-made fields: name of the field → its builder, called without arguments. */
export const readyMade: Readonly<Record<string, string>> = {
  sort: "sort",
  status: "enabled",
  remark: "remark",
  createTime: "createdAt",
  principal: "person",
};

/** What a kind requires besides labels and options. */
export function asksOf(kind: string): FieldKind["asks"] {
  return fieldKinds.get(kind)?.asks ?? "nothing";
}

/** The target of a field of this kind, as a word; undefined where it refers to nothing. */
export function targetWord(kind: string): string | undefined {
  const asks = asksOf(kind);
  return asks === "resource" || asks === "dictionary" ? asks : undefined;
}

/** How the values that there are to choose from are written. */
const listExamples = { options: "1=自有/Own|2=代工/Contract", states: "draft=0/草稿/Draft|done=1/完成/Done" } as const;

/** The name of a kind, which may also be written as its builder: treeRef is tree-ref. */
const kindNamed = (word: string): string =>
  fieldKinds.has(word) ? word : ([...builderNames].find(([, builder]) => builder === word)?.[0] ?? word);

const searches: ReadonlySet<string> = new Set(["like", "equal", "in", "range"]);
const flags: ReadonlySet<string> = new Set([
  "required",
  "readonly",
  "createOnly",
  "sortable",
  "sensitive",
  "multiple",
  "mobile",
  "business",
]);
const valued: ReadonlySet<string> = new Set([
  "max",
  "min",
  "scale",
  "default",
  "within",
  "show",
  "valueField",
  "unique",
  "help",
  "unit",
  "width",
  "pattern",
  "accept",
  "maxKb",
]);

/** What a field and an action may say of themselves, for the help. */
export const settingWords = {
  searches: [...searches],
  flags: [...flags],
  valued: [...valued],
  action: ["from", "to", "set", "ask", "confirm", "on", "permission"],
} as const;

/** Splits at a separator, but not after a backslash. */
function split(text: string, sign: string): readonly string[] {
  return text.split(new RegExp(`(?<!\\\\)\\${sign}`)).map((part) => part.replaceAll(`\\${sign}`, sign).trim());
}

function bothTexts(text: string, what: string): readonly [string, string] {
  const [zh = "", en = ""] = split(text, "/");
  if (zh === "" || en === "") throw new SpecError(`${what}: write both texts, Chinese/English`);
  return [zh, en];
}

/** "1=自有/Own/blue" */
function optionSpec(text: string, field: string): OptionSpec {
  const [value = "", texts = ""] = split(text, "=");
  const [zh, en] = bothTexts(texts, `the option ${text} of ${field}`);
  const colour = split(texts, "/")[2];
  return { value, zh, en, ...(colour === undefined ? {} : { colour }) };
}

/** "draft=0/草稿/Draft/blue" */
function stateSpec(text: string, field: string): StateSpec {
  const [name = "", rest = ""] = split(text, "=");
  const [value = "", ...texts] = split(rest, "/");
  if (!/^-?\d+$/.test(value)) throw new SpecError(`the state ${text} of ${field}: write name=number/Chinese/English`);
  return { name, ...optionSpec(`${value}=${texts.join("/")}`, field) };
}

function setting(text: string, field: string): readonly [string, string | true] {
  const at = text.indexOf("=");
  const name = at === -1 ? text : text.slice(0, at);
  const value = text.slice(at + 1);
  if (at === -1 && searches.has(name)) return ["search", name];
  if (at === -1 && flags.has(name)) return [name, true];
  if (at === -1 && name === "unique") return ["unique", "tenant"];
  if (at !== -1 && (valued.has(name) || name === "search" || name === "required")) return [name, value];
  throw new SpecError(
    `${field} has no option "${text}": ${didYouMean(name, [...searches, ...flags, ...valued], "see generated/reference.md")}`,
  );
}

/** Reads "name:kind:中文:English:options"; a ready-made field is its name alone. */
export function readField(text: string): FieldSpec {
  const [name = "", kindAndTarget, zh = "", en = "", ...rest] = split(text, ":");
  const isReadyMade = kindAndTarget === undefined && Object.hasOwn(readyMade, name);
  if (isReadyMade) return { name, kind: readyMade[name] ?? "", zh: "", en: "", options: [], states: [], settings: new Map() };
  if (!/^[a-z][A-Za-z0-9]*$/.test(name))
    throw new SpecError(`"${name}" is no name of a field: begin with a small letter, use letters and digits`);
  const [word = "", target] = split(kindAndTarget ?? "", "=");
  const kind = kindNamed(word);
  if (!fieldKinds.has(kind))
    throw new SpecError(
      `${name}: there is no kind of field "${kind}": ${didYouMean(kind, fieldKinds.keys(), [...fieldKinds.keys()].join(", "))}`,
    );
  const asks = asksOf(kind);
  if (asks === "fields")
    throw new SpecError(`${name}: lines have fields of their own; add them in the definition file, docs/tutorial.md shows how`);
  if (zh === "" || en === "") throw new SpecError(`${name}: write both labels, ${name}:${kind}:中文:English`);
  const wanted = targetWord(kind);
  if (wanted !== undefined && target === undefined)
    throw new SpecError(`${name}: say what it refers to, ${name}:${kind}=<${wanted}>:${zh}:${en}`);
  const words = split(rest.join(":"), ",").filter((word) => word !== "");
  const isList = (word: string) =>
    word.includes("|") || (/^[^=]+=[^/=]+\//.test(word) && !valued.has(word.split("=")[0] ?? "") && !word.startsWith("required="));
  const hasList = asks === "options" || asks === "states";
  const listed = hasList ? words.filter(isList).flatMap((word) => split(word, "|")) : [];
  if (hasList && listed.length === 0) throw new SpecError(`${name}: say what there is to choose from, ${listExamples[asks]}`);
  const settings = new Map(words.filter((word) => listed.length === 0 || !isList(word)).map((word) => setting(word, name)));
  return {
    name,
    kind,
    zh,
    en,
    ...(target === undefined ? {} : { target }),
    options: asks === "options" ? listed.map((one) => optionSpec(one, name)) : [],
    states: asks === "states" ? listed.map((one) => stateSpec(one, name)) : [],
    settings,
  };
}

const actionSettings: ReadonlySet<string> = new Set(settingWords.action);

/** Reads "name:中文:English:from=draft,to=done,confirm=确定?/Sure?". */
export function readAction(text: string): ActionSpec {
  const [name = "", zh = "", en = "", ...rest] = split(text, ":");
  if (!/^[a-z][A-Za-z0-9]*$/.test(name))
    throw new SpecError(`"${name}" is no name of an action: begin with a small letter, use letters and digits`);
  if (zh === "" || en === "") throw new SpecError(`the action ${name}: write both labels, ${name}:中文:English`);
  const settings = new Map<string, string>();
  for (const word of split(rest.join(":"), ",").filter((one) => one !== "")) {
    const at = word.indexOf("=");
    const key = at === -1 ? word : word.slice(0, at);
    if (at === -1 || !actionSettings.has(key))
      throw new SpecError(`the action ${name} has no setting "${word}": ${didYouMean(key, actionSettings, "")}`);
    settings.set(key, word.slice(at + 1));
  }
  return { name, zh, en, settings };
}

/** The two texts of a setting such as help or confirm. */
export function settingTexts(value: string, what: string): readonly [string, string] {
  return bothTexts(value, what);
}
