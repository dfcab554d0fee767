// The words of the definition language, from the types that editors complete: name, meaning, type, default. What a comment says is said
// once, beside the type.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { declared, everyNode, inner, isNode, keyOf, list, member, nodeName, parsed, type Node, type Parsed } from "./syntax.ts";
import { formatType, type Declarations } from "./types.ts";

export interface Word {
  readonly name: string;
  readonly about: string;
  /** undefined where its comment tells none. */
  readonly defaultValue: string | undefined;
  readonly type: string;
}

/** Words that may stand in one place of a definition. */
export interface Section {
  /** "actions": of a word in it, "actions.from". The definition itself: "". */
  readonly id: string;
  /** Where it is: "actions.*" for every member of `actions`. */
  readonly place: string;
  readonly about: string;
  readonly words: readonly Word[];
}

const languageFiles = [
  "resource",
  "call-types",
  "seed",
  "field",
  "text",
  "role-grants",
  "local-time",
  "area",
  "names",
  "formulas",
  "approval",
].map((name) => `src/schema/${name}.ts`);
const optionFiles = ["src/fields/options.ts", "src/fields/reference.ts"];

const defaultSentence = /(?:^|\s)Default: ([^\n]+?)\.?$/;

/** What a flag is where nobody says it. */
const off = "off";
export const mustBeGiven = "must be given";

/** A word from the member of a type. */
function wordOf(signature: Node, file: Parsed, declarations: Declarations): Word {
  const comment = file.about(signature);
  const type = inner(inner(signature, "typeAnnotation"), "typeAnnotation");
  const spoken = type === undefined ? "" : formatType(type, file, declarations);
  const [, stated] = defaultSentence.exec(comment) ?? [];
  const defaultValue = member(signature, "optional") !== true ? mustBeGiven : (stated ?? (spoken === "true" ? off : undefined));
  return { name: keyOf(signature) ?? "", about: comment.replace(defaultSentence, "").trim(), defaultValue, type: spoken };
}

interface Language {
  readonly declarations: Declarations;
  /** The words of a type that is declared in these files. */
  readonly wordsIn: (type: string) => readonly Word[];
  readonly aboutOf: (type: string) => string;
}

const isDeclaration = (node: Node): boolean => node.type === "TSInterfaceDeclaration" || node.type === "TSTypeAliasDeclaration";

async function declarationsIn(root: string, files: readonly string[]): Promise<Declarations> {
  const all = await Promise.all(files.map(async (file) => parsed(file, await readFile(path.join(root, file), "utf8"))));
  return new Map(
    all.flatMap((file) =>
      file.statements.flatMap((statement) => {
        const node = declared(statement);
        const name = nodeName(inner(node, "id"));
        return isDeclaration(node) && name !== undefined ? [[name, { node, file, about: file.about(statement) }] as const] : [];
      }),
    ),
  );
}

/** The members of an interface, or of the literal that an alias names. */
function membersOf(node: Node): readonly Node[] {
  const body =
    node.type === "TSInterfaceDeclaration"
      ? list(inner(node, "body"), "body")
      : [...everyNode(node)].filter(({ type }) => type === "TSPropertySignature");
  return body.filter(({ type }) => type === "TSPropertySignature");
}

export async function readLanguage(root: string): Promise<Language> {
  const declarations = await declarationsIn(root, [...languageFiles, ...optionFiles]);
  const found = (type: string) => {
    const declaration = declarations.get(type);
    if (declaration === undefined) throw new Error(`the language has no type ${type}`);
    return declaration;
  };
  return {
    declarations,
    wordsIn(type) {
      const { node, file } = found(type);
      return membersOf(node).map((signature) => wordOf(signature, file, declarations));
    },
    aboutOf: (type) => found(type).about,
  };
}

/** Types that have a chapter of their own. */
const elsewhere: ReadonlySet<string> = new Set([
  "Field",
  "Fields",
  "FieldData",
  "Compared",
  "ComparedOver",
  "AllHold",
  "AllOver",
  "When",
  "FormulasOver",
  "FormulaOver",
  "LineFormulas",
  "Checked",
  "Condition",
  "SeedRow",
]);

/** The sections that a type leads to: an interface whose members may stand at a place. */
export function sectionsBelow({ declarations, wordsIn, aboutOf }: Language, type: string, place: string): readonly Section[] {
  const sections = new Map<string, Section>();
  const visit = (node: Node, at: string): void => {
    if (node.type === "TSTypeReference") {
      const name = nodeName(inner(node, "typeName")) ?? "";
      const parameters = list(inner(node, "typeArguments"), "params");
      if (name === "Readonly" || name === "NoInfer") return parameters.forEach((one) => visit(one, at));
      if (name === "Record") return parameters.slice(1).forEach((one) => visit(one, `${at}.*`));
      const declaration = declarations.get(name);
      if (declaration === undefined || elsewhere.has(name)) return;
      if (declaration.node.type === "TSInterfaceDeclaration") return enter(name, at);
      const aliased = inner(declaration.node, "typeAnnotation");
      if (aliased !== undefined) visit(aliased, at);
      return;
    }
    if (node.type === "TSUnionType") list(node, "types").forEach((one) => visit(one, at));
    else if (node.type === "TSArrayType") visitInner(node, "elementType", at);
    else if (node.type === "TSTypeOperator" || node.type === "TSParenthesizedType") visitInner(node, "typeAnnotation", at);
    else if (node.type === "TSMappedType") visitInner(node, "typeAnnotation", `${at}.*`);
    else if (node.type === "TSTypeLiteral")
      for (const one of list(node, "members"))
        visitInner(inner(one, "typeAnnotation"), "typeAnnotation", one.type === "TSIndexSignature" ? `${at}.*` : `${at}.${keyOf(one)}`);
  };
  const visitInner = (node: Node | undefined, name: string, at: string): void => {
    const below = inner(node, name);
    if (below !== undefined) visit(below, at);
  };
  const enter = (name: string, at: string): void => {
    const id = at.replaceAll(".*", "").replace(/^\./, "");
    if (sections.has(id)) return;
    sections.set(id, { id, place: at.replace(/^\./, ""), about: aboutOf(name), words: wordsIn(name) });
    const declaration = declarations.get(name);
    for (const signature of declaration === undefined ? [] : membersOf(declaration.node))
      visitInner(inner(signature, "typeAnnotation"), "typeAnnotation", `${at}.${keyOf(signature)}`);
  };
  enter(type, place);
  return [...sections.values()];
}

/** A formula: its words, and the shape that they have together. */
interface FormulaWords {
  readonly names: readonly string[];
  readonly shape: string;
  readonly about: string;
}

/** The alternatives of a formula that are objects. */
export function formulaWords({ declarations }: Language): readonly FormulaWords[] {
  const declaration = declarations.get("FormulaOver");
  const type = declaration === undefined ? undefined : inner(declaration.node, "typeAnnotation");
  if (declaration === undefined || type === undefined) throw new Error("the language has no type FormulaOver");
  const { file } = declaration;
  return list(type, "types").flatMap((alternative) => {
    const literal = [...everyNode(alternative)].find((node) => node.type === "TSTypeLiteral");
    const members = list(literal, "members");
    if (literal === undefined || members.length === 0) return [];
    const names = members.flatMap((one) => keyOf(one) ?? []);
    return [
      {
        names,
        shape: formatType(literal, file, declarations),
        about: members
          .map((one) => file.about(one))
          .filter(Boolean)
          .join(" "),
      },
    ];
  });
}

const isImport = (node: Node): boolean => node.type === "ImportDeclaration";

/** The files of src/fields that a file imports, itself first. */
async function familyOf(root: string, file: string, seen = new Map<string, Parsed>()): Promise<readonly Parsed[]> {
  if (seen.has(file)) return [...seen.values()];
  const own = parsed(file, await readFile(path.join(root, file), "utf8"));
  seen.set(file, own);
  for (const statement of own.statements.filter(isImport)) {
    const from = nodeName(inner(statement, "source")) ?? "";
    const imported = path.posix.join(path.posix.dirname(file), from);
    if (from.startsWith(".") && imported.startsWith("src/fields/") && imported.endsWith(".ts")) await familyOf(root, imported, seen);
  }
  return [...seen.values()];
}

interface KindWords {
  readonly about: string;
  /** What its builder takes before the options, besides the labels. */
  readonly byPlace: readonly string[];
  readonly wordOf: (option: string) => Word | undefined;
}

/** What the folder of a kind says about its builder and its options. */
export async function kindWords(root: string, { declarations }: Language, kind: string, builder: string): Promise<KindWords> {
  const family = await familyOf(root, `src/fields/${kind}/definition.ts`);
  const [own] = family;
  const exported = own?.statements.find((statement) =>
    list(declared(statement), "declarations").some((one) => nodeName(inner(one, "id")) === builder),
  );
  const about = own === undefined || exported === undefined ? "" : own.about(exported);
  const interfaces = new Map(
    family.flatMap((file) =>
      file.statements.flatMap((statement) => {
        const node = declared(statement);
        const name = nodeName(inner(node, "id"));
        return isDeclaration(node) && name !== undefined ? [[name, { node, file }] as const] : [];
      }),
    ),
  );
  // The types of the builder first, with what they extend; then whatever else the family declares.
  const mentioned = new Set<string>();
  const mention = (node: Node): void => {
    for (const one of everyNode(node)) {
      const name = one.type === "Identifier" ? nodeName(one) : undefined;
      const declaration = name === undefined || mentioned.has(name) ? undefined : interfaces.get(name);
      if (name === undefined || declaration === undefined) continue;
      mentioned.add(name);
      mention(declaration.node);
    }
  };
  if (exported !== undefined) mention(exported);
  const ordered = [...mentioned, ...interfaces.keys()].flatMap((name) => interfaces.get(name) ?? []);
  const candidates = [...(own === undefined || exported === undefined ? [] : [{ node: exported, file: own }]), ...ordered].flatMap(
    ({ node, file }) =>
      [...everyNode(node)]
        .filter(({ type }) => type === "TSPropertySignature")
        .map((signature) => ({ name: keyOf(signature), file, node: signature })),
  );
  const parameters = [
    ...(exported === undefined ? [] : everyNode(exported)),
    ...[...mentioned].flatMap((name) => [...everyNode(interfaces.get(name)?.node ?? { type: "", start: 0, end: 0 })]),
  ]
    .filter(({ type }) => type === "TSFunctionType")
    .flatMap((node) => list(node, "params"));
  return {
    about,
    byPlace: parameters.flatMap((one) => nodeName(one) ?? []),
    wordOf(option) {
      const named = candidates.filter(({ name }) => name === option);
      const best = named.find(({ node, file }) => file.about(node) !== "") ?? named[0];
      return best === undefined ? undefined : wordOf(best.node, best.file, declarations);
    },
  };
}

/** The exports of a file with what the comments above them say. */
export async function exportsOf(root: string, file: string): Promise<ReadonlyMap<string, string>> {
  const own = parsed(file, await readFile(path.join(root, file), "utf8"));
  return new Map(
    own.statements.flatMap((statement) => {
      const node = declared(statement);
      const names = [inner(node, "id"), ...list(node, "declarations").map((one) => inner(one, "id"))].flatMap((id) =>
        isNode(id) ? (nodeName(id) ?? []) : [],
      );
      return names.map((name) => [name, own.about(statement)] as const);
    }),
  );
}
