// Areas write rows by functions that the audit log hears of. This finds the calls of those that it does not hear of, what they write, and
// whether it is declared: what follows from other rows, lines of journals, and rows of documents by the thousand.
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { parseSync, Visitor, type ESTree } from "vite";
import type { SourceTree } from "./import-graph.ts";

const AREAS = /^src\/server\/domain\/(?<file>.+(?<!\.test)\.ts)$/;
/** Who tells the audit log nothing, and in which argument each has its table. */
const UNLOGGED: ReadonlyMap<string, number> = new Map([
  ["updateDerived", 0],
  ["removeDerived", 0],
  ["insertDerived", 1],
  ["insertGiven", 1],
  ["insertSelected", 0],
  ["append", 1],
  ["amend", 0],
  ["updateBulk", 0],
  ["removeBulk", 0],
  ["insertBulk", 1],
  ["insertAlike", 1],
  ["insertStatement", 0],
]);
/** Who tells it, likewise. */
const LOGGED: ReadonlyMap<string, number> = new Map([
  ["update", 1],
  ["updateWithoutVersion", 0],
  ["insert", 1],
  ["remove", 0],
]);
/** Ways to write that know nothing of the audit log, and whose statements are written elsewhere. */
const UNDECLARABLE: ReadonlySet<string> = new Set(["updateTable", "insertInto", "deleteFrom", "mergeInto", "replaceInto"]);

/** Functions of the common pattern that write rows past their guards: they are steps of its own (`crud/write/write-rows.ts`). */
const OF_COMMON_PATTERN: ReadonlySet<string> = new Set(["insertRow", "insertRowsSoon", "insertRows", "updateRows", "removeStored"]);
/** What of these is theirs, and no function of that name of an area. */
const COMMON_PATTERN = /^src\/server\/crud\//;

/** The declared writes, one a line: file below `src/server/domain/`, function, resource, and the columns that it writes. */
export const DECLARED = "scripts/unlogged-writes.txt";

interface UnloggedWrite {
  readonly file: string;
  readonly line: number;
  /** As a line of the declarations. */
  readonly text: string;
}

/** A statement of an area that writes rows. */
export interface WriteStatement {
  readonly file: string;
  readonly line: number;
  /** The function that it is written with. */
  readonly name: string;
  /** The resource; where it is only known at run time, the expression. */
  readonly resource: string;
  /** The columns that it sets; of an insert none, as its rows have them. */
  readonly columns: readonly string[];
}

interface UnloggedWrites {
  readonly writes: readonly UnloggedWrite[];
  /** Writes that cannot be declared. */
  readonly forbidden: readonly UnloggedWrite[];
}

/** The writes of the areas that the audit log does not hear of. */
export function findUnloggedWrites(tree: SourceTree): UnloggedWrites {
  const found = writesOfAreas(tree, UNLOGGED);
  return {
    writes: found.flatMap(({ writes }) =>
      writes.map(({ file, line, name, resource, columns }) => ({ file, line, text: [file, name, resource, ...columns].join(" ") })),
    ),
    forbidden: found.flatMap(({ forbidden }) => forbidden),
  };
}

/** All statements of the areas that write rows, logged or not. They pass no guards and no formulas (`crud/write/write-rows.ts`). */
export function findWriteStatements(tree: SourceTree): readonly WriteStatement[] {
  return writesOfAreas(tree, new Map([...UNLOGGED, ...LOGGED])).flatMap(({ writes }) => writes);
}

function writesOfAreas(tree: SourceTree, callees: Callees): readonly WritesOfFile[] {
  return [...tree].flatMap(([path, text]) => {
    const file = AREAS.exec(path)?.groups?.["file"];
    return file === undefined ? [] : [writesIn(tree, { path, file, source: text }, callees)];
  });
}

/** What the declarations and the writes differ in: writes that are not declared, and declarations that have no write. */
export function undeclared(
  { writes }: Pick<UnloggedWrites, "writes">,
  declared: string,
): { readonly missing: readonly UnloggedWrite[]; readonly idle: readonly string[] } {
  const left = declared.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const missing = writes.filter(({ text }) => {
    const place = left.indexOf(text);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
  return { missing, idle: left };
}

/** Checks the writes of a checkout against its declarations; answers how many violations there are, and how many writes. */
export function checkUnloggedWrites(root: string, tree: SourceTree, print: (line: string) => void): { violations: number; writes: number } {
  const found = findUnloggedWrites(tree);
  const { missing, idle } = undeclared(found, tree.has(DECLARED) ? readFileSync(join(root, DECLARED), "utf8") : "");
  for (const write of found.forbidden) print(`${describeForbidden(write)}\n`);
  for (const write of missing) print(`${describeUndeclared(write)}\n`);
  for (const line of idle) print(`${DECLARED} declares a write that nobody does\n  ${line}\n`);
  return { violations: found.forbidden.length + missing.length + idle.length, writes: found.writes.length };
}

export function describeUndeclared({ file, line, text }: UnloggedWrite): string {
  return `src/server/domain/${file}:${line} writes rows behind the back of the audit log\n  Use update, insert or remove of src/server/rows, which are logged. What follows from other rows, a line of a journal, or the rows of a document by the thousand is declared in ${DECLARED}:\n  ${text}`;
}

function describeForbidden({ file, line, text }: UnloggedWrite): string {
  return `src/server/domain/${file}:${line} writes rows by ${text}\n  rule: areas write rows by update, insert and remove of src/server/rows\n  They know the tenant, who writes, and the audit log; docs/effects.md, "Reading and writing rows".`;
}

type Node = ESTree.Node;
/** Functions that write, by the argument in which each has its table. */
type Callees = ReadonlyMap<string, number>;
type Constants = ReadonlyMap<string, Node | string>;

/** A text that a file exports under a name. */
function exportedText(source: string | undefined, name: string): string | undefined {
  return source === undefined ? undefined : new RegExp(`\\bexport const ${name} = "([^"]*)"`).exec(source)?.[1];
}

interface WritesOfFile {
  readonly writes: readonly WriteStatement[];
  readonly forbidden: readonly UnloggedWrite[];
}

interface SourceFile {
  readonly path: string;
  /** Below the areas. */
  readonly file: string;
  readonly source: string;
}

function writesIn(tree: SourceTree, { path, file, source }: SourceFile, callees: Callees): WritesOfFile {
  const { program } = parseSync(file, source);
  const lineOf = ({ start }: { readonly start: number }) => source.slice(0, start).split("\n").length;
  /** Constants, where the visitor is, by what they are. */
  const constants = new Map<string, Node | string>();
  const calls = new Map<ESTree.CallExpression, { readonly name: string; readonly resource: string }>();
  const columns = new Map<ESTree.CallExpression, Set<string>>();
  const forbidden: UnloggedWrite[] = [];
  /** What a condition adds to a write goes on under the name of its parameter: `.$if(isNew, (update) => update.set(…))`. */
  const continued = new Map<string, ESTree.CallExpression>();
  new Visitor({
    ImportDeclaration: ({ source: from, specifiers }) => {
      const target = posix.join(posix.dirname(path), from.value);
      for (const one of specifiers) {
        if (one.type !== "ImportSpecifier" || one.imported.type !== "Identifier") continue;
        const { name } = one.imported;
        const text = exportedText(tree.get(target), name);
        if (text !== undefined) constants.set(one.local.name, text);
        // Under another name its calls would not be found.
        const isRenamed = UNLOGGED.has(name) && one.local.name !== name;
        if (isRenamed || (OF_COMMON_PATTERN.has(name) && COMMON_PATTERN.test(target)))
          forbidden.push({ file, line: lineOf(one), text: isRenamed ? `${name} under another name` : name });
      }
    },
    VariableDeclarator: ({ id, init }) => {
      if (id.type === "Identifier" && init !== null) constants.set(id.name, init);
    },
    CallExpression: (call) => {
      const name = calleeIn(call.callee, callees);
      const table = name === undefined ? undefined : call.arguments[callees.get(name) ?? 0];
      if (name !== undefined) calls.set(call, { name, resource: table === undefined ? "" : tableOf(table, constants, source) });
      if (call.callee.type !== "MemberExpression" || call.callee.property.type !== "Identifier") return;
      const [, addition] = call.callee.property.name === "$if" ? call.arguments : [];
      const [parameter] = addition?.type === "ArrowFunctionExpression" ? addition.params : [];
      const started = baseOf(call.callee.object, callees, continued);
      if (parameter?.type === "Identifier" && started !== undefined) continued.set(parameter.name, started);
      if (UNDECLARABLE.has(call.callee.property.name)) forbidden.push({ file, line: lineOf(call), text: call.callee.property.name });
      const base =
        call.callee.property.name === "set" || call.callee.property.name === "doUpdateSet"
          ? baseOf(call.callee.object, callees, continued)
          : undefined;
      if (base === undefined) return;
      const own = columns.get(base) ?? new Set<string>();
      columns.set(base, own);
      for (const argument of call.arguments) for (const column of columnsIn(argument, constants)) own.add(column);
    },
  }).visit(program);
  const writes = [...calls].map(([call, { name, resource }]) => ({
    file,
    line: lineOf(call),
    name,
    resource,
    columns: [...(columns.get(call) ?? [])].toSorted(),
  }));
  return { writes, forbidden };
}

/** `updateDerived`, also as one of two functions that a condition chooses between. */
function calleeIn(callee: Node, callees: Callees): string | undefined {
  if (callee.type === "Identifier") return callees.has(callee.name) ? callee.name : undefined;
  if (callee.type === "ParenthesizedExpression") return calleeIn(callee.expression, callees);
  if (callee.type === "ConditionalExpression") return calleeIn(callee.consequent, callees) ?? calleeIn(callee.alternate, callees);
  return undefined;
}

/** The call that a chain of methods begins with, where it is one of those. */
function baseOf(node: Node, callees: Callees, continued: ReadonlyMap<string, ESTree.CallExpression>): ESTree.CallExpression | undefined {
  if (node.type === "Identifier") return continued.get(node.name);
  if (node.type === "MemberExpression") return baseOf(node.object, callees, continued);
  if (node.type !== "CallExpression") return undefined;
  return calleeIn(node.callee, callees) === undefined ? baseOf(node.callee, callees, continued) : node;
}

/** Names of the members of an object, also of one that a function answers. */
function columnsIn(node: Node, constants: Constants): readonly string[] {
  switch (node.type) {
    case "Identifier": {
      const existing = constants.get(node.name);
      return existing === undefined || typeof existing === "string" ? [] : columnsIn(existing, constants);
    }
    case "ObjectExpression":
      return node.properties.flatMap((property) =>
        property.type === "SpreadElement"
          ? columnsIn(property.argument, constants)
          : property.key.type === "Identifier" && !property.computed
            ? [property.key.name]
            : [],
      );
    case "ArrowFunctionExpression":
    case "ParenthesizedExpression":
      return columnsIn(node.type === "ArrowFunctionExpression" ? node.body : node.expression, constants);
    case "ConditionalExpression":
      return [...columnsIn(node.consequent, constants), ...columnsIn(node.alternate, constants)];
    default:
      return [];
  }
}

/** The resource whose rows are written; where it is only known at run time, the expression. */
function tableOf(node: Node, constants: Constants, source: string): string {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type === "CallExpression") {
    // `unscoped("spec", "s")`, `derivedResource(context, "spec")`: what comes first besides the context.
    const named = node.arguments.find((argument) => argument.type !== "Identifier" || argument.name !== "context");
    if (named !== undefined) return tableOf(named, constants, source);
  }
  const existing = node.type === "Identifier" ? constants.get(node.name) : undefined;
  if (existing !== undefined) return typeof existing === "string" ? existing : tableOf(existing, constants, source);
  return source.slice(node.start, node.end).replaceAll(/\s+/g, "");
}
