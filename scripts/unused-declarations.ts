// What the definitions declare and nothing brings about: moves of a life cycle that the server never makes, settings that nobody reads, columns
// that nobody writes. They look like features, and whoever relies on one finds out alone.
import { parseSync, Visitor, type ESTree } from "vite";
import { approvalWays, instanceField } from "../src/schema/approval.ts";
import { baseColumns } from "../src/schema/base-columns.ts";
import { kindData } from "../src/schema/kind-data.ts";
import type { FieldModel, Model, ResourceModel } from "../src/schema/model.ts";
import { snakeCase } from "../src/schema/snake-case.ts";
import { importGraph, type ImportAliases, type SourceTree } from "./import-graph.ts";

/** What runs in the server, with the constants that it shares. */
const SOURCES = /^src\/(?:server|fields|process|schema)\/(?!.*\.test\.tsx?$).+\.tsx?$/;
/** Code that writes rows. Seeds write what people would, and count for nothing. */
const WRITERS = /^src\/server\/(?!seed\/)/;

interface FileFacts {
  /** All texts that stand in it, comments excepted. */
  readonly texts: ReadonlySet<string>;
  /** Names of constants that it uses. */
  readonly names: ReadonlySet<string>;
  /** Members that it gives values to. */
  readonly written: ReadonlySet<string>;
  /** Which values it gives them, as `numbers` has them; `unknown` where that is worked out. */
  readonly given: ReadonlyMap<string, ReadonlySet<number | string>>;
  /** Numbers that it uses, and constants that hold some: "states.done", "states[]" where any of them is meant. */
  readonly numbers: ReadonlySet<number | string>;
}

/** What the sources of a tree say, as far as it is asked for here. */
export interface Code {
  readonly files: ReadonlyMap<string, FileFacts>;
  /** Constants with texts, by their names: "recordName" → "code-gen-record". */
  readonly textsOf: ReadonlyMap<string, ReadonlySet<string>>;
  /** Constants with numbers: "states.done" → 2, "states[]" → all of them, and what else has such a name elsewhere. */
  readonly numbersOf: ReadonlyMap<string, ReadonlySet<number>>;
}

/** A value that is worked out: any that its file has may be it. */
const unknown = "?";

/** The values that an expression may have, as far as they stand in it. */
function valuesIn(expression: ESTree.Node): readonly (number | string)[] {
  switch (expression.type) {
    case "Literal":
      return typeof expression.value === "number" ? [expression.value] : [];
    case "MemberExpression":
      if (expression.object.type !== "Identifier") return [unknown];
      if (expression.computed) return [`${expression.object.name}[]`];
      return expression.property.type === "Identifier" ? [`${expression.object.name}.${expression.property.name}`] : [unknown];
    case "ConditionalExpression":
      return [...valuesIn(expression.consequent), ...valuesIn(expression.alternate)];
    case "LogicalExpression":
      return [...valuesIn(expression.left), ...valuesIn(expression.right)];
    case "TSAsExpression":
    case "ParenthesizedExpression":
      return valuesIn(expression.expression);
    default:
      return [unknown];
  }
}

const add = <K, V>(map: Map<K, Set<V>>, key: K, value: V) => map.set(key, (map.get(key) ?? new Set<V>()).add(value));

/** Reads the sources of a tree. */
export function readCode(tree: SourceTree): Code {
  const files = new Map<string, FileFacts>();
  const textsOf = new Map<string, Set<string>>();
  const numbersOf = new Map<string, Set<number>>();
  for (const [file, source] of tree) {
    if (!SOURCES.test(file)) continue;
    const [texts, names, written, numbers] = [new Set<string>(), new Set<string>(), new Set<string>(), new Set<number | string>()];
    const given = new Map<string, Set<number | string>>();
    const give = (name: string, expression: ESTree.Node) => {
      written.add(name);
      for (const value of valuesIn(expression)) add(given, name, value);
    };
    new Visitor({
      Literal: ({ value }) => {
        if (typeof value === "string") texts.add(value);
        if (typeof value === "number") numbers.add(value);
      },
      TemplateElement: ({ value }) => void texts.add(value.raw),
      Identifier: ({ name }) => void names.add(name),
      MemberExpression: ({ object, property, computed }) => {
        if (object.type !== "Identifier") return;
        if (computed) numbers.add(`${object.name}[]`);
        else if (property.type === "Identifier") numbers.add(`${object.name}.${property.name}`);
      },
      AssignmentExpression: ({ left, right }) => {
        if (left.type !== "MemberExpression") return;
        if (left.property.type === "Identifier") give(left.property.name, right);
        if (left.property.type === "Literal") give(String(left.property.value), right);
      },
      Property: ({ key, value }) => {
        if (key.type === "Identifier") give(key.name, value);
        if (key.type === "Literal") give(String(key.value), value);
      },
      VariableDeclarator: ({ id, init }) => {
        if (id.type !== "Identifier" || init === null) return;
        const value = init.type === "TSAsExpression" ? init.expression : init;
        if (value.type === "Literal" && typeof value.value === "string") add(textsOf, id.name, value.value);
        if (value.type !== "ObjectExpression") return;
        for (const member of value.properties) {
          if (member.type !== "Property" || member.key.type !== "Identifier" || member.value.type !== "Literal") continue;
          if (typeof member.value.value !== "number") continue;
          add(numbersOf, `${id.name}.${member.key.name}`, member.value.value);
          add(numbersOf, `${id.name}[]`, member.value.value);
        }
      },
    }).visit(parseSync(file, source).program);
    files.set(file, { texts, names, written, given, numbers });
  }
  return { files, textsOf, numbersOf };
}

/** Files of the server that name a table: by its resource, by a constant that holds the name, or in a statement. */
function filesNaming(resource: ResourceModel, { files, textsOf }: Code): readonly string[] {
  const constants = [...textsOf].flatMap(([constant, values]) => (values.has(resource.name) ? [constant] : []));
  const table = new RegExp(String.raw`\b(?:into|update|from)\s+"?${resource.table}"?\b`);
  return [...files].flatMap(([file, { texts, names }]) =>
    WRITERS.test(file) &&
    (texts.has(resource.name) || constants.some((constant) => names.has(constant)) || [...texts].some((text) => table.test(text)))
      ? [file]
      : [],
  );
}

const isChange = (text: string): boolean => /\b(?:set\s|insert into)/.test(text);

/** Whether a file gives a value to a field, in a row or in a statement that changes one. */
function writes(name: string, { written, texts }: FileFacts): boolean {
  if (written.has(name) || written.has(snakeCase(name))) return true;
  const column = new RegExp(String.raw`\b${snakeCase(name)}\b`);
  return [...texts].some((text) => isChange(text) && column.test(text));
}

/** Events of definitions, "<resource>.<event>", whose state nothing in the server writes. */
export function unusedEvents(model: Model, code: Code): readonly string[] {
  return model.resources.flatMap((resource) => {
    const { stateField } = resource;
    // Those with a moment happen by the clock.
    const events = Object.entries(resource.data.events ?? {}).filter(([, { at }]) => at === undefined);
    if (stateField === undefined || events.length === 0) return [];
    const { states = {} } = kindData(stateField.data);
    const decided = approvalWays(resource.data);
    const writers = filesNaming(resource, code)
      .flatMap((file) => code.files.get(file) ?? [])
      .filter((file) => writes(stateField.name, file));
    const isMade = (to: string): boolean => {
      if (decided !== undefined && [decided.approved, decided.rejected, decided.withdrawn].includes(to)) return true;
      const [value] = states[to] ?? [Number.NaN];
      const isMeant = (used: number | string) =>
        used === value || (typeof used === "string" && code.numbersOf.get(used)?.has(value) === true);
      return writers.some((file) => {
        const given = file.given.get(stateField.name) ?? new Set();
        // Statements give it what stands in them, or a parameter.
        const isOpen = given.has(unknown) || [...file.texts].some((text) => isChange(text) && text.includes(snakeCase(stateField.name)));
        return [...(isOpen ? file.numbers : given)].some(isMeant);
      });
    };
    return events
      .filter(([, { to }]) => (typeof to === "string" ? !isMade(to) : !writers.some(({ names }) => names.has(to.field))))
      .map(([name]) => `${resource.name}.${name}`);
  });
}

/** Settings that no code names. */
export function unusedSettings(keys: readonly string[], code: Code): readonly string[] {
  const files = [...code.files.values()];
  return keys.filter((key) => !files.some(({ texts }) => texts.has(key)));
}

/** Whether a definition says who gives a field its value: people, an action, a formula, a number, the frame. */
function isGivenByDefinition(resource: ResourceModel, field: FieldModel): boolean {
  const { data, tree } = resource;
  const isSubmitted = (["submit", "save", "update"] as const).some((call) => resource.calls.has(call));
  return (
    (isSubmitted && !field.readonly) ||
    field === resource.stateField ||
    // It is worked out from the other side of the link.
    kindData(field.data).inverseOf !== undefined ||
    baseColumns.some((column) => column === field.name) ||
    [tree?.level, tree?.ancestors, data.numbering?.field, ...Object.keys(data.formulas ?? {})].includes(field.name) ||
    (data.approval !== undefined && field.name === instanceField) ||
    Object.values(data.actions ?? {}).some(({ ask = [], set = {} }) => ask.includes(field.name) || (set[field.name] ?? null) !== null)
  );
}

/** Which files each file of the server imports. */
export function importsIn(tree: SourceTree, aliases: ImportAliases): ReadonlyMap<string, ReadonlySet<string>> {
  const imported = new Map<string, Set<string>>();
  const writers = new Map([...tree].filter(([file]) => WRITERS.test(file)));
  for (const { from, to } of importGraph(writers, aliases)) add(imported, from, to);
  return imported;
}

/** Stored columns, "<resource>.<field>", to which neither what names their table gives a value, nor what that imports. */
export function unusedColumns(model: Model, code: Code, imported: ReturnType<typeof importsIn>): readonly string[] {
  return model.resources.flatMap((resource) => {
    const open = resource.hasTable ? resource.fields.filter((field) => field.stored && !isGivenByDefinition(resource, field)) : [];
    if (open.length === 0) return [];
    const near = new Set(filesNaming(resource, code).flatMap((file) => [file, ...(imported.get(file) ?? [])]));
    const writers = [...near].filter((file) => WRITERS.test(file)).flatMap((file) => code.files.get(file) ?? []);
    return open.filter(({ name }) => !writers.some((file) => writes(name, file))).map(({ name }) => `${resource.name}.${name}`);
  });
}
