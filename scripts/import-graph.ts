// Builds the import graph that the boundaries are checked on: which source file imports which, with type-only imports marked.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join, posix } from "node:path";
import { parseSync, Visitor, type ESTree } from "vite";
import { moduleRecord, type ModuleRecord } from "./module-record.ts";

/** `type` imports vanish before the program runs; `static` and `dynamic` ones exist at run time. */
type ImportKind = "static" | "dynamic" | "type";

export interface ImportEdge {
  from: string;
  line: number;
  specifier: string;
  /** A path below the root, `npm:<package>`, `node:<module>`, or one of the two constants below. */
  to: string;
  kind: ImportKind;
  /** It takes the text of the file (`?raw`), and nothing that the file exports. */
  takesText?: true;
}

/** Where an import leads that names a file of ours which is not there. */
export const MISSING = "missing";
/** The target of an `import(expression)`, which is unknown before run time. */
export const UNKNOWN = "unknown";

/** Its one import leads to a file that the server names in the page, and that the build made of a generated screen. */
const importsBuiltFile = "src/admin/data/screen-models/built-list.ts";

/** Path below the root (with forward slashes) → text. Data and style files are listed with empty text: they import nothing. */
export type SourceTree = ReadonlyMap<string, string>;

export type ImportAliases = Readonly<Record<string, string>>;

const SOURCE_FOLDERS = ["resources", "src", "generated", "scripts", "tests"];
const CODE = /\.[cm]?[jt]sx?$/;
/** A glob like `./pages/*.tsx` may also be written without the extension in a specifier; these are tried in order. */
const TRIED_ENDINGS = ["", ".ts", ".tsx", ".js", "/index.ts", "/index.tsx"];

export function readSourceTree(root: string): Map<string, string> {
  const tree = new Map<string, string>();
  const add = (path: string): void => {
    tree.set(path, CODE.test(path) ? readFileSync(join(root, path), "utf8") : "");
  };
  const walk = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (entry.name !== "node_modules") walk(path);
      } else if (entry.isFile()) add(path);
    }
  };
  for (const folder of SOURCE_FOLDERS) if (existsSync(join(root, folder))) walk(folder);
  for (const entry of readdirSync(root, { withFileTypes: true }))
    if (entry.isFile() && (CODE.test(entry.name) || entry.name === "package.json")) add(entry.name);
  return tree;
}

/** The `imports` block of package.json, the one place where `#…` names are given a meaning. */
export function readImportAliases(root: string): ImportAliases {
  const manifest: unknown = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const imports = isRecord(manifest) ? manifest["imports"] : undefined;
  const aliases: Record<string, string> = {};
  for (const [name, target] of Object.entries(isRecord(imports) ? imports : {})) {
    if (typeof target !== "string") throw new Error(`package.json: imports["${name}"] must be a plain path, not conditions`);
    aliases[name] = target;
  }
  return aliases;
}

export function importGraph(tree: SourceTree, aliases: ImportAliases): ImportEdge[] {
  const edges: ImportEdge[] = [];
  for (const [path, text] of tree) {
    if (!CODE.test(path)) continue;
    for (const imported of importsIn(path, text)) {
      const line = lineAt(text, imported.offset);
      if (imported.specifier === undefined && path === importsBuiltFile) continue;
      if (imported.specifier === undefined) edges.push({ from: path, line, specifier: imported.source, to: UNKNOWN, kind: imported.kind });
      else if (imported.isGlob) {
        const pattern = globToRegExp(posix.join(imported.specifier.startsWith("/") ? "" : posix.dirname(path), imported.specifier));
        for (const file of tree.keys())
          if (file !== path && pattern.test(file))
            edges.push({
              from: path,
              line,
              specifier: imported.specifier,
              to: file,
              kind: imported.kind,
              ...(imported.takesText ? { takesText: true } : {}),
            });
      } else
        edges.push({
          from: path,
          line,
          specifier: imported.specifier,
          to: resolveImport(path, imported.specifier, tree, aliases),
          kind: imported.kind,
        });
    }
  }
  return edges;
}

type ParsedFile = ReturnType<typeof parseSync>;
type Program = ParsedFile["program"];

interface ParsedImport {
  offset: number;
  specifier: string | undefined;
  source: string;
  kind: ImportKind;
  isGlob: boolean;
  takesText: boolean;
}

/**
 * Signs of an import that is not in the parser's list of a file's imports: one inside a type, `import()`, `require`, a glob, a worker, a
 * module declared within a file. Looking at the whole tree of a file costs ten times as much as looking at that list.
 */
const MAY_HAVE_OTHERS =
  /\bimport\s*[(/]|\brequire\b|\.\s*glob\b|\bURL\b|\bimport\s+(?:type\s+)?\w+\s*=|\bdeclare\s+module\b|\bexport\s*\{\s*\}\s*from\b/;

function importsIn(path: string, text: string): readonly ParsedImport[] {
  if (!MAY_HAVE_OTHERS.test(text)) return listedImports(text, moduleRecord(path, text));
  const parsed = parseSync(path, text);
  moduleRecord(path, text, parsed);
  return allImports(text, parsed.program);
}

/** The imports and exports at the top of a file, in their order. */
function listedImports(text: string, { staticImports, staticExports }: ModuleRecord): readonly ParsedImport[] {
  const from = ({ start, end }: Located, specifier: string): ParsedImport => {
    const source = text.slice(start, end);
    return { offset: start, specifier, source, kind: TYPE_ONLY.test(source) ? "type" : "static", isGlob: false, takesText: false };
  };
  return [
    // `import type from "x"` takes the default of x, and calls it `type`.
    ...staticImports.map((one) => {
      const imported = from(one, one.moduleRequest.value);
      return one.entries.every(({ isType }) => isType) ? imported : { ...imported, kind: "static" as const };
    }),
    ...staticExports.flatMap((one) => {
      const request = one.entries.find(({ moduleRequest }) => moduleRequest !== null)?.moduleRequest;
      // What a file imports and exports by two statements is listed here as well, at the import.
      return request && text.startsWith("export", one.start) ? [from(one, request.value)] : [];
    }),
  ].sort((one, other) => one.offset - other.offset);
}

/** `import { type A } from "x"` stays in the program as `import "x"` (verbatimModuleSyntax); only `import type` is erased. */
const TYPE_ONLY = /^(?:import|export)\s+type\b/;

function allImports(text: string, program: Program): readonly ParsedImport[] {
  const imports: ParsedImport[] = [];
  const add = (node: Located, specifier: string | undefined, kind: ImportKind, glob?: { readonly takesText: boolean }): void => {
    const source = text.slice(node.start, node.end);
    imports.push({ offset: node.start, specifier, source, kind, isGlob: glob !== undefined, takesText: glob?.takesText === true });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node, node.source.value, node.importKind === "type" ? "type" : "static"),
    ExportAllDeclaration: (node) => add(node, node.source.value, node.exportKind === "type" ? "type" : "static"),
    ExportNamedDeclaration: (node) => {
      if (node.source) add(node, node.source.value, node.exportKind === "type" ? "type" : "static");
    },
    TSImportType: (node) => add(node, node.source.value, "type"),
    TSImportEqualsDeclaration: (node) => {
      if (node.moduleReference.type === "TSExternalModuleReference")
        add(node, node.moduleReference.expression.value, node.importKind === "type" ? "type" : "static");
    },
    ImportExpression: (node) => add(node, literalText(node.source), "dynamic"),
    CallExpression: (node) => {
      const { callee } = node;
      const [first, options] = node.arguments;
      if (callee.type === "Identifier" && callee.name === "require") add(node, first && literalText(first), "static");
      if (isImportMetaGlob(callee) && first)
        for (const pattern of first.type === "ArrayExpression" ? first.elements : [first]) {
          const specifier = pattern ? literalText(pattern) : undefined;
          // A "!pattern" only excludes; following what it excludes as well errs on the strict side.
          if (!specifier?.startsWith("!"))
            add(node, specifier, "dynamic", specifier === undefined ? undefined : { takesText: hasRawQuery(options) });
        }
    },
    NewExpression: (node) => {
      // Workers: new URL("./worker.ts", import.meta.url) makes the bundler follow the file like an import.
      const [first, base] = node.arguments;
      if (node.callee.type !== "Identifier" || node.callee.name !== "URL" || !first || !base) return;
      const specifier = literalText(first);
      if (specifier !== undefined && CODE.test(specifier) && text.slice(base.start, base.end) === "import.meta.url")
        add(node, specifier, "dynamic");
    },
  }).visit(program);
  return imports;
}

interface Located {
  start: number;
  end: number;
}

function literalText(node: object): string | undefined {
  if (!("type" in node)) return undefined;
  if (node.type === "Literal" && "value" in node && typeof node.value === "string") return node.value;
  if (node.type === "TemplateLiteral" && "quasis" in node && Array.isArray(node.quasis) && node.quasis.length === 1) {
    const [quasi]: unknown[] = node.quasis;
    const value = isRecord(quasi) ? quasi["value"] : undefined;
    const cooked = isRecord(value) ? value["cooked"] : undefined;
    return typeof cooked === "string" ? cooked : undefined;
  }
  return undefined;
}

/** `{ query: "?raw" }`, the options of a glob that takes the texts of files. */
function hasRawQuery(options: ESTree.Argument | undefined): boolean {
  if (options?.type !== "ObjectExpression") return false;
  return options.properties.some(
    (one) => one.type === "Property" && one.key.type === "Identifier" && one.key.name === "query" && literalText(one.value) === "?raw",
  );
}

/** `import.meta.glob`, vite's way to import many files by a pattern. */
function isImportMetaGlob(callee: object): boolean {
  if (!("type" in callee) || callee.type !== "MemberExpression" || !("object" in callee) || !("property" in callee)) return false;
  const { object, property } = callee;
  return isRecord(object) && object["type"] === "MetaProperty" && isRecord(property) && property["name"] === "glob";
}

/** Where an import leads: a path below the root, `npm:<package>`, `node:<module>` or `MISSING`. */
export function resolveImport(from: string, written: string, tree: SourceTree, aliases: ImportAliases): string {
  const specifier = written.replace(/\?.*$/, "");
  if (specifier.startsWith("#")) {
    const target = aliasTarget(specifier, aliases);
    return target === undefined ? MISSING : resolveFile(posix.normalize(target), tree);
  }
  if (specifier.startsWith(".")) return resolveFile(posix.join(posix.dirname(from), specifier), tree);
  if (specifier.startsWith("/")) return resolveFile(specifier.slice(1), tree);
  if (specifier.startsWith("node:") || builtinModules.includes(specifier)) return `node:${specifier.replace(/^node:/, "")}`;
  return `npm:${specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/")}`;
}

/** Node's rule for `imports`: an exact name first, then the pattern with the longest text before its `*`. */
function aliasTarget(specifier: string, aliases: ImportAliases): string | undefined {
  const exact = aliases[specifier];
  if (exact !== undefined) return exact;
  let best: { before: string; matched: string; target: string } | undefined;
  for (const [name, target] of Object.entries(aliases)) {
    const [before, after] = name.split("*");
    if (before === undefined || after === undefined) continue;
    if (!specifier.startsWith(before) || !specifier.endsWith(after) || specifier.length < name.length) continue;
    if (!best || before.length > best.before.length)
      best = { before, matched: specifier.slice(before.length, specifier.length - after.length), target };
  }
  return best?.target.replaceAll("*", () => best.matched);
}

function resolveFile(path: string, tree: SourceTree): string {
  for (const ending of TRIED_ENDINGS) if (tree.has(path + ending)) return path + ending;
  return MISSING;
}

/** `*`, `**`, `?` and `{a,b}`: what vite's globs are written with. */
function globToRegExp(glob: string): RegExp {
  const source = glob.replace(/\*\*\/|\*\*|[*?{},]|[.+^$()|[\]\\]/g, (token) => {
    switch (token) {
      case "**/":
        return "(?:.*/)?";
      case "**":
        return ".*";
      case "*":
        return "[^/]*";
      case "?":
        return "[^/]";
      case "{":
        return "(?:";
      case "}":
        return ")";
      case ",":
        return "|";
      default:
        return `\\${token}`;
    }
  });
  return new RegExp(`^${source}$`);
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
